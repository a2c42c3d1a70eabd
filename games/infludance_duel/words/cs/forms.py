"""What forms for the commands of INFLUDANCE Duel say, in Czech."""

from __future__ import annotations

COMMANDS = {
    "DrawStarter": "Los, kdo začíná",
    "ChooseFigure": "Zvolit figurku",
    "PlaceCowboy": "Umístit kovboje",
    "Step": "Krok",
    "ChooseMover": "Zvolit, kdo se pohne",
    "SpinMagazine": "Která komora skončila na severu",
    "ShowToken": "Který žeton to je",
    "RevealTokens": "Které žetony zbyly",
}
"""The names of commands that say more than their names; of the others it is the sentence."""

FIELDS = {
    "seat": "hráč",
    "figure": "figurka",
    "field": "pole",
    "heading": "směr",
    "evaluated_field": "vyhodnocené pole",
    "chamber": "komora",
    "ammunition": "žeton",
    "red": "co zbývá červenému",
    "blue": "co zbývá modrému",
}
