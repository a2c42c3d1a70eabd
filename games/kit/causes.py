"""Causes: the step that each event of a move follows from, whose clause is the reason for the event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from google.protobuf.message import Message

from games.kit.decider import Actor, Play, Refusal, Step, Title, begun, played

Cause = tuple[Message, Step[Any]]
"""An event, and the step that emitted it."""


def causes_of_start(title: Title[Any], table: Any) -> Iterator[Cause]:
    """Yield what follows from the start of a game from a table, in order: what `begin` emits."""
    return _caused(begun(title, table))


def causes(title: Title[Any], table: Any, actor: Actor, move: Message) -> Iterator[Cause]:
    """Yield what follows from a move that was accepted on a table, in order: what `decide` emits."""
    play = played(title, table, actor, move)
    return iter(()) if isinstance(play, Refusal) else _caused(play)


def _caused(play: Play[Any]) -> Iterator[Cause]:
    return zip(play.events, play.causes, strict=True)
