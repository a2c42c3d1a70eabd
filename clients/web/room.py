"""Room for expensive work: a limit on places in all and per visitor, checked and taken before the first await."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network

from gunbai_client.errors import Exhausted

SITE = 64
"""How many bits of an IPv6 address name a site; a site's visitors share places, since one can use all its addresses."""


class Place:
    """A place in a room, which can be left once."""

    def __init__(self, room: Room, visitor: str) -> None:
        self._room: Room | None = room
        self._visitor = visitor

    def leave(self) -> None:
        """Leave the place to others; repeating it has no effect."""
        room, self._room = self._room, None
        if room is not None:
            room.leave(self._visitor)


class Room:
    """Places of one kind. Requests beyond the limits are refused with the reasons `KIND_FULL` and `KIND_OF_ONE`."""

    def __init__(self, kind: str, in_all: int, for_one: int) -> None:
        """Make the places of a kind, such as BOTS, with a limit in all and per visitor."""
        self._kind, self._in_all, self._for_one = kind, in_all, for_one
        self._taken = Counter[str]()

    @property
    def taken(self) -> int:
        """How many places are taken."""
        return self._taken.total()

    def find_missing(self, visitor: str, wanted: int) -> int:
        """Return how many of their places a visitor would have to give up to get this many new ones."""
        return max(self._taken[find_site(visitor)] + wanted - self._for_one, 0)

    def take(self, visitor: str, wanted: int = 1) -> list[Place]:
        """Take some places for a visitor, by their address. Raises Exhausted, and then takes none."""
        # Checking first and counting after an await would let a burst of requests through.
        site = find_site(visitor)
        if self.taken + wanted > self._in_all:
            raise Exhausted(f"the limit for all visitors is {self._in_all}", f"{self._kind}_FULL")
        if self._taken[site] + wanted > self._for_one:
            raise Exhausted(f"your limit is {self._for_one}", f"{self._kind}_OF_ONE")
        return self.keep(visitor, wanted)

    def keep(self, visitor: str, wanted: int = 1) -> list[Place]:
        """Count a visitor's places for things that already exist, beyond the limit if need be."""
        self._taken[find_site(visitor)] += wanted
        return [Place(self, visitor) for _ in range(wanted)]

    def leave(self, visitor: str) -> None:
        """Leave one place of a visitor to others."""
        site = find_site(visitor)
        self._taken[site] -= 1
        if self._taken[site] <= 0:
            del self._taken[site]

    @contextmanager
    def held(self, visitor: str, wanted: int = 1) -> Iterator[list[Place]]:
        """Hold some places; those still in the list at the end are given up. Raises Exhausted."""
        places = self.take(visitor, wanted)
        try:
            yield places
        finally:
            for place in places:
                place.leave()


def find_site(visitor: str) -> str:
    """Return the unit that counts as one visitor: an IPv4 address, an IPv6 network, or another text."""
    try:
        address = ip_address(visitor)
    except ValueError:
        return visitor
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or ip_network((int(address), SITE), strict=False))
    return str(address)
