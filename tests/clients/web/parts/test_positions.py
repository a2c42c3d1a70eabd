"""How a running game stands is told in lists, in the visitor's language."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest
from starlette.requests import Request

from clients.web.frame.visitor import Visitor
from clients.web.parts.miniatures import Miniatures
from clients.web.parts.positions import Lines, Positions, read_lines
from gunbai.referee.v1.game_pb2 import GAME_STATUS_RUNNING, GameInfo, Seat
from gunbai_client import Gunbai
from tests.clients.web.http_requests import answer


def test_a_list_says_how_a_running_game_stands(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("liars_dice", seats=2, chance="referee", label="How it stands")
    for name in ("Ann", "Bob"):
        gunbai.join(made.info.game, name)
    listed = f"{pages}/games?label=How+it+stands"
    assert '<span class="state">open</span>' in answer(listed)[2]
    gunbai.holding(made.host_token).start(made.info.game)
    text = answer(listed)[2]
    assert ("Round 1, turn of" in text, "dice left: Ann 5, Bob 5" in text) == (True, True)
    text = answer(listed, headers={"accept-language": "cs"})[2]
    assert ("Kolo 1, na tahu je" in text, "zbývající kostky: Ann 5, Bob 5" in text) == (True, True)


def test_a_game_like_another_one_says_how_it_stands_too(pages: str, gunbai: Gunbai) -> None:
    for _ in range(2):
        made = gunbai.create("king_of_tokyo", seats=2, chance="referee", label="Twice alike")
        for name in ("Ann", "Bob"):
            gunbai.join(made.info.game, name)
        gunbai.holding(made.host_token).start(made.info.game)
    text = answer(f"{pages}/games?label=Twice+alike")[2]
    assert ("and 1 more like it" in text, text.count("points: Ann 0, Bob 0")) == (True, 2)


def panel(seat: int, words: str, *values: int) -> str:
    """Return the panel of a seat with figures, as pictures have it."""
    drawn = "".join(
        f'<g data-box="0 0 9 9" data-figure=""><g><title>{words}</title><path d=""/><text x="1">{value}</text></g></g>'
        for value in values
    )
    return f'<g data-spot="seat:{seat}" data-colour="#22629f">{drawn}</g>'


def test_the_first_number_of_each_panel_counts_and_those_of_one_seat_stand_together() -> None:
    panels = panel(2, "laps", 1, 6), panel(1, "laps", 0, 5), panel(1, "laps", 3)
    picture = '<g data-header="Round 2 &amp; on"/>' + "".join(panels)
    assert read_lines(picture, {1: "Ann", 2: "Bob"}) == Lines("Round 2 & on", "laps: Ann 0 + 3, Bob 1")


def test_seats_that_count_different_things_or_nothing_have_no_numbers() -> None:
    assert read_lines(f"{panel(1, 'points', 3)}{panel(2, 'life', 3)}", {1: "Ann", 2: "Bob"}) == Lines("", "")
    assert read_lines('<g data-spot="seat:1" data-colour="#22629f"></g>', {1: "Ann"}) == Lines("", "")


class Row(NamedTuple):
    """A game in a list."""

    info: GameInfo
    names: dict[int, str]
    position: str = ""
    standing: str = ""


async def test_a_name_that_was_removed_is_in_no_line_that_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = iter(('<g data-header="Turn of Ann"/>', '<g data-header="Turn of player 1"/>'))

    async def picture(*_: object) -> str:
        return next(pictures)

    visitor = SimpleNamespace(tokens=SimpleNamespace(reading=""), reader=SimpleNamespace(picture=picture))
    monkeypatch.setattr(Visitor, "of", lambda *_: visitor)
    positions, request = Positions(Miniatures()), Request({"type": "http", "path": "/", "headers": []})
    for player, line in (("Ann", "Turn of Ann"), ("Ann", "Turn of Ann"), ("", "Turn of player 1")):
        info = GameInfo(game="a", head=7, status=GAME_STATUS_RUNNING, seats=[Seat(seat=1, player=player)])
        assert (await positions.add(request, cast("Any", Row(info, {1: player})))).position == line
