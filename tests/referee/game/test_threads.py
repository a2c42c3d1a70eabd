"""Threads that read tables and options at the same moment after a start."""

from __future__ import annotations

import subprocess
import sys

READING = """
import sys, threading
import msgspec
from referee.game.titles import finished
titles = [book.title for book in finished()]
sys.setswitchinterval(1e-6)
begin = threading.Barrier(8)
def read():
    begin.wait()
    for title in titles:
        msgspec.json.decode(msgspec.json.encode(title.rules.options()), type=title.rules.options)
threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_threads_that_read_a_type_for_the_first_time_do_not_end_the_process() -> None:
    for _ in range(5):
        assert subprocess.run([sys.executable, "-c", READING], check=False).returncode == 0
