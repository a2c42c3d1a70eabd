"""What all processes that write to one record know at once, next to the record.

An engine that several processes share brings its own; every other one has `LocalState`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Protocol


class SharedState(Protocol):
    """What cannot be in a log yet, and which processes are there."""

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the record."""

    # Holds something for a game, for all processes, in the place of what its slot had. It may be lost when all of them
    # have stopped, and after two days.
    async def hold(self, game: str, slot: int, data: bytes) -> None: ...

    # Returns what is held for a game, by slot, as far as it has come here.
    def held(self, game: str) -> Mapping[int, bytes]: ...

    # Holds it here no longer.
    def release(self, game: str, slot: int) -> None: ...

    # Returns whether another process was there just now.
    async def attended(self) -> bool: ...


class Slots:
    """The held values, by game and slot."""

    def __init__(self) -> None:
        self._held: defaultdict[str, dict[int, bytes]] = defaultdict(dict)

    def keep(self, game: str, slot: int, data: bytes) -> None:
        """Hold something."""
        self._held[game][slot] = data

    def of(self, game: str) -> Mapping[int, bytes]:
        """Return the held values of a game."""
        return dict(self._held[game]) if game in self._held else {}

    def drop(self, game: str, slot: int) -> None:
        """Hold something no longer."""
        if game in self._held:
            self._held[game].pop(slot, None)
            if not self._held[game]:
                del self._held[game]


class LocalState:
    """What a process knows that has its record to itself."""

    shared = False

    def __init__(self) -> None:
        self._slots = Slots()

    async def hold(self, game: str, slot: int, data: bytes) -> None:
        self._slots.keep(game, slot, data)

    def held(self, game: str) -> Mapping[int, bytes]:
        return self._slots.of(game)

    def release(self, game: str, slot: int) -> None:
        self._slots.drop(game, slot)

    async def attended(self) -> bool:
        return False
