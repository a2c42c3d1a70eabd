"""Feeds: a thread reads a game's updates, so that a person hears news while typing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from queue import Empty, Queue
from typing import Final, Generic, Self, TypeVar

T = TypeVar("T")

PAUSE = 1.0
"""Seconds without news before gunbai says whom everyone is waiting for."""


class _Woken:
    """The queue item that wakes a waiting reader."""


_WOKEN: Final = _Woken()


class Feed(Generic[T]):
    """A game's updates in order. `woken` announces each; `stop` ends their stream."""

    def __init__(self, updates: Iterator[T], woken: Callable[[], None], stop: Callable[[], None]) -> None:
        self._queue: Queue[T | Exception | _Woken | None] = Queue()
        self._woken, self._stop = woken, stop
        self._thread = threading.Thread(target=self._read, args=(updates,), daemon=True)

    def __enter__(self) -> Self:
        """Begin to read."""
        self._thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        """End the stream and the thread."""
        self._stop()
        self._thread.join()

    def _read(self, updates: Iterator[T]) -> None:
        try:
            for update in updates:
                self._put(update)
            self._put(None)
        except Exception as error:  # noqa: BLE001  # it is raised where the updates are taken
            self._put(error)

    def _put(self, update: T | Exception | None) -> None:
        self._queue.put(update)
        self._woken()

    def wake(self) -> None:
        """Have `next`, if it is waiting on another thread, raise Empty."""
        self._queue.put(_WOKEN)

    def next(self, within: float | None = None) -> T | None:
        """Return the next update, or None after the last.

        Raises what reading raised, or Empty after these seconds or when woken.
        """
        update = self._queue.get(timeout=within)
        if isinstance(update, _Woken):
            raise Empty
        if isinstance(update, Exception):
            raise update
        return update

    def has_news(self) -> bool:
        """Return whether an update has come that was not taken."""
        return not self._queue.empty()


__all__ = ["PAUSE", "Empty", "Feed"]
