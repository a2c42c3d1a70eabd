"""The house rulings of King of Tokyo that version 2 of its rules changes."""

from __future__ import annotations

from games.kit.words.house_ruling import HouseRuling

HOUSE_RULINGS = (
    HouseRuling(
        number="KT-A33",
        question="Where does the monster in Tokyo Bay go when the bay closes and Tokyo City is empty?",
        readings=(
            "Outside.",
            "To Tokyo City (Dized, Board Game Arena).",
            "To Tokyo City, even later, if the attacker that was going to take it is killed.",
        ),
        chosen="Outside, and an attack that it made from the bay does not take a place. If the players agree, to the "
        "city, unless an attacker is about to take it when the bay closes; in that case the monster stays outside even "
        "if the attacker is killed afterwards.",
        reason="The rulebook says that it must leave; only a monster that attacks from outside must go into Tokyo. The "
        "bay closes at once, and only its own attack can take a monster from outside into the city.",
        place="Tokyo Bay",
        option="closing_bay",
    ),
    HouseRuling(
        number="KT-A44",
        question="In which order do cards prevent the same damage?",
        readings=(
            "Armor Plating, Wings, the defence, Camouflage, Armor Plating and the defence again.",
            "The same, but without a defence after Camouflage.",
            "In any order that the victim chooses.",
        ),
        chosen="Armor Plating, Wings, the defence, Camouflage, Armor Plating and the defence again; each source "
        "separately.",
        reason="The publisher's answers keep sources apart; if Camouflage reduces damage to 1, it is 1 damage. Rapid "
        "Healing works at any time, even after the dice and before the damage.",
        place="Card: Armor Plating",
    ),
)
SWITCHES = {
    "KT-A5": "hearts_first",
    "KT-A17": "underdog_every_turn",
    "KT-A32": "drop_empties_bay",
    "KT-A66": "child_counters",
    "KT-A69": "one_die_at_least",
    "KT-A70": "quiet_entry",
}
"""The options that choose a different reading, by the number of the house ruling."""
