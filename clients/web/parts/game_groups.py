"""Similar games grouped together, so that a hundred of them take one place in a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clients.web.parts.game_summary import GameSummary
from gunbai.referee.v1.game_pb2 import GameInfo


class GameGroup(NamedTuple):
    """The first of some similar games, and the others."""

    first: GameSummary
    others: Sequence[GameSummary]


def group_games(summaries: Iterable[GameSummary]) -> list[GameGroup]:
    """Return games in groups, each in the place of its first game: branches of one game, or the same players."""
    groups = dict[tuple[str, ...], list[GameSummary]]()
    for summary in summaries:
        groups.setdefault(_find_kind(summary.info), []).append(summary)
    return [GameGroup(first, others) for first, *others in groups.values()]


def _find_kind(info: GameInfo) -> tuple[str, ...]:
    """Return what similar games have in common."""
    if info.parent and not info.continues:
        return ("branch", info.parent)
    return (info.title, *sorted(seat.player for seat in info.seats))
