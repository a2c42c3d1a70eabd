"""The `gunbai` command as a whole: its version, its errors and their exit codes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from clients.cli import discovery
from lab.patience import PATIENCE
from tests.clients.cli.ran import DUEL, Run


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["clauses", "chess"], 3, "there is no title 'chess'"),
        (["watch", "nosuch"], 3, "there is no game 'nosuch'"),
        (["play", "nosuch"], 3, "there is no game 'nosuch'"),
        (["new", DUEL, "--seats", "7"], 3, "INFLUDANCE Duel is played with 2 seats, not 7"),
        (["new", DUEL, "--options", "{"], 3, "options_json"),
        (["play", "some@3"], 2, "takes a game, not a position"),
        (["export", "some@3"], 2, "a record is exported whole"),
        (["start", "nosuch"], 3, "gunbai new"),
        (["games", "--status", "lost"], 2, "open, running, finished, abandoned"),
        (["fork", "some@thing"], 2, "'thing' is not a version"),
        (["new", DUEL, "--table", "/no/such/file"], 2, "/no/such/file"),
        (["titles", "--target", "127.0.0.1:1"], 4, "gunbai serve"),
        (["nonsense"], 2, "No such command 'nonsense'"),
    ],
)
def test_an_error_is_a_sentence_with_advice_and_an_exit_code(
    run: Run, words: list[str], code: int, message: str
) -> None:
    ran = run(*words)
    assert ran.code == code
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").out.startswith("gunbai ")


@pytest.mark.parametrize("name", sorted(discovery.sources()))
def test_every_subcommand_explains_itself(run: Run, name: str) -> None:
    shown = run(name, "--help").out
    assert f"Usage: gunbai {name}" in shown
    assert "--json" in shown or name in {"cases", "cluster", "dispute", "key", "store"}


def test_the_subcommands_are_listed_under_their_headings(run: Run) -> None:
    shown = run("--help").out
    places = [shown.index(f"─ {heading} ─") for heading in discovery.HEADINGS]
    assert places == sorted(places)
    assert all(f"│ {name} " in shown for name in discovery.sources())


def test_a_misspelt_subcommand_gets_a_suggestion(run: Run) -> None:
    assert "Did you mean 'titles'" in run("tiles").err


def test_help_does_not_wait_for_the_client_or_the_commands() -> None:
    """The modules that listing the commands imports are few; that keeps `--help` and completion fast."""
    program = "import sys, clients.cli.app as app; app.app(['--help'], standalone_mode=False); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=PATIENCE)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "clients.cli.discovery" in loaded
    assert not loaded & {"grpc", "gunbai_client", "clients.cli.commands.titles", "referee.commands", "msgspec"}


@pytest.mark.parametrize(
    ("typed", "completed"),
    [("gunbai sho", {"show"}), ("gunbai show --lang", {"--language"}), ("gunbai repl", {"replay"})],
)
def test_a_shell_completes_commands_and_their_options(
    monkeypatch: pytest.MonkeyPatch, run: Run, typed: str, completed: set[str]
) -> None:
    for name, value in {"_GUNBAI_COMPLETE": "complete_bash", "COMP_WORDS": typed}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    assert set(run().out.split()) == completed


def test_a_shell_completes_the_games_in_which_one_has_a_seat(
    monkeypatch: pytest.MonkeyPatch, run: Run, duel: str
) -> None:
    for command in ("play", "show", "export"):
        for name, value in {"_GUNBAI_COMPLETE": "complete_bash", "COMP_WORDS": f"gunbai {command} {duel[:3]}"}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("COMP_CWORD", "2")
        assert run().out.split() == [duel]


@pytest.mark.parametrize(
    "typed",
    ["new", "titles", "clauses", "tournament", "demo shogun", "games --title", "stats --title", "engine --title"],
)
def test_a_shell_completes_titles(monkeypatch: pytest.MonkeyPatch, run: Run, typed: str) -> None:
    for begun, completed in (("ki", {"king_of_tokyo"}), ("s", {"samurai_spirit", "shogun"}), ("re", set())):
        line = f"gunbai {typed} {begun}"
        for name, value in {"_GUNBAI_COMPLETE": "complete_bash", "COMP_WORDS": line}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
        assert set(run().out.split()) == completed


@pytest.mark.parametrize("name", ["adjudicate", "agree", "bot", "concede", "join", "legal", "log", "play", "submit"])
def test_no_command_takes_a_seat_below_zero(run: Run, name: str) -> None:
    refused = run(name, "nosuch", "--seat", "-1")
    assert refused.code == 2
    assert "greater than or equal to 0" in refused.err
