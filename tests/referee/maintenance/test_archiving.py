"""An archive outlives its service: every game is a file that verifies alone."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT, VERDICT_INCOMPLETE
from lab.disk_damage import scribble
from lab.imports import bring, file_of, importing, night
from lab.toy_service import ALL_TITLES, open_house
from referee import upkeep
from referee.maintenance.archiving import Archived, archive
from referee.maintenance.backups import Source, back_up
from referee.proof.offline import verify_file
from tests.referee.attacks.test_restores import moved

DATABASE = "games.sqlite"


def silent(*_: object) -> None:
    """Show nothing."""


async def archived(folder: Path) -> Archived:
    seen: list[tuple[int, int]] = []
    archive_made = await archive(
        folder / DATABASE, folder / "service.key", folder / "archive", ALL_TITLES, lambda *step: seen.append(step)
    )
    assert seen == [(number, archive_made.games) for number in range(1, archive_made.games + 1)]
    return archive_made


async def test_every_game_is_a_file_that_verifies_alone_and_an_archive_goes_on(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        over, running = await house.start("infludance_duel"), await house.start("infludance_duel")
        private = await house.start("infludance_duel", private=True)
        waiting = await house.open("infludance_duel")
        await over.finish()
        branch = await over.fork(4)
        heads = {match.id: (await match.game()).head for match in (over, running, waiting)}
    assert (await archived(tmp_path)) == Archived(5, 5, 1, ())
    files = {file.stem: file for file in (tmp_path / "archive").iterdir()}
    assert files.keys() == {over.id, running.id, private.id, waiting.id, branch.id}
    for game, file in files.items():
        report = verify_file(file)
        # Of a game that goes on, chance is not opened yet.
        assert report.verification.verdict in {VERDICT_CONSISTENT, VERDICT_INCOMPLETE}, (game, report)
    assert verify_file(files[over.id]).verification.verdict == VERDICT_CONSISTENT
    first = files[over.id].read_bytes()
    files[over.id].write_bytes(first[:-10])
    async with open_house(tmp_path) as house:
        await moved(running.at(house))
        assert (await running.at(house).game()).head > heads[running.id]
    assert (await archived(tmp_path)) == Archived(5, 2, 1, ())
    assert (await archived(tmp_path)) == Archived(5, 0, 1, ())
    assert verify_file(files[over.id]).verification.verdict == VERDICT_CONSISTENT


async def test_an_archive_of_a_backup_adds_nothing_to_a_game(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start("infludance_duel")
        head = (await match.game()).head
        source = Source(tmp_path / DATABASE, tmp_path / "service.key", tmp_path / "games.operator")
        made, _ = await back_up(source, tmp_path / "backups", ALL_TITLES, silent)
        back = await archive(made / DATABASE, made / "service.key", tmp_path / "archive", ALL_TITLES, silent)
        assert back == Archived(1, 1, 0, ())
        assert (await match.game()).head == head
    report = verify_file(tmp_path / "archive" / f"{match.id}.gunbai").verification
    assert (report.verdict, report.linked) == (VERDICT_INCOMPLETE, head)


async def test_a_damaged_game_is_named_and_costs_no_other(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        sound, damaged = await house.start("infludance_duel"), await house.start("infludance_duel")
    scribble(tmp_path / DATABASE, ("UPDATE entries SET data = x'08' WHERE game = ? AND version = 2", (damaged.id,)))
    found_ = await archived(tmp_path)
    assert (found_.games, found_.written) == (2, 1)
    assert [line.partition(":")[0] for line in found_.damaged] == [damaged.id]
    assert [file.stem for file in (tmp_path / "archive").iterdir()] == [sound.id]


async def test_a_record_that_was_kept_unverified_is_archived_as_it_came(tmp_path: Path) -> None:
    broken = file_of([*night()[:-2], night()[-1]])
    async with importing(tmp_path) as house:
        game = (await bring(house, broken, keep_unverified=True)).info.game
    assert (await archived(tmp_path)) == Archived(1, 1, 0, ())
    assert (tmp_path / "archive" / f"{game}.gunbai").read_bytes() == broken


def ran(*words: str) -> Result:
    app = typer.Typer()
    app.command()(upkeep.archive)
    return CliRunner().invoke(app, words)


@pytest.mark.parametrize("options", [(), ("--json",)])
async def test_the_command_says_what_it_wrote(options: tuple[str, ...], tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await house.start("infludance_duel")
    words = [str(tmp_path / "a"), "--database", str(tmp_path / DATABASE), "--key", str(tmp_path / "service.key")]
    ended = await asyncio.to_thread(ran, *words, *options)
    assert ended.exit_code == 0, ended.output
    if options:
        assert json.loads(ended.output) == {"games": 1, "written": 1, "over": 0, "damaged": []}
    else:
        assert "1 game, 0 of them finished; wrote 1 file." in " ".join(ended.output.split())
