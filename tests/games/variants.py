"""The ways in which each title is played by the tests that hold for all titles: numbers of seats and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

VARIANTS: Mapping[str, Sequence[tuple[int, str]]] = {
    "infludance_duel": [(2, '{"board_side": "A"}'), (2, '{"board_side": "B"}')],
}
"""Title -> (seats, options as JSON)."""

LONGEST: Mapping[str, int] = {"infludance_duel": 2_000}
"""Title -> more entries than any random game has."""
