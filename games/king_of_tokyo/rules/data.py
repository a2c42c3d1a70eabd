"""The components of King of Tokyo, in print order: dice, monsters and the 66 cards.

A card is a line of data: its clause, id, name, cost, text and powers. A power is a name and a number, carried out by a
module per family under `powers/`. A second copy of a card has an id of its own, since each card is in one place.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

import msgspec

from games.kit.rules.edition import Edition
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev

FACE = cmd.Face
PLACE = ev.Place

MONSTERS = {
    "gigazaur": "Gigazaur",
    "cyberbunny": "Cyberbunny",
    "kraken": "Kraken",
    "the_king": "King",
    "mekadragon": "MekaDragon",
    "alienoid": "Alienoid",
}

START_LIFE = 10
MOST_LIFE = 12
MOST_POINTS = 20
BLACK_DICE = 6
MOST_DICE = 8
"""The only component that runs out (KT-1.9)."""
REROLLS = 2
MARKET_SLOTS = 3
SWEEP_PRICE = 2
CONTROL_POINTS = 1
TURN_IN_TOKYO_POINTS = 2
"""For taking a place in Tokyo, and for starting a turn there (KT-9.1)."""
BAY_MONSTERS = 5
"""The fewest living monsters with which Tokyo Bay is open (KT-2.3, KT-6.12)."""


class Power(StrEnum):
    """What cards can do; a number next to a power on a card says how much."""

    # The dice.
    HEADS = "heads"
    BRAINS = "brains"
    TELEPATHY = "telepathy"
    SMOKE = "smoke"
    DWELLER = "dweller"
    CULLING = "culling"
    TWIST = "twist"
    STRETCH = "stretch"
    PROBE = "probe"
    # Scoring.
    GOURMET = "gourmet"
    DESTRUCTION = "destruction"
    OMNIVORE = "omnivore"
    FREEZE = "freeze"
    # Attacking.
    ALPHA = "alpha"
    SPIKES = "spikes"
    ACID = "acid"
    QUILLS = "quills"
    BURROW = "burrow"
    URBAN = "urban"
    FIRE = "fire"
    NOVA = "nova"
    POISON = "poison"
    SHRINKING = "shrinking"
    # Being attacked.
    ARMOR = "armor"
    CAMOUFLAGE = "camouflage"
    JETS = "jets"
    WINGS = "wings"
    HEALING = "healing"
    TOUGH = "tough"
    # Life and death.
    GROWTH = "growth"
    REGENERATION = "regeneration"
    RAY = "ray"
    CHILD = "child"
    CARRION = "carrion"
    # Energy and cards.
    CHARM = "charm"
    BATTERIES = "batteries"
    DISCOUNT = "discount"
    NEWS = "news"
    LABORATORY = "laboratory"
    OPPORTUNITY = "opportunity"
    TENTACLES = "tentacles"
    METAMORPHOSIS = "metamorphosis"
    MIMICRY = "mimicry"
    # The end of the turn.
    UNDERDOG = "underdog"
    HOARDING = "hoarding"
    HERBIVORE = "herbivore"
    SOLAR = "solar"
    # On purchase, in the order printed.
    POINTS = "points"
    DROP = "drop"
    ENERGY = "energy"
    HEAL = "heal"
    EVACUATION = "evacuation"
    STORM = "storm"
    FRENZY = "frenzy"
    DAMAGE_OTHERS = "damage_others"
    DAMAGE_ALL = "damage_all"
    DAMAGE_SELF = "damage_self"


class Card(msgspec.Struct, frozen=True):
    """A power card."""

    clause: str
    """The number of the clause that says what it does."""
    id: str
    name: str
    cost: int
    text: str
    powers: Mapping[Power, int]
    keep: bool


HAD = 1
"""The number of a power that a card either has or lacks: nothing asks how much of it there is."""


def _printed(*lines: tuple[str, str, str, int, str, dict[Power, int] | Power], keep: bool) -> tuple[Card, ...]:
    """Return the cards of some lines; a power without a number is one that a card either has or lacks."""
    return tuple(
        Card(clause, card, name, cost, text, {powers: HAD} if isinstance(powers, Power) else powers, keep)
        for clause, card, name, cost, text, powers in lines
    )


P = Power
KEEP = _printed(
    ("KT-13.1", "acid_attack", "Acid Attack", 6, "1 damage a turn to the other place; +1 if you attack", {P.ACID: 1}),
    ("KT-13.2", "alien_metabolism", "Alien Metabolism", 3, "Your cards cost 1 less", {P.DISCOUNT: 1}),
    ("KT-13.3", "alpha_monster", "Alpha Monster", 5, "+1★ when you attack", {P.ALPHA: 1}),
    ("KT-13.4", "armor_plating", "Armor Plating", 4, "Ignore damage of exactly 1", P.ARMOR),
    ("KT-13.5", "background_dweller", "Background Dweller", 4, "Reroll your 3s at will", P.DWELLER),
    ("KT-13.6", "burrowing", "Burrowing", 5, "+1 damage to Tokyo; when you yield, 1 to the newcomer", {P.BURROW: 1}),
    ("KT-13.7", "camouflage", "Camouflage", 3, "Roll a die per damage: each ♥ cancels 1", P.CAMOUFLAGE),
    ("KT-13.8", "complete_destruction", "Complete Destruction", 3, "+9★ for all six faces", {P.DESTRUCTION: 9}),
    ("KT-13.9", "dedicated_news_team", "Dedicated News Team", 3, "+1★ when you buy a card", {P.NEWS: 1}),
    ("KT-13.10", "eater_of_the_dead", "Eater of the Dead", 4, "+3★ when a monster falls to 0♥", {P.CARRION: 3}),
    ("KT-13.11", "energy_hoarder", "Energy Hoarder", 3, "End of turn: +1★ per 6⚡ you have", {P.HOARDING: 6}),
    ("KT-13.12", "even_bigger", "Even Bigger", 4, "+2♥ and +2 maximum, lost with the card", {P.GROWTH: 2}),
    ("KT-13.13", "extra_head", "Extra Head", 7, "One more die", {P.HEADS: 1}),
    ("KT-13.13", "extra_head_2", "Extra Head", 7, "One more die", {P.HEADS: 1}),
    ("KT-13.14", "fire_breathing", "Fire Breathing", 4, "+1 damage to neighbours you hit", {P.FIRE: 1}),
    ("KT-13.15", "freeze_time", "Freeze Time", 5, "1-1-1: another turn with one die fewer", {P.FREEZE: 1}),
    ("KT-13.16", "friend_of_children", "Friend of Children", 3, "+1⚡ when you gain ⚡", {P.CHARM: 1}),
    ("KT-13.17", "giant_brain", "Giant Brain", 5, "One more reroll each turn", {P.BRAINS: 1}),
    ("KT-13.18", "gourmet", "Gourmet", 4, "+2★ for 1-1-1", {P.GOURMET: 2}),
    ("KT-13.19", "healing_ray", "Healing Ray", 4, "Your ♥ may heal others, for 2⚡ each", {P.RAY: 2}),
    ("KT-13.20", "herbivore", "Herbivore", 5, "End of turn: +1★ if you did no damage", {P.HERBIVORE: 1}),
    ("KT-13.21", "herd_culler", "Herd Culler", 3, "Once a turn: turn a die to 1", P.CULLING),
    ("KT-13.22", "it_has_a_child", "It Has a Child", 7, "At 0♥: lose cards and ★, return with 10♥", {P.CHILD: 10}),
    ("KT-13.23", "jets", "Jets", 5, "No damage when you yield Tokyo", P.JETS),
    ("KT-13.24", "made_in_a_lab", "Made in a Lab", 2, "Look at the top card; you may buy it", P.LABORATORY),
    ("KT-13.25", "metamorph", "Metamorph", 3, "End of turn: discard Keep cards for their ⚡", P.METAMORPHOSIS),
    ("KT-13.26", "mimic", "Mimic", 8, "Copies another's Keep card; 1⚡ to change", {P.MIMICRY: 1}),
    ("KT-13.27", "monster_batteries", "Monster Batteries", 2, "Put ⚡ on it, doubled; take 2 a turn", {P.BATTERIES: 2}),
    ("KT-13.28", "nova_breath", "Nova Breath", 7, "Your attacks hit all others", P.NOVA),
    ("KT-13.29", "omnivore", "Omnivore", 4, "+2★ for a 1, a 2 and a 3", {P.OMNIVORE: 2}),
    ("KT-13.30", "opportunist", "Opportunist", 3, "You may buy cards as they are revealed", P.OPPORTUNITY),
    ("KT-13.31", "parasitic_tentacles", "Parasitic Tentacles", 4, "Buy others' Keep cards from them", P.TENTACLES),
    ("KT-13.32", "plot_twist", "Plot Twist", 3, "Turn a die to any face; discard", P.TWIST),
    ("KT-13.33", "poison_quills", "Poison Quills", 3, "2 damage for 2-2-2", {P.QUILLS: 2}),
    ("KT-13.34", "poison_spit", "Poison Spit", 4, "Those you hurt get a poison counter", {P.POISON: 1}),
    ("KT-13.35", "psychic_probe", "Psychic Probe", 3, "In others' turns, reroll a die; ♥: discard", P.PROBE),
    ("KT-13.36", "rapid_healing", "Rapid Healing", 3, "Any time, 2⚡: heal 1", {P.HEALING: 2}),
    ("KT-13.37", "regeneration", "Regeneration", 4, "Heal 1 more when you heal", {P.REGENERATION: 1}),
    ("KT-13.38", "rooting_for_the_underdog", "Rooting for the Underdog", 3, "End of turn, last: +1★", {P.UNDERDOG: 1}),
    ("KT-13.39", "shrink_ray", "Shrink Ray", 6, "Those you hurt get a shrink counter", {P.SHRINKING: 1}),
    ("KT-13.40", "smoke_cloud", "Smoke Cloud", 4, "3 counters, a reroll each", {P.SMOKE: 3}),
    ("KT-13.41", "solar_powered", "Solar Powered", 2, "End of turn: +1⚡ if you have none", {P.SOLAR: 1}),
    ("KT-13.42", "spiked_tail", "Spiked Tail", 5, "+1 damage when you attack", {P.SPIKES: 1}),
    ("KT-13.43", "stretchy", "Stretchy", 3, "2⚡: turn a die to any face", {P.STRETCH: 2}),
    ("KT-13.44", "telepath", "Telepath", 4, "1⚡: one reroll", {P.TELEPATHY: 1}),
    ("KT-13.45", "urbavore", "Urbavore", 4, "+1★ if you start in Tokyo; +1 damage there", {P.URBAN: 1}),
    ("KT-13.46", "were_only_making_it_stronger", "We're Only Making It Stronger", 3, "+1⚡ for 2♥ lost", {P.TOUGH: 2}),
    ("KT-13.47", "wings", "Wings", 6, "2⚡: no damage this turn", {P.WINGS: 2}),
    keep=True,
)
DISCARD = _printed(
    ("KT-14.1", "apartment_building", "Apartment Building", 5, "+3★", {P.POINTS: 3}),
    ("KT-14.2", "commuter_train", "Commuter Train", 4, "+2★", {P.POINTS: 2}),
    ("KT-14.3", "corner_store", "Corner Store", 3, "+1★", {P.POINTS: 1}),
    (
        "KT-14.4",
        "drop_from_high_altitude",
        "Drop from High Altitude",
        5,
        "+2★; from outside, take Tokyo for +1★",
        {P.POINTS: 2, P.DROP: HAD},
    ),
    ("KT-14.5", "energize", "Energize", 8, "+9⚡", {P.ENERGY: 9}),
    ("KT-14.6", "evacuation_orders", "Evacuation Orders", 7, "All others -5★", {P.EVACUATION: 5}),
    ("KT-14.6", "evacuation_orders_2", "Evacuation Orders", 7, "All others -5★", {P.EVACUATION: 5}),
    ("KT-14.7", "fire_blast", "Fire Blast", 3, "2 damage to all others", {P.DAMAGE_OTHERS: 2}),
    ("KT-14.8", "frenzy", "Frenzy", 7, "Another turn after this one", P.FRENZY),
    ("KT-14.9", "gas_refinery", "Gas Refinery", 6, "+2★, 3 damage to all others", {P.POINTS: 2, P.DAMAGE_OTHERS: 3}),
    ("KT-14.10", "heal", "Heal", 3, "Heal 2", {P.HEAL: 2}),
    ("KT-14.11", "high_altitude_bombing", "High Altitude Bombing", 4, "3 damage to all, even you", {P.DAMAGE_ALL: 3}),
    ("KT-14.12", "jet_fighters", "Jet Fighters", 5, "+5★, 4 damage to you", {P.POINTS: 5, P.DAMAGE_SELF: 4}),
    ("KT-14.13", "national_guard", "National Guard", 3, "+2★, 2 damage to you", {P.POINTS: 2, P.DAMAGE_SELF: 2}),
    ("KT-14.14", "nuclear_power_plant", "Nuclear Power Plant", 6, "+2★, heal 3", {P.POINTS: 2, P.HEAL: 3}),
    ("KT-14.15", "skyscraper", "Skyscraper", 6, "+4★", {P.POINTS: 4}),
    ("KT-14.16", "tanks", "Tanks", 4, "+4★, 3 damage to you", {P.POINTS: 4, P.DAMAGE_SELF: 3}),
    ("KT-14.17", "vast_storm", "Vast Storm", 6, "+2★; others lose 1⚡ of every 2", {P.POINTS: 2, P.STORM: 2}),
    keep=False,
)
CARDS = {card.id: card for card in KEEP + DISCARD}
MIMIC = "mimic"


Energy = Annotated[int, msgspec.Meta(ge=0, le=99)]
"""An amount of energy that a printing may specify."""


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may differ in another printing: the energy at the start, which no source states, and costs by card id."""

    start_energy: Energy = 0
    costs: Mapping[str, Energy] = {}

    def __post_init__(self) -> None:
        unknown = sorted(set(self.costs) - set(CARDS))
        if unknown:
            raise ValueError(f"no card of King of Tokyo is called {unknown[0]!r}")

    def cost(self, card: str) -> int:
        """Return the printed cost of a card."""
        return self.costs.get(card, CARDS[card].cost)


EDITION = Edition(Components())
