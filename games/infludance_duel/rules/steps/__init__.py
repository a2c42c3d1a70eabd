"""What the rules of INFLUDANCE Duel wait for, in play order.

Set-up
    DrawStarter   chance  the starting player, if the players did not agree on one
    ChooseFigure  seat    takes the small or the large figure of its colour
    PlaceCowboy   seat    puts its cowboy on its first line
A turn
    TakeStep      seat    steps, or shoots first, or passes if no step is possible
    ChooseMover   seat    says which of two cowboys that are shot onto one field moves
    SpinMagazine  chance  the chamber at which a magazine stops before its first shot
    ShowToken     chance  the token that is fired
    FinishTurn    seat    shoots, or ends the turn
    PassTurn      duty    the turn ends when no shot is left
The end
    RevealTokens  chance  the tokens that were never fired
"""

from __future__ import annotations

from typing import Any

from games.infludance_duel.rules.steps.choose_figure import ChooseFigure
from games.infludance_duel.rules.steps.choose_mover import ChooseMover
from games.infludance_duel.rules.steps.draw_starter import DrawStarter
from games.infludance_duel.rules.steps.finish_turn import FinishTurn, PassTurn
from games.infludance_duel.rules.steps.place_cowboy import PlaceCowboy
from games.infludance_duel.rules.steps.reveal_tokens import RevealTokens
from games.infludance_duel.rules.steps.shoot import ShowToken, SpinMagazine, refuse_shot
from games.infludance_duel.rules.steps.take_step import TakeStep
from games.infludance_duel.rules.table import DuelTable
from games.kit.rules.decider import CHANCE, Actor, Decision, Refusal, Step, refusal
from gunbai.infludance_duel.v1 import clauses_pb2 as clause
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai_record.plain import Plain

STEPS: tuple[type[Step[DuelTable]], ...] = (
    DrawStarter,
    ChooseFigure,
    PlaceCowboy,
    TakeStep,
    ChooseMover,
    SpinMagazine,
    ShowToken,
    FinishTurn,
    PassTurn,
    RevealTokens,
)


def turn(table: DuelTable) -> Step[DuelTable] | None:
    """Return the step of an empty agenda: the set-up in its order, then the start and the end of a turn (IN-3.2)."""
    if table.ending:
        return RevealTokens() if table.unfired else None
    if not table.starter:
        return DrawStarter()
    if not table.active:
        return _set_up(table)
    if table.phase == "start":  # One step, and one shot before or after it (IN-3.1).
        return TakeStep(table.active)
    return PassTurn() if refuse_shot(table, table.active) else FinishTurn(table.active)


def _set_up(table: DuelTable) -> Step[DuelTable]:
    for seat in table.order:
        if not table.at(seat).figure:
            return ChooseFigure(seat)
    first, second = table.order
    return PlaceCowboy(second if table.at(first).field else first)


def misplaced(table: DuelTable, step: Step[Any] | None, actor: Actor, move: Plain) -> Refusal:
    """Return why a move is not due: the end (IN-7.6), whose turn it is (IN-3.9), the phase, in this order (IN-3.11)."""
    waits = type(step).__name__ if step else "nothing"
    if table.ending:
        return refusal(clause.CLAUSE_7_6, ending=table.ending)
    if actor == CHANCE and not isinstance(move, OUTCOMES):
        return refusal(clause.CLAUSE_3_9, actor=actor, waits_for=waits)
    if actor != CHANCE and actor != getattr(step, "seat", actor):
        return refusal(clause.CLAUSE_3_9, actor=actor, waits_for=waits)
    return refusal(_untimely(table, step, move), actor=actor, waits_for=waits)


def _untimely(table: DuelTable, step: Step[Any] | None, move: Plain) -> int:
    """Return the clause that says when the move comes, or what comes before it (IN-3.8): the phase of IN-3.11."""
    if isinstance(move, OUTCOMES):
        return DUE[type(move)]
    if isinstance(move, SET_UP) or not table.active:
        return clause.CLAUSE_3_10
    if isinstance(step, ChooseMover):
        return clause.CLAUSE_5_9
    return DUE[type(move)] if isinstance(step, Decision) else clause.CLAUSE_3_8


DUE: dict[type[Plain], int] = {
    cmd.DrawStarter: clause.CLAUSE_2_1,
    cmd.ChooseFigure: clause.CLAUSE_3_10,
    cmd.PlaceCowboy: clause.CLAUSE_3_10,
    cmd.Step: clause.CLAUSE_3_5,
    cmd.PassStep: clause.CLAUSE_3_5,
    cmd.Shoot: clause.CLAUSE_6_1,  # (IN-6.1)
    cmd.ChooseMover: clause.CLAUSE_5_9,
    cmd.SpinMagazine: clause.CLAUSE_6_4,
    cmd.ShowToken: clause.CLAUSE_6_6,
    cmd.EndTurn: clause.CLAUSE_3_4,  # (IN-3.4)
    cmd.RevealTokens: clause.CLAUSE_7_7,
}
"""The clause that says when a move is due, for moves that are not."""
SET_UP = (cmd.ChooseFigure, cmd.PlaceCowboy)
OUTCOMES = (cmd.DrawStarter, cmd.SpinMagazine, cmd.ShowToken, cmd.RevealTokens)
"""What chance shows."""
