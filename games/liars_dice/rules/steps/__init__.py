"""What the rules of Liar's Dice wait for, in play order.

A round
    ShakeCup      chance  what is under a cup, which its player alone sees
    RaiseOrDoubt  seat    makes a higher bid, challenges the last one, or calls it spot-on
    LiftCups      duty    the dice are counted, dice are lost, and the next round begins
"""

from __future__ import annotations

from typing import Any

from games.kit.rules.decider import Actor, Refusal, Step, refusal
from games.liars_dice.rules.steps.lift_cups import LiftCups
from games.liars_dice.rules.steps.raise_or_doubt import RaiseOrDoubt
from games.liars_dice.rules.steps.shake_cup import ShakeCup
from games.liars_dice.rules.table import DiceTable
from gunbai.liars_dice.v1 import clauses_pb2 as clause
from gunbai.liars_dice.v1 import commands as cmd
from gunbai_record.plain import Plain

STEPS: tuple[type[Step[DiceTable]], ...] = (ShakeCup, RaiseOrDoubt, LiftCups)


def turn(table: DiceTable) -> Step[DiceTable] | None:
    """Return the step of an empty agenda: a cup to shake, then the active player's turn; None after the end."""
    if table.winner:
        return None
    for seat in table.seats:
        if table.at(seat).dice and not table.at(seat).hand:
            return ShakeCup(seat)
    return RaiseOrDoubt(table.active)


def misplaced(table: DiceTable, step: Step[Any] | None, actor: Actor, move: Plain) -> Refusal:
    """Return why a move is not due: the game is over, the cups come first, or it is another player's turn."""
    if table.winner:
        return refusal(clause.CLAUSE_7_2, winner=table.winner)
    if isinstance(step, ShakeCup) or isinstance(move, cmd.ShakeCup):
        return refusal(clause.CLAUSE_2_1, actor=actor, waits_for=type(step).__name__)
    return refusal(clause.CLAUSE_2_5, actor=actor, active=table.active)
