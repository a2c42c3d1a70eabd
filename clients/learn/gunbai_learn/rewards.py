"""What the end of a game is worth to each seat."""

from __future__ import annotations

from typing import Any

from games.kit.title import Title


def rewards_of(title: Title[Any], table: Any) -> list[float]:
    """Return the reward of each seat after the end: 1 for a winner, -1 for a loser, 0 for all if nobody has won.

    In a cooperative title, all seats lose if they do not win.
    """
    outcome = title.rules.outcome(table)
    if outcome is None:
        return [0.0] * table.players
    if not outcome.winners and len(title.rules.sides(table)) > 1:
        return [0.0] * table.players
    return [1.0 if seat in outcome.winners else -1.0 for seat in table.seats]
