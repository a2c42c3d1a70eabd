"""Work in processes of its own: each job is a fork of this process, and ends with it and with all that it started."""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

Job = Callable[[], str]
"""What a child process does; what it returns is passed on to the parent."""

MEMORY = 4 << 30
"""The address space of a child, so that a loop that collects without end hurts nobody else."""
OVERDUE = {signal.SIGALRM, signal.SIGPROF, signal.SIGXCPU}


@dataclass(frozen=True)
class Ended:
    """How a job ended."""

    number: int
    answer: str
    seconds: float
    """The time that the processor spent on it."""
    overdue: bool = False
    died: bool = False


def limit(seconds: float) -> None:
    """End this process after some seconds of the processor, or six times as many of the clock, unless asked again."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 6 * seconds)


def run(jobs: Iterable[Job], workers: int, folder: Path) -> Iterator[Ended]:
    """Run jobs, several at a time, and yield how each ended as soon as it has."""
    running: dict[int, int] = {}
    for number, job in enumerate(jobs):
        if len(running) == workers:
            yield _next_end(running, folder)
        running[_fork(job, folder / str(number))] = number
    while running:
        yield _next_end(running, folder)


def _fork(job: Job, folder: Path) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    if child := os.fork():
        return child
    status = 1
    try:
        _settle_in(folder)
        (folder / "answer").write_text(job(), encoding="utf-8")
        status = 0
    except BaseException:  # noqa: BLE001  # Whatever it was, the parent says that the child died.
        traceback.print_exc()
    finally:
        os._exit(status)


def _settle_in(folder: Path) -> None:
    """Make a child that nobody sees or hears, with a folder for what it leaves behind."""
    os.setsid()
    folder.mkdir(parents=True)
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)
    log = os.open(folder / "log", os.O_CREAT | os.O_WRONLY)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for descriptor, own in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(descriptor, own)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _ended(running: Iterable[int]) -> int:
    """Return a child that has ended, as soon as one has; other children of this process are not ours to wait for."""
    while True:
        for child in running:
            if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                return child
        time.sleep(0.002)


def _next_end(running: dict[int, int], folder: Path) -> Ended:
    child = _ended(running)
    # Before it is waited for, nobody else can have its number.
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    _, status, used = os.wait4(child, 0)
    number = running.pop(child)
    answer = folder / str(number) / "answer"
    return Ended(
        number=number,
        answer=answer.read_text(encoding="utf-8") if answer.exists() else "",
        seconds=used.ru_utime + used.ru_stime,
        overdue=os.WIFSIGNALED(status) and os.WTERMSIG(status) in OVERDUE,
        died=status != 0,
    )
