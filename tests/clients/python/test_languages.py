"""The client gets sentences in its language: of questions, of rulings, and of entries if it asks for them."""

from __future__ import annotations

import pytest

from gunbai.liars_dice.v1.commands_pb2 import ChallengeBid, MakeBid
from gunbai_client import Gunbai, InvalidRequest, Seat
from gunbai_client.blocking.watch_stream import Said
from gunbai_client.channel import bearer


@pytest.fixture
def czechs(gunbai: Gunbai) -> list[Seat]:
    """Return the two seats of a game of Liar's Dice that has begun, to whom sentences come in Czech."""
    speaking = gunbai.speaking("cs")
    game = speaking.create("liars_dice", seats=2, chance="referee")
    seats = [speaking.join(game.info.game, player) for player in ("Ann", "Bob")]
    gunbai.holding(game.host_token).start(game.info.game)
    return seats


def test_a_call_carries_the_token_and_the_language() -> None:
    assert bearer("") == ()
    assert bearer("t", "pl, cs;q=0.5") == (("authorization", "Bearer t"), ("accept-language", "pl, cs;q=0.5"))


def test_questions_and_refusals_come_in_the_language_of_the_client(czechs: list[Seat]) -> None:
    ann = czechs[0]
    legal = ann.legal()
    assert legal.waiting.sentence.startswith("Ann dává první sázku kola. Vaše kostky: ")
    assert legal.commands[0].sentence == "Vsadit 1 kostku s číslem 1."
    refused = ann.submit(ChallengeBid()).refused
    assert refused.sentence == "Místo sázky smí hráč zpochybnit poslední sázku kola, pokud nějaká je."
    english = ann.gunbai.speaking("").clauses("liars_dice").clauses[0]
    assert english.sentence.startswith("Two to six players")
    assert ann.gunbai.clauses("liars_dice").clauses[0].sentence.startswith("Hrají dva až šest hráčů")


def test_an_error_cites_its_clause_in_the_language_of_the_client(gunbai: Gunbai) -> None:
    with pytest.raises(InvalidRequest) as raised:
        gunbai.speaking("cs").create("liars_dice", seats=9)
    assert raised.value.sentence.startswith("Hrají dva až šest hráčů")


def test_entries_are_read_and_watched_in_words(czechs: list[Seat]) -> None:
    ann, bob = czechs
    ruling = ann.submit(MakeBid(quantity=1, face=2), sentences=True)
    assert ruling.accepted.sentences[0].events[0] == "Ann sází 1 kostku s číslem 2."
    assert not bob.submit(MakeBid(quantity=2, face=2)).accepted.sentences
    entries = list(ann.gunbai.entries_in_words(ann.game, 1, 2))
    assert [(entry.version, entry.sentences.actor, entry.sentences.events[0]) for entry in entries] == [
        (2, "Ann", "Ann hraje jako hráč 1.")
    ]
    watched = []
    for update in bob.updates(1, sentences=True):
        if not isinstance(update, Said):
            break
        watched.append(update)
    assert [entry.entry.version for entry in watched] == [entry.sentences.version for entry in watched]
    assert watched[-1].sentences.command == "Vsadit 2 kostky s číslem 2."
    assert next(iter(bob.gunbai.speaking("").updates(ann.game, sentences=True))).version == 1


def test_a_play_stream_brings_rulings_in_words(czechs: list[Seat]) -> None:
    with czechs[0].play(sentences=True) as stream:
        prompt = next(iter(stream))
        assert prompt.waiting.sentence.startswith("Ann dává první sázku kola. Vaše kostky: ")
        ruling = stream.submit(MakeBid(quantity=1, face=2))
        assert ruling.accepted.sentences[0].command == "Vsadit 1 kostku s číslem 2."
    with czechs[1].play() as stream:
        next(iter(stream))
        assert not stream.submit(MakeBid(quantity=2, face=2)).accepted.sentences
