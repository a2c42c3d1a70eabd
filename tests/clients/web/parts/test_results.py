"""Results in the language of the visitor."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clients.cli.screen.sentences import result_sentence
from clients.cli.session import token_in
from clients.cli.sources.served_files import served
from clients.web.languages import CATALOGUES
from clients.web.parts.results import Phrase, phrases, say_to_player
from clients.web.server import serving
from clients.web.site import make_site
from gunbai.record.v1.results_pb2 import RESULT_BASIS_CONCESSION, RESULT_BASIS_RULES
from gunbai.referee.v1.game_pb2 import (
    GAME_STATUS_APPEALED,
    GAME_STATUS_DECIDED,
    GAME_STATUS_OPEN,
    GAME_STATUS_RUNNING,
    GAME_STATUS_STALLED,
    GameInfo,
    Result,
)
from gunbai.referee.v1.game_pb2 import Seat as Place
from gunbai_client import Gunbai, aio, connect
from gunbai_record.text.catalogue import Catalogue
from tests.clients.web.http_requests import answer
from titles.catalogue import TITLES
from tools import code

RECORDS = code.ROOT / "tests" / "fixtures" / "records"


def say_result(info: GameInfo, say: Catalogue) -> str:
    """Return what is said of the result of a game as one text."""
    return "; ".join(phrase.text for phrase in phrases(info, say))


def test_a_result_is_said_with_who_won_and_how() -> None:
    seats = [Place(seat=1, player="Ann", taken=True), Place(seat=2)]
    info = GameInfo(seats=seats, status=GAME_STATUS_RUNNING)
    assert [say_result(info, CATALOGUES.lookup(tag)) for tag in ("en", "cs", "pl")] == ["running", "probíhá", "w toku"]
    info.status = GAME_STATUS_DECIDED
    info.result.CopyFrom(Result(winners=[1], clause="GB-1.1", basis=RESULT_BASIS_CONCESSION, scores=[3, 0]))
    assert say_result(info, CATALOGUES["en"]) == "won by Ann; by concession (GB-1.1); scores: 3 (Ann), 0 (seat 2)"
    assert say_result(info, CATALOGUES["cs"]) == "vítězí Ann; vzdáním (GB-1.1); body: 3 (Ann), 0 (hráč 2)"
    info.status = GAME_STATUS_APPEALED
    info.result.CopyFrom(Result(basis=RESULT_BASIS_RULES))
    assert say_result(info, CATALOGUES["pl"]) == "nikt nie wygrał; odwołanie w toku"
    info = GameInfo(seats=seats, status=GAME_STATUS_STALLED, absent_seats=[2])
    assert say_result(info, CATALOGUES["cs"]) == "uvázla: podíl na náhodě včas nedodal: hráč 2"


@pytest.mark.parametrize(
    ("winners", "scores", "seat", "told"),
    [
        ([1], [20, 17], 1, "You won!"),
        ([1], [20, 17], 2, "You lost to Ann, 20-17"),
        ([1], [3, 17], 2, "You lost to Ann"),
        ([1], [], 2, "You lost to Ann"),
        ([1, 2], [5, 5, 0], 1, "You won, together with Ben!"),
        ([1, 2], [5, 5, 0], 3, "You lost to Ann, Ben"),
        ([], [], 1, "Nobody won"),
    ],
)
def test_a_player_is_told_whether_they_won(winners: list[int], scores: list[int], seat: int, told: str) -> None:
    seats = [Place(seat=number, player=player) for number, player in enumerate(("Ann", "Ben", "Cy"), 1)]
    info = GameInfo(seats=seats, result=Result(winners=winners, scores=scores))
    assert say_to_player(info, seat, CATALOGUES["en"], cooperative=False) == told


@pytest.mark.parametrize(("winners", "told"), [([1, 2], "You all won!"), ([], "You all lost")])
def test_players_who_win_and_lose_together_are_told_so(winners: list[int], told: str) -> None:
    info = GameInfo(result=Result(winners=winners))
    assert say_to_player(info, 1, CATALOGUES["en"], cooperative=True) == told


@pytest.mark.parametrize(
    ("title", "language", "reason"),
    [
        (
            "king_of_tokyo",
            "en",
            '<span class="faint">A living monster with 20 points wins at the end of a turn. (KT-8.6)',
        ),
        ("samurai_spirit", "pl", '<span class="faint" lang="en">If no farm or no family is left'),
        ("titan_race", "pl", '<span class="faint">Gra kończy się natychmiast'),
    ],
)
def test_the_card_of_a_finished_game_gives_the_sentence_of_the_rules_as_the_reason(
    title: str, language: str, reason: str
) -> None:
    with (
        served(RECORDS / f"{title}.finished.gunbai") as service,
        serving(make_site(lambda: aio.connect(service.address))) as pages,
    ):
        text = answer(f"{pages}/games/{service.game}", headers={"accept-language": language})[2]
    assert reason in text
    assert 'class="yours"' not in text


@pytest.mark.parametrize("title", TITLES)
def test_a_result_has_no_raw_id_in_any_language_of_its_title(title: str) -> None:
    with served(RECORDS / f"{title}.finished.gunbai") as service, connect(service.address) as gunbai:
        for tag in gunbai.title(title).languages:
            speaking = gunbai.speaking(tag)
            info = speaking.game(service.game)
            ids = {component.id for component in speaking.title(title).components if component.id != component.name}
            for sentence in (result_sentence(info), say_result(info, CATALOGUES.lookup(tag))):
                assert not ids & {*re.findall(r"\w+", sentence)}
                assert "_" not in sentence


@pytest.mark.parametrize("tag", ["en", "cs", "pl"])
def test_the_words_of_a_title_in_another_language_than_the_page_say_which_it_is(tag: str) -> None:
    won = Result(ending="finish", clause="TR-14.1", winners=[1], remark="slaugg", basis=RESULT_BASIS_RULES)
    won.ending_words, won.remark_words, won.words_language = "finish", "Slaugg", "en"
    info = GameInfo(seats=[Place(seat=1, player="Ann")], status=GAME_STATUS_DECIDED, result=won)
    foreign = "" if tag == "en" else "en"
    own, *others = phrases(info, CATALOGUES.lookup(tag))
    assert own.language == ""
    assert others == [Phrase("finish (TR-14.1)", foreign), Phrase("Slaugg", foreign)]
    info.result.basis = RESULT_BASIS_CONCESSION
    assert [phrase.language for phrase in phrases(info, CATALOGUES.lookup(tag))] == ["", "", foreign]


def test_the_list_and_the_page_of_a_game_mark_what_is_in_another_language(
    pages: str, gunbai: Gunbai, operator: Path
) -> None:
    importer = gunbai.holding(token_in(operator, "--operator", ""))
    game = importer.import_record([(RECORDS / "samurai_spirit.finished.gunbai").read_bytes()]).info.game
    for path in ("/games?title=samurai_spirit&state=finished", f"/games/{game}"):
        text = answer(f"{pages}{path}", headers={"accept-language": "pl"})[2]
        assert '<span class="state">nikt nie wygrał; <span lang="en">village lost (SS-9.7)</span></span>' in text


@pytest.mark.parametrize(
    ("tag", "sentence"),
    [
        ("en", "won by player 1; finish (TR-14.1); Slaugg finished first"),
        ("pl", "zwycięstwo: player 1; meta (TR-14.1); na mecie pierwszy: Slaugg"),
    ],
)
def test_the_page_of_a_finished_game_says_how_it_ended(tag: str, sentence: str) -> None:
    with (
        served(RECORDS / "titan_race.finished.gunbai") as service,
        serving(make_site(lambda: aio.connect(service.address))) as pages,
    ):
        text = answer(f"{pages}/games/{service.game}", headers={"accept-language": tag})[2]
    assert f'<span class="state">{sentence}</span>' in text


@pytest.mark.parametrize("language", sorted(CATALOGUES))
def test_a_game_that_went_back_is_not_called_running(language: str) -> None:
    say = CATALOGUES[language]
    went_back = GameInfo(status=GAME_STATUS_RUNNING, went_back=True)
    assert say_result(went_back, say) == say("state.went_back") != say("state.running")
    went_back.status = GAME_STATUS_OPEN
    assert say_result(went_back, say) == say("state.went_back_unstarted")
