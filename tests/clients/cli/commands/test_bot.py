"""`gunbai bot`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.clients.cli.ran import DUEL, Run
from tests.patience import PATIENCE


def test_bots_take_their_seats_and_play_to_the_end(run: Run, address: str, state: Path) -> None:
    game = run("new", DUEL, "--json").json["info"]["game"]
    environment = {**os.environ, "GUNBAI_TARGET": address, "XDG_STATE_HOME": str(state / "bots")}
    bot = [sys.executable, "-m", "clients.cli", "bot", game, "--json", "--seat"]
    with (
        subprocess.Popen([*bot, "1", "--seed", "1"], stdout=subprocess.PIPE, env=environment) as one,
        subprocess.Popen([*bot, "2", "--unary"], stdout=subprocess.PIPE, env=environment) as two,
    ):
        deadline = time.monotonic() + PATIENCE
        while run("start", game).code != 0 and time.monotonic() < deadline:
            time.sleep(0.1)
        played = [json.loads(each.communicate(timeout=PATIENCE)[0]) for each in (one, two)]
    assert [each["game"] for each in played] == [game, game]
