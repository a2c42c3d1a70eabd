"""What forms for the commands of Liar's Dice say, in Polish."""

from __future__ import annotations

COMMANDS = {
    "ShakeCup": "Co wypadło pod kubkiem",
    "MakeBid": "Złożyć zapowiedź",
}
"""The names of commands that say more than their names; of the others it is the sentence."""

FIELDS = {
    "seat": "gracz",
    "dice": "kości",
    "quantity": "ile kości",
    "face": "liczba",
}
