"""Where commands of King of Tokyo point in the picture: dice, cards and monsters."""

from __future__ import annotations

from typing import Any

from games.kit.board.spots import pointed, spot
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai_record.plain import Plain

KINDS = {"dice": "die", "die": "die", "card": "card", "seat": "seat"}


def spots(table: Any, move: Plain) -> tuple[str, ...]:
    """Return the things a command names: dice by number, cards by id, and monsters by seat.

    A reroll without a card picks the dice to keep, as at a real table.
    """
    match move:
        case cmd.Reroll(dice=again, card=""):
            dice_kept = (die for die in table.turn.every_die if die not in again)
            return tuple(spot("die", die) for die in dice_kept)
        case cmd.AssignHearts(patients=patients):
            return tuple(one for patient in patients for one in pointed(patient, KINDS))
        case _:
            return tuple(pointed(move, KINDS))
