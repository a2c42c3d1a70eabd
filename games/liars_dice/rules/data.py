"""The components of Liar's Dice: the dice."""

from __future__ import annotations

import msgspec

from games.kit.rules.edition import Edition

WILD = 1
"""The face that counts as every face if the players agreed on it (LD-4.4)."""


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition of the game: how many dice each player has, and how many faces a die has (LD-1.1)."""

    dice: int
    faces: int

    def __post_init__(self) -> None:
        if not 1 <= self.dice <= 10 or not 2 <= self.faces <= 20:
            raise ValueError("a player has 1 to 10 dice, each with 2 to 20 faces")


EDITION = Edition(Components(dice=5, faces=6))
