"""INFLUDANCE Duel, by Matyáš Veselý (Maty Moves): two cowboys, two players, one tiny board."""

from __future__ import annotations

from games.kit.assembly import assembled

INFLUDANCE_DUEL = assembled(
    __name__, code="IN", label="INFLUDANCE Duel", rules_version=1, seats=range(2, 3), seats_clause="IN-1.1"
)
