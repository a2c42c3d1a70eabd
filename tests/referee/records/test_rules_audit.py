"""The audit of a store by a version of the rules: what would differ by game and clause, what is not judged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from clients.cli.app import app
from games.liars_dice import LIARS_DICE
from gunbai.liars_dice.v1 import commands_pb2 as cmd
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.referee.v1.audit_pb2 import GivenRuling
from gunbai.referee.v1.game_pb2 import Provenance
from gunbai.referee.v1.ruling_pb2 import Refused
from gunbai_record.text.counts import counted
from lab.recorded_games import NAME, SECRET, Record, played
from lab.toy import LANTERN_NIGHT
from lab.toy_games import started as night_started
from referee.errors import TitleNotFound
from referee.game.entries import packed, seat
from referee.game.titles import Titles, finished
from referee.records.rules_audit import AHEAD, Audited, audit, audit_games
from referee.records.stored_entries import stored
from referee.records.summaries import summary_of
from store.contract import Opening, RefusedMove, StorageCorrupt, Store, Stored
from store.memory import MemoryStore
from store.sqlite import SqliteStore
from tests.games.liars_dice import rules_2

BOTH = Titles([LANTERN_NIGHT, LIARS_DICE, rules_2.LIARS_DICE])


async def keep(store: Store, played: Record, game: str = NAME, provenance: bytes = b"") -> None:
    """Write a record into a store, under another id if it is one that was imported."""
    game_played, entries = played
    opening = Opening(game=game, title=game_played.charter.rulebook.name, secret=SECRET, provenance=provenance)
    await store.create(opening, [stored(entry) for entry in entries], [], replace(summary_of(game_played), game=game))


async def audited(store: Store, rules_version: int = 0, titles: Titles = BOTH) -> Audited:
    """Judge a store in one thread; progress ends with the last game."""
    seen: list[tuple[int, int]] = []
    with ThreadPoolExecutor(1) as pool:
        audit = await audit_games(store, rules_version, lambda *done: seen.append(done), pool, titles)
    assert seen[-1:] in ([], [(len(await store.every_game()),) * 2])
    return audit


def dice(version: int, seed: int = 3) -> Record:
    return played(BOTH, "liars_dice", 2, seed, rules_version=version)


async def test_a_version_that_judged_the_games_finds_nothing() -> None:
    store = MemoryStore()
    await keep(store, dice(1))
    audit = await audited(store, 1)
    assert (audit.games, audit.differences, audit.unjudged, audit.left_out) == (1, (), (), 0)
    assert audit.rulings == len(dice(1)[1]) - 2  # all but the taking of two seats


async def test_what_would_differ_is_listed_by_game_and_clause() -> None:
    store = MemoryStore()
    await keep(store, dice(1))
    higher_face = cmd.MakeBid(quantity=9, face=6)
    await store.add_refusal(refusal(8, higher_face))
    audit = await audited(store)
    assert audit.by_clause == {"LD-3.3": len(audit.differences)}
    assert audit.differences
    lines = [*audit.sentences()]
    first = audit.differences[0]
    assert lines[0] == f"{NAME}@{first.version}: MakeBid by {first.actor}: accepted; now refused by LD-3.3"
    assert f"LD-3.3: {counted(len(audit.differences), 'differing ruling')}" in lines
    assert lines[-1].startswith("1 game. ")
    as_json = json.loads(audit.as_json())
    assert as_json["by_clause"] == audit.by_clause
    assert as_json["differences"][0]["clause"] == "LD-3.3"


def refusal(version: int, move: Any) -> RefusedMove:
    given = GivenRuling(actor=seat(1), refused=Refused(clause="LD-7.2"))
    given.command.open.CopyFrom(packed(move))
    return RefusedMove(game=NAME, version=version, at=1, actor="seat 1", command_id="x", data=given.SerializeToString())


async def test_titles_without_the_version_are_left_out() -> None:
    store = MemoryStore()
    night = night_started()
    await keep(store, (night.game, [*night.entries]), night.game.id)
    audit = await audited(store, 2)
    assert (audit.games, audit.left_out, audit.rulings) == (0, 1, 0)
    assert [*audit.sentences()][-1].startswith("0 games; 1 left out, because the title has no such version. 0 rulings")


def altered(entries: Sequence[record.Entry]) -> list[record.Entry]:
    changed = record.Entry()
    changed.CopyFrom(entries[8])
    changed.at_micros += 1
    return [*entries[:8], changed, *entries[9:]]


async def test_what_cannot_be_judged_is_listed_with_the_reason() -> None:
    store, (game, entries) = MemoryStore(), dice(1)
    await keep(store, (game, altered(entries)))
    unverified = Provenance(header=FileHeader(game=NAME), problem="it was altered", bad_version=3).SerializeToString()
    await keep(store, (game, entries), "unverifiedunveri", unverified)
    audit = await audited(store)
    assert [(unjudged.game, unjudged.version) for unjudged in audit.unjudged] == [(NAME, 9), ("unverifiedunveri", 1)]
    assert "is damaged at version 9" in audit.unjudged[0].why
    unserved = await audited(store, 0, Titles([LANTERN_NIGHT]))
    assert [unjudged.version for unjudged in unserved.unjudged] == [1, 1]


async def test_a_refused_move_of_which_only_the_digest_is_kept_is_not_judged() -> None:
    store = MemoryStore()
    await keep(store, dice(1))
    sealed = GivenRuling(actor=seat(1), refused=Refused(clause="LD-7.2"))
    data = sealed.SerializeToString()
    await store.add_refusal(RefusedMove(game=NAME, version=8, at=1, actor="seat 1", command_id="x", data=data))
    audit = await audited(store, 1)
    (unjudged,) = audit.unjudged
    assert (unjudged.place, unjudged.why) == (f"{NAME}@8", "only the digest of this refused move is kept")
    assert (audit.games, audit.differences, audit.rulings) == (1, (), len(dice(1)[1]) - 2)
    assert [*audit.sentences()] == [
        f"{NAME}@8: not judged: only the digest of this refused move is kept",
        f"1 game. {audit.rulings} rulings judged: 0 differ, 1 not judged.",
    ]


class Torn(MemoryStore):
    """A store that finds its entries damaged."""

    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        raise StorageCorrupt("games.sqlite", game, f"no entry after {after}")


async def test_a_game_that_cannot_be_read_is_listed() -> None:
    store = Torn()
    await keep(store, dice(1))
    (unjudged,) = (await audited(store)).unjudged
    assert (unjudged.game, unjudged.version, unjudged.why) == (
        NAME,
        1,
        f"games.sqlite: damaged at game {NAME!r}: no entry after 0",
    )


async def test_an_empty_store_has_nothing_to_judge() -> None:
    assert (await audited(MemoryStore())) == Audited(0, 0, 0, (), ())


async def test_an_empty_database_is_audited_too(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    await (await SqliteStore.open(database)).close()
    assert await audit(database, 0, lambda *_: None, processes=2) == Audited(0, 0, 0, (), ())


class Counting(MemoryStore):
    """A store that counts the games of which entries were read."""

    def __init__(self) -> None:
        super().__init__()
        self.games_read = set[str]()

    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        self.games_read.add(game)
        return await super().read(game, after, upto)


async def test_no_more_games_are_read_ahead_than_are_judged_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    store, ahead = Counting(), list[int]()
    for number in range(8):
        night = night_started(game=f"{number}{NAME[1:]}")
        await keep(store, (night.game, [*night.entries]), night.game.id)
    with ThreadPoolExecutor(1) as pool:
        audit = await audit_games(store, 0, lambda done, _: ahead.append(len(store.games_read) - done), pool, BOTH)
    assert audit.games == 8
    assert max(ahead) <= AHEAD


def test_a_version_that_no_title_has_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TitleNotFound):
        asyncio.run(audit(tmp_path / "games.sqlite", 77, lambda *_: None))


def run(*options: str) -> Any:
    return CliRunner().invoke(app, ["record", "audit", *options])


def test_the_command_says_what_it_cannot_use(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    assert run("--rules", "1", "--database", str(database)).exit_code == 2
    database.write_bytes(b"no database" * 1000)
    assert run("--rules", "1", "--database", str(database)).exit_code == 4
    for options in ([], ["--rules", "0"], ["--rules", "last"], ["game", "--rules", "1"], ["--rules", "77"]):
        assert run(*options, "--database", str(database)).exit_code == 2, options


@pytest.mark.long
def test_a_database_is_judged_in_several_processes(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"

    async def made() -> None:
        async with await SqliteStore.open(database) as store:
            for seed in range(8):
                imported = Provenance(header=FileHeader(game=NAME)).SerializeToString()
                record_of = played(finished(), "liars_dice", 2, seed)
                await keep(store, record_of, f"{'abcdefgh'[seed]}{NAME[1:]}", imported)

    asyncio.run(made())
    ended = run("--rules", "NEWEST", "--database", str(database), "--processes", "2")
    assert (ended.exit_code, ended.stdout.splitlines()[-1][:8]) == (0, "8 games.")
    listed = json.loads(run("--rules", "1", "--database", str(database), "--json").stdout)
    assert (listed["games"], listed["differences"], listed["unjudged"]) == (8, [], [])
