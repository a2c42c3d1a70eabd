"""What the rules of INFLUDANCE Duel wait for, in play order.

DrawStarter     chance names the starting player, unless the players agreed on one.
ChooseFigure    each player takes the small or the large cowboy.
PlaceCowboy     each player puts the cowboy on the own first line.
TakeStep        the start of a turn: the active player steps, or shoots first.
ChooseMover     both cowboys are shot onto one field: the active player says who moves.
SpinMagazine    before a first shot chance spins the magazine.
ShowToken       chance shows which token is fired.
FinishTurn      the end of a turn: the active player shoots, or ends the turn.
PassTurn        nothing is left to decide: the turn passes on by itself.
RevealTokens    the game is over: chance shows the tokens that were never fired.
"""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message

from games.decider import CHANCE, Actor, Decision, Refusal, Step, refusal
from games.infludance_duel.steps.choose_figure import ChooseFigure
from games.infludance_duel.steps.choose_mover import ChooseMover
from games.infludance_duel.steps.draw_starter import DrawStarter
from games.infludance_duel.steps.finish_turn import FinishTurn, PassTurn
from games.infludance_duel.steps.place_cowboy import PlaceCowboy
from games.infludance_duel.steps.reveal_tokens import RevealTokens
from games.infludance_duel.steps.shoot import ShowToken, SpinMagazine, refuse_shot
from games.infludance_duel.steps.take_step import TakeStep
from games.infludance_duel.table import DuelTable
from gunbai.infludance_duel.v1 import clauses_pb2 as clause
from gunbai.infludance_duel.v1 import commands_pb2 as cmd

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
    """Return what is waited for when nothing is owed: the set-up in its order, then the turn of the active player."""
    if table.ending:
        return RevealTokens() if table.unfired else None
    if not table.starter:
        return DrawStarter()
    if not table.active:
        return _set_up(table)
    if table.phase == "start":
        return TakeStep(table.active)
    return PassTurn() if refuse_shot(table, table.active) else FinishTurn(table.active)


def _set_up(table: DuelTable) -> Step[DuelTable]:
    for seat in table.order:
        if not table.gunman(seat).figure:
            return ChooseFigure(seat)
    first, second = table.order
    return PlaceCowboy(second if table.gunman(first).field else first)


SET_UP = (cmd.ChooseFigure, cmd.PlaceCowboy)
CHANCE_CLAUSES: dict[type[Message], int] = {
    cmd.DrawStarter: clause.CLAUSE_2_1,
    cmd.SpinMagazine: clause.CLAUSE_6_4,
    cmd.ShowToken: clause.CLAUSE_6_6,
    cmd.RevealTokens: clause.CLAUSE_7_7,
}


def misplaced(table: DuelTable, step: Step[Any] | None, actor: Actor, move: Message) -> Refusal:
    """Return why a move is not due, in the order of IN-3.11."""
    waits = type(step).__name__ if step else "nothing"
    if table.ending and actor != CHANCE:
        return refusal(clause.CLAUSE_7_6, ending=table.ending)
    if actor == CHANCE or type(move) in CHANCE_CLAUSES:
        return refusal(CHANCE_CLAUSES.get(type(move), clause.CLAUSE_3_9), waits_for=waits)
    if not isinstance(step, Decision):
        return refusal(clause.CLAUSE_3_8, waits_for=waits)
    if actor not in step.seats(table):
        return refusal(clause.CLAUSE_3_9, seat=actor, waits_for=waits)
    if isinstance(move, SET_UP) or not table.active:
        return refusal(clause.CLAUSE_3_10, waits_for=waits)
    if isinstance(step, ChooseMover) or isinstance(move, cmd.ChooseMover):
        return refusal(clause.CLAUSE_5_9, waits_for=waits)
    if isinstance(move, cmd.EndTurn):
        return refusal(clause.CLAUSE_3_4, waits_for=waits)
    return refusal(clause.CLAUSE_3_5, waits_for=waits)
