"""A command ends on SIGTERM, even if closing its connections takes forever."""

from __future__ import annotations

import signal
import subprocess
import sys

STUCK = """
import signal, threading
from clients.cli import app
app.EXIT_SECONDS = 0.2
signal.signal(signal.SIGTERM, app._exit)
try:
    print("ready", flush=True)
    threading.Event().wait()
finally:
    threading.Event().wait()
"""


def test_a_stuck_command_ends_on_sigterm() -> None:
    with subprocess.Popen([sys.executable, "-c", STUCK], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.terminate()
        try:
            assert process.wait(timeout=30) == 128 + signal.SIGTERM
        finally:
            process.kill()
