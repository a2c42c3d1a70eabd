"""The seats and rules versions of a title, as lists and single views show them."""

from __future__ import annotations

from gunbai.referee.v1.lobby_pb2 import Title


def seats_of(title: Title) -> str:
    """Return how many seats a title has: a number or a range."""
    few, most = title.seats_min, title.seats_max
    return f"{few}–{most}" if few < most else str(few)  # a range is written with an en dash


def versions_of(title: Title) -> str:
    """Return the versions of the rules of a title."""
    return ", ".join(map(str, title.rules_versions))
