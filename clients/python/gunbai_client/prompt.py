"""The question that a stream asks a seat, and repeats after a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from gunbai.referee.v1 import referee_pb2
from gunbai.referee.v1.game_pb2 import GameStatus, Waiting
from gunbai.referee.v1.referee_pb2 import LegalCommand
from gunbai.referee.v1.ruling_pb2 import Refused


@dataclass(frozen=True)
class Prompt:
    """A question to a seat, or the end of its game."""

    game: str
    expected_version: int
    """The `expected_version` for an answer."""
    waiting: Waiting
    """What the rules wait for."""
    commands: Sequence[LegalCommand]
    """Commands that would be accepted, each with its sentence."""
    status: GameStatus.ValueType
    """The state of the game. No prompt follows after the end."""
    refused: Refused | None = None
    """Why the last answer was refused, if the same question comes again."""
    take_back: LegalCommand | None = None
    """The command that takes back the seat's last move, if that needs no consent."""

    @classmethod
    def of(cls, prompt: referee_pb2.Prompt, refused: Refused | None = None) -> Self:
        """Return the prompt in a stream's message."""
        take_back = prompt.take_back if prompt.HasField("take_back") else None
        return cls(
            prompt.game, prompt.expected_version, prompt.waiting, prompt.commands, prompt.status, refused, take_back
        )
