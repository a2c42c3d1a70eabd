"""Where the pages' bots think: in a few separate processes, so that the pages keep answering."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from threading import Lock

from clients.bots.levels import Bot, Question, cache_folder
from clients.bots.processes import end_with_parent
from gunbai_record.plain import Plain

IN_ALL = 48
"""How many bots play at the same time, unless the server was told otherwise."""


class BotProcesses:
    """The processes, which start with the first question; each question waits until one is free."""

    def __init__(self, processes: int = 0) -> None:
        """Make this many processes; 0 means one fewer than there are cores, and at least one."""
        self._processes = processes or max((os.cpu_count() or 1) - 1, 1)
        self._pool: ProcessPoolExecutor | None = None
        self._lock = Lock()

    def bot_at(self, level: int, pause: float, on_question: Callable[[], None]) -> PooledBot:
        """Return a level's bot. It calls `on_question`, and takes at least `pause` seconds to answer."""
        return PooledBot(self, level, pause, on_question)

    def choose(self, level: int, question: Question) -> Plain | None:
        """Return a bot's move, from any thread. A process that was killed is replaced, and asked once more."""
        pool = self._open()
        try:
            return pool.submit(_choose, level, question).result()
        except BrokenProcessPool:
            self._drop(pool)
            return self._open().submit(_choose, level, question).result()

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._drop(self._pool)

    def _open(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self._processes, mp_context=get_context("spawn"), initializer=begin_child
                )
            return self._pool

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is pool:
                self._pool = None
        pool.shutdown(cancel_futures=True)


class PooledBot:
    """One seat's bot, which chooses in one of the processes."""

    def __init__(self, processes: BotProcesses, level: int, pause: float, on_question: Callable[[], None]) -> None:
        self._processes, self._level, self._pause, self._on_question = processes, level, pause, on_question

    def choose(self, question: Question) -> Plain | None:
        """Return a legal move for the seat, or None if it has none."""
        self._on_question()
        end = time.monotonic() + self._pause
        move = self._processes.choose(self._level, question)
        time.sleep(max(end - time.monotonic(), 0))
        return move


def begin_child() -> None:
    """Leave interrupts to the server, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


@cache
def _load_bot(level: int) -> Bot:
    """Return a level's bot, which searches in this process."""
    return Bot(level, cores=1, folder=cache_folder())


def _choose(level: int, question: Question) -> Plain | None:
    return _load_bot(level).choose(question)
