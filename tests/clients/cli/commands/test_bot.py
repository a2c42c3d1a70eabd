"""`gunbai bot`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lab.patience import PATIENCE
from tests.clients.cli.command_run import DUEL, Run


@pytest.mark.parametrize(("closed", "home"), [("", "bots"), ("--private", ""), ("--invited-only", "")])
def test_bots_take_their_seats_and_play_to_the_end(run: Run, address: str, state: Path, closed: str, home: str) -> None:
    """The bots of a closed game are the host's own, and need no invitation."""
    game = run("new", DUEL, *closed.split(), "--json").json["info"]["game"]
    environment = {**os.environ, "GUNBAI_TARGET": address, "XDG_STATE_HOME": str(state / home)}
    bot = [sys.executable, "-m", "clients.cli", "bot", game, "--json", "--seat"]
    with (
        subprocess.Popen([*bot, "1", "--seed", "1"], stdout=subprocess.PIPE, env=environment) as one,
        subprocess.Popen([*bot, "2", "--level", "0", "--unary"], stdout=subprocess.PIPE, env=environment) as two,
    ):
        deadline = time.monotonic() + PATIENCE
        while run("game", "start", game).code != 0 and time.monotonic() < deadline:
            time.sleep(0.1)
        played = [json.loads(process.communicate(timeout=PATIENCE)[0]) for process in (one, two)]
    assert [result["game"] for result in played] == [game, game]


def test_a_bot_takes_the_seat_to_which_it_is_invited(run: Run, address: str, state: Path) -> None:
    game = run("new", DUEL, "--invited-only", "--json").json["info"]["game"]
    (_, second) = run("seat", "invite", game, "--json").json
    environment = {**os.environ, "GUNBAI_TARGET": address, "XDG_STATE_HOME": str(state / "bots"), "COLUMNS": "200"}
    words = [sys.executable, "-m", "clients.cli", "bot", game, "--level", "0", "--invitation", second["code"]]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment) as bot:
        try:
            assert bot.stderr is not None
            assert bot.stderr.readline().strip() == "Random has seat 2."
        finally:
            bot.kill()


def test_the_bots_of_the_host_play_beside_the_one_at_their_own_seat(run: Run, address: str, state: Path) -> None:
    words = ("--player", "Ann", "--bots", "1", "--level", "1", "--start", "--chance", "referee")
    game = run("new", "liars_dice", *words, "--json").json["info"]["game"]
    environment = {**os.environ, "GUNBAI_TARGET": address, "XDG_STATE_HOME": str(state), "COLUMNS": "200"}
    command = [sys.executable, "-m", "clients.cli", "bot", game, "--seat", "1"]
    played = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=PATIENCE, check=False)
    assert played.returncode == 0, played.stderr
    assert "Your bot at seat 2 plays too." in played.stderr
    assert played.stdout.startswith("Game over after ")


def test_a_bot_without_a_free_seat_says_so_before_anything_else(run: Run) -> None:
    game = run("new", DUEL, "--bots", "1", "--player", "Ann", "--json").json["info"]["game"]
    refused = run("bot", game, "--level", "0")
    said = " ".join(refused.err.replace("│", " ").split())
    assert (refused.code, f"nobody can join {game}: name your seat, such as --seat 2" in said) == (2, True)
    assert "plays too" not in refused.err


def test_a_bot_with_the_last_seat_says_that_it_waits_for_the_host(run: Run, address: str, state: Path) -> None:
    game = run("new", DUEL, "--player", "Ann", "--json").json["info"]["game"]
    environment = {**os.environ, "GUNBAI_TARGET": address, "XDG_STATE_HOME": str(state / "bots"), "COLUMNS": "200"}
    words = [sys.executable, "-m", "clients.cli", "bot", game, "--level", "0"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment) as bot:
        try:
            assert bot.stderr is not None
            printed = [bot.stderr.readline().strip() for _ in range(2)]
        finally:
            bot.kill()
    assert printed[1] == f"Waiting for the host: gunbai game start {game}"


@pytest.mark.parametrize("level", ["0", pytest.param("1", marks=pytest.mark.long)])
def test_the_bot_of_the_host_plays_for_all_who_are_late(run: Run, level: str) -> None:
    terms = ("--clock", "1", "--expiry", "bot", "--bot-seconds", "600")
    game = run("new", DUEL, *terms, "--chance", "referee", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    assert run("bot", game, "--substitute", "--level", level, "--json").json["moves"] > 10
    assert re.search(r"\b[wW]on by|\b[dD]rawn by", run("game", "show", game).out)


def test_who_has_no_token_of_a_bot_cannot_run_it(run: Run, duel: str) -> None:
    refused = run("bot", duel, "--substitute")
    assert (refused.code, "you do not have the bot's token" in refused.err) == (2, True)
    assert run("bot", duel, "--substitute", "--seat", "1").code == 2


def test_a_bot_with_a_key_takes_invitations_and_plays_many_games_at_once(run: Run, address: str, state: Path) -> None:
    keys = [run("player", "new", "--file", str(state / f"{name}.pem"), "--json").json for name in ("one", "two")]
    invited = [word for key in keys for word in ("--invite", key["public_key"])]
    serve = [sys.executable, "-m", "clients.cli", "bot", "--serve", "--level", "0", "--seat-key"]
    environment = {**os.environ, "GUNBAI_TARGET": address, "XDG_STATE_HOME": str(state / "bots")}
    with (
        subprocess.Popen([*serve, keys[0]["file"]], stderr=subprocess.DEVNULL, env=environment) as one,
        subprocess.Popen([*serve, keys[1]["file"]], stderr=subprocess.DEVNULL, env=environment) as two,
    ):
        try:
            new = ("new", DUEL, "--invited-only", "--chance", "referee", "--json", *invited)
            waiting = {run(*new).json["info"]["game"] for _ in range(3)}
            running, deadline = set[str](), time.monotonic() + PATIENCE
            while waiting | running and time.monotonic() < deadline:
                started = {game for game in waiting if run("game", "start", game).code == 0}
                waiting, running = waiting - started, running | started
                over = {game for game in running if re.search(r"(?i)won by|drawn by", run("game", "show", game).out)}
                running -= over
                time.sleep(0.1)
            assert not waiting | running
        finally:
            for bot in (one, two):
                bot.terminate()


def test_a_bot_that_serves_has_a_key_of_its_own(run: Run) -> None:
    refused = run("bot", "--serve")
    assert (refused.code, "name the bot's private key file" in refused.err) == (2, True)
