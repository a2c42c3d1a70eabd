"""King of Tokyo in English, for version 2 of its rules."""

from __future__ import annotations

from games.king_of_tokyo.words.en import WORDS as WORDS_1
from games.kit.words.house_ruling import HouseRuling

CLAUSES = {
    "KT-4.3": "A monster rolls six dice, plus one for each Extra Head, minus one for each shrink counter and "
    "whatever Freeze Time takes away; the number, from 0 (from 1 with one_die_at_least) to 8, is set at the first "
    "roll.",
    "KT-5.1": "Dice are resolved in this order: numbers, Energy, Attack, Heart, taking Tokyo; with hearts_first, "
    "Heart comes before Attack. What counts is where each monster was before the first of these.",
    "KT-5.11": "Acid Attack and Poison Quills damage the other place even without an attack, but then nobody "
    "yields and nobody takes a place; with quiet_entry they deal no damage on the way into an empty Tokyo City.",
    "KT-6.2": "Before life is lost, a packet goes through Armor Plating, Wings, the victim's defence and "
    "Camouflage; what is left goes through Armor Plating and the defence again.",
    "KT-6.3": "Before it takes a packet, and again after rolling for Camouflage, a monster that can use Rapid "
    "Healing or Wings may do so; a monster that can use neither is not asked.",
    "KT-6.6": "A monster that loses life to an attack and survives gets the counters of the attacker's Poison "
    "Spit and Shrink Ray; with child_counters, so does a monster that returns with It Has a Child.",
    "KT-6.15": "When Tokyo Bay closes, the monster in it goes outside without yielding; with closing_bay set to "
    '"city", which needs a bay, it goes to Tokyo City if that is empty and no attacker takes it, and scores '
    "nothing for it.",
    "KT-13.38": "Rooting for the Underdog: 1 point at the end of the owner's turn, or of every turn with "
    "underdog_every_turn, if the owner has fewer points than every other monster.",
    "KT-14.4": "Drop from High Altitude: 2 points, and a buyer outside takes Tokyo City and displaces the "
    "monster in it; with drop_empties_bay, also the one in Tokyo Bay.",
}
OPTIONS = {
    "one_die_at_least": ("At least one die", "Shrink counters always leave you one die to roll."),
    "quiet_entry": (
        "No damage on entering",
        "A monster that enters an empty Tokyo City deals no damage with Acid Attack or Poison Quills.",
    ),
    "hearts_first": ("Hearts first", "Hearts are used before the attack of the same roll."),
    "child_counters": (
        "Counters for the child",
        "A monster that returns with It Has a Child gets the counters of the attack that killed it.",
    ),
    "drop_empties_bay": (
        "Drop from High Altitude clears both places",
        "Drop from High Altitude also throws out the monster in Tokyo Bay.",
    ),
    "underdog_every_turn": (
        "Underdog on every turn",
        "Rooting for the Underdog scores at the end of every player's turn.",
    ),
}
HOUSE_RULINGS = (
    HouseRuling(
        number="KT-A33",
        question="Where does the monster in Tokyo Bay go when the bay closes and Tokyo City is empty?",
        readings=(
            "Outside.",
            "To Tokyo City (Dized, Board Game Arena).",
            "To Tokyo City, even if it is free only later, because the attacker that was going to take it is killed.",
        ),
        chosen="Outside; if it had attacked from the bay, it does not take Tokyo City for that attack. With "
        'closing_bay set to "city", to Tokyo City, unless an attacker is about to take the city when the bay closes; '
        "if one is, the monster stays outside, even if that attacker is killed afterwards.",
        reason="The rulebook says that the monster must leave; only one that attacks from outside must go into Tokyo. "
        "The bay closes at once, and a monster outside can only enter the city by its own attack.",
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
        reason="The publisher's answers keep sources apart; if Camouflage reduces damage to 1, it counts as 1 damage. "
        "Rapid Healing works at any time, even after the dice and before the damage.",
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
"""The options that choose another reading, by the number of the house ruling."""

WORDS = WORDS_1.reworded(CLAUSES, OPTIONS)
