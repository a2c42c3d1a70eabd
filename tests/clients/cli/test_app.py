"""The `gunbai` command as a whole: its version, its errors and their exit codes."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from clients.cli import discovery
from lab.patience import PATIENCE
from tests.clients.cli.command_run import DUEL, Run


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["title", "clauses", "chess"], 3, "unknown title 'chess'"),
        (["watch", "nosuch"], 3, "there is no game 'nosuch'"),
        (["play", "nosuch"], 3, "there is no game 'nosuch'"),
        (["new", DUEL, "--seats", "7"], 3, "INFLUDANCE Duel is played with 2 seats, not 7"),
        (["new", DUEL, "--options", "{"], 3, "options_json"),
        (["play", "some@3"], 2, "takes a game, not a position"),
        (["record", "export", "some@3"], 2, "a record is exported whole"),
        (["game", "start", "nosuch"], 3, "gunbai new"),
        (["game", "list", "--status", "lost"], 2, "open, running, finished, abandoned"),
        (["game", "fork", "some@thing"], 2, "'thing' is not a version"),
        (["new", DUEL, "--table", "/no/such/file"], 2, "/no/such/file"),
        (["title", "list", "--target", "127.0.0.1:1"], 4, "gunbai serve"),
        (["nonsense"], 2, "no command `nonsense`"),
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
def test_every_command_explains_itself(run: Run, name: str) -> None:
    shown = run(*name.split(), "--help").out
    assert f"Usage: gunbai {name}" in shown
    assert "--json" in shown or name in {"dev cluster", "server key", "title cases"}


def test_the_help_names_every_command_and_noun_on_one_screen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("--help").out.splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    listed = [line.split()[0] for line in lines if line.startswith("  ")]
    assert listed == [*discovery.everyday(), *discovery.nouns()]
    assert all(line.endswith(".") for line in lines if line.startswith("  "))


@pytest.mark.parametrize("noun", discovery.nouns())
def test_the_help_of_a_noun_lists_its_verbs_under_their_headings(run: Run, noun: str) -> None:
    shown = run(noun, "--help").out
    listed = [line.split()[0] for line in shown.splitlines() if re.match(r"  [a-z]", line)]
    assert [verb for verb in listed if verb in discovery.verbs(noun)] == discovery.verbs(noun)
    places = [shown.index(f"\n{heading}:\n") for heading in discovery.HEADINGS if f"\n{heading}:\n" in shown]
    assert places == sorted(places)


@pytest.mark.parametrize("name", sorted({*discovery.names(), *discovery.nouns()}))
def test_help_fits_80_columns_and_cuts_no_name(run: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = run(*name.split(), "--help").out
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= 80, [line for line in shown.splitlines() if len(line) > 80]


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        (["export"], "no command `export`; did you mean `gunbai record export`?"),
        (["exprot"], "no command `exprot`; did you mean `gunbai record export`?"),
        (["plya"], "no command `plya`; did you mean `gunbai play`?"),
        (["game", "leagl"], "no command `game leagl`; did you mean `gunbai game legal`?"),
        (["record", "replay"], "no command `record replay`; did you mean `gunbai game replay`?"),
        (["game", "new"], "no command `game new`; did you mean `gunbai new`,"),
        (["titles"], "no command `titles`; did you mean `gunbai title`?"),
        (["rules", "KT-7.8"], "no command `rules`; did you mean `gunbai title clauses`?"),
        (["undo"], "no command `undo`; did you mean `gunbai game takeback`?"),
        (["list"], "did you mean `gunbai game list`, `gunbai dispute list` or `gunbai title list`?"),
    ],
)
def test_an_unknown_command_names_the_nearest_one(run: Run, typed: list[str], problem: str) -> None:
    ran = run(*typed)
    assert (ran.code, problem in ran.err) == (2, True)


def test_help_does_not_wait_for_the_client_or_the_commands() -> None:
    """The modules that listing the commands imports are few; that keeps `--help` and completion fast."""
    program = "import sys, clients.cli.app as app; app.app(['--help'], standalone_mode=False); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=PATIENCE)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "clients.cli.discovery" in loaded
    assert not loaded & {"grpc", "gunbai_client", "clients.cli.commands.title.list_", "referee.commands", "msgspec"}


@pytest.mark.parametrize(
    ("typed", "completed"),
    [("gunbai rec", {"record"}), ("gunbai game sho", {"show"}), ("gunbai game show --lang", {"--language"})],
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
    for command in ("play", "game show", "record export"):
        for name, value in {"_GUNBAI_COMPLETE": "complete_bash", "COMP_WORDS": f"gunbai {command} {duel[:3]}"}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("COMP_CWORD", str(len(command.split()) + 1))
        assert run().out.split() == [duel]


@pytest.mark.parametrize(
    "typed",
    [
        *("new", "demo shogun", "title show", "title clauses", "title tournament"),
        *("game list --title", "game stats --title", "game engine --title"),
    ],
)
def test_a_shell_completes_titles(monkeypatch: pytest.MonkeyPatch, run: Run, typed: str) -> None:
    for begun, completed in (("ki", {"king_of_tokyo"}), ("s", {"samurai_spirit", "shogun"}), ("re", set())):
        line = f"gunbai {typed} {begun}"
        for name, value in {"_GUNBAI_COMPLETE": "complete_bash", "COMP_WORDS": line}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
        assert set(run().out.split()) == completed


@pytest.mark.parametrize(
    "name",
    [
        "bot",
        "join",
        "play",
        "game adjudicate",
        "game agree",
        "game concede",
        "game legal",
        "game submit",
        "record show",
    ],
)
def test_no_command_takes_a_seat_below_zero(run: Run, name: str) -> None:
    refused = run(*name.split(), "nosuch", "--seat", "-1")
    assert refused.code == 2
    assert "-1 is not in the range x>=0" in refused.err
