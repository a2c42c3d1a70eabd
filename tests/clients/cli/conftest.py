"""A run of the `gunbai` command, and duels to run it on."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from clients.cli.app import main
from clients.cli.sources.served_files import recorded
from tests.clients.cli.command_run import DUEL, Ran, Run

MOVES = Path(__file__).parents[3] / "docs" / "moves" / "king_of_tokyo.jsonl"


@pytest.fixture
def run(address: str, state: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `gunbai` with these words; `typed` is what a pipe feeds it."""
    monkeypatch.setenv("GUNBAI_TARGET", address)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("GUNBAI_LANGUAGE", "en")

    def run_command(*words: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["gunbai", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as exited:
            main()
        return Ran(exited.value.code or 0, *capsys.readouterr())  # type: ignore[arg-type]  # a number, where any is

    return run_command


@pytest.fixture(scope="session")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record file of a whole game of King of Tokyo at a real table."""
    return _recorded(tmp_path_factory)


@pytest.fixture(scope="session")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record file of the same game once more, which has another id and other digests."""
    return _recorded(tmp_path_factory)


def _recorded(folders: pytest.TempPathFactory) -> Path:
    path = folders.mktemp("night") / "night.gunbai"
    path.write_bytes(recorded(MOVES))
    return path


@pytest.fixture
def duel(run: Run) -> str:
    """Return a duel that has begun, with both seats' tokens kept."""
    return _begun(run)


def _begun(run: Run) -> str:
    options = '{"starting_player": "red"}'
    game: str = run("new", DUEL, "--options", options, "--chance", "referee", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    return game


@pytest.fixture
def finished(run: Run) -> str:
    """Return a duel that somebody won, by always choosing the first command.

    One in fifty is drawn instead, by what is fired: then another is played.
    """
    for _ in range(10):
        duel = _begun(run)
        assert run("play", duel, typed="1\n" * 300).code == 0
        if "won by" in run("game", "show", duel).out.splitlines()[-1]:
            return duel
    raise AssertionError("ten duels in a row were drawn")


@pytest.fixture
def timed(run: Run) -> str:
    """Return such a duel with an hour for each decision."""
    words = ("--options", '{"starting_player": "red"}', "--chance", "referee", "--clock", "3600")
    game: str = run("new", DUEL, *words, "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    return game
