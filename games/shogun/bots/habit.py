"""What daimyo do by rule of thumb during an action: the most promising march, with all armies but one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.shogun.bots.prospects import moment, position
from games.shogun.rules.actions import may_enter
from games.shogun.rules.steps.deploy_six import DeploySix
from games.shogun.rules.steps.join_battle import ReinforceDefence
from games.shogun.rules.steps.march import March, MarchArmies
from games.shogun.rules.steps.move_after_deploying import MoveAfterDeploying
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import commands as cmd
from gunbai_record.plain import Plain

BEGINNINGS = (March, DeploySix, MoveAfterDeploying)
"""The decisions with which a card's action begins: its value at that point is part of the plan."""


def habit(table: ShogunTable, seat: int) -> Plain | None:
    """Return what a seat does during an action; before that, any move is as good as another."""
    step = table.agenda[-1] if table.agenda else None
    return HABITS[type(step)](table, seat, step) if type(step) in HABITS else None


def is_quiet(table: ShogunTable) -> bool:
    """Return whether no action or revolt is half done."""
    return not table.agenda or isinstance(table.agenda[-1], BEGINNINGS)


def _march(table: ShogunTable, seat: int, step: March) -> Plain:
    """March where it is most promising."""
    now, board = moment(table), position(table.edition, table.side, table.players, table.lands)
    targets = [name for name in table.neighbours(step.province) if may_enter(table, seat, name)]
    land = table.its_land(step.province)
    return cmd.MarchTo(province=max(targets, key=lambda name: board.of_march(now, land, name)))


def _armies(table: ShogunTable, seat: int, step: MarchArmies) -> Plain:
    """Attack with all armies but one, and with the bonus; move one army into a province of one's own."""
    if table.owner(step.target) == seat:
        return cmd.MarchArmies(armies=1)
    bonus = table.holds(seat, "attack_bonus") and table.at(seat).supply > 0
    return cmd.MarchArmies(armies=table.armies_in(step.origin) - 1, bonus=bonus)


HABITS: dict[type[Any], Callable[[ShogunTable, int, Any], Plain]] = {
    March: _march,
    MarchArmies: _armies,
    DeploySix: lambda table, seat, step: cmd.DeploySix(),
    MoveAfterDeploying: lambda table, seat, step: cmd.StayPut(),
    ReinforceDefence: lambda table, seat, step: cmd.ReinforceDefence(),
}
"""What is done at the steps of an action; any army moves on, and any revolt comes next."""
