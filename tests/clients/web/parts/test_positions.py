"""How a running game stands is told in lists, in the visitor's language."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import pytest
from starlette.requests import Request

from clients.web.parts.positions import Positions
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
    assert "Round 1, turn of" in answer(listed)[2]
    assert "Kolo 1, na tahu je" in answer(listed, headers={"accept-language": "cs"})[2]


class Row(NamedTuple):
    """A game in a list."""

    info: GameInfo
    position: str = ""


async def test_a_name_that_was_removed_is_in_no_line_that_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, request = iter(("Turn of Ann", "Turn of player 1")), Request({"type": "http", "path": "/", "headers": []})

    async def read(*_: object) -> str:
        return next(lines)

    monkeypatch.setattr("clients.web.parts.positions._read", read)
    positions = Positions()
    for player, line in (("Ann", "Turn of Ann"), ("Ann", "Turn of Ann"), ("", "Turn of player 1")):
        info = GameInfo(game="a", head=7, status=GAME_STATUS_RUNNING, seats=[Seat(seat=1, player=player)])
        assert (await positions.add(request, cast("Any", Row(info)))).position == line
