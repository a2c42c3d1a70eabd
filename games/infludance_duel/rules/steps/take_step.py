"""The start of a turn: the step, and the bullets of the field that it evaluates (IN-3.3, IN-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.infludance_duel.rules.board import Covered, entered, headed, name
from games.infludance_duel.rules.data import HEADINGS
from games.infludance_duel.rules.shots import blocked, fire
from games.infludance_duel.rules.steps.shoot import pull_trigger, refuse_shot
from games.infludance_duel.rules.table import DuelTable
from games.kit.rules.decider import Decision, Play, Refusal, refusal
from gunbai.infludance_duel.v1 import clauses_pb2 as clause
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev

SIDEWAYS = ("left", "right")
STEPS = (*SIDEWAYS, "back", "back_left", "back_right")

StartMove: TypeAlias = cmd.Step | cmd.PassStep | cmd.Shoot


class TakeStep(Decision[DuelTable, StartMove], frozen=True):
    """The active player steps, or passes if no step is possible; a shot before it leaves it due (IN-3.3, IN-6.14)."""

    seat: int
    clause = clause.CLAUSE_3_3
    takes = (cmd.Step, cmd.Shoot, cmd.PassStep)

    def candidates(self, table: DuelTable, seat: int) -> Iterator[StartMove]:
        for heading in STEPS:
            for field in _evaluable(table, seat, heading):
                yield cmd.Step(heading=HEADINGS.value(heading), evaluated_field=field)
        yield cmd.PassStep()
        yield cmd.Shoot()

    def refuse(self, table: DuelTable, seat: int, move: StartMove) -> Refusal | None:
        match move:
            case cmd.Step():
                return _refuse_step(table, seat, move)
            case cmd.PassStep():
                return _refuse_pass(table, seat)
            case cmd.Shoot():
                return refuse_shot(table, seat)

    def answer(self, play: Play[DuelTable], seat: int, move: StartMove) -> None:
        match move:
            case cmd.Step():
                _step(play, seat, move)
            case cmd.PassStep():
                play.emit(ev.StepPassed(seat=seat))
            case cmd.Shoot():
                pull_trigger(play, seat)


def _refuse_step(table: DuelTable, seat: int, move: cmd.Step) -> Refusal | None:
    heading = HEADINGS.word(move.heading)
    return refuse_heading(table, seat, heading) or _refuse_evaluated(table, seat, heading, move.evaluated_field)


def refuse_heading(table: DuelTable, seat: int, heading: str) -> Refusal | None:
    """Return why the cowboy of a seat cannot step in a direction, whatever field would be evaluated.

    It takes one of five directions (IN-4.1, IN-4.2), stays on the board (IN-4.3) and off the other cowboy (IN-4.4).
    """
    if not heading:
        return refusal(clause.CLAUSE_4_1, heading=heading)
    if heading.startswith("forward"):
        return refusal(clause.CLAUSE_4_2, heading=heading)
    target = headed(seat, table.at(seat).covers, heading)
    if not table.grid.holds(target):
        return refusal(clause.CLAUSE_4_3, heading=heading, field=table.at(seat).field)
    if blocked(table, seat, target):
        return refusal(clause.CLAUSE_4_4, heading=heading, fields=_names(target))
    return None


def _refuse_evaluated(table: DuelTable, seat: int, heading: str, field: str) -> Refusal | None:
    """Return why a step does not evaluate a field: it must be one that the figure newly covers (IN-4.7, IN-4.8)."""
    evaluable = _evaluable(table, seat, heading)
    if field in evaluable or (not field and len(evaluable) == 1):
        return None
    if table.at(seat).figure == "small":
        return refusal(clause.CLAUSE_4_7, evaluated_field=field, evaluable=evaluable)
    if heading in SIDEWAYS:
        return refusal(clause.CLAUSE_4_8, evaluated_field=field, evaluable=evaluable)
    return refusal(clause.CLAUSE_4_9, evaluated_field=field, evaluable=evaluable)


def _refuse_pass(table: DuelTable, seat: int) -> Refusal | None:
    """Return why the step cannot be passed: one is possible (IN-4.5)."""
    possible = tuple(heading for heading in STEPS if refuse_heading(table, seat, heading) is None)
    return refusal(clause.CLAUSE_4_5, possible=possible) if possible else None


def _evaluable(table: DuelTable, seat: int, heading: str) -> tuple[str, ...]:
    """Return the fields that the step may evaluate: those that the cowboy did not cover before (IN-4.6 to IN-4.9)."""
    before = table.at(seat).covers
    return entered(seat, before, heading) if table.grid.holds(headed(seat, before, heading)) else ()


def _names(fields: Covered) -> tuple[str, ...]:
    return tuple(name(*field) for field in fields)


def _step(play: Play[DuelTable], seat: int, move: cmd.Step) -> None:
    """Step, and fire the bullets of the evaluated field at the cowboys of their colours (IN-5.1, IN-5.2, IN-5.13)."""
    heading = HEADINGS.word(move.heading)
    evaluated = move.evaluated_field or _evaluable(play.table, seat, heading)[0]
    field = name(*headed(seat, play.table.at(seat).covers, heading)[0])
    play.emit(ev.CowboyStepped(seat=seat, field=field, evaluated_field=evaluated))
    fire(play, play.table.grid.bullets[evaluated])
