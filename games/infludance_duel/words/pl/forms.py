"""What forms for the commands of INFLUDANCE Duel say, in Polish."""

from __future__ import annotations

COMMANDS = {
    "DrawStarter": "Losowanie, kto zaczyna",
    "ChooseFigure": "Wybrać figurkę",
    "PlaceCowboy": "Ustawić kowboja",
    "Step": "Krok",
    "ChooseMover": "Wybrać, kto się ruszy",
    "SpinMagazine": "Która komora stanęła na północy",
    "ShowToken": "Jaki to żeton",
    "RevealTokens": "Jakie żetony zostały",
}
"""The names of commands that say more than their names; of the others it is the sentence."""

FIELDS = {
    "seat": "gracz",
    "figure": "figurka",
    "field": "pole",
    "heading": "kierunek",
    "evaluated_field": "rozpatrywane pole",
    "chamber": "komora",
    "ammunition": "żeton",
    "red": "co zostało czerwonemu",
    "blue": "co zostało błękitnemu",
}
