"""The short forms of Liar's Dice: how people write its moves while they play (docs/notation.md)."""

from __future__ import annotations

from gunbai.liars_dice.v1 import commands as cmd
from gunbai_record.plain import Plain

FORMS: dict[type[Plain], str] = {
    cmd.ShakeCup: "{dice}",
    cmd.MakeBid: "bid {quantity} x {face}",
    cmd.ChallengeBid: "challenge",
    cmd.CallSpotOn: "spot on",
}

TEXTS: dict[str, tuple[str, ...]] = {}

TURNS: tuple[type[Plain], ...] = ()
