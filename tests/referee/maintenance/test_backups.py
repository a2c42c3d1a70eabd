"""A backup beside a service that runs has what was acknowledged before, and nobody plays on behind what was told."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from lab.disk_damage import scribble
from lab.toy_service import ALL_TITLES, Match, failure, open_house
from referee import upkeep
from referee.maintenance.archiving import archive
from referee.maintenance.backups import BackupDamagedError, Source, _held, back_up, manifest_in, restore, spare
from referee.proof.identity import Identity
from referee.records.doctor import accept_loss, examine
from referee.records.games import Games
from referee.records.reindex import reindex
from referee.records.scrub import ASTRAY, Scrub
from store.contract import LogBehind, StorageError
from store.sqlite import SqliteStore
from store.sqlite.file_identity import MANIFEST
from tests.referee.attacks.test_restores import accepted, goes_on_in_a_branch, moved, shows_moves

DATABASE = "games.sqlite"


def source(folder: Path) -> Source:
    return Source(folder / DATABASE, folder / "service.key", folder / "games.operator")


def silent(_what: str, _done: int, _of: int) -> None:
    """Show nothing."""


async def backed_up(folder: Path) -> Path:
    made, _ = await back_up(source(folder), folder / "backups", ALL_TITLES, silent)
    return made


def lost(folder: Path, *, with_heads: bool = False) -> None:
    """Lose the database as a disk does, or the whole machine."""
    for file in folder.glob(f"{DATABASE}*"):
        if with_heads or not file.name.endswith((".heads", ".key")):
            file.unlink()
    if with_heads:
        (folder / "service.key").unlink()


async def test_a_backup_beside_a_busy_service_has_everything_that_was_acknowledged_before(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        matches = [await house.start("infludance_duel") for _ in range(4)]
        stopping = asyncio.Event()

        async def play_on() -> None:
            while not stopping.is_set():
                match = await house.start("infludance_duel")
                for _ in range(3):
                    await moved(match)

        playing = [asyncio.create_task(play_on()) for _ in range(2)]
        heads = {match.id: (await match.game()).head for match in matches}
        seen: list[tuple[str, int, int]] = []
        made, manifest = await back_up(
            source(tmp_path), tmp_path / "backups", ALL_TITLES, lambda *step: seen.append(step)
        )
        stopping.set()
        await asyncio.gather(*playing)
    with closing(sqlite3.connect(made / DATABASE)) as copy:
        head_of = dict(copy.execute("SELECT game, max(version) FROM entries GROUP BY game"))
    assert {game: head_of[game] for game in heads} == heads
    assert manifest.games == len(head_of) >= len(heads)
    assert {what for what, _, _ in seen} == {"Copying", "Examining"}
    assert all(done <= of for _, done, of in seen)
    assert manifest_in(made) == manifest
    assert {part.role for part in manifest.parts} == {"database", "heads", "secrets", "key", "verifier"}
    assert sorted(path.name for path in made.iterdir()) == sorted([MANIFEST, *(part.name for part in manifest.parts)])
    assert {path.stat().st_mode & 0o077 for path in (made, *made.iterdir())} == {0}
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [made.name]


def test_the_keys_of_a_service_are_kept_with_it_and_that_of_a_forwarder_if_it_has_one(tmp_path: Path) -> None:
    files = {
        "secrets": tmp_path / f"{DATABASE}.secrets.key",
        "key": tmp_path / "service.key",
        "verifier": tmp_path / "service.key.pub",
        "operator": tmp_path / "games.operator",
    }
    assert dict(source(tmp_path).key_files()) == files
    forwarder = tmp_path / "forwarder"
    assert dict(source(tmp_path)._replace(forwarder=forwarder).key_files()) == {**files, "forwarder": forwarder}


async def test_after_a_restore_a_game_that_went_on_goes_on_only_as_a_branch_with_a_fresh_secret(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        went_on, sound, never = [await house.start("infludance_duel") for _ in range(3)]
        made = await backed_up(tmp_path)
        before = (await went_on.game()).head
        await moved(went_on)
        young = await house.start("infludance_duel")
    lost(tmp_path)
    back = await restore(made, source(tmp_path), accept=False)
    assert (back.heads, back.accepted) == (True, False)
    assert ([fault.place for fault in back.behind], back.missing) == ([went_on.id], (young.id,))
    async with open_house(tmp_path) as house:
        for match in (went_on, young):
            assert (await failure(match.at(house).game()))[:2] == ("DATA_LOSS", "STORAGE_DAMAGED")
        await moved(sound.at(house))
    lost(tmp_path)
    assert (await restore(made, source(tmp_path), accept=True)).accepted
    examined = await examine(tmp_path / DATABASE, tmp_path / "service.key", ALL_TITLES, lambda *_: None)
    assert examined.faults == ()
    assert {fault.place for fault in examined.accepted} == {went_on.id, young.id, sound.id}
    assert "the game is missing; that loss was accepted" in " ".join(fault.problem for fault in examined.accepted)
    async with open_house(tmp_path) as house:
        await goes_on_as_a_branch(went_on.at(house), before)
        await moved(never.at(house))


async def goes_on_as_a_branch(match: Match, before: int) -> None:
    """Check that a game is refused, and that its branch has a secret of its own."""
    seat = await match.asked_seat() or 0
    shown = await shows_moves(match, seat, before)
    for call in (match.legal(seat), match.send(seat, match.request(shown.commands[0].command, before))):
        assert (await failure(call))[:2] == ("FAILED_PRECONDITION", "GAME_WENT_BACK")
    await goes_on_in_a_branch(match, before)


async def test_without_the_heads_every_game_that_was_not_over_counts_as_one_that_went_on(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        running, over = await house.start("infludance_duel"), await house.start("infludance_duel")
        await over.abandon()
        ended = (await over.game()).head
        before = (await running.game()).head
        made = await backed_up(tmp_path)
    lost(tmp_path, with_heads=True)
    back = await restore(made, source(tmp_path), accept=False)
    assert not back.heads
    assert [fault.place for fault in back.behind] == [running.id]
    with pytest.raises(StorageError, match="missing: nothing shows whether acknowledged entries are missing"):
        async with open_house(tmp_path):
            pass
    assert f"{running.id}: " in await asyncio.to_thread(accepted, tmp_path)
    async with open_house(tmp_path) as house:
        assert (await over.at(house).game()).head == ended
        await goes_on_as_a_branch(running.at(house), before)


async def test_the_heads_of_a_backup_are_refused_in_the_place_of_the_last_ones(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        running = await house.start("infludance_duel")
        made = await backed_up(tmp_path)
        await moved(running)
    lost(tmp_path, with_heads=True)
    await restore(made, source(tmp_path), accept=False)
    shutil.copy(made / f"{DATABASE}.heads.then", tmp_path / f"{DATABASE}.heads")
    accept = f"gunbai server doctor --accept-loss --database {tmp_path / DATABASE}"
    with pytest.raises(StorageError, match=f"the .heads.then file of a backup, .*{accept}$"):
        async with open_house(tmp_path):
            pass
    examined = await examine(tmp_path / DATABASE, tmp_path / "service.key", ALL_TITLES, lambda *_: None)
    assert [fault.place for fault in examined.faults] == [str(tmp_path / f"{DATABASE}.heads")]
    assert f"{running.id}: " in await asyncio.to_thread(accepted, tmp_path)
    async with open_house(tmp_path) as house:
        assert (await failure(running.at(house).abandon())).reason == "GAME_WENT_BACK"


async def test_a_game_that_went_back_needs_no_new_game_list_before_or_after_its_loss_is_accepted(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as house:
        went_on, sound = [await house.start("infludance_duel") for _ in range(2)]
        made = await backed_up(tmp_path)
        await went_on.at(house).abandon()
        young = await house.start("infludance_duel")
    lost(tmp_path)
    back = await restore(made, source(tmp_path), accept=False)
    assert back.short_log
    found_ = await examine(tmp_path / DATABASE, tmp_path / "service.key", ALL_TITLES, lambda *_: None)
    assert {went_on.id, young.id} <= {fault.place for fault in found_.faults}
    assert not [fault for fault in found_.faults if fault.problem == ASTRAY]
    async with await SqliteStore.open(tmp_path / DATABASE) as store:
        assert set((await reindex(Games(store, ALL_TITLES))).damaged) == {went_on.id, young.id}
    await accept_loss(tmp_path / DATABASE, ALL_TITLES)
    found_ = await examine(tmp_path / DATABASE, tmp_path / "service.key", ALL_TITLES, lambda *_: None)
    assert found_.faults == ()
    async with await SqliteStore.open(tmp_path / DATABASE) as store:
        assert {row.game for row in (await store.games()).summaries} == {went_on.id, sound.id}


async def test_after_the_loss_of_a_missing_game_was_accepted_nothing_counts_it_as_damage_any_longer(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as house:
        sound = await house.start("infludance_duel")
        made = await backed_up(tmp_path)
        young = await house.start("infludance_duel")
    lost(tmp_path)
    await restore(made, source(tmp_path), accept=True)
    shutil.rmtree(made)
    async with await SqliteStore.open(tmp_path / DATABASE) as store:
        scrub = Scrub(store, pause_seconds=0)
        await scrub.inspect()
        await scrub.compare()
        assert scrub.damaged == set()
        with pytest.raises(LogBehind, match=r"the game is missing; that loss was accepted$"):
            await store.opening(young.id)
    async with open_house(tmp_path) as house:
        again = await backed_up(tmp_path)
        await moved(sound.at(house))
    lost(tmp_path)
    assert [fault.place for fault in (await restore(again, source(tmp_path), accept=False)).behind] == [sound.id]
    await accept_loss(tmp_path / DATABASE, ALL_TITLES)
    async with await SqliteStore.open(tmp_path / DATABASE) as store:
        assert await reindex(Games(store, ALL_TITLES)) == (1, ())
    examined = await examine(tmp_path / DATABASE, tmp_path / "service.key", ALL_TITLES, lambda *_: None)
    assert {fault.place for fault in examined.accepted} == {sound.id, young.id}


async def test_a_damaged_database_is_named_by_a_backup_with_the_advice_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        matches = [await house.start("infludance_duel") for _ in range(2)]
        made = await backed_up(tmp_path)
        for match in matches:
            await moved(match)
    lost(tmp_path)
    await restore(made, source(tmp_path), accept=False)
    shutil.rmtree(made)
    with pytest.raises(BackupDamagedError) as damaged:
        await backed_up(tmp_path)
    told = str(damaged.value)
    assert all(f"damaged at game '{match.id}'" in told for match in matches)
    assert ".partial" not in told
    assert told.count("accept the loss") == 1
    assert told.endswith(f"gunbai server doctor --accept-loss --database {tmp_path / DATABASE}")


async def test_a_backup_that_was_altered_is_not_put_back(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await house.start("infludance_duel")
        made = await backed_up(tmp_path)
    lost(tmp_path)
    for name in (DATABASE, f"{DATABASE}.secrets.key", "service.key"):
        whole = (made / name).read_bytes()
        (made / name).write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        with pytest.raises(BackupDamagedError, match=f"altered since it was made: {name}"):
            await restore(made, source(tmp_path), accept=True)
        (made / name).write_bytes(whole)
    (made / MANIFEST).write_text("{}")
    with pytest.raises(BackupDamagedError, match="not a complete backup"):
        await restore(made, source(tmp_path), accept=True)
    assert not (tmp_path / DATABASE).exists()


async def test_a_manifest_that_leads_out_of_the_backup_brings_only_what_was_checked(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await house.start("infludance_duel")
        made = await backed_up(tmp_path)
    lost(tmp_path)
    (made.parent / DATABASE).write_text("something else")
    text = (made / MANIFEST).read_text("utf-8")
    (made / MANIFEST).write_text(text.replace(f'"{DATABASE}"', f'"../{DATABASE}"'), encoding="utf-8")
    assert (await restore(made, source(tmp_path), accept=False)).games == 1
    assert (tmp_path / DATABASE).read_bytes() == (made / DATABASE).read_bytes()


async def test_heads_that_were_blanked_count_as_missing_after_a_restore(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        game = await house.start("infludance_duel")
        made = await backed_up(tmp_path)
    lost(tmp_path)
    for content in (b"", bytes(1 << 18)):
        (tmp_path / DATABASE).unlink(missing_ok=True)
        (tmp_path / f"{DATABASE}.heads").write_bytes(content)
        restored = await restore(made, source(tmp_path), accept=False)
        assert (restored.heads, [fault.place for fault in restored.behind]) == (False, [game.id])


async def test_what_is_in_the_way_stays_and_is_named(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await house.start("infludance_duel")
        made = await backed_up(tmp_path)
    with pytest.raises(StorageError, match=r"games.sqlite: it already exists"):
        await restore(made, source(tmp_path), accept=False)
    lost(tmp_path)
    other = bytes(32)
    (tmp_path / "service.key").write_bytes(other)
    with pytest.raises(StorageError, match=r"service.key: it differs from the key in the backup"):
        await restore(made, source(tmp_path), accept=False)
    assert (tmp_path / "service.key").read_bytes() == other
    assert not (tmp_path / DATABASE).exists()


@pytest.mark.parametrize("damage", ["entry", "gone", "cosigned", "heads"])
async def test_of_a_database_that_is_not_sound_no_backup_is_kept(tmp_path: Path, damage: str) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start("infludance_duel")
        await house.start("infludance_duel")
    match damage, match.id:
        case "entry", game:
            scribble(tmp_path / DATABASE, ("UPDATE entries SET data = x'08' WHERE game = ? AND version = 2", (game,)))
        case "gone", game:
            scribble(tmp_path / DATABASE, ("DELETE FROM entries WHERE game = ? AND version = 4", (game,)))
        case "cosigned", _:
            scribble(tmp_path / DATABASE, ("UPDATE cosigned SET lines = '[1]'", ()))
        case _:
            heads = tmp_path / f"{DATABASE}.heads"
            heads.write_bytes(heads.read_bytes().replace(match.id.encode(), b"x" * len(match.id)))
    with pytest.raises(StorageError, match=r"not sound|damaged"):
        await backed_up(tmp_path)
    assert [*(tmp_path / "backups").iterdir()] == []


async def test_the_newest_backups_are_kept_and_nothing_else_is_removed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await house.start("infludance_duel")
    made = await backed_up(tmp_path)
    folder = made.parent
    older = [folder / f"games-2026010{day}T000000Z" for day in (1, 2, 3)]
    others = [folder / "games-tournament", folder / "others-20260101T000000Z"]
    for path in (*older, *others):
        shutil.copytree(made, path)
    (folder / "games-20250101T000000Z").mkdir()
    assert spare(folder, tmp_path / DATABASE, 2) == older[:2]
    assert {path.name for path in folder.iterdir()} == {
        made.name, older[2].name, "games-20250101T000000Z", *(other.name for other in others)
    }  # fmt: skip


def ran(command: str, *words: str) -> Result:
    import typer

    app = typer.Typer()
    app.command()(getattr(upkeep, command))
    return CliRunner().invoke(app, words)


async def test_both_commands_say_what_they_did(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start("infludance_duel")
        named = ["--database", str(tmp_path / DATABASE), "--key", str(tmp_path / "service.key")]
        ended = await asyncio.to_thread(ran, "backup", str(tmp_path / "b"), *named, "--json", "--keep", "1")
        assert ended.exit_code == 0, ended.output
        report = json.loads(ended.output)
        assert (report["games"], report["removed"]) == (1, [])
        await moved(match)
    lost(tmp_path)
    ended = await asyncio.to_thread(ran, "restore", report["backup"], *named)
    assert ended.exit_code == 0, ended.output
    words = " ".join(ended.output.split())
    assert f"{match.id}: " in words
    assert "restored 1 game. 1 of them continued after the backup." in words
    assert "gunbai server doctor --accept-loss --database" in words
    again = await asyncio.to_thread(ran, "restore", report["backup"], *named)
    assert again.exit_code == 1
    assert "gunbai server restore: " in again.output


async def test_a_restore_into_a_folder_that_is_missing_makes_it(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await house.start("infludance_duel")
        made = await backed_up(tmp_path)
    target = Source(tmp_path / "a" / DATABASE, tmp_path / "b" / "service.key", tmp_path / "c" / "games.operator")
    assert (await restore(made, target, accept=False)).games == 1
    assert manifest_in(made).games == 1
    assert (tmp_path / "b" / "service.key").read_bytes() == (tmp_path / "service.key").read_bytes()


async def test_a_restore_without_room_for_the_database_writes_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house:
        await house.start("infludance_duel")
        made = await backed_up(tmp_path)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr("referee.maintenance.backups.shutil.copyfileobj", full)
    target = Source(tmp_path / "a" / DATABASE, tmp_path / "a" / "service.key", tmp_path / "a" / "games.operator")
    with pytest.raises(StorageError):
        await restore(made, target, accept=False)
    assert [*(tmp_path / "a").iterdir()] == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
async def test_what_root_restores_belongs_to_the_owner_of_the_folder(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await house.start("infludance_duel")
        made = await backed_up(tmp_path)
    folder = tmp_path / "service"
    folder.mkdir()
    os.chown(folder, 10001, 10001)
    target = Source(folder / DATABASE, folder / "service.key", folder / "games.operator")
    assert not (await restore(made, target, accept=True)).of_root
    await accept_loss(folder / DATABASE)
    Identity.kept_in(folder / "service.key").rotate(folder / "service.key")
    assert {file.name: file.stat().st_uid for file in folder.iterdir()} == dict.fromkeys(
        [file.name for file in folder.iterdir()], 10001
    )


async def test_what_a_killed_backup_left_is_removed_by_the_next_and_nothing_else(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await house.start("infludance_duel")
    folder = tmp_path / "backups"
    killed, held = folder / ".games-20260101T000000Z.partial", folder / ".games-20260102T000000Z.partial"
    others = folder / ".others-20260101T000000Z.partial"
    for path in (killed, held, others):
        path.mkdir(parents=True)
        (path / DATABASE).write_bytes(b"half")
    with _held(held):
        made = await backed_up(tmp_path)
    assert sorted(folder.iterdir()) == sorted([held, others, made])


async def test_a_backup_stays_as_it_is_whatever_is_asked_of_it(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start("infludance_duel")
    made = await backed_up(tmp_path)
    files = sorted(made.iterdir())
    with pytest.raises(StorageError, match="part of a backup, which must not change; restore the backup"):
        await SqliteStore.open(made / DATABASE)
    made.chmod(0o500)
    found_ = await archive(made / DATABASE, made / "service.key", tmp_path / "archive", ALL_TITLES, lambda *_: None)
    assert found_.written == 1
    assert sorted(made.iterdir()) == files
    assert [file.name for file in (tmp_path / "archive").iterdir()] == [f"{match.id}.gunbai"]
    assert manifest_in(made).games == 1
    made.chmod(0o700)
