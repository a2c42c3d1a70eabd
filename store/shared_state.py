"""What all processes that write to one record know at once, next to the record.

An engine that several processes share has its own; every other engine has `LocalState`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Protocol


class SharedState(Protocol):
    """Data that cannot be in a log yet, and which processes are running."""

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the record."""

    # Holds data for a game, for all processes, replacing what was in the slot. It may be lost once all of them have
    # stopped, and after two days.
    async def hold(self, game: str, slot: int, data: bytes) -> None: ...

    # Returns the data held for a game, by slot, as far as it has arrived here.
    def held(self, game: str) -> Mapping[int, bytes]: ...

    # Stops holding it here.
    def release(self, game: str, slot: int) -> None: ...

    # Returns whether another process was running just now.
    async def attended(self) -> bool: ...


class Slots:
    """The held data, by game and slot."""

    def __init__(self) -> None:
        self._held: defaultdict[str, dict[int, bytes]] = defaultdict(dict)

    def keep(self, game: str, slot: int, data: bytes) -> None:
        """Hold data in a slot."""
        self._held[game][slot] = data

    def of(self, game: str) -> Mapping[int, bytes]:
        """Return the data held for a game."""
        return dict(self._held[game]) if game in self._held else {}

    def drop(self, game: str, slot: int) -> None:
        """Stop holding data."""
        if game in self._held:
            self._held[game].pop(slot, None)
            if not self._held[game]:
                del self._held[game]


class LocalState:
    """The state of a process that has its record to itself."""

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
