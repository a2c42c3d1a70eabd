"""A translator says what every game has and what its title has, with the players by name."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from games.kit.title import Title
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2 as audit
from gunbai.rules.v1.clauses_pb2 import Clause
from gunbai.titan_race.v1 import events_pb2 as ev
from gunbai.titan_race.v1 import view_pb2
from gunbai_record.messages import SHARED
from gunbai_record.text.languages import LANGUAGES
from lab.title_parts import but
from lab.toy import CZECH_WORDS, LANTERN_NIGHT, protos
from referee.game.entries import packed
from referee.game.titles import Rulebook
from titles.catalogue import TITLES, newest
from titles.checks.walk import set_up

BOOK = Rulebook(LANTERN_NIGHT)


class Named(NamedTuple):
    """Somebody who sits at a seat."""

    player: str = ""


def test_a_title_speaks_english_and_its_own_languages_and_no_other() -> None:
    assert BOOK.languages == ("en", "cs")
    assert BOOK.translator("cs") is BOOK.translator("cs")
    with pytest.raises(KeyError):
        BOOK.translator("pl")


def test_a_name_is_said_as_it_is_written_unless_two_have_it_or_it_is_the_word_for_a_seat() -> None:
    translator = Rulebook(newest("king_of_tokyo")).translator()
    assert translator.players([Named("ada"), Named(), Named("Bob")]) == {1: "ada", 3: "Bob"}
    assert translator.players([Named("Ada"), Named("Ada")]) == {1: "Ada (seat 1)", 2: "Ada (seat 2)"}
    assert translator.players([Named("seat 2"), Named("Bob")]) == {1: "seat 2 (seat 1)", 2: "Bob"}
    assert translator.players([Named("TORN"), Named("TOM")]) == {1: "TORN (seat 1)", 2: "TOM (seat 2)"}
    assert translator.players([Named("❤\ufe0f"), Named("❤")]) == {1: "❤\ufe0f (seat 1)", 2: "❤ (seat 2)"}


def test_the_schema_of_the_options_has_a_title_and_a_description_of_each() -> None:
    fields = json.loads(BOOK.translator("cs").options_schema)["$defs"]["Options"]["properties"]
    assert (fields["purse"]["title"], fields["purse"]["description"]) == ("Měšec", "Kolik je na začátku v měšci.")


@pytest.mark.parametrize(
    "title",
    [title for versions in TITLES.values() for title in versions.values()],
    ids=lambda title: f"{title.name}-{title.rules_version}",
)
def test_every_version_of_a_title_says_the_options_that_it_has(title: Title[Any]) -> None:
    book = Rulebook(title)
    for language in book.languages:
        schema = json.loads(book.translator(language).options_schema)
        options = schema["$defs"]["Options"]["properties"]
        assert all(option["title"] and option["description"] for option in options.values())
        assert options.keys() == set(title.rules.options.__struct_fields__)


def test_a_clause_keeps_its_english_sentence_where_a_language_has_no_other() -> None:
    clause = Clause(number="LN-99", sentence="Nobody sleeps.")
    assert BOOK.translator("cs").clause(clause) == clause


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "Take the host.",
                "Ada takes the host.",
                "The guest is taken.",
                "Create a game with 2 seats.",
                "The game ends: last alive (LN-2); won by Ada; scores: 3 (Ada) and 1 (the guest).",
                "The game ends: dawn (LN-2); nobody won.",
                'Abandon the game: "it_rains".',
            ],
        ),
        (
            "cs",
            [
                "Zaujmout místo: hostitel.",
                "Ada hraje jako hostitel.",
                "Obsazeno: host.",
                "Založit hru, 2 hráči.",
                "Hra končí: last alive (LN-2); vítězí Ada; body: 3 (Ada) a 1 (host).",
                "Hra končí: dawn (LN-2); nikdo nevyhrál.",
                'Ukončit hru předčasně: "it_rains".',
            ],
        ),
    ],
)
def test_what_every_game_has_is_said_in_each_language(language: str, sentences: list[str]) -> None:
    messages: list[Message] = [
        life.TakeSeat(seat=1),
        life.SeatTaken(seat=1),
        life.SeatTaken(seat=2),
        life.CreateGame(seats=2),
        life.GameClosed(ending="last_alive", clause="LN-2", winners=[1], scores=[3, 1]),
        life.GameClosed(ending="dawn", clause="LN-2"),
        life.AbandonGame(reason="it_rains"),
    ]
    translator = BOOK.translator(language)
    assert [translator.sentence(message, {1: "Ada"}) for message in messages] == sentences


@pytest.mark.parametrize(
    ("language", "per_turn", "bank"),
    [
        (
            "en",
            "Create a game with 2 seats: 1 minute and 30 seconds for each decision; then the default move is played.",
            "Branch the game g at version 3: 2 hours for all decisions of a seat; then the seat loses.",
        ),
        (
            "cs",
            "Založit hru, 2 hráči: na každé rozhodnutí 1 minuta a 30 sekund; potom se zahraje výchozí tah.",
            "Založit větev hry g od verze 3: na všechna rozhodnutí hráče 2 hodiny; potom hráč prohrává.",
        ),
        (
            "pl",
            "Utworzyć grę, 2 gracze: na każdą decyzję 1 minuta i 30 sekund; potem wykonuje się ruch domyślny.",
            "Utworzyć gałąź gry g od wersji 3: na wszystkie decyzje gracza 2 godziny; potem gracz przegrywa.",
        ),
    ],
)
def test_a_clock_is_said_in_hours_minutes_and_seconds(language: str, per_turn: str, bank: str) -> None:
    translator = Rulebook(newest("titan_race" if language == "pl" else "liars_dice")).translator(language)
    terms = clocks.ClockTerms(decision_seconds=90, expiry=clocks.EXPIRY_RULE_DEFAULT)
    assert translator.sentence(life.CreateGame(seats=2, clock=terms), {}) == per_turn
    terms = clocks.ClockTerms(bank_seconds=7200, expiry=clocks.EXPIRY_RULE_LOSES)
    assert translator.sentence(life.ForkGame(parent="g", parent_version=3, clock=terms), {}) == bank
    terms.increment_seconds = 5
    assert "5 se" in translator.sentence(life.CreateGame(seats=2, clock=terms), {})


def test_a_view_has_its_words_in_the_language_and_its_ids_as_they_are() -> None:
    title = newest("king_of_tokyo")
    table = set_up(title, 2).table
    plain: Any = title.rules.view(table, None)
    czech: Any = Rulebook(title).translator("cs").view(title.rules.view(table, None))
    stocked = [(one, other) for one, other in zip(plain.market, czech.market, strict=True) if one.id]
    assert all(one.id == other.id and one.text != other.text for one, other in stocked)
    assert Rulebook(title).translator().view(title.rules.view(table, None)) == plain
    race = Rulebook(newest("titan_race"))
    titan = view_pb2.Titan(id="grinder", name="She'ena & Grinder")
    view = race.translator("pl").view(view_pb2.View(titans=[titan], mover="grinder"))
    assert (view.titans[0].name, view.titans[0].id, view.mover) == ("She'ena & Masakrator", "grinder", "grinder")


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_verification_says_why_entries_are_not_checked_and_what_was_ruled(language: str) -> None:
    title = but(LANTERN_NIGHT, languages={**LANTERN_NIGHT.words.languages, language: CZECH_WORDS})
    report = audit.Verification(
        unchecked=[audit.Unchecked(reason=reason) for reason in audit.UncheckedReason.values() if reason],
        irregular_entries=[
            audit.IrregularEntry(done="A card was seen", clause="LN-1", arbiter=key) for key in (b"", b"key")
        ],
    )
    Rulebook(title).translator(language).say_verified(report)
    sentences = [unchecked.sentence for unchecked in report.unchecked] + [
        entry.sentence for entry in report.irregular_entries
    ]
    assert all(sentences)
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_that_every_game_has_are_complete(language: str) -> None:
    title = but(LANTERN_NIGHT, languages={**dict.fromkeys(LANGUAGES, CZECH_WORDS), **LANTERN_NIGHT.words.languages})
    translator = Rulebook(title).translator(language)
    for stubs in SHARED:
        for name in stubs.DESCRIPTOR.message_types_by_name:
            sentence = translator.sentence(getattr(stubs, name)(), {})
            assert sentence[:1].isalnum(), name


def test_an_entry_is_said_with_its_actor_and_nothing_of_what_is_sealed() -> None:
    entry = record.Entry(
        version=7,
        actor=record.Actor(kind=record.ACTOR_KIND_SEAT, seat=2),
        command=record.Item(sealed=bytes(32)),
        events=[record.Item(open=packed(protos.BidLaid(seat=2))), record.Item(sealed=bytes(32))],
    )
    sentences = BOOK.translator("cs").entry(entry, {2: "Bob"})
    assert (sentences.version, sentences.actor, sentences.command, list(sentences.events)) == (
        7,
        "Bob",
        "",
        ["Bob sází.", ""],
    )


def test_an_entry_says_which_of_its_events_are_asides() -> None:
    events = [ev.PartBegun(titan="kraken"), ev.TitanEntered(titan="kraken"), ev.PartCompleted(titan="kraken")]
    sealed = record.Item(sealed=bytes(32))
    entry = record.Entry(version=7, events=[sealed, *(record.Item(open=packed(event)) for event in events)])
    sentences = Rulebook(newest("titan_race")).translator().entry(entry, {})
    assert [sentences.events[place] for place in sentences.asides] == [
        "Kraken begins nothing.",
        "Kraken completes nothing.",
    ]


def test_chance_and_the_host_have_names_and_a_foreign_message_has_none() -> None:
    translator = BOOK.translator("cs")
    assert translator.actor(record.Actor(kind=record.ACTOR_KIND_CHANCE), {}) == "náhoda"
    assert translator.actor(record.Actor(kind=record.ACTOR_KIND_HOST), {}) == "hostitel"
    assert translator.actor(record.Actor(kind=record.ACTOR_KIND_ARBITER), {}) == "arbitr"
    assert translator.actor(record.Actor(kind=record.ACTOR_KIND_SUBSTITUTE, seat=2), {2: "Bob"}) == "náhrada (Bob)"
    assert translator.packed(AnyMessage(type_url="type.googleapis.com/gunbai.chess.v1.MovePawn"), {}) == ""
