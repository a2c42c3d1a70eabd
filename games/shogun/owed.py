"""Which steps can lie on the agenda, and what must be true of the table while they do.

A set-up may begin in the middle of an action, a battle or a winter; what its agenda says must then be what the
board shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.decider import Step
from games.shogun.actions import may_deploy_six, may_enter
from games.shogun.battle import is_quiet, may_reinforce
from games.shogun.data import ACTION, SPACE, SUPPLY_TABLE
from games.shogun.steps import (
    DeploySix,
    DrawRevolts,
    FaceRevolts,
    March,
    MarchArmies,
    MoveAfterDeploying,
    MoveArmies,
    MusterRevolt,
    PlaceGroup,
    ReinforceDefence,
    SettleBattle,
    SettleRevolt,
    TurnUpBlindDraw,
    TurnUpOffer,
    drafting,
)
from games.shogun.table import ShogunTable

SET_UP = re.compile(r"((TurnUpOffer )?PlaceGroup |TurnUpBlindDraw |ThrowCubes ClearTray )?")
ROUND = re.compile(
    r"(DeploySix |MoveAfterDeploying |MoveArmies |March |MarchArmies "
    r"|(ReinforceDefence )?ThrowCubes SettleBattle |ThrowCubes SettleRevolt )?"
)
WINTER = re.compile(
    r"((ThrowCubes SettleRevolt (FaceRevolts |MusterRevolt )?|FaceRevolts |(?=DrawRevolts ))"
    r"(DrawRevolts )*ScoreYear EndYear )?"
)
"""The agendas of a table on which somebody, or chance, is asked: the next step first."""

EXTRA_FARMERS = {row.extra_farmers for row in SUPPLY_TABLE}


def owed_faults(table: ShogunTable) -> Iterator[str]:
    """Yield what is wrong with the agenda."""
    names = "".join(f"{type(step).__name__} " for step in reversed(table.agenda))
    shape = SET_UP if not table.year else WINTER if table.season == "winter" else ROUND
    if not shape.fullmatch(names):
        yield f"the steps {names or 'none '}cannot lie on the agenda in the {table.season} of year {table.year}"
        return
    if is_quiet(table) == ("ThrowCubes" in names):
        yield "cubes wait before the tower when they are to be thrown, and only then"
    for step in table.agenda:
        fits = _FACTS.get(type(step))
        if fits is not None and not fits(table, step):
            yield f"the step {step} does not fit the table"
    drawing = [step.seat for step in table.agenda if isinstance(step, DrawRevolts | FaceRevolts)]
    if len(set(drawing)) != len(drawing):
        yield "each player draws revolts once in a winter"


def _drafts(table: ShogunTable, seat: int) -> bool:
    return any(each.groups for each in table.seats) and seat == drafting(table)


def _is_acting(table: ShogunTable, seat: int, province: str, *actions: str) -> bool:
    """Whether a seat is carrying out one of these actions in its province."""
    if not table.acted or table.position >= len(table.row):
        return False
    action = table.row[table.position]
    return (
        action in actions
        and table.order[table.acted - 1] == seat
        and table.seat(seat).shown[SPACE[action]] == province
        and table.owner(province) == seat
    )


def _may_deploy_six(table: ShogunTable, step: DeploySix) -> bool:
    acting = _is_acting(table, step.seat, step.province, "deploy5")
    return acting and may_deploy_six(table, step.seat, ACTION["deploy5"])


def _may_move(table: ShogunTable, step: MoveArmies) -> bool:
    acting = _is_acting(table, step.seat, step.origin, "deploy1") and table.armies_in(step.origin) > 1
    return acting and step.target in table.neighbours(step.origin) and table.owner(step.target) == step.seat


def _may_march(table: ShogunTable, step: March) -> bool:
    acting = _is_acting(table, step.seat, step.province, "march_a", "march_b") and table.armies_in(step.province) > 1
    return acting and any(may_enter(table, step.seat, province) for province in table.neighbours(step.province))


def _may_march_there(table: ShogunTable, step: MarchArmies) -> bool:
    acting = _is_acting(table, step.seat, step.origin, "march_a", "march_b") and table.armies_in(step.origin) > 1
    return acting and step.target in table.neighbours(step.origin) and may_enter(table, step.seat, step.target)


def _fights(table: ShogunTable, step: SettleBattle) -> bool:
    """Whether the acting seat's armies, and all those of the province, are before the tower."""
    origins = [name for name in table.neighbours(step.province) if table.owner(name) == step.attacker]
    if not any(_is_acting(table, step.attacker, name, "march_a", "march_b") for name in origins):
        return False
    owner = table.owner(step.province)
    return owner != step.attacker and table.engaged[step.attacker - 1] > 0 and _engaged(table, owner, step.province)


def _revolts(table: ShogunTable, step: SettleRevolt) -> bool:
    """Whether all armies of a province in revolt are before the tower."""
    if table.owner(step.province) != step.seat or not _engaged(table, step.seat, step.province):
        return False
    if table.season == "winter":
        return not step.taxed
    return step.taxed and _is_acting(table, step.seat, step.province, "rice", "tax")


def _engaged(table: ShogunTable, owner: int, province: str) -> bool:
    return not owner or (not table.armies_in(province) and table.engaged[owner - 1] > 0)


def _will_revolt(table: ShogunTable, step: MusterRevolt) -> bool:
    holds = table.owner(step.province) == step.seat and table.armies_in(step.province) > 0
    return holds and not step.taxed and step.extra_farmers in EXTRA_FARMERS


def _face(table: ShogunTable, step: FaceRevolts) -> bool:
    drawn = set(step.provinces)
    held = [table.owner(name) == step.seat and table.armies_in(name) > 0 for name in drawn]
    return 1 < len(drawn) == len(step.provinces) and all(held) and step.extra_farmers in EXTRA_FARMERS


def _draw(table: ShogunTable, step: DrawRevolts) -> bool:
    known = step.seat in table.everybody and step.extra_farmers in EXTRA_FARMERS
    return known and 0 < step.revolts <= len(table.provinces_of(step.seat))


_FACTS: Mapping[type[Step[Any]], Callable[[ShogunTable, Any], bool]] = {
    TurnUpOffer: lambda table, step: step.slot in {1, 2} and not table.offer[step.slot - 1],
    TurnUpBlindDraw: lambda table, step: _drafts(table, step.seat) and "" not in table.offer,
    PlaceGroup: lambda table, step: _drafts(table, step.seat),
    DeploySix: _may_deploy_six,
    MoveAfterDeploying: lambda table, step: _is_acting(table, step.seat, step.province, "deploy1"),
    MoveArmies: _may_move,
    March: _may_march,
    MarchArmies: _may_march_there,
    ReinforceDefence: lambda table, step: (
        step.seat == table.owner(step.province) and may_reinforce(table, step.province)
    ),
    SettleBattle: _fights,
    SettleRevolt: _revolts,
    MusterRevolt: _will_revolt,
    FaceRevolts: _face,
    DrawRevolts: _draw,
}
