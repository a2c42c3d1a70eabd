"""What forms for the commands of Liar's Dice say, in Czech."""

from __future__ import annotations

COMMANDS = {
    "ShakeCup": "Co padlo pod kelímkem",
    "MakeBid": "Vsadit",
}
"""The names of commands that say more than their names; of the others it is the sentence."""

FIELDS = {
    "seat": "hráč",
    "dice": "kostky",
    "quantity": "počet",
    "face": "číslo",
}
