"""A build that leaves titles out: the same code without their folders is a service of the others, or of none."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import sysconfig
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gunbai.referee.v1 import lobby_pb2
from lab.patience import PATIENCE
from lab.toy_service import House, creation, failure
from titles.catalogue import TITLES

ROOT = Path(__file__).parents[2]
PACKAGES = sysconfig.get_path("purelib")
RUN = "import runpy, sys; sys.path[:0] = {path!r}; sys.argv = {words!r}; runpy.run_module('referee', None, '__main__')"
"""Runs the referee from a tree of its own: without the editable installation, which leads to the whole checkout."""


def build(folder: Path, titles: Sequence[str]) -> Path:
    """Return a tree of the service that has the rules and the stubs of these titles alone."""
    left_out = {*TITLES} - {*titles}
    for source in (ROOT / "games", ROOT / "record" / "gunbai"):
        (folder / source.name).mkdir(parents=True)
        for part in source.iterdir():
            if part.name not in left_out:
                (folder / source.name / part.name).symlink_to(part)
    (folder / "gunbai" / "referee").symlink_to(ROOT / "clients" / "python" / "gunbai" / "referee")
    for source in (ROOT / "referee", ROOT / "store", ROOT / "titles", ROOT / "record" / "gunbai_record"):
        (folder / source.name).symlink_to(source)
    return folder


def command(tree: Path, *words: str) -> list[str]:
    """Return the command that runs the referee of a tree."""
    return [sys.executable, "-S", "-c", RUN.format(path=[str(tree), PACKAGES], words=["gunbai", *words])]


@asynccontextmanager
async def running(tree: Path, *words: str) -> AsyncIterator[House]:
    """Yield a client of a service that runs from a tree."""
    arguments = ("serve", "--json", "--port", "0", "--log", "error", "--database", str(tree / "games.sqlite"))
    process = await asyncio.create_subprocess_exec(*command(tree, *arguments, *words), stdout=PIPE, cwd=tree)
    house = None
    try:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        house = House(json.loads(line)["address"])
        yield house
    finally:
        if house is not None:
            await house.channel.close()
        await ended(process)


async def ended(process: Process) -> None:
    """End a process and wait for it."""
    if process.returncode is None:
        process.send_signal(signal.SIGKILL)
    await process.communicate()


async def titles_of(served: House) -> list[str]:
    return [title.name for title in (await served.lobby.ListTitles(lobby_pb2.ListTitlesRequest())).titles]


async def test_the_core_runs_without_any_title(tmp_path: Path) -> None:
    async with running(build(tmp_path / "tree", [])) as served:
        assert await titles_of(served) == []
        for title in TITLES:
            assert (await failure(served.lobby.CreateGame(creation(title)))).reason == "TITLE_NOT_FOUND"
        assert not (await served.lobby.ListGames(lobby_pb2.ListGamesRequest())).games


async def test_the_core_referees_the_one_title_that_it_has(tmp_path: Path) -> None:
    async with running(build(tmp_path / "tree", ["liars_dice"])) as served:
        assert await titles_of(served) == ["liars_dice"]
        match = await served.start("liars_dice")
        seat = await match.asked_seat()
        assert seat is not None
        legal = await match.legal(seat)
        ruling = await match.send(seat, match.request(legal.commands[0].command, legal.expected_version))
        assert ruling.HasField("accepted")
        await match.abandon()
        assert await match.holds()


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_each_title_can_be_left_out(title: str, tmp_path: Path) -> None:
    others = [name for name in TITLES if name != title]
    tree = build(tmp_path / "tree", others)
    statements = (
        "from titles.catalogue import TITLES; from referee.game.titles import finished; finished(); print(*TITLES)"
    )
    start = f"import sys; sys.path[:0] = {[str(tree), PACKAGES]!r}; {statements}"
    done = subprocess.run([sys.executable, "-S", "-c", start], cwd=tree, capture_output=True, text=True, check=True)
    assert done.stdout.split() == others


async def test_a_service_referees_those_of_its_titles_that_are_chosen(tmp_path: Path) -> None:
    tree = build(tmp_path / "tree", ["king_of_tokyo", "liars_dice", "shogun"])
    async with running(tree, "--titles", "shogun,liars_dice") as served:
        assert await titles_of(served) == ["liars_dice", "shogun"]
        assert (await failure(served.lobby.CreateGame(creation("king_of_tokyo")))).reason == "TITLE_NOT_FOUND"


def test_a_title_that_is_not_installed_cannot_be_served(tmp_path: Path) -> None:
    tree = build(tmp_path / "tree", ["liars_dice"])
    words = ("serve", "--titles", "liars_dice,shogun", "--database", str(tmp_path / "games.sqlite"))
    done = subprocess.run(command(tree, *words), cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    said = " ".join(done.stderr.replace("│", " ").split())
    assert "was left out: ModuleNotFoundError: No module named 'games.shogun'" in said
    assert not (tmp_path / "games.sqlite").exists()
