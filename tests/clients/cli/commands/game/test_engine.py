"""`gunbai game engine`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE

import pytest

from gunbai_client import connect
from lab.patience import PATIENCE
from tests.clients.cli.command_run import DUEL, Run

LAST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        print(json.dumps({"choice": len(message["commands"]) - 1}), flush=True)
"""


def test_an_engine_is_tried_out_at_a_title(run: Run) -> None:
    tried = run("game", "engine", "--title", DUEL, "--json", "--", sys.executable, "-c", LAST)
    assert tried.code == 0
    assert tried.json["moves"] > 0
    assert tried.json["game"]["status"] == "GAME_STATUS_FINISHED"


def test_an_engine_plays_a_seat_that_is_saved(run: Run, address: str, duel: str) -> None:
    """The other seat gives up the game at once: its host abandons it."""
    abandoned = run("game", "abandon", duel)
    assert abandoned.code == 0
    played = run("game", "engine", "--game", duel, "--seat", "1", "--json", "--", sys.executable, "-c", LAST)
    assert (played.code, played.json) == (0, {"game": duel, "moves": 0})
    with connect(address) as gunbai:
        assert gunbai.game(duel).result.ending == ""


def test_a_run_after_the_start_continues_at_the_engines_seat(run: Run) -> None:
    # Blue begins, so that the engine is asked at once.
    game = run("new", DUEL, "--options", '{"starting_player":"blue"}', "--json").json["info"]["game"]
    for player in ("Ann", "Engine"):
        assert run("join", game, "--player", player).code == 0
    broken = "import sys; sys.stdin.readline(); print('hello', flush=True)"
    again = run("game", "engine", "--game", game, "--", sys.executable, "-c", broken)
    assert (again.code, "nobody can join" in again.err) == (1, False)
    assert run("game", "abandon", game).code == 0
    ended = run("game", "engine", "--game", game, "--json", "--", sys.executable, "-c", LAST)
    assert (ended.code, ended.json) == (0, {"game": game, "moves": 0})
    unnamed = run("game", "engine", "--game", game, "--player", "Bob", "--", sys.executable, "-c", LAST)
    said = " ".join(unnamed.err.replace("│", " ").split())
    assert (unnamed.code, f"nobody can join {game}: name your seat, such as --seat 1" in said) == (2, True)


@contextmanager
def seated(game: str, address: str, state: Path) -> Iterator[subprocess.Popen[str]]:
    """Yield an engine that waits for the start of a game with one of its user's bots."""
    environment = {**os.environ, "GUNBAI_TARGET": address, "XDG_STATE_HOME": str(state), "COLUMNS": "200"}
    command = [sys.executable, "-m", "clients.cli", "game", "engine", "--game", game, "--player", "Prob", "--"]
    with subprocess.Popen(
        [*command, sys.executable, "-c", LAST], stdout=PIPE, stderr=PIPE, text=True, env=environment
    ) as engine:
        try:
            assert engine.stderr is not None
            assert [engine.stderr.readline().strip() for _ in range(3)] == [
                "Prob has seat 2.",
                "Your bot at seat 1 plays too.",
                f"Waiting for the host: gunbai game start {game}",
            ]
            yield engine
        finally:
            engine.kill()


def test_the_bots_of_the_host_play_beside_an_engine(run: Run, address: str, state: Path) -> None:
    game = run("new", DUEL, "--bots", "1", "--level", "0", "--json").json["info"]["game"]
    with seated(game, address, state) as engine:
        assert run("game", "start", game).code == 0
        assert engine.communicate(timeout=PATIENCE)[0].startswith("Game over after ")


def test_an_engine_comes_back_to_its_own_seat_among_hosted_bots(run: Run, address: str, state: Path) -> None:
    game = run("new", DUEL, "--bots", "1", "--level", "0", "--json").json["info"]["game"]
    with seated(game, address, state):
        assert run("game", "abandon", game).code == 0
    renamed = run("game", "engine", "--game", game, "--json", "--", sys.executable, "-c", LAST)
    assert (renamed.code, renamed.json) == (0, {"game": game, "moves": 0})


def test_a_persons_seat_is_named_before_that_of_a_hosted_bot(run: Run) -> None:
    game = run("new", DUEL, "--seats", "2", "--bots", "1", "--level", "0", "--json").json["info"]["game"]
    assert run("join", game, "--player", "Ann").code == 0
    refused = run("game", "engine", "--game", game, "--", sys.executable, "-c", LAST)
    said = " ".join(refused.err.replace("│", " ").split())
    assert (refused.code, f"nobody can join {game}: name your seat, such as --seat 2" in said) == (2, True)


@pytest.mark.parametrize(("mode", "problem"), [(0o644, "Permission denied"), (None, "No such file or directory")])
def test_a_program_that_cannot_be_run_is_refused_before_a_service_starts(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int | None, problem: str
) -> None:
    monkeypatch.setattr("clients.cli.commands.game.engine.serving", None)
    program = tmp_path / "bot.py"
    if mode is not None:
        program.touch(mode)
    refused = run("game", "engine", "--", str(program))
    assert (refused.code, f"cannot run {program}: {problem}" in refused.err) == (1, True)


def test_an_engine_that_breaks_the_protocol_fails_with_what_it_did(run: Run) -> None:
    greeting = "import sys; print('hello', flush=True); sys.stdin.read()"
    wrong = run("game", "engine", "--title", DUEL, "--", sys.executable, "-c", greeting)
    assert wrong.code == 1
    assert "the engine did not write a JSON object: hello" in wrong.err
