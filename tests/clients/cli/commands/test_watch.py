"""`gunbai watch`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import Gunbai
from tests.clients.cli.command_run import DUEL, Run


def test_a_game_is_watched_to_its_end(run: Run, finished: str) -> None:
    watched = run("watch", finished)
    assert watched.code == 0
    assert "→ The game ends: goal (IN-7.1); won by " in watched.out
    assert "up to date, chain intact" in watched.err
    versions = [int(json.loads(line)["version"]) for line in run("watch", finished, "--json").out.splitlines()]
    assert versions == list(range(1, len(versions) + 1))


def test_only_the_first_call_gives_a_service_up_at_once(
    run: Run, finished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later ones wait for a service that restarts, as the stream of entries does."""
    game_before, waited = Gunbai.game, list[tuple[bool, float]]()

    def game(self: Gunbai, name: str) -> GameInfo:
        waited.append((self.wait, self.deadline))
        return game_before(self, name)

    monkeypatch.setattr(Gunbai, "game", game)
    assert run("watch", finished).code == 0
    assert waited == [(False, 15), (False, 15), (True, 60)]


def test_entries_are_said_in_the_language_that_is_chosen(run: Run, finished: str) -> None:
    czech = run("watch", finished, "--language", "cs", "--no-follow").out
    assert "Hra začíná." in {line.split("→")[-1].strip() for line in czech.splitlines()}
    assert run("watch", finished, "--language", "č").code == 2


def test_a_private_game_is_played_and_watched_with_its_tokens_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    options = '{"starting_player": "red"}'
    created = run("new", DUEL, "--private", "--options", options, "--json").json
    game = created["info"]["game"]
    seats = [run("join", game, "--player", player, "--json").json["seat_token"] for player in ("Ann", "Bob")]
    assert "chooses a figure" in run("play", game, typed="1\n").out
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
    assert run("watch", game, "--no-follow").code == 3
    assert run("watch", game, "--no-follow", "--token", created["spectator_token"]).code == 0
    assert run("play", game, "--token", seats[1], typed="").code == 0
    assert run("bot", game, "--token", seats[1]).code == 2


def test_a_game_that_goes_on_in_a_branch_is_watched_up_to_there(run: Run, duel: str) -> None:
    branch = run("play", duel, typed="large\nundo\nyes\nquit\n").out.split("The game continues in ")[1].split(".")[0]
    watched = run("watch", duel)
    assert watched.code == 0
    assert "The game continues in the branch" in watched.out.splitlines()[-1]
    assert watched.err.splitlines()[-2:] == [f"The game continues in {branch}.", f"Watch it: gunbai watch {branch}"]
