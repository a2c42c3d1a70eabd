"""Which action samurai choose by rule of thumb: the one with the least immediate cost, at fixed prices for losses.

The prices are in fires, and set by hand. A search tries what they suggest first, and the trainer of the network begins
with games played by them (lab/training).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.kit.rules.pile import Place
from games.samurai_spirit.rules.data import IGNORED, RAIDERS, Raider
from games.samurai_spirit.rules.steps.begin_turn import CallAbsent
from games.samurai_spirit.rules.steps.choose_action import ChooseAction, refuse_anything_but_pass, refuse_support
from games.samurai_spirit.rules.steps.meet_raider import SENDERS
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai_record.plain import Plain

OVERCOME, KIAI, A_VALUE = 1.55, -1.25, 0.05
"""The prices of being overcome, of a kiai, and of each point of a raider in the line."""
A_RAIDER_LESS_FOUGHT = 0.2
"""The price for each raider of the stack that an overcome samurai will not meet."""
SYMBOL = {"hat": 1.45, "farm": 1.0, "doll": 2.35}
"""What a raider on the left side saves."""
FAMILY = (1.5, 1.5, 1.2, 1.0)
"""How much more a doll saves, by the number of families left."""
WOUND = (0.2, 0.75, 1.7, 6.9)
"""How much more a wound costs, by how often the samurai was wounded before."""
PENALTY = {
    "fire": 1.0,
    "wound": 1.0,
    "ninja": 0.35,
    "no_defend": 0.2,
    "no_support": 0.05,
    "draw_left": 0.4,
    "draw_right": 0.45,
    "must_pass": 0.7,
    "reinforce": 0.3,
    "no_talent": 0.1,
    "discard_left": 0.65,
}
PASSING, LEFT_TO_OTHERS, LEFT_TO_NOBODY = 0.65, 0.75, 0.55
"""The prices of passing, and of each raider left to the others, who share them, or to nobody."""
SUPPORTING, SWAPPING = 0.7, 0.2
"""The prices of supporting and of swapping."""

MANY = 12
"""From this many possible next raiders on, not all are examined."""
NEVER = -99.0
"""What is saved by something impossible."""
PRICES = {
    raider.id: sum(PENALTY[penalty] for penalty in raider.penalties if penalty != "wound")
    for raider in RAIDERS.values()
}
"""What each raider's penalties cost, not counting wounds."""
WOUNDS = {raider.id: raider.penalties.count("wound") * PENALTY["wound"] for raider in RAIDERS.values()}


def habit(table: SamuraiTable, seat: int) -> Plain | None:
    """Return the action that costs a seat least immediately; None for other decisions, soon followed by an action."""
    if not isinstance(table.agenda[-1], ChooseAction):
        return None
    if refuse_anything_but_pass(table, seat):
        return cmd.Pass()
    fighting, passing = _of_fighting(table, seat), _of_passing(table, seat)
    if min(fighting, passing) > SUPPORTING and table.at(seat).token_with == seat:
        for other in table.clockwise_from(table.left_of(seat)):
            if refuse_support(table, seat, other) is None:
                return cmd.Support(to_seat=other)
    return cmd.Fight() if fighting <= passing else cmd.Pass()


def is_quiet(table: SamuraiTable) -> bool:
    """Return whether a samurai is about to act, or to call absent samurai to help: everything before is settled."""
    return bool(table.agenda) and isinstance(table.agenda[-1], (CallAbsent, ChooseAction))


class Stand(NamedTuple):
    """What matters about a samurai who may have to take a raider."""

    left: int
    """The points that are missing to the kiai."""
    last: float
    """What the last raider's penalties cost in the next turn."""
    wound: float
    """How much a wound costs."""
    ignores: int
    """Whether penalties of even raiders (0) or of odd ones (1) are ignored; else -1."""
    saved: Mapping[str, float]
    """What a raider on the left side saves, by symbol."""
    overcome: float
    """What it costs to be overcome."""

    def penalties(self, raider: Raider) -> float:
        """Return what a raider's penalties cost."""
        return 0.0 if raider.value % 2 == self.ignores else PRICES[raider.id] + WOUNDS[raider.id] * self.wound

    def take(self, raider: Raider) -> float:
        """Return the lower cost of confronting a raider or defending."""
        return min(self.confront(raider), -self.saved.get(raider.defence, NEVER))

    def confront(self, raider: Raider) -> float:
        """Return what it costs to confront a raider."""
        price = self.penalties(raider) - self.last
        if raider.value > self.left:
            return price + self.overcome
        return price + (KIAI if raider.value == self.left else A_VALUE * raider.value)


def _stand(table: SamuraiTable, seat: int) -> Stand:
    """Return what matters about a seat's samurai."""
    samurai = table.at(seat)
    wound = WOUND[samurai.wounds]
    saved = {"hat": SYMBOL["hat"] * wound, "farm": SYMBOL["farm"], "doll": SYMBOL["doll"] * FAMILY[len(table.families)]}
    if table.is_bound(seat, "no_defend"):
        saved = {}
    for raider in samurai.left:
        saved.pop(RAIDERS[raider].defence, None)
    overcome = OVERCOME + A_RAIDER_LESS_FOUGHT * len(table.raiders)
    stand = Stand(samurai.missing, 0.0, wound, IGNORED.get(samurai.id, -1), saved, overcome)
    return stand._replace(last=stand.penalties(RAIDERS[samurai.line[-1]])) if samurai.line else stand


def _of_fighting(table: SamuraiTable, seat: int) -> float:
    """Return what the next raider costs on average."""
    stand = _stand(table, seat)
    helps = {parity: _receivers(table, seat, parity) for parity in (0, 1)}
    values = _dismissed(table, seat)
    most = SWAPPING if table.has_talent(seat, "katsushiro") else -NEVER
    raiders = _next_raiders(table)
    total = 0.0
    for raider in raiders:
        prices = [other.take(raider) for other in helps[raider.value % 2]]
        total += min(stand.take(raider), most, *prices, 0.0 if raider.value in values else most)
    return total / len(raiders)


def _dismissed(table: SamuraiTable, seat: int) -> set[int]:
    """Return the values of the raiders that a seat would dismiss: none while its last raider calls them back."""
    line = [RAIDERS[raider] for raider in table.at(seat).line]
    if not line or "reinforce" in line[-1].penalties or not table.has_talent(seat, "kyuzo"):
        return set()
    return {raider.value for raider in line}


def _receivers(table: SamuraiTable, seat: int, parity: int) -> list[Stand]:
    """Return the state of those to whom a seat can send even (0) or odd (1) raiders."""
    if not table.has_talent(seat, SENDERS[parity][0]):
        return []
    return [_stand(table, to) for to in table.neighbours(seat) if not table.at(to).passed]


def _next_raiders(table: SamuraiTable) -> list[Raider]:
    """Return what may lie on top of the stack; every third raider if there are many in a row."""
    place = table.raiders[0]
    members = (place,) if isinstance(place, str) else table.unseen.pools[place]
    # A pool is sorted, so every third of it has all kinds of raiders.
    return [RAIDERS[_one_of(table, member)] for member in members[:: 1 if len(members) < MANY else 3]]


def _one_of(table: SamuraiTable, place: Place) -> str:
    """Return the raider at a place, or one of those that may lie there."""
    while isinstance(place, int):
        pool = table.unseen.pools[place]
        # The middle of a sorted pool: no draw, because a habit must not depend on chance.
        place = pool[len(pool) // 2]
    return place


def _of_passing(table: SamuraiTable, seat: int) -> float:
    """Return the cost of the raiders that somebody else, or nobody, will meet."""
    others = len(table.fighting()) - 1
    left = LEFT_TO_OTHERS / (others + 1) if others else LEFT_TO_NOBODY
    return PASSING + left * len(table.raiders) - _stand(table, seat).last
