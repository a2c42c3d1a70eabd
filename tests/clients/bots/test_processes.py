"""Processes that search: who does not wait any more for what they found leaves none of them behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from multiprocessing import active_children
from pathlib import Path

import pytest

from clients.bots.processes import searching
from lab.patience import PATIENCE

ASKING = """
import signal
import time
from clients.bots.processes import searching

def pid(seconds):
    import os
    return os.getpid()

if __name__ == "__main__":
    # What a shell without job control begins in the background ignores interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with searching(2) as pool:
        print(pool.submit(pid, 0).result(), flush=True)
        [pool.submit(time.sleep, 2000) for _ in range(9)]
        time.sleep(2000)
"""


def interrupted(tasks: list[Future[None]]) -> None:
    """Ask for more than can be awaited, and be interrupted."""
    with searching(2) as pool:
        assert pool.submit(abs, -1).result() == 1
        tasks += [pool.submit(time.sleep, 2 * PATIENCE) for _ in range(9)]
        raise KeyboardInterrupt


def test_what_nobody_waits_for_any_more_is_given_up() -> None:
    before, tasks = set(active_children()), list[Future[None]]()
    with pytest.raises(KeyboardInterrupt):
        interrupted(tasks)
    assert [task.done() for task in tasks] == [True] * 9
    assert set(active_children()) <= before


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_processes_end_with_the_one_that_asks_them_however_it_ends(end: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "asking.py"
    script.write_text(ASKING)
    path = os.pathsep.join(sys.path)
    words, group = [sys.executable, str(script)], end == signal.SIGINT
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | {"PYTHONPATH": path}, process_group=0
    ) as asking:
        assert asking.stdout is not None
        child = int(asking.stdout.readline())
        # A terminal interrupts all of them.
        (os.killpg if group else os.kill)(asking.pid, end)
        printed = asking.communicate(timeout=PATIENCE)[1].decode()
    assert printed.count("Traceback") <= 1, "the processes say nothing"
    deadline = time.monotonic() + PATIENCE
    while _runs(child):
        assert time.monotonic() < deadline, f"process {child} is left behind"
        time.sleep(0.05)


def _runs(process: int) -> bool:
    """Return whether a process runs, and is not only waited for."""
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2]
    except (FileNotFoundError, ProcessLookupError):
        return False
