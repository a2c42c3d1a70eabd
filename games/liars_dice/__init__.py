"""Liar's Dice, a folk game: hidden dice, bold bids, two to six players."""

from __future__ import annotations

from games.kit.assembly import assembled

LIARS_DICE = assembled(
    __name__, code="LD", label="Liar's Dice", rules_version=1, seats=range(2, 7), seats_clause="LD-1.1"
)
