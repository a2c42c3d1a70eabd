"""What is slow to make and asked for again: the latest values are kept in memory."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

from gunbai.referee.v1.game_pb2 import GameInfo

K = TypeVar("K")
V = TypeVar("V")


def names_in(info: GameInfo) -> tuple[str, ...]:
    """Return the players' names, as part of a key: a removed name must not stay in what is kept of its game."""
    return tuple([seat.player for seat in info.seats])


class Latest(Generic[K, V]):
    """At most so many values by key; the one that was used longest ago goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return the value of a key, if it is still kept."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def keep(self, key: K, value: V) -> V:
        """Keep the value of a key, and return it."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)
        return value
