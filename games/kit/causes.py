"""Causes: the step that each event of a move follows from, whose clause is the reason for the event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from google.protobuf.message import Message

from games.kit.decider import Actor, Chance, Decision, Duty, Play, Step, Title, open_steps, waiting

Cause = tuple[Message, Step[Any]]
"""An event, and the step that emitted it."""


def causes_of_start(title: Title[Any], table: Any) -> Iterator[Cause]:
    """Yield what follows from the start of a game from a table, in order: what `begin` emits."""
    yield from _owed(title, Play(title, table))


def causes(title: Title[Any], table: Any, actor: Actor, move: Message) -> Iterator[Cause]:
    """Yield what follows from a move that was accepted on a table, in order: what `decide` emits; nothing else."""
    for step in open_steps(title, table):
        play = Play(title, table)
        if isinstance(step, Decision) and type(move) in step.takes and actor in step.seats(table):
            step.answer(play, actor, move)
        elif isinstance(step, Chance) and type(move) in step.takes and not actor:
            step.answer(play, move)
        else:
            continue
        yield from ((event, step) for event in play.events)
        play.events.clear()
        yield from _owed(title, play)
        return


def _owed(title: Title[Any], play: Play[Any]) -> Iterator[Cause]:
    """Yield what the duties on top emit, one after the other."""
    while isinstance(duty := waiting(title, play.table), Duty):
        duty.resolve(play)
        yield from ((event, duty) for event in play.events)
        play.events.clear()
