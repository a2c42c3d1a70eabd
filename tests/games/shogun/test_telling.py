"""Plans are said as they lie, and an empty space is not said."""

from __future__ import annotations

from games.shogun.words import WORDS
from gunbai.shogun.v1 import commands_pb2 as cmd
from gunbai.shogun.v1 import events_pb2 as ev


def test_a_plan_is_said_space_by_space() -> None:
    assert WORDS.sentence(cmd.LayPlan(seat=1, cards=["mino", "", "chest_2"])) == (
        "Seat 1 plans Mino on Castle and 2 war chests on Theatre."
    )
    assert WORDS.sentence(ev.PlanLaid(seat=2, cards=["", ""])) == "Seat 2 plans nothing."
