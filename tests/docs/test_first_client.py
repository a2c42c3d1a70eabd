"""docs/first-client.md leads to a finished game: its commands and its three clients print what it shows."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import indent

import pytest

from bench.ports import free_port
from clients.cli.sources.local_service import serving
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED
from gunbai_client import connect
from lab.patience import PATIENCE
from tests.clients.typescript.conftest import Service, run
from tests.clients.typescript.verifier import NODE
from tools import code

PAGE = (code.ROOT / "docs" / "first-client.md").read_text("utf-8")
BLOCKS = re.findall(r"```(python|javascript|sh)\n(.*?)```", PAGE, re.DOTALL)
CLIENTS, UNPACKING = dict(reversed(BLOCKS)), dict(BLOCKS)
"""The clients, which come first, and how a client with an SDK reads a command and the position."""
PLAYED = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[0].splitlines()
"""What each client prints once the game has started."""
GAME = "4ethzj23jknwd7uk"
"""The id of the game on the page."""


def step(command: str) -> tuple[list[str], list[str]]:
    """Return the words of a command of the page, and the lines that it prints there."""
    (example,) = re.findall(rf"^\$ ({command}.*)\n((?:[^$`].*\n)*)", PAGE, re.MULTILINE)
    return shlex.split(example[0].removesuffix(" &")), [shown for shown in example[1].splitlines() if shown != "..."]


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Yield the service that the page starts, at other ports."""
    web = f"127.0.0.1:{free_port()}"
    assert step("gunbai serve")[0] == ["gunbai", "serve", "--connect", "localhost:7071", "--seeded-games"]
    with serving(tmp_path_factory.mktemp("service"), options=["--connect", web, "--seeded-games"]) as address:
        yield Service(address, f"http://{web}")


class Terminal:
    """A folder in which commands of the page are given."""

    def __init__(self, folder: Path, service: Service, state: Path) -> None:
        self._folder, self._service = folder, service
        self._environment = {
            "GUNBAI_TARGET": service.address,
            "XDG_STATE_HOME": str(state),
            "PATH": os.environ["PATH"],
            "PYTHONUNBUFFERED": "1",  # as at a terminal, where each line is shown at once
        }

    def save(self, name: str, program: str) -> None:
        """Save a program of the page, which calls this service instead."""
        moved = program.replace("http://localhost:7071", self._service.url)
        (self._folder / name).write_text(moved.replace("localhost:7070", self._service.address), "utf-8")

    @contextmanager
    def running(self, words: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
        """Run a command until the context is left."""
        words = [sys.executable, "-m", "clients.cli", *words[1:]] if words[0] == "gunbai" else words
        child = subprocess.Popen(
            words, cwd=self._folder, env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        with child:
            try:
                yield child
            finally:
                child.kill()

    def printed(self, words: Sequence[str]) -> list[str]:
        """Return what a command prints until it ends."""
        with self.running(words) as child:
            return rest(child)


def rest(child: subprocess.Popen[str]) -> list[str]:
    """Return what a program prints until it ends, which must be well."""
    printed, _ = child.communicate(timeout=PATIENCE)
    assert child.returncode == 0, printed
    return printed.splitlines()


def line(child: subprocess.Popen[str]) -> str:
    """Return the next line that a program prints."""
    assert child.stdout is not None
    return child.stdout.readline().rstrip("\n")


def plays(terminal: Terminal, *client: str) -> str:
    """Play the page's game with a client as the page says, and return the id of the game."""
    new, (created,) = step("gunbai new")
    first = terminal.printed(new)[0]
    game = first.split()[1].rstrip(":")
    assert first == created.replace(GAME, game)
    bot, shown_by_bot = step("gunbai bot")
    start, shown_by_start = step("gunbai game start")
    _, shown_by_client = step("python client.py")
    with terminal.running([word.replace(GAME, game) for word in bot]) as opponent:
        assert [line(opponent)] == shown_by_bot
        with terminal.running([*client, game]) as player:
            assert [line(player)] == shown_by_client
            started = terminal.printed([word.replace(GAME, game) for word in start])
            assert started[: len(shown_by_start)] == shown_by_start
            assert rest(player) == PLAYED
        rest(opponent)
    return game


def finished(service: Service, game: str) -> bool:
    """Return whether a game has come to its end."""
    with connect(service.address) as gunbai:
        return gunbai.game(game).status == GAME_STATUS_FINISHED


def test_the_client_in_python_finishes_a_game(tmp_path: Path, seeded: Service) -> None:
    terminal = Terminal(tmp_path, seeded, tmp_path / "state")
    terminal.save("client.py", CLIENTS["python"])
    game = plays(terminal, sys.executable, "client.py")
    assert finished(seeded, game)
    show, _ = step(f"gunbai record show {GAME}")
    assert any("won by Ann" in line for line in terminal.printed([word.replace(GAME, game) for word in show]))


def test_the_client_in_javascript_finishes_a_game(tmp_path: Path, programs: Path, seeded: Service) -> None:
    terminal = Terminal(programs, seeded, tmp_path / "state")
    terminal.save("client.mjs", CLIENTS["javascript"])
    assert finished(seeded, plays(terminal, str(NODE), "client.mjs"))


def test_a_client_in_python_reads_the_commands_and_the_position(tmp_path: Path, seeded: Service) -> None:
    terminal = Terminal(tmp_path, seeded, tmp_path / "state")
    check = 'assert (command.DESCRIPTOR.file.package, len(view.cups)) == ("gunbai.liars_dice.v1", 2)'
    read = indent(f"{UNPACKING['python']}\n{check}\n", 12 * " ")
    place = "            seat.submit("
    assert place in CLIENTS["python"]
    terminal.save("client.py", CLIENTS["python"].replace(place, read + place))
    plays(terminal, sys.executable, "client.py")


def test_a_client_in_javascript_reads_the_commands_and_the_position(
    tmp_path: Path, programs: Path, seeded: Service
) -> None:
    terminal = Terminal(programs, seeded, tmp_path / "state")
    (imported, read) = UNPACKING["javascript"].split("\n\n")
    check = 'if (!command.$typeName.startsWith("gunbai.liars_dice.v1.") || view.cups.length !== 2) process.exit(1);'
    begin, place = "({ commands }) => {\n", "  return commands[0];"
    assert begin + "  console" in CLIENTS["javascript"]
    assert place in CLIENTS["javascript"]
    reading = CLIENTS["javascript"].replace(begin, f"async {begin}").replace(place, f"{read}\n{check}\n{place}")
    terminal.save("reading.mjs", f"{imported}\n{reading}")
    plays(terminal, str(NODE), "reading.mjs")


def test_the_client_in_javascript_is_typescript_too(built: Path, programs: Path) -> None:
    declared = "declare const process: { argv: string[] };\n"
    (programs / "client.mts").write_text(declared + CLIENTS["javascript"], "utf-8")
    options = {"module": "nodenext", "target": "es2022", "types": [], "strict": True, "noEmit": True}
    settings = {"compilerOptions": options, "files": ["client.mts"]}
    (programs / "tsconfig.json").write_text(json.dumps(settings), "utf-8")
    compiler = built / "node_modules" / "typescript" / "bin" / "tsc"
    assert run(programs, str(compiler), "--project", "tsconfig.json") == ""


@pytest.mark.skipif(not (shutil.which("jq") and shutil.which("curl")), reason="needs `curl` and `jq`")
def test_the_client_in_the_shell_finishes_a_game(tmp_path: Path, seeded: Service) -> None:
    terminal = Terminal(tmp_path, seeded, tmp_path / "state")
    terminal.save("client.sh", CLIENTS["sh"])
    assert finished(seeded, plays(terminal, "sh", "client.sh"))


@pytest.mark.skipif(not (shutil.which("jq") and shutil.which("curl")), reason="needs `curl` and `jq`")
def test_the_client_in_the_shell_says_why_it_gets_no_seat(tmp_path: Path, seeded: Service) -> None:
    terminal = Terminal(tmp_path, seeded, tmp_path / "state")
    terminal.save("client.sh", CLIENTS["sh"])
    with connect(seeded.address) as gunbai:
        committed = gunbai.create("liars_dice", seats=2).info.game
    for game, problem in ((committed, "create the game with chance referee"), ("nosuch", "there is no game 'nosuch'")):
        with terminal.running(["sh", "client.sh", game]) as child:
            printed, _ = child.communicate(timeout=PATIENCE)
        assert problem in printed
        assert child.returncode != 0
