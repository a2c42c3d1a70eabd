"""The `gunbai` command as people and scripts run it, against a real service."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from clients.cli.app import main

DUEL = "infludance_duel"


@dataclass
class Ran:
    """What a run of the command left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The answer to a script."""
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(address: str, state: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `gunbai` with these words; `typed` is what a pipe feeds it."""
    monkeypatch.setenv("GUNBAI_TARGET", address)
    monkeypatch.setenv("COLUMNS", "100")

    def run_command(*words: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["gunbai", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as exited:
            main()
        return Ran(exited.value.code or 0, *capsys.readouterr())  # type: ignore[arg-type]  # a number, where any is

    return run_command


@pytest.fixture
def duel(run: Run) -> str:
    """A duel that has begun, with both seats' tokens kept."""
    options = '{"starting_player": "red"}'
    game: str = run("new", DUEL, "--options", options, "--json").json["game"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    return game


@pytest.fixture
def finished(run: Run, duel: str) -> str:
    """A duel that the first seat, and then both, played to the end by always choosing the first command."""
    assert run("play", duel, typed="1\n" * 300).code == 0
    return duel


def test_titles_and_clauses_are_listed_for_people_and_for_scripts(run: Run) -> None:
    assert "INFLUDANCE Duel" in run("titles").out
    assert DUEL in [title["name"] for title in run("titles", "--json").json]
    assert "IN-4.2" in run("clauses", DUEL, "--search", "diagonally").out
    (clause,) = run("clauses", DUEL, "--search", "IN-4.2", "--json").json
    assert clause["number"] == "IN-4.2"


def test_the_last_to_join_starts_the_game_of_the_same_host(run: Run, duel: str) -> None:
    (game,) = [game for game in run("games", "--status", "running", "--json").json if game["game"] == duel]
    assert [seat["player"] for seat in game["seats"]] == ["Ann", "Bob"]


def test_tokens_are_kept_where_only_their_owner_reads_them(run: Run, duel: str, state: Path) -> None:
    kept = [path for path in (state / "gunbai").rglob("*") if path.is_file()]
    assert sorted(path.name for path in kept) == ["1", "2", "host"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}


def test_a_person_plays_by_choosing_from_the_legal_commands(run: Run, duel: str) -> None:
    played = run("play", duel, typed="2\n1\nb1\n1\n")
    assert played.code == 0
    assert "Seat 1: Red chooses a figure. (IN-2.2)" in played.out
    assert "   2  Take the large figure." in played.out
    assert "Cowboy placed: seat 1, field b1" in played.out


def test_a_typed_command_against_the_rules_is_ruled_upon(run: Run, duel: str) -> None:
    played = run("play", duel, typed='PlaceCowboy {"field": "a1"}\nNonsense\nStep {"to": 1}\n')
    assert "Refused by IN-3.10" in played.out
    assert f"{DUEL} has no command 'Nonsense'" in played.out
    assert 'no field named "to"' in played.out


def test_a_script_plays_with_json(run: Run, duel: str) -> None:
    lines = [json.loads(line) for line in run("play", duel, "--json", typed="1\n").out.splitlines()]
    asked = [line for line in lines if "asked" in line]
    assert [line["seat"] for line in asked] == [1, 2]
    assert asked[0]["asked"]["waiting"]["clause"] == "IN-2.2"
    assert asked[0]["asked"]["commands"][0]["command"]["figure"] == "FIGURE_SMALL"
    assert lines[-2]["entry"]["command"]["open"]["figure"] == "FIGURE_SMALL"


def test_a_game_is_watched_to_its_end(run: Run, finished: str) -> None:
    watched = run("watch", finished)
    assert watched.code == 0
    assert "Game closed: ending" in watched.out
    assert "up to date and verified" in watched.err
    versions = [int(json.loads(line)["version"]) for line in run("watch", finished, "--json").out.splitlines()]
    assert versions == list(range(1, len(versions) + 1))


def test_positions_are_replayed_as_text_and_as_pictures(run: Run, finished: str, tmp_path: Path) -> None:
    replayed = run("replay", finished, "--from", "6", "--to", "7")
    assert "red: small, off the board" in replayed.out
    assert run("replay", finished, "--from", "999").code == 2
    written = run("replay", finished, "--to", "8", "--svg", str(tmp_path / "frames"), "--json").json
    assert len(written) == 5
    for path in written:
        assert ET.parse(path).getroot().tag.endswith("svg")


def test_an_exported_record_is_verified_offline_and_a_changed_one_is_not(
    run: Run, finished: str, tmp_path: Path
) -> None:
    path = tmp_path / "duel.gunbai"
    assert run("export", finished, "--output", str(path)).code == 0
    assert run("verify", str(path)).code == 0
    header, *entries = map(json.loads, run("export", finished, "--json").out.splitlines())
    assert header["magic"] == "gunbai record"
    assert [entry["version"] for entry in entries] == [str(number) for number in range(1, int(header["head"]) + 1)]
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    assert run("verify", str(path)).code == 1


def test_a_position_is_exported_set_up_and_branched(run: Run, finished: str, tmp_path: Path) -> None:
    table = tmp_path / "table.json"
    table.write_text(run("export", f"{finished}@8", "--table").out, encoding="utf-8")
    assert run("new", DUEL, "--table", str(table)).code == 0
    forked = run("fork", f"{finished}@8", "--json").json
    assert forked["game"]["parent"] == finished
    assert forked["game"]["parent_version"] == "8"
    assert run("join", forked["game"]["game"], "--player", "Carl").code == 0


def test_a_command_is_adjudicated_at_any_position(run: Run, finished: str) -> None:
    refused = run("adjudicate", f"{finished}@4", "Shoot", "--seat", "1")
    assert refused.code == 1
    assert "Refused by IN-3.10" in refused.out
    accepted = run("adjudicate", f"{finished}@4", "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1")
    assert accepted.code == 0
    assert "Figure chosen: seat 1, figure large" in accepted.out


def test_a_script_gives_one_command_at_a_time(run: Run, duel: str) -> None:
    refused = run("submit", duel, "Shoot", "--seat", "1")
    assert refused.code == 1
    assert "Refused by IN-3.10" in refused.out
    accepted = run("submit", duel, "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1", "--json")
    assert accepted.code == 0
    (entry,) = accepted.json["accepted"]["entries"]
    assert entry["command"]["open"]["figure"] == "FIGURE_LARGE"


def test_rulings_are_listed_those_that_refused_too(run: Run, duel: str) -> None:
    run("submit", duel, "Shoot", "--seat", "1")
    run("submit", duel, "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1")
    told = run("rulings", duel).out
    assert "seat 1  Shoot → Refused by IN-3.10" in told
    assert "seat 1  Choose figure: figure large → stands as 5" in told
    (refused,) = run("rulings", duel, "--refused", "--json").out.splitlines()
    assert json.loads(refused)["refused"]["clause"] == "IN-3.10"


def test_a_seat_consents_to_a_branch_of_a_running_game(run: Run, duel: str) -> None:
    consents = [run("consent", f"{duel}@4", "--seat", seat, "--json").json["consent"] for seat in ("1", "2")]
    assert len(set(consents)) == 2
    words = [word for consent in consents for word in ("--consent", consent)]
    assert run("fork", f"{duel}@4", *words).code == 0


def test_the_dealer_enters_what_chance_showed(run: Run) -> None:
    game = run("new", DUEL, "--dealer", "--json").json["game"]["game"]
    for player in ("Ann", "Bob"):
        run("join", game, "--player", player)
    played = run("play", game, typed='DrawStarter {"seat": 3}\nDrawStarter {"seat": 2}\n')
    assert "Dealer: " in played.out
    assert "Refused by IN-2.1" in played.out
    assert "Starter drawn: seat 2" in played.out


def test_a_private_game_is_played_and_watched_with_its_tokens_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    options = '{"starting_player": "red"}'
    created = run("new", DUEL, "--private", "--options", options, "--json").json
    game = created["game"]["game"]
    seats = [run("join", game, "--player", player, "--json").json["seat_token"] for player in ("Ann", "Bob")]
    assert "chooses a figure" in run("play", game, typed="1\n").out
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
    assert run("watch", game, "--no-follow").code == 3
    assert run("watch", game, "--no-follow", "--token", created["spectator_token"]).code == 0
    assert run("play", game, "--token", seats[1], typed="").code == 0
    assert run("bot", game, "--token", seats[1]).code == 2


def test_bots_take_their_seats_and_play_to_the_end(run: Run, address: str, state: Path) -> None:
    game = run("new", DUEL, "--json").json["game"]["game"]
    environment = {**os.environ, "GUNBAI_TARGET": address, "XDG_STATE_HOME": str(state / "bots")}
    bot = [sys.executable, "-m", "clients.cli", "bot", game, "--json", "--seat"]
    with (
        subprocess.Popen([*bot, "1", "--seed", "1"], stdout=subprocess.PIPE, env=environment) as one,
        subprocess.Popen([*bot, "2", "--unary"], stdout=subprocess.PIPE, env=environment) as two,
    ):
        deadline = time.monotonic() + 30
        while run("start", game).code != 0 and time.monotonic() < deadline:
            time.sleep(0.1)
        told = [json.loads(each.communicate(timeout=60)[0]) for each in (one, two)]
    assert [each["game"] for each in told] == [game, game]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["clauses", "chess"], 3, "there is no title 'chess'"),
        (["watch", "nosuch"], 3, "there is no game 'nosuch'"),
        (["play", "nosuch"], 2, "gunbai join nosuch"),
        (["new", DUEL, "--seats", "7"], 3, "INFLUDANCE Duel is played with 2 seats, not 7"),
        (["new", DUEL, "--options", "{"], 3, "options_json"),
        (["start", "nosuch"], 3, "gunbai new"),
        (["games", "--status", "lost"], 2, "open, running, finished, abandoned"),
        (["fork", "some@thing"], 2, "'thing' is not a version"),
        (["new", DUEL, "--table", "/no/such/file"], 2, "/no/such/file"),
        (["titles", "--target", "127.0.0.1:1"], 4, "gunbai serve"),
        (["nonsense"], 2, "No such command 'nonsense'"),
    ],
)
def test_what_went_wrong_is_told_with_what_to_do_and_an_exit_code(
    run: Run, words: list[str], code: int, told: str
) -> None:
    ran = run(*words)
    assert ran.code == code
    assert told in ran.err
    assert "Traceback" not in ran.err


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").out.startswith("gunbai ")


def test_every_subcommand_speaks_json_and_explains_itself(run: Run) -> None:
    for name in ("titles", "clauses", "games", "new", "join", "play", "watch", "replay", "fork", "export", "demo"):
        told = run(name, "--help").out
        assert "--json" in told
        assert "--target" in told or name == "demo"
