"""docs/players.md: the program that follows all games of a key."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from gunbai_client import connect
from tools import code

PAGE = (code.ROOT / "docs" / "players.md").read_text("utf-8")
(PROGRAM,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_program_of_the_page_names_the_games_that_wait(address: str, tmp_path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "player.pem").write_bytes(pem)
    with connect(address) as gunbai:
        games = [gunbai.create("infludance_duel", seats=2, chance="referee") for _ in range(2)]
        for game in games:
            gunbai.join(game.info.game, "Ann", key=key)
            gunbai.join(game.info.game, "Bob", key=key)
            gunbai.holding(game.host_token).start(game.info.game)
        program = PROGRAM.replace("127.0.0.1:7070", address)
        command = (sys.executable, "-u", "-W", "error", "-c", program)
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            try:
                lines = {tuple(running.stdout.readline().split()[2:4]) for _ in games}
            finally:
                running.kill()
    assert {game for game, _ in lines} == {game.info.game for game in games}
