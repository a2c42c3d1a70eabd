"""What provinces promise their owners, and what a card on a space of the plan is likely to bring, in points.

Both are estimates for bots, and depend only on what lies on the board; each is computed once per board.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import NamedTuple

from games.kit.bots.estimate import chance
from games.kit.rules.edition import Edition
from games.shogun.rules.data import (
    ACTION,
    BID,
    EVENT,
    EVENTS,
    MAJORITY_POINTS,
    PROVINCE,
    SPACES,
    WAR_CHESTS,
    Action,
    Board,
    BoardSide,
)
from games.shogun.rules.table import Land, ShogunTable

SECOND_WINTER = 0.75
"""What a province is worth in the second winter, seen from the first year: it may be lost before then."""
CHESTS = ((6, 0.35), (11, 0.25), (inf, 0.15))
"""The points of each chest up to these numbers, if they can be spent in later rounds: the first are needed most."""
LAST_CHEST = 0.02
"""The points of a chest after the last round."""
AN_ARMY, LAST_ARMY = 0.10, 0.02
"""The points of an army beyond what it holds: while it can still march, and after that."""
MANY = 7
"""More armies than this in one province are of no further use."""
A_LACK, A_SPARE = 0.42, 0.06
"""The points that a province without rice costs, and those of a rice beyond what is likely to be needed."""
SPARE = 3
"""How much rice beyond that can be of use."""
RICE_A_ROUND = 3.0
"""The rice that a player is likely to get in each round to come."""
A_REVOLT = 0.22
"""The points that a revolt marker costs."""
ATTACKED = 0.22
"""How likely a province is to be attacked by a neighbour who could take it."""
A_SITE, A_YIELD = 0.15, 0.04
"""The points of a free site, and of a chest or rice that a province yields, in the first year."""
A_BUILDING = 1.5
"""The points of a building in a winter: its own, and its part in majorities."""
A_RIVAL = 1.2
"""How much more a province is worth if a rival loses it."""
EFFORT = 0.15
"""The points that anything must bring to be worth a card."""
BIDS = (0.0, 0.25, 0.35, 0.45, 0.5)
"""The points of an early choice of special card, by the chests bid."""


class Moment(NamedTuple):
    """What an estimate depends on in a moment of the game."""

    first_year: bool
    rounds_left: int
    """How many rounds of actions follow this one in the year."""
    rice_loss: float
    """The rice that the year's winter takes on average."""

    @property
    def winters(self) -> float:
        """How often what is on the board now will score."""
        return 1.0 + SECOND_WINTER * self.first_year

    @property
    def is_last(self) -> bool:
        """Whether no round of actions follows this one in the game."""
        return not self.first_year and not self.rounds_left

    @property
    def an_army(self) -> float:
        """The points of an army beyond what it holds."""
        return LAST_ARMY if self.is_last else AN_ARMY

    def a_chest(self, chests: int) -> float:
        """Return the points of one of this many chests."""
        return LAST_CHEST if self.is_last else next(points for upto, points in CHESTS if chests <= upto)

    @lru_cache(maxsize=1 << 8)  # noqa: B019  # a value without anything else
    def of_chests(self, chests: int) -> float:
        """Return the points of this many chests."""
        if self.is_last:
            return LAST_CHEST * chests
        worth, below = 0.0, 0.0
        for upto, points in CHESTS:
            worth += points * max(0, min(chests, upto) - below)
            below = upto
        return worth

    def of_supply(self, provinces: int, rice: int) -> float:
        """Return the points that rice saves, negative for those that its lack will cost next winter (SH-16)."""
        lack = provinces + self.rice_loss - rice - RICE_A_ROUND * self.rounds_left
        return min(-A_LACK * lack, -A_SPARE * lack, A_SPARE * SPARE)

    def of_province(self, name: str) -> float:
        """Return the points of a province without buildings."""
        province = PROVINCE[name]
        promise = A_SITE * province.sites + A_YIELD * (province.chests + province.rice)
        return self.winters + promise * self.first_year


def moment(table: ShogunTable) -> Moment:
    """Return what estimates depend on at the present moment."""
    losses = [EVENT[event].rice_loss for event in table.events] or [event.rice_loss for event in EVENTS]
    rounds_left = {"spring": 2, "summer": 1}.get(table.season, 0)
    return Moment(table.year < 2, rounds_left, sum(losses) / len(losses))


class Means(NamedTuple):
    """What a seat has to carry out its plan with."""

    seat: int
    rice: int
    supply: int
    more_rice: bool
    more_taxes: bool
    a_chest: float
    """The points of a chest that is spent or gained."""


def means(table: ShogunTable, now: Moment, seat: int) -> Means:
    """Return what a seat has to carry out its plan with."""
    daimyo = table.at(seat)
    more_rice, more_taxes = table.holds(seat, "rice_bonus"), table.holds(seat, "tax_bonus")
    return Means(seat, daimyo.rice, daimyo.supply, more_rice, more_taxes, now.a_chest(daimyo.chests))


class Offer(NamedTuple):
    """What a card on a space brings: points, and the chests that it costs, negative if it brings some."""

    points: float
    cost: float
    space: str
    card: str


class Position:
    """What the provinces are worth, whatever else is on the table: by seat, seat 1 first."""

    def __init__(self, board: Board, side: BoardSide, players: int, lands: tuple[Land, ...]) -> None:
        self._ground = board.sun if side == "sun" else board.moon
        self._neighbours = self._ground.neighbours(players)
        self._lands = {land.province: land for land in lands}
        self.players = players
        self._offers: dict[tuple[Moment, Means], list[Offer]] = {}
        self.count, self.armies, self.revolts = [0] * players, [0] * players, [0] * players
        self.points = [0.0] * players
        """The points of a winter that a seat expects to get for its provinces."""
        self.promise = [0.0] * players
        """The points that free sites and yields may bring in later years."""
        self._force: dict[str, int] = {}
        """How many armies can march into a province from the strongest of its rivals' provinces."""
        self._buildings: dict[tuple[str, str], list[int]] = {}
        """How many buildings of a kind each seat has in a region, by both."""
        for land in lands:
            self._count(land)
        for (_, building), counts in self._buildings.items():
            for place, points in enumerate(_majority(counts, building)):
                self.points[place] += points

    def _count(self, land: Land) -> None:
        place, province = land.owner - 1, PROVINCE[land.province]
        self.count[place] += 1
        self.armies[place] += min(land.armies, MANY)
        self.revolts[place] += land.revolts
        foes = [other.armies for _, other in self.near(land) if other is not None]
        self._force[land.province] = max(foes, default=1) - 1
        self.points[place] += (1 - self.threat(land, land.armies)) * (1 + len(land.buildings))
        self.promise[place] += A_SITE * (province.sites - len(land.buildings))
        self.promise[place] += A_YIELD * (province.chests + province.rice)
        region = self._ground.region[land.province]
        for building in land.buildings:
            self._buildings.setdefault((region, building), [0] * self.players)[place] += 1

    def near(self, land: Land) -> list[tuple[str, Land | None]]:
        """Return a province's neighbours that do not belong to its owner, each with what is there."""
        owner, lands, near = land.owner, self._lands, []
        for name in self._neighbours.get(land.province, ()):
            other = lands.get(name)
            if other is None or other.owner != owner:
                near.append((name, other))
        return near

    def threat(self, land: Land, armies: int) -> float:
        """Return how likely a province with this many armies is to be lost to a neighbour."""
        return ATTACKED * conquest(self._force[land.province], armies, not land.revolts)

    def offers(self, moment: Moment, own: Means) -> list[Offer]:
        """Return what a seat's provinces bring on the spaces of actions, the best first."""
        key = moment, own
        if key not in self._offers:
            lands = [land for land in self._lands.values() if land.owner == own.seat]
            offers = (self._offer(moment, own, land, action) for land in lands for action in ACTION.values())
            self._offers[key] = sorted((offer for offer in offers if offer.points > 0), reverse=True)
        return self._offers[key]

    def offer(self, moment: Moment, own: Means, space: str, card: str) -> Offer | None:
        """Return what a card on an action's space brings; None unless it is one of the seat's provinces."""
        land = self._lands.get(card)
        return self._offer(moment, own, land, ACTION[space]) if land is not None and land.owner == own.seat else None

    def _offer(self, moment: Moment, own: Means, land: Land, action: Action) -> Offer:
        """Return what an action in a province brings its owner."""
        cost = float(action.cost)
        if action.builds:
            points = self._of_building(moment, own, land, action)
        elif action.id == "rice":
            gain = PROVINCE[land.province].rice + own.more_rice
            count = self.count[land.owner - 1]
            points = moment.of_supply(count, own.rice + gain) - moment.of_supply(count, own.rice)
            points -= self._of_pressing(moment, land)
        elif action.id == "tax":
            gain = PROVINCE[land.province].chests + own.more_taxes
            points, cost = own.a_chest * gain - self._of_pressing(moment, land), -gain / 2
        elif action.armies:
            points = self._of_armies(moment, own, land, action) if own.supply >= action.armies else 0.0
        else:
            points = self.of_marching(moment, land)
        return Offer(points, cost if points else 0.0, action.id, land.province)

    def _of_building(self, moment: Moment, own: Means, land: Land, action: Action) -> float:
        """Return the points of a building and its majority, minus its cost; 0 if it lapses (SH-10.1)."""
        if action.builds in land.buildings or len(land.buildings) >= PROVINCE[land.province].sites:
            return 0.0
        counts = self._buildings.get((self._ground.region[land.province], action.builds), [0] * self.players)
        more = [count + (place == land.owner - 1) for place, count in enumerate(counts)]
        gains = [a - b for a, b in zip(_majority(more, action.builds), _majority(counts, action.builds), strict=True)]
        gained = gains[land.owner - 1]
        gain = 1 + gained - (sum(gains) - gained) / (self.players - 1)
        return moment.winters * gain * 0.9 - own.a_chest * action.cost - EFFORT

    def _of_pressing(self, moment: Moment, land: Land) -> float:
        """Return the points that rice or taxes cost: a marker, or a revolt now (SH-10.7)."""
        if not land.revolts:
            return A_REVOLT
        return A_REVOLT + self._value(moment, land) * (1 - conquest(land.armies, 0, land.revolts))

    def _value(self, moment: Moment, land: Land) -> float:
        """Return the points of a province with its buildings."""
        return moment.of_province(land.province) + moment.winters * A_BUILDING * len(land.buildings)

    def _of_armies(self, moment: Moment, own: Means, land: Land, action: Action) -> float:
        """Return the points of armies that are deployed."""
        saved = self.threat(land, land.armies) - self.threat(land, land.armies + action.armies)
        more = max(0, min(action.armies, MANY - land.armies))
        gain = more * moment.an_army * (1.5 if self.near(land) else 0.75)
        return saved * self._value(moment, land) + gain - own.a_chest * action.cost

    def of_marching(self, moment: Moment, land: Land) -> float:
        """Return the points of the best attack out of a province; nobody has to attack."""
        return max((0.0, *(self._of_attack(moment, land, *other) for other in self.near(land))))

    def of_march(self, moment: Moment, land: Land, target: str) -> float:
        """Return the points of a march into a province's neighbour: 0 if both have the same owner."""
        other = self._lands.get(target)
        return 0.0 if other and other.owner == land.owner else self._of_attack(moment, land, target, other)

    def _of_attack(self, moment: Moment, land: Land, name: str, other: Land | None) -> float:
        """Return the points of an attack with all armies but one."""
        force = land.armies - 1
        if force < 1:
            return 0.0
        if other is None:
            wins, gain, lost = conquest(force, 0, 1), moment.of_province(name), 1.5
        else:
            wins, gain = conquest(force, other.armies, not other.revolts), A_RIVAL * self._value(moment, other)
            lost = min(force, other.armies) + 1.0
        return wins * gain - moment.an_army * lost - EFFORT


@lru_cache(maxsize=512)
def position(edition: Edition[Board], side: BoardSide, players: int, lands: tuple[Land, ...]) -> Position:
    """Return what a table's provinces are worth."""
    return Position(edition.data, side, players, lands)


def of_bid(own: Means, card: str) -> float:
    """Return the points of a bid, including its cost."""
    chests = WAR_CHESTS.get(card, 0)
    return BIDS[chests] - own.a_chest * chests


def of_plan(table: ShogunTable, position: Position, moment: Moment, seat: int) -> float:
    """Return the points that a seat expects from its face-down cards, or from the best cards for spaces without one."""
    daimyo = table.at(seat)
    return _of_cards(position, moment, means(table, moment, seat), daimyo.plan, daimyo.chests)


# From one table that a search looks at to the next, few plans differ.
@lru_cache(maxsize=1 << 10)
def _of_cards(position: Position, moment: Moment, own: Means, plan: tuple[str, ...], in_hand: int) -> float:
    """Return the points that the cards of a plan bring with these means and chests."""
    worth, chests = 0.0, float(in_hand)
    for space, card in zip(SPACES, plan, strict=False):
        if space == BID:
            worth += of_bid(own, card)
            chests -= WAR_CHESTS.get(card, 0)
        elif (offer := position.offer(moment, own, space, card)) is not None:
            worth += offer.points
            chests -= offer.cost
    if len(plan) < len(SPACES):
        used = {*SPACES[: len(plan)], *plan}
        for offer in position.offers(moment, own):
            if offer.space not in used and offer.card not in used and offer.cost <= max(chests, 0.0):
                used |= {offer.space, offer.card}
                worth += offer.points
                chests -= offer.cost
    return worth + A_LACKING_CHEST * min(chests, 0.0)


A_LACKING_CHEST = 0.5
"""The points that a plan loses for each chest that it lacks."""


def _majority(counts: list[int], building: str) -> Iterator[int]:
    """Yield each seat's points for its buildings of a kind in a region (SH-17.2, SH-17.3)."""
    best = max(counts)
    value = MAJORITY_POINTS[building] - (counts.count(best) > 1)
    return (value if best and count == best else 0 for count in counts)


@lru_cache(maxsize=4096)
def conquest(attackers: int, armies: int, farmers: int) -> float:
    """Return roughly how likely attackers are to beat armies and farmers with a usually filled tower (SH-13.5)."""
    if attackers < 1:
        return 0.0
    lead = 0.75 * (attackers - armies - farmers) - 0.5
    return chance(2.0 * lead / (2.0 + 0.3 * (attackers + armies + farmers)) ** 0.5)
