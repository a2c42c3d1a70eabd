"""`gunbai web`."""

from __future__ import annotations

import json
import subprocess
import sys
from urllib.request import urlopen

from lab.patience import PATIENCE


def test_pages_are_served_until_the_command_is_told_to_end(address: str) -> None:
    command = [sys.executable, "-m", "clients.cli", "web", "--json", "--port", "0", "--target", address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        try:
            pages = json.loads(child.stdout.readline())["address"]
            with urlopen(pages) as found:
                assert "<h1>Games</h1>" in found.read().decode()
        finally:
            child.terminate()
            child.wait(PATIENCE)
    assert child.returncode in {0, -15}
