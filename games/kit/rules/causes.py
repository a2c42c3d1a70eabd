"""Causes: the step that each event of a move follows from, and the clause that is the reason for the event.

It is the step's clause unless the title's `reasons` name one that says more about the event.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from games.kit.rules.decider import Actor, Chance, Decision, Play, Reason, Refusal, Rules, Step, begun, played
from gunbai_record.plain import Plain

OF_STEP: Final = None
"""The reason for events that follow from the clause of whatever step emits them."""


class Cause(NamedTuple):
    """An event, the step that emitted it, and the clause it follows from."""

    event: Plain
    step: Step[Any]
    clause: int


def causes_of_start(rules: Rules[Any], table: Any) -> Iterator[Cause]:
    """Yield what follows from the start of a game from a table, in order: what `begin` emits."""
    return _caused(rules, table, begun(rules, table))


def causes(rules: Rules[Any], table: Any, actor: Actor, move: Plain) -> Iterator[Cause]:
    """Yield what follows from a move that was accepted on a table, in order: what `decide` emits."""
    # Carried out again and not stored: the step follows from what the record has.
    play = played(rules, table, actor, move)
    return iter(()) if isinstance(play, Refusal) else _caused(rules, table, play)


def clause_due(rules: Rules[Any], table: Any, step: Step[Any]) -> int:
    """Return the clause that makes a step due at a table; for a step of chance, the clause of its coming event."""
    if isinstance(step, Decision):
        return step.due_by(table)
    closing = step.closed_by if isinstance(step, Chance) else ()
    # The outcome is not there yet, so an empty event stands for it: a reason that looks at its fields gives no clause.
    clauses = {_clause_by(rules.reasons.get(event), table, step, event()) for event in closing}
    clause = clauses.pop() if len(clauses) == 1 else None
    return step.clause if clause is None else clause


def by_field(name: str, clauses: Mapping[Any, int], otherwise: int | None = OF_STEP) -> Reason:
    """Return a reason that depends on a field's value in the event."""
    return lambda table, step, event: clauses.get(getattr(event, name), otherwise)


def by_step(clauses: Mapping[type[Any], int | None], otherwise: int | None = OF_STEP) -> Reason:
    """Return a reason that depends on the step that emitted the event."""

    def reason(table: Any, step: Step[Any], event: Any) -> int | None:
        return next((clause for kind, clause in clauses.items() if isinstance(step, kind)), otherwise)

    return reason


def _caused(rules: Rules[Any], table: Any, play: Play[Any]) -> Iterator[Cause]:
    for event, step in zip(play.events, play.causes, strict=True):
        clause = _clause_by(rules.reasons.get(type(event)), table, step, event)
        yield Cause(event, step, step.clause if clause is None else clause)
        # A reason may look at the table right before its event.
        table = rules.evolve(table, event)


def _clause_by(reason: Reason, table: Any, step: Step[Any], event: Plain) -> int | None:
    return reason(table, step, event) if callable(reason) else reason
