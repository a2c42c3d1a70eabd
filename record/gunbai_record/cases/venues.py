"""Venues: places where cases' games are created, in this process or behind a service."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from google.protobuf.message import Message

from gunbai_record.cases.format import CaseError

if TYPE_CHECKING:  # The messages of the service belong to the client; a record is read without them.
    from gunbai.referee.v1.game_pb2 import Result, Waiting
    from gunbai.referee.v1.ruling_pb2 import Refused

CHANCE = 0
"""The actor that enters what dice and cards showed; seats count from 1."""


@dataclass(frozen=True)
class Setup:
    """What a game is created from; texts are JSON, empty for the defaults."""

    title: str
    seats: int = 0
    options: str = ""
    edition: str = ""
    table: str = ""
    rules_version: int = 0
    """The version of the title's rules; 0 for the newest."""


@dataclass(frozen=True)
class Judged:
    """The ruling on a move: its entry's events, or the refusal."""

    events: Sequence[Message] = ()
    refused: Refused | None = None


class CreationRefused(CaseError):
    """A referee that refuses to create a game; `clause` is the broken clause, or "" if the refusal names none."""

    def __init__(self, problem: str, clause: str = "") -> None:
        super().__init__(problem)
        self.clause = clause


class Match(Protocol):
    """A game under test. The actor is a seat, or CHANCE."""

    started: Sequence[Message]
    """The title's events from the start."""

    @property
    def position(self) -> int:
        """The present position, for `fork`."""

    def fork(self, position: int) -> Match:
        """Return a branch of the game from an earlier position."""

    def judge(self, actor: int, command: Message) -> Judged:
        """Return the ruling; a command that is not refused is carried out."""

    def waiting(self) -> Waiting:
        """Return what the rules wait for."""

    def view(self, seat: int | None) -> Message:
        """Return what a seat, or a spectator for None, can know."""

    def legal(self, seat: int) -> Sequence[Message]:
        """Return the commands that the seat can give."""

    def result(self) -> Result | None:
        """Return how the game ended, or None while the game runs."""


class Venue(Protocol):
    """A place where games are created. Raises CreationRefused, or CaseError for a title that it does not have."""

    def open(self, setup: Setup) -> Match:
        """Start a game in which the runner enters what chance showed."""

    def table(self, setup: Setup) -> str:
        """Return the canonical JSON of the table at such a game's start."""


def text(value: Any) -> str:
    """Return a refusal's value as rulings show it: yes or no, a list joined by commas, anything else as it is."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(text(item) for item in value) if isinstance(value, list | tuple) else str(value)
