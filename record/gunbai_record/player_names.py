"""Players' names in a record: each is an event of its own that can be removed for good.

Its salt is random. A salt derived from the game's secret, which the game's end opens, would let anybody try names on
the leaf that is left.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chain import URL, items_of

NAMED = f"{URL}gunbai.record.v1.PlayerNamed"
TAKEN = f"{URL}gunbai.record.v1.TakeSeat"
SALT_BYTES = 32
PLACE = 1
"""The index of the name among the events of the entry in which a player takes a seat."""


class Name(NamedTuple):
    """A player's name with its salt; or, if the name was removed, only the leaf that is left of it."""

    player: str
    salt: bytes
    leaf: bytes = b""

    def item(self, seat: int) -> record.Item:
        """Return the event that names a seat's player."""
        if self.leaf:
            return record.Item(sealed=self.leaf)
        item = record.Item(salt=self.salt)
        item.open.type_url = NAMED
        item.open.value = life.PlayerNamed(seat=seat, player=self.player).SerializeToString()
        return item

    @classmethod
    def of(cls, item: record.Item) -> Self:
        """Return the name that an event gives. Raises ValueError or DecodeError if it gives none, or has no salt."""
        if item.HasField("sealed"):
            return cls("", b"", item.sealed)
        if item.open.type_url != NAMED or len(item.salt) != SALT_BYTES:
            raise ValueError("its second event must name the player, with a salt")
        return cls(life.PlayerNamed.FromString(item.open.value).player, item.salt)


def is_name(entry: record.Entry, index: int) -> bool:
    """Return whether the event at this index is where an entry has a player's name."""
    return index == PLACE and entry.command.open.type_url == TAKEN


def name_in(entry: record.Entry) -> record.Item | None:
    """Return the item with the player's name in an entry; None for any other entry."""
    named = is_name(entry, PLACE) and len(entry.events) > PLACE
    return entry.events[PLACE] if named else None


def hiding(entry: record.Entry) -> list[record.Item]:
    """Return an entry's items that can hide facts: all but the player's name."""
    return hiding_among(items_of(entry))


def hiding_among(items: list[record.Item]) -> list[record.Item]:
    """Return those of an entry's items that can hide facts: all but the player's name."""
    taken = items[0].open.type_url == TAKEN
    return items[: 1 + PLACE] + items[2 + PLACE :] if taken else items
