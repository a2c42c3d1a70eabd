"""What the rules of a title do wrong is an error that names the title, the event and its field; nothing is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.kit.rules.decider import Decision, Play
from lab.title_parts import but
from lab.toy import LANTERN_NIGHT, Bell, Linger, Night, plain
from lab.toy_service import failure, open_house
from referee.game.titles import Titles


class LoudBell(Bell, frozen=True):
    """Breaks the law: emits an event that its message cannot hold."""

    def answer(self, play: Play[Night], seat: int, move: Any) -> None:
        play.emit(plain.LightPaid(seat=seat, light=2**32 + 6))


class LastingBell(Bell, frozen=True):
    """Breaks the law: what it owes is never done."""

    def answer(self, play: Play[Night], seat: int, move: Any) -> None:
        play.table = play.table.opens(Linger())


@pytest.mark.parametrize(
    ("bell", "facts"),
    [
        (
            LoudBell(),
            {
                "title": "lantern_night",
                "message": "lantern_night.v1.LightPaid",
                "field": "light",
                "problem": "lantern_night.v1.LightPaid: the uint32 light cannot be 4294967302",
            },
        ),
        (LastingBell(), {}),
    ],
)
async def test_a_fault_of_a_title_is_named_and_nothing_is_written(
    bell: Decision[Night, Any], facts: dict[str, str], tmp_path: Path
) -> None:
    titles = Titles([but(LANTERN_NIGHT, standing=lambda table: (bell,))])
    async with open_house(tmp_path, titles=titles) as served:
        match = await served.start()
        before = await match.entries()
        found = await failure(match.submit(1, plain.Ring()))
        assert (found.code, found.reason, dict(found.facts)) == ("FAILED_PRECONDITION", "TITLE_FAULTY", facts)
        assert await match.entries() == before
        await match.play((1, plain.Bid(light=2, seat=1)))
