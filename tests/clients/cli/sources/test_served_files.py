"""A record file answers like the service that it came from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clients.cli.sources import served_files
from gunbai_record.errors import GunbaiError
from tests.clients.cli.command_run import Run

COMMANDS = [
    ("game replay", "", "--to", "12"),
    ("game replay", "@9", "--to", "11", "--json"),
    ("watch", "@3"),
    ("watch", "", "--json"),
    ("game show", "@9"),
    ("game show", "@9", "--json"),
    ("game show", ""),
    ("game draw", "@9", "--output", "-"),
    ("game legal", "@9", "--seat", "1"),
    ("game legal", "@10", "--seat", "2", "--json"),
    ("game adjudicate", "@9", "Shoot", "--seat", "1"),
    ("game adjudicate", "@9", "Step", '{"heading": "HEADING_FORWARD"}', "--seat", "1", "--json"),
    ("record head", ""),
    ("record show", "@14", "--seat", "1"),
    ("record blame", "", "gunmen.0"),
    ("record find", "", "gunmen.0.exists"),
    ("game luck", ""),
]


@pytest.fixture
def file(run: Run, finished: str, tmp_path: Path) -> Path:
    path = tmp_path / "duel@home.gunbai"
    assert run("record", "export", finished, "--output", str(path)).code == 0
    return path


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_reads_a_finished_game_reads_its_file_the_same(
    run: Run, finished: str, file: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, version, *options = command
    expected = run(*name.split(), f"{finished}{version}", *options)
    monkeypatch.setenv("GUNBAI_TARGET", "127.0.0.1:1")
    ran = run(*name.split(), f"{file}{version}", *options)
    assert (ran.code, ran.out) == (expected.code, expected.out)
    assert ran.out


def test_a_private_game_is_read_from_its_file_without_a_service_or_a_token(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("--private", "--chance", "referee", "--bots", "1", "--player", "Ann", "--start")
    game = run("new", "liars_dice", *words, "--json").json["info"]["game"]
    assert run("game", "abandon", game).code == 0
    path = tmp_path / "dice.gunbai"
    assert run("record", "export", game, "--output", str(path)).code == 0
    expected = run("game", "show", game, "--seat", "1").out
    monkeypatch.setenv("GUNBAI_TARGET", "127.0.0.1:1")
    assert run("game", "show", str(path), "--seat", "1").out == expected
    for command in ("watch", "game replay", "game fairness", "game luck", "record show"):
        ran = run(*command.split(), str(path))
        assert (ran.code, ran.out != "") == (0, True), (command, ran.err)
    assert run("game", "draw", str(path), "--output", str(tmp_path / "dice.svg")).code == 0
    assert "private" not in run("record", "repro", str(path)).err


def test_the_fairness_of_a_game_is_that_of_its_file_and_its_service_counts_voids_beside_it(
    run: Run, finished: str, file: Path
) -> None:
    """Others of the same names may have played here, and given no share of chance in time."""
    shown = run("game", "fairness", finished).out.splitlines()
    assert run("game", "fairness", str(file)).out.splitlines() == [line for line in shown if " void" not in line]


def test_lines_of_json_are_a_record_file_too(run: Run, finished: str, tmp_path: Path) -> None:
    path = tmp_path / "duel.jsonl"
    assert run("record", "export", finished, "--jsonl", "--output", str(path)).code == 0
    assert run("game", "show", f"{path}@9").out == run("game", "show", f"{finished}@9").out


def test_a_running_game_is_read_from_its_file_as_far_as_it_is_open(run: Run, duel: str, tmp_path: Path) -> None:
    path = tmp_path / "duel.gunbai"
    assert run("play", duel, typed="1\n" * 3).code == 0
    assert run("record", "export", duel, "--output", str(path)).code == 0
    for command in (
        ("game show",),
        ("game replay",),
        ("watch", "--no-follow"),
        ("game legal", "--seat", "1"),
        ("game legal", "--seat", "2"),
    ):
        expected, ran = (
            run(*command[0].split(), duel, *command[1:]),
            run(*command[0].split(), str(path), *command[1:]),
        )
        assert (ran.code, ran.out) == (expected.code, expected.out), command
    assert run("watch", str(path)).code == 0


def test_what_is_sealed_in_a_file_is_not_shown_and_positions_end_before_it(run: Run, tmp_path: Path) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--chance", "referee", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    assert run("play", game, typed="1\n" * 3).code == 0
    path = tmp_path / "dice.jsonl"
    assert run("record", "export", game, "--jsonl", "--output", str(path), "--token", "").code == 0
    entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    sealed = next(entry["version"] for entry in entries if "sealed" in json.dumps([entry["command"], entry["events"]]))
    assert f"up to version {sealed - 1}" in run("game", "show", str(path)).err
    opened = json.loads(run("watch", f"{path}@{sealed - 2}", "--json").out.splitlines()[0])
    assert opened["version"] == str(sealed - 1)
    started = next(entry["version"] for entry in entries if entry["position_digest"])
    late = run("game", "show", f"{path}@{sealed}")
    assert late.code == 3
    assert f"entry {sealed} is sealed" in late.err
    replay = run("game", "replay", str(path), "--json")
    shown = [json.loads(line)["entry"]["version"] for line in replay.out.splitlines()]
    assert (replay.code, shown[-1:]) == (3, [str(sealed - 1)] if started < sealed else [])
    watched = run("watch", str(path), "--json")
    assert watched.code == 0
    assert len(watched.out.splitlines()) == len(entries)


def test_a_file_that_was_changed_is_refused_with_its_entry(run: Run, file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    assert run("game", "show", str(file)).code != 0


def test_a_file_that_is_no_record_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no record")
    assert run("game", "show", str(path)).code == 1
    assert run("game", "show", str(tmp_path / "none.gunbai")).code == 2


def test_without_a_package_that_serves_files_that_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(served_files, "entry_points", lambda **_: [])
    with pytest.raises(GunbaiError, match="no installed package"):
        served_files.served(tmp_path)
    with pytest.raises(GunbaiError, match="no installed package"):
        served_files.recorded(tmp_path)
