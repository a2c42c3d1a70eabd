"""`gunbai game engine`."""

from __future__ import annotations

import sys

from gunbai_client import connect
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


def test_an_engine_that_breaks_the_protocol_fails_with_what_it_did(run: Run) -> None:
    greeting = "import sys; print('hello', flush=True); sys.stdin.read()"
    wrong = run("game", "engine", "--title", DUEL, "--", sys.executable, "-c", greeting)
    assert wrong.code == 1
    assert "the engine did not write a JSON object: hello" in wrong.err
