"""The doctor: a sound database has no faults, and whatever is damaged is named."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.referee.v1.disputes_pb2 import Dispute, DisputeVerdict
from gunbai.referee.v1.game_pb2 import Provenance
from gunbai_record.chain import digest_of
from lab.disk_damage import flip_in_index, scribble
from lab.toy_games import NAME, SECRET, TITLES, bid, finished, keep, started, store_with
from referee.__main__ import app
from referee.errors import RecordDamaged
from referee.game.entries import packed
from referee.proof.identity import Identity
from referee.records.doctor import Examined, Fault, check_game, ended, examine
from referee.records.stored_entries import stored
from referee.records.summaries import summary_of
from store.contract import Leaf, Opening, Paper, RefusedMove
from store.memory import MemoryStore
from store.sqlite import SqliteStore

SOUND = "sound"


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    file = tmp_path / "games.sqlite"
    async with await SqliteStore.open(file) as store:
        await keep(store, finished())
        await keep(store, started(game=SOUND))
    Identity.kept_in(file.with_suffix(".key"))
    return file


async def examined(database: Path) -> Examined:
    seen: list[tuple[int, int]] = []
    report = await examine(database, database.with_suffix(".key"), TITLES, lambda *done: seen.append(done))
    assert seen == [(1, 2), (2, 2)]
    assert report.games == 2
    return report


def change(database: Path, *statements: str) -> None:
    scribble(database, *((statement, ()) for statement in statements))


async def test_a_sound_database_has_no_faults_and_is_left_as_it_is(database: Path) -> None:
    before = {path.name: path.read_bytes() for path in database.parent.iterdir() if path.suffix in {".heads", ".key"}}
    assert (await examined(database)).faults == ()
    after = {path.name: path.read_bytes() for path in database.parent.iterdir() if path.suffix in {".heads", ".key"}}
    assert after == before


async def test_a_name_that_is_missing_is_named(database: Path) -> None:
    change(database, f"DELETE FROM apart WHERE game = '{SOUND}' AND version = 2")
    (fault,) = (await examined(database)).faults
    assert fault.place == SOUND
    assert "damaged at version 2: the name of the player is missing" in fault.problem


async def test_a_last_position_that_is_not_that_of_the_entries_is_damage_though_the_chain_fits() -> None:
    night = started().play(bid(1, 2))
    altered = record.Entry()
    altered.CopyFrom(night.entries[-1])
    altered.position_digest = bytes(32)
    altered.digest = digest_of(altered)
    store = await store_with(night._replace(entries=(*night.entries[:-1], altered)))
    with pytest.raises(RecordDamaged, match=f"damaged at version {night.game.version}"):
        await check_game(store, TITLES, NAME)
    await check_game(await store_with(night), TITLES, NAME)


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE entries SET data = x'00' WHERE game = '{}' AND version = 2", "damaged at version 2"),
        (
            "DELETE FROM entries WHERE game = '{}' AND version = 13",
            "version 13 was acknowledged, but it ends at version 12",
        ),
        ("UPDATE secrets SET secret = x'00' WHERE game = '{}'", "its secret was altered"),
        ("DELETE FROM openings WHERE game = '{}'", "the game is missing"),
    ],
)
async def test_a_damaged_game_is_named(database: Path, statement: str, problem: str) -> None:
    change(database, statement.format(NAME))
    faults = (await examined(database)).faults
    named = [fault for fault in faults if fault.place == NAME]
    assert len(named) == 1
    assert problem in named[0].problem
    assert not [fault for fault in faults if fault.place == SOUND]


async def test_a_damaged_leaf_is_named(database: Path) -> None:
    async with await SqliteStore.open(database) as store:
        version = (await store.head(SOUND)).version
        await store.append(SOUND, version, [], leaves=[Leaf(SOUND, "created", 1, bytes(32))])
    assert (await examined(database)).faults == ()
    change(database, "UPDATE leaves SET kind = 'ended'")
    problems = [fault.problem for fault in (await examined(database)).faults]
    assert len(problems) == 2
    assert all("a row of leaves differs from what was written" in problem for problem in problems)


async def test_an_index_that_differs_from_its_table_is_found(database: Path) -> None:
    """One bit of the index of the entries: the pages are sound, and the last entry cannot be found."""
    flip_in_index(database, NAME, 13)
    faults = (await examined(database)).faults
    assert any(fault.place == str(database) and "entries" in fault.problem for fault in faults), faults
    assert any(fault.place == NAME and "version 13 was acknowledged" in fault.problem for fault in faults), faults


def others_may_read(database: Path) -> str:
    database.chmod(0o644)
    return "mode 0644"


def no_key(database: Path) -> str:
    database.with_suffix(".key").unlink()
    return "missing: the service cannot start without it"


def short_key(database: Path) -> str:
    database.with_suffix(".key").write_bytes(b"short")
    return "a key has 32 bytes, not 5"


def no_heads(database: Path) -> str:
    database.with_name("games.sqlite.heads").unlink()
    return "missing: nothing shows whether acknowledged entries are missing"


def damaged_heads(database: Path) -> str:
    file = database.with_name("games.sqlite.heads")
    copies = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(copy.replace(b" ", b"_", 1) if copy == copies[0] else copy for copy in copies))
    return "line 1 is damaged"


@pytest.mark.parametrize("harm", [others_may_read, no_key, short_key, no_heads, damaged_heads])
async def test_a_fault_of_a_file_is_named(database: Path, harm: Callable[[Path], str]) -> None:
    problem = harm(database)
    (fault,) = (await examined(database)).faults
    assert isinstance(fault, Fault)
    assert problem in fault.problem
    assert fault.place.startswith(str(database.parent))


def test_the_command_prints_what_is_wrong_and_exits_with_one(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    database.touch()
    ended = CliRunner().invoke(app, ["doctor", "--database", str(database)])
    assert (ended.exit_code, "0 games examined, " in ended.output) == (1, True)
    assert "games.key: missing" in ended.output
    Identity.kept_in(tmp_path / "games.key")
    for path in tmp_path.iterdir():
        path.chmod(0o600)
    ended = CliRunner().invoke(app, ["doctor", "--json", "--database", str(database)])
    assert json.loads(ended.output)["games"] == 0


def test_a_database_that_cannot_be_opened_is_said_so(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    database.write_text("no database" * 1000)
    ended = CliRunner().invoke(app, ["doctor", "--database", str(database)])
    assert (ended.exit_code, ended.stdout) == (1, "")
    assert "not a database" in ended.stderr


async def test_all_games_that_are_over_are_found_however_many(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    night, over = finished(), {f"over{number}" for number in range(1001)}
    async with await SqliteStore.open(file) as store:
        row = summary_of(night.game)
        await asyncio.gather(
            *(
                store.create(Opening(game=name, title=row.title, secret=SECRET), [], [], replace(row, game=name))
                for name in over
            )
        )
        await keep(store, started(game=SOUND))
        assert {game async for game in ended(store)} == over


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE openings SET title = 'other_night' WHERE game = 'sound'", "a row of openings differs"),
        ("UPDATE openings SET public = 1 - public WHERE game = 'sound'", "a row of openings differs"),
        ("UPDATE openings SET game = 'tound' WHERE game = 'sound'", "sound"),
    ],
)
async def test_what_is_kept_of_a_game_beside_its_record_is_what_the_record_says(
    database: Path, statement: str, problem: str
) -> None:
    change(database, statement)
    report = await examine(database, database.with_suffix(".key"), TITLES, lambda *_: None)
    assert any(problem in f"{fault.place}: {fault.problem}" for fault in report.faults), report.faults


async def test_a_record_that_is_not_verified_is_left_to_its_mark() -> None:
    night, imported = finished(), MemoryStore()
    header = FileHeader(format=1, game=NAME, head=3)
    provenance = Provenance(header=header, problem="it ends early").SerializeToString()
    rows = [stored(entry) for entry in night.entries[1:3]]
    opening = Opening(game=NAME, title="lantern_night", secret=SECRET, provenance=provenance)
    await imported.create(opening, [replace(row, version=row.version - 1) for row in rows], [], summary_of(night.game))
    await check_game(imported, TITLES, NAME)


async def test_a_verdict_that_the_log_does_not_have_is_damage() -> None:
    store = await store_with(started())
    await check_game(store, TITLES, NAME)
    settled = packed(Dispute(number=1, seat=1, verdict=DisputeVerdict(reason="so"))).SerializeToString()
    await store.add_papers(NAME, 0, [Paper(game=NAME, number=1, at=1, data=settled)])
    with pytest.raises(RecordDamaged) as damaged:
        await check_game(store, TITLES, NAME)
    assert (damaged.value.game, damaged.value.version) == (NAME, 0)


async def test_every_refused_move_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    store, read = await store_with(started()), list[int]()
    for number in range(1, 4):
        move = RefusedMove(game=NAME, version=4, at=1, actor="seat 1", command_id=f"{number}", data=b"")
        await store.add_refusal(move)
    refusals = store.refusals

    async def one_at_a_time(game: str, after: int = 0) -> list[RefusedMove]:
        moves = await refusals(game, after, 1)
        read.extend(move.number for move in moves)
        return moves

    monkeypatch.setattr(store, "refusals", one_at_a_time)
    await check_game(store, TITLES, NAME)
    assert read == [1, 2, 3]
