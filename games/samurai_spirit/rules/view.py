"""What may be known of a table: nobody has private information, so all seats and spectators get the same view."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.pile import Pile
from games.samurai_spirit.rules.data import FAMILY_BONUSES, FARM_PENALTIES, PENALTIES
from games.samurai_spirit.rules.score import points, written
from games.samurai_spirit.rules.steps.hold_raider import HoldRaider
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import view_pb2


def view(table: SamuraiTable, seat: int | None) -> view_pb2.View:
    """Return the view of a seat, or of a spectator: piles can be counted, discards looked through (SS-1.6)."""
    return view_pb2.View(
        difficulty=table.difficulty,
        round=table.round,
        active_seat=table.active,
        samurai=[_samurai(table, number) for number in table.seats],
        absent=table.absent,
        barricades=table.barricades,
        barricade_limit=table.barricade_limit,
        farms=[FARM_PENALTIES.value(penalty) for penalty in table.farms],
        families=[FAMILY_BONUSES.value(family) for family in table.families],
        raiders=_pile(table.raiders),
        intruders=_pile(table.intruders),
        discard=table.discard,
        in_hand=[step.raider for step in table.agenda if isinstance(step, HoldRaider)],
        ending=table.ending,
        points=points(table),
        score=written(table),
        last_draw_seat=table.last_draw,
    )


def _samurai(table: SamuraiTable, seat: int) -> view_pb2.Samurai:
    samurai, active = table.at(seat), seat == table.active
    return view_pb2.Samurai(
        seat=seat,
        samurai=samurai.id,
        line=samurai.line,
        left_side=samurai.left,
        total=samurai.total,
        kiai=samurai.kiai if samurai.id else 0,
        animal=samurai.animal,
        wounded=samurai.wounded,
        passed=samurai.passed,
        token_with_seat=samurai.token_with,
        helpers=table.helpers if active else (),
        bound=[PENALTIES.value(penalty) for penalty in table.bound] if active else (),
    )


def _pile(pile: Pile) -> Iterator[str]:
    """Yield a pile's raiders from the top, "" for those that nobody knows."""
    return (place if isinstance(place, str) else "" for place in pile)
