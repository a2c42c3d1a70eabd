"""The states of a game."""

from __future__ import annotations

from typing import Final

from gunbai.referee.v1 import game_pb2 as pb

OVER: Final[frozenset[pb.GameStatus.ValueType]] = frozenset(
    {
        pb.GAME_STATUS_FINISHED,
        pb.GAME_STATUS_ABANDONED,
        pb.GAME_STATUS_VOIDED,
        pb.GAME_STATUS_STALLED,
        pb.GAME_STATUS_DECIDED,
        pb.GAME_STATUS_SUPERSEDED,
    }
)
"""The states of a game that has ended, so that nothing follows in its record."""
