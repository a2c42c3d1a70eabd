"""Face-down piles whose cards get their faces only when they are turned.

A pile is a plain tuple of *places*, the top first. A place is a known card (its id), or the number of the *pool* that
its card comes from. A pool is the sorted tuple of what may lie there: card ids, and placeholders, which are the
numbers of other pools.

Law: the places that refer to a pool (in piles, or as placeholders in other pools) hold its members in an order that is
uniformly random, independently of every other pool. Hence it makes no difference which of them is turned first, a place
may move from pile to pile without anybody looking, and turning it draws one member of its pool, each as likely. That
is exactly the distribution of piles that were really shuffled; `tests/games/kit/rules/test_pile.py` compares the two.

    unseen, deck = Unseen().shuffled(cards)                   # a shuffled deck
    hand, deck = deck[:3], deck[3:]                           # three places dealt unseen
    deck = (card, *deck)                                      # a known card put on top; at the bottom: (*deck, card)
    unseen, deck = unseen.shuffled((*deck, *discard))         # a discard pile shuffled back in
    card = unseen.drawn(deck[0], draws)                       # the face of the top card, when it is turned ...
    unseen, deck = unseen.without(deck[0], card), deck[1:]    # ... and what remains unseen after that
    unseen.probability(deck[:2], ("one", "two"))              # exact, for any places turned one after the other

Several piles may refer to one pool: the cards left in the box after a deal are simply places that nobody turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from games.kit.rules.chance import Draws

Place = str | int
Pile = tuple[Place, ...]
Way = tuple[tuple[int, Place], ...]

MOST_POOLS = 100
"""More pools than any play makes: a shuffle reuses those that are empty."""


class Unseen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pools: everything known about cards that nobody has seen. A pool's number is its index."""

    pools: tuple[Pile, ...] = ()

    def shuffled(self, places: Sequence[Place]) -> tuple[Unseen, Pile]:
        """Return the unseen pools and the pile after shuffling all these places together face down.

        A pool to which no other place refers is merged into the new one. Raises ValueError if a card could then be
        reached in two ways: seeing it would not tell which pool it came from.
        """
        # Nothing to mix: a new pool would say less than what is known.
        if len(set(places)) < 2:
            return self, tuple(places)
        merged, members = self._merged(places)
        # Checked after merging, which removes ways.
        merged._check_ways(members)  # noqa: SLF001  # a value of this class
        # An empty pool's number is free, and a game of many shuffles must not grow its table.
        number = next((number for number, pool in enumerate(merged.pools) if not pool), len(merged.pools))
        pools = (*merged.pools[:number], tuple(sorted(members, key=_order)), *merged.pools[number + 1 :])
        return Unseen(pools), (number,) * len(places)

    def drawn(self, place: Place, draws: Draws) -> str:
        """Return the face of a turned place: one draw from each pool on the way to the card, in that order."""
        while isinstance(place, int):
            place = draws.pick(self.pools[place])
        return place

    def probability(self, places: Sequence[Place], cards: Sequence[str]) -> Fraction:
        """Return the probability that these places, turned one after the other, show these cards; 0 if they cannot."""
        if len(places) != len(cards):
            return Fraction(0)
        unseen, favourable, possible = self, 1, 1
        for place, card in zip(places, cards, strict=True):
            way = unseen._way(place, card)
            if way is None:
                return Fraction(0)
            for number, member in way:
                pool = unseen.pools[number]
                favourable *= pool.count(member)
                possible *= len(pool)
            unseen = unseen._after(way)
        return Fraction(favourable, possible)

    def without(self, place: Place, card: str) -> Unseen:
        """Return the unseen pools after the place showed the card. Raises ValueError if it cannot have."""
        way = self._way(place, card)
        if way is None:
            raise ValueError(f"{card!r} cannot lie at a place of {place!r} in {self.pools}")
        return self._after(way)

    def cards(self) -> Iterator[str]:
        """Return every card that nobody has seen, wherever it may lie."""
        return (member for pool in self.pools for member in pool if isinstance(member, str))

    def possible(self, place: Place) -> tuple[str, ...]:
        """Return the cards that may lie at a place, each once, in their order."""
        return tuple(sorted(name for name in self._reached(place) if isinstance(name, str)))

    def faults(self, places: Sequence[Place]) -> list[str]:
        """Return the problem with the pools of a set-up, if these are all the places in piles."""
        return self._reference_faults(places) or self._shape_faults()

    def _reference_faults(self, places: Sequence[Place]) -> list[str]:
        members = [member for pool in self.pools for member in pool]
        references = Counter(place for place in (*places, *members) if isinstance(place, int))
        sizes = dict(enumerate(map(len, self.pools)))
        return [
            f"{count} places refer to the pool {number}, which has fewer cards"
            for number, count in references.items()
            if count > sizes.get(number, 0)
        ]

    def _shape_faults(self) -> list[str]:
        """Return the problem with pools that have a card for every reference."""
        if len(self.pools) > MOST_POOLS:
            return [f"there are {len(self.pools)} pools"]
        # Before the checks that follow references, which would not end.
        if circular := [number for number in range(len(self.pools)) if self._is_in_itself(number)]:
            return [f"the pool {number} lies in itself" for number in circular]
        unsorted = [pool for pool in self.pools if pool != tuple(sorted(pool, key=_order))]
        twice = [pool for pool in self.pools if not self.can_shuffle(pool)]
        return [f"the pool {pool} is not sorted" for pool in unsorted] + [
            f"a card can be reached from the pool {pool} in two ways" for pool in twice
        ]

    def can_shuffle(self, places: Sequence[Place]) -> bool:
        """Return whether these places may be shuffled together: no card could then be reached in two ways."""
        return not self._reached_twice(places)

    def _way(self, place: Place, card: str) -> Way | None:
        """Return the only way from a place to a card, as (pool, member drawn from it); None if there is none."""
        if isinstance(place, str):
            return () if place == card else None
        pool = self.pools[place] if 0 <= place < len(self.pools) else ()
        if card in pool:
            return ((place, card),)
        # At most one leads there: no card may be reached in two ways.
        for below in {member for member in pool if isinstance(member, int)}:
            if (way := self._way(below, card)) is not None:
                return ((place, below), *way)
        return None

    def _after(self, way: Way) -> Unseen:
        """Return the unseen pools after drawing a card this way; trailing empty pools are dropped."""
        if not way:
            return self
        pools = list(self.pools)
        for number, member in way:
            index = pools[number].index(member)
            pools[number] = pools[number][:index] + pools[number][index + 1 :]
        # Only at the end: the numbers of other pools stand in piles, and must stay.
        while pools and not pools[-1]:
            pools.pop()
        return Unseen(tuple(pools))

    def _merged(self, places: Sequence[Place]) -> tuple[Unseen, list[Place]]:
        """Return the members of a pool of these places; a pool that only they refer to replaces its places."""
        pools, members = list(self.pools), list(places)
        while (whole := next(_whole(pools, members), None)) is not None:
            members = [member for member in members if member != whole] + list(pools[whole])
            pools[whole] = ()
        return Unseen(tuple(pools)), members

    def _check_ways(self, members: Sequence[Place]) -> None:
        """Refuse a pool that leads to a card or another pool in two ways."""
        if twice := self._reached_twice(members):
            raise ValueError(f"shuffling {members} over {self.pools} would make {twice} reachable in two ways")

    def _reached_twice(self, members: Sequence[Place]) -> list[Place]:
        """Return the cards and pools that can be reached through more than one of the members."""
        ways = Counter(name for member in set(members) for name in self._reached(member))
        return sorted((name for name in ways if ways[name] > 1), key=_order)

    def _is_in_itself(self, number: int) -> bool:
        """Return whether a pool can be reached from its own members."""
        reached: set[Place] = set()
        left = set(self.pools[number])
        while left:
            reached |= left
            left = {member for place in left if isinstance(place, int) for member in self.pools[place]} - reached
        return number in reached

    def _reached(self, place: Place) -> set[Place]:
        """Return the place itself, and every card and pool that can be reached through it."""
        if isinstance(place, str):
            return {place}
        return {place}.union(*(self._reached(member) for member in set(self.pools[place])))


def _whole(pools: Sequence[Pile], members: Sequence[Place]) -> Iterator[int]:
    """Yield the pools that have as many references among the members as cards, so that nothing else refers to them."""
    for place, count in Counter(members).items():
        if isinstance(place, int) and count == len(pools[place]):
            yield place


def _order(place: Place) -> tuple[bool, Place]:
    """Return the order of places in a pool: placeholders before cards, so that equal knowledge is an equal value."""
    return isinstance(place, str), place
