"""King of Tokyo, by Richard Garfield: two to six giant monsters (KT-1.1), one city; the 66 cards of 2012."""

from __future__ import annotations

from games.kit.assembly import assembled

KING_OF_TOKYO = assembled(
    __name__, code="KT", label="King of Tokyo", rules_version=1, seats=range(2, 7), seats_clause="KT-1.1"
)
