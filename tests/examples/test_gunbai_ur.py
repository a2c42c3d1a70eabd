"""A title from elsewhere, installed from its own folder, is played and verified like those of gunbai itself."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from bench.ports import free_port
from clients.bots import random_bot
from clients.cli.errors import FAILED, REJECTED
from gunbai_client import aio
from gunbai_record.stubs import generate_title
from gunbai_record.verify.codes import HOLDS, INCOMPLETE
from lab.service_process import start, stop
from tests.examples.packaged import PROJECT, gunbai, install, run


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Return the environment of a Python that has the package, which is installed from its own folder."""
    return install(tmp_path_factory.mktemp("installed"))


class Played(NamedTuple):
    """The record of a game that clients without the package played, and what the command without it said there."""

    record: Path
    legal: str
    shown: str
    bots: str


@pytest.fixture(scope="module")
def played(installed: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Played:
    return asyncio.run(play(tmp_path_factory.mktemp("service"), installed))


@pytest.fixture(scope="module")
def record(played: Played) -> Path:
    return played.record


async def play(folder: Path, environment: Mapping[str, str]) -> Played:
    port, record = free_port(), folder / "ur.gunbai"
    service = await start(folder, port, environment=environment)
    try:
        async with aio.connect(f"127.0.0.1:{port}") as client:
            title = await client.title("ur")
            assert "gunbai.titles.ur.v1.MovePiece" in title.commands
            created = await client.create("ur", seats=2)
            game = created.info.game
            seats = [await client.join(game, f"Player {number}") for number in (1, 2)]
            await client.holding(created.host_token).start(game)
            await asyncio.gather(*(random_bot.play(seat, Random(seat.number)) for seat in seats))
            record.write_bytes(b"".join([piece async for piece in client.export(game)]))
            entries = [entry async for entry in client.entries(game)]
            moved = next(entry for entry in entries if entry.actor.seat and entry.expected_version)
        at, target = f"{game}@{moved.version - 1}", ("--target", f"127.0.0.1:{port}")
        legal = await asyncio.to_thread(gunbai, "game", "legal", at, "--seat", str(moved.actor.seat), *target)
        shown = await asyncio.to_thread(gunbai, "record", "show", game, "--json", *target)
        bots = await asyncio.to_thread(failed, "new", "ur", "--bots", "1", "--start", *target)
    finally:
        await stop(service)
    return Played(record, legal, shown, bots)


def failed(*words: str) -> str:
    """Run `gunbai`, which must fail; return what it says is wrong."""
    done = subprocess.run([sys.executable, "-m", "clients.cli", *words], capture_output=True, text=True, check=False)
    assert done.returncode == FAILED, done.stdout + done.stderr
    return done.stderr


def test_a_command_without_the_package_shows_the_messages_that_the_service_describes(played: Played) -> None:
    assert "Enter a piece. MovePiece {}" in played.legal
    assert '"@type": "type.googleapis.com/gunbai.titles.ur.v1.DiceThrown"' in played.shown


def test_bots_name_the_package_that_they_lack(played: Played) -> None:
    assert "bots need the rules of ur here: install the package gunbai-ur 0.1.0" in played.bots


def test_the_demo_plays_verifies_branches_and_challenges_the_title(installed: Mapping[str, str]) -> None:
    (shown,) = json.loads(gunbai("demo", "ur", "--json", environment=installed))["titles"]
    assert shown["title"] == "ur"
    assert shown["holds"]
    assert shown["refused"]["clause"].startswith("UR-")


def test_the_cases_of_the_package_hold_and_leave_no_clause_out(installed: Mapping[str, str]) -> None:
    cases = str(PROJECT / "cases")
    assert "ur: 12 of 12 cases pass" in gunbai("title", "cases", "run", cases, environment=installed)
    assert "ur: 13 of 13 clauses" in gunbai("title", "cases", "coverage", "--title", "ur", cases, environment=installed)


def test_a_title_ships_its_cover_and_a_finished_game(record: Path, tmp_path: Path) -> None:
    project = Path(shutil.copytree(PROJECT, tmp_path / "project"))
    shutil.copy(record, project / "src" / "gunbai_ur" / "ur.gunbai")
    with (project / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write('\n[project.entry-points."gunbai.samples"]\nur = "gunbai_ur"\n')
    environment = install(tmp_path / "installed", project)
    program = "from titles.catalogue import newest; from clients.web.samples.sample_files import find_samples; "
    program += "print(newest('ur').board.cover[:4], find_samples()['ur'].file.name, len(find_samples()))"
    assert run(sys.executable, "-c", program, environment=environment) == "<svg ur.gunbai 7\n"


def test_a_record_is_verified_where_the_package_is_installed(installed: Mapping[str, str], record: Path) -> None:
    report = json.loads(gunbai("verify", "--json", str(record), code=HOLDS, environment=installed))
    assert report["adjudicated"] == report["entries"]


def test_a_record_names_the_package_that_is_missing(record: Path) -> None:
    assert "install the package gunbai-ur 0.1.0" in gunbai("verify", str(record), code=INCOMPLETE)


@pytest.mark.parametrize(
    ("verb", "at", "code"),
    [("record show", "", REJECTED), ("record repro", "@10", REJECTED), ("record notate", "", FAILED)],
)
def test_what_reads_a_record_names_the_package_that_is_missing(verb: str, at: str, code: int, record: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "clients.cli", *verb.split(), f"{record}{at}"],
        capture_output=True,
        text=True,
        check=False,
    )
    said = "the rules of 'ur', version 1, are not installed here: install the package gunbai-ur 0.1.0; until then its"
    assert (done.returncode, " ".join(done.stderr.split())[: len(said) + 8]) == (code, f"gunbai: {said}")


def test_the_stubs_of_the_package_are_those_of_its_protos(tmp_path: Path) -> None:
    project = tmp_path / "gunbai-ur"
    shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns("__pycache__"))
    assert not generate_title(project), "the stubs are stale: run `gunbai title check examples/gunbai-ur`"
    (project / "protos/gunbai/titles/ur/v1/events.proto").write_text('syntax = "proto3";\n', encoding="utf-8")
    assert generate_title(project)


def test_a_module_that_hides_the_stubs_of_gunbai_is_named(tmp_path: Path) -> None:
    project = tmp_path / "gunbai-ur"
    shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns("__pycache__"))
    (project / "src/gunbai/__init__.py").touch()
    with pytest.raises(ValueError, match=r"delete .*src/gunbai/__init__\.py: it hides every other gunbai module"):
        generate_title(project)


def test_the_stubs_of_a_proto_that_is_gone_are_removed(tmp_path: Path) -> None:
    project = tmp_path / "gunbai-ur"
    shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns("__pycache__"))
    view = project / "protos/gunbai/titles/ur/v1/view.proto"
    view.write_text('syntax = "proto3";\npackage gunbai.titles.ur.v1;\nmessage View {}\n', encoding="utf-8")
    stubs = project / "src/gunbai/titles/ur/v1/view_pb2.py"
    assert generate_title(project)
    assert stubs.exists()
    view.unlink()
    assert generate_title(project)
    assert not stubs.exists()
    assert not generate_title(project)
