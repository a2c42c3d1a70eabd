"""The components of Samurai Spirit, in print order: raiders, samurai, levels of difficulty, tokens."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.kit.rules.edition import Edition
from gunbai.samurai_spirit.v1 import commands as cmd

PENALTIES = cmd.Penalty
FARM_PENALTIES = cmd.FarmPenalty
FAMILY_BONUSES = cmd.Family
KIAI_EFFECTS = cmd.KiaiEffect

FLAMES, CALM = True, False


class Raider(msgspec.Struct, frozen=True):
    """A raider card: its id, its value, its defence symbol ("" for none), its flames and its penalties."""

    id: str
    value: int
    defence: str
    flames: bool
    penalties: tuple[str, ...]


RAIDERS = {
    raider.id: raider
    for raider in (
        # Plunderers, who raid from the first round on.
        Raider("R1-01", 1, "hat", FLAMES, ("wound",)),
        Raider("R1-02", 1, "hat", FLAMES, ()),
        Raider("R1-03", 1, "hat", CALM, ("ninja",)),
        Raider("R1-04", 1, "hat", CALM, ("no_defend",)),
        Raider("R1-05", 1, "doll", FLAMES, ("fire",)),
        Raider("R1-06", 1, "doll", FLAMES, ("wound",)),
        Raider("R1-07", 1, "doll", CALM, ()),
        Raider("R1-08", 1, "doll", CALM, ("ninja",)),
        Raider("R1-09", 1, "farm", FLAMES, ("fire",)),
        Raider("R1-10", 1, "farm", FLAMES, ("wound",)),
        Raider("R1-11", 1, "farm", CALM, ("no_support",)),
        Raider("R1-12", 1, "farm", CALM, ("ninja",)),
        Raider("R1-13", 1, "", CALM, ("fire",)),
        Raider("R2-01", 2, "hat", FLAMES, ("wound",)),
        Raider("R2-02", 2, "hat", FLAMES, ()),
        Raider("R2-03", 2, "hat", CALM, ("ninja",)),
        Raider("R2-04", 2, "hat", CALM, ("no_defend",)),
        Raider("R2-05", 2, "doll", FLAMES, ("fire",)),
        Raider("R2-06", 2, "doll", FLAMES, ("wound",)),
        Raider("R2-07", 2, "doll", CALM, ()),
        Raider("R2-08", 2, "doll", CALM, ("ninja",)),
        Raider("R2-09", 2, "farm", FLAMES, ("fire",)),
        Raider("R2-10", 2, "farm", FLAMES, ("wound",)),
        Raider("R2-11", 2, "farm", CALM, ("no_support",)),
        Raider("R2-12", 2, "farm", CALM, ("ninja",)),
        Raider("R2-13", 2, "", CALM, ("fire",)),
        Raider("R3-01", 3, "hat", FLAMES, ("fire",)),
        Raider("R3-02", 3, "hat", FLAMES, ()),
        Raider("R3-03", 3, "hat", CALM, ("draw_left",)),
        Raider("R3-04", 3, "doll", FLAMES, ("fire",)),
        Raider("R3-05", 3, "doll", FLAMES, ("wound",)),
        Raider("R3-06", 3, "doll", CALM, ()),
        Raider("R3-07", 3, "doll", CALM, ("no_defend",)),
        Raider("R3-08", 3, "doll", CALM, ("draw_left",)),
        Raider("R3-09", 3, "farm", FLAMES, ("fire",)),
        Raider("R3-10", 3, "farm", FLAMES, ("wound",)),
        Raider("R3-11", 3, "farm", CALM, ("no_support",)),
        Raider("R3-12", 3, "farm", CALM, ("draw_left",)),
        Raider("R3-13", 3, "", CALM, ("wound",)),
        Raider("R4-01", 4, "hat", FLAMES, ("fire",)),
        Raider("R4-02", 4, "hat", FLAMES, ("draw_right",)),
        Raider("R4-03", 4, "hat", CALM, ()),
        Raider("R4-04", 4, "doll", FLAMES, ("fire",)),
        Raider("R4-05", 4, "doll", FLAMES, ("wound",)),
        Raider("R4-06", 4, "doll", CALM, ()),
        Raider("R4-07", 4, "doll", CALM, ("no_defend",)),
        Raider("R4-08", 4, "doll", CALM, ("draw_right",)),
        Raider("R4-09", 4, "farm", FLAMES, ("fire",)),
        Raider("R4-10", 4, "farm", FLAMES, ("wound",)),
        Raider("R4-11", 4, "farm", CALM, ("no_support",)),
        Raider("R4-12", 4, "farm", CALM, ("draw_right",)),
        Raider("R4-13", 4, "", CALM, ("wound",)),
        # Lieutenants, who join for the second round.
        Raider("R5-01", 5, "hat", CALM, ("wound",)),
        Raider("R5-02", 5, "doll", CALM, ("ninja",)),
        Raider("R5-03", 5, "farm", CALM, ("fire",)),
        Raider("R5-04", 5, "", FLAMES, ("fire",)),
        Raider("R5-05", 5, "", FLAMES, ("wound",)),
        Raider("R5-06", 5, "", FLAMES, ("ninja",)),
        Raider("R5-07", 5, "", FLAMES, ("no_support",)),
        # Chiefs, who join for the third.
        Raider("R6-01", 6, "hat", FLAMES, ("ninja", "ninja")),
        Raider("R6-02", 6, "doll", FLAMES, ("must_pass",)),
        Raider("R6-03", 6, "farm", FLAMES, ("fire", "fire")),
        Raider("R6-04", 6, "", FLAMES, ("no_defend", "reinforce")),
        Raider("R6-05", 6, "", FLAMES, ("wound", "no_talent")),
        Raider("R6-06", 6, "", FLAMES, ("no_support", "wound")),
        Raider("R6-07", 6, "", FLAMES, ("discard_left",)),
    )
}

PLUNDERERS = tuple(raider.id for raider in RAIDERS.values() if raider.value <= 4)
LIEUTENANTS = tuple(raider.id for raider in RAIDERS.values() if raider.value == 5)
CHIEFS = tuple(raider.id for raider in RAIDERS.values() if raider.value == 6)
DOLLS = frozenset(raider for raider in PLUNDERERS if RAIDERS[raider].defence == "doll")
"""The plunderers that show a doll: what the doll check of two samurai looks for (SS-11.3)."""

SYMBOLS = ("hat", "farm", "doll")
BINDING = ("no_defend", "no_support", "must_pass", "no_talent")
"""The penalties that bind the active samurai for one turn (SS-5.6)."""

Effects = tuple[tuple[str, int], ...]


class SamuraiBoard(msgspec.Struct, frozen=True):
    """A two-sided board: each side's kiai number and the effects of its kiai, as (effect, number of cards)."""

    id: str
    kiai_human: int
    kiai_animal: int
    talent: str
    human: Effects
    animal: Effects


BARRICADE, BARRICADE_TOO, HEAL = ("add_barricade", 0), ("add_barricade_too", 0), ("heal", 0)
TRANSFER, STRIKE, TOKEN = ("transfer_last_card", 0), ("discard_last_card", 0), ("give_support_token", 0)
RAIDERS_2, RAIDERS_3 = ("raider_stack_to_discard", 2), ("raider_stack_to_discard", 3)
INTRUDERS_2, INTRUDERS_3 = ("intruder_stack_to_discard", 2), ("intruder_stack_to_discard", 3)
SCOUT_2, SCOUT_3 = ("reorder_raider_stack", 2), ("reorder_raider_stack", 3)

SAMURAI = {
    board.id: board
    for board in (
        SamuraiBoard("heihachi", 8, 11, "pass_even", (BARRICADE,), (BARRICADE, HEAL)),  # SS-7.3, SS-8.10
        SamuraiBoard("daisuke", 8, 11, "pass_odd", (TRANSFER,), (TRANSFER, TRANSFER)),  # SS-7.4, SS-8.11
        SamuraiBoard("gorobei", 9, 12, "ignore_even", (RAIDERS_2,), (RAIDERS_3,)),  # SS-7.5, SS-8.12
        SamuraiBoard("kanbei", 9, 12, "ignore_odd", (INTRUDERS_2,), (INTRUDERS_3,)),  # SS-7.6, SS-8.13
        SamuraiBoard("kikuchiyo", 10, 13, "second_fight", (STRIKE,), (STRIKE, STRIKE)),  # SS-7.7, SS-8.14
        SamuraiBoard("kyuzo", 9, 12, "discard_duplicate", (TOKEN,), (TOKEN, BARRICADE_TOO)),  # SS-7.8, SS-8.15
        SamuraiBoard("katsushiro", 10, 13, "swap_card", (SCOUT_2,), (SCOUT_3,)),  # SS-7.9, SS-8.16
    )
}


IGNORED = {"gorobei": 0, "kanbei": 1}
"""Who ignores the penalties of even raiders, and who those of odd ones (SS-7.5, SS-7.6)."""


class Difficulty(msgspec.Struct, frozen=True):
    """A level: what it adds to the number of samurai, and what of the village it brings into play (SS-2.3, SS-2.4)."""

    barricades: int
    plunderers_each: int
    lieutenants: int
    chiefs: int
    farm_penalties: bool
    family_bonuses: bool
    suffix: str


DIFFICULTIES = {
    "easy": Difficulty(3, 6, -1, -1, farm_penalties=False, family_bonuses=True, suffix=""),
    "normal": Difficulty(2, 7, 0, 0, farm_penalties=False, family_bonuses=True, suffix="+"),
    "hard": Difficulty(1, 7, 0, 0, farm_penalties=True, family_bonuses=True, suffix="++"),
    "heroic": Difficulty(0, 7, 0, 0, farm_penalties=True, family_bonuses=False, suffix="+++"),
}

ROUNDS = 3
"""The number of rounds of a game (SS-3.1)."""
FAMILIES = FAMILY_BONUSES.words
"""One family of each kind, in the order in which they give their bonus (SS-9.4)."""

FarmPenalty = Literal["remove_family", "remove_farm", "remove_barricade", "wound_random"]


class Tokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the sources leave open: how many of the six farms bear each penalty on the back."""

    farms: tuple[FarmPenalty, FarmPenalty, FarmPenalty, FarmPenalty, FarmPenalty, FarmPenalty]


EDITION = Edition(
    Tokens(("remove_family", "remove_farm", "remove_barricade", "remove_barricade", "wound_random", "wound_random"))
)
"""Reconstructed: the four kinds are printed, but their numbers are not known."""
