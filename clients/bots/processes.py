"""Processes that search at the same time, end with the one that asks them, and never work on for nobody."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread


@contextmanager
def searching(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Yield this many processes. If an error or an interrupt ends the context, their searches are abandoned."""
    # Forked, they would inherit locks that threads of this process hold, gRPC's too.
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_begin)
    try:
        yield pool
    except BaseException:
        for process in (pool._processes or {}).values():  # noqa: SLF001  # `terminate_workers` from Python 3.14 on
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Die silently on an interrupt, and end with the asking process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_parent()


def end_with_parent() -> None:
    """End this process with its parent, however that ends."""
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        # `sys.exit` would only end this thread.
        os._exit(0)
