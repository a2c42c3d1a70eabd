"""The demo plays every title over real gRPC, and holds each record against what is promised of it."""

from __future__ import annotations

import json
import subprocess
import sys

from games.catalogue import TITLES
from tests.patience import PATIENCE


def test_the_demo_shows_every_title_and_leaves_nothing_behind() -> None:
    command = [sys.executable, "-m", "clients.cli", "demo", "--json", "--limit", str(PATIENCE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    shown = json.loads(done.stdout)
    assert shown["holds"]
    assert [each["title"] for each in shown["titles"]] == sorted(TITLES)
    for each in shown["titles"]:
        assert each["proof"]["verdict"] == "VERDICT_CONSISTENT"
        assert each["offline"]
        assert each["branch"]["parent"] == each["game"]["game"]
        assert each["refused"]["clause"]
