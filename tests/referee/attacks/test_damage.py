"""A damaged database costs the games that it damages, and nobody anything else."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Iterator
from pathlib import Path

import grpc
import pytest

from gunbai.referee.v1 import audit_pb2, lobby_pb2, record_pb2, referee_pb2
from tests.referee.house import House, Match, all_of, failure, failure_of, house, new_tokens
from tests.store.damage import flip_in_index


def scribble(file: Path, game: str, data: bytes, version: int) -> None:
    """Put other bytes in the place of an entry, as no service can."""
    with sqlite3.connect(file) as database:
        for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        database.execute("UPDATE entries SET data = ? WHERE game = ? AND version = ?", (data, game, version))
    database.close()


def readings(found: House, game: str) -> Iterator[Awaitable[object]]:
    """Yield every way of asking about a game that anybody has."""
    yield found.lobby.GetGame(lobby_pb2.GetGameRequest(game=game))
    yield found.record.GetView(record_pb2.GetViewRequest(game=game))
    yield found.record.ReadEntries(record_pb2.ReadEntriesRequest(game=game)).read()
    yield found.record.ExportRecord(record_pb2.ExportRecordRequest(game=game)).read()
    yield found.record.WatchGame(record_pb2.WatchGameRequest(game=game)).read()
    yield found.audit.VerifyGame(audit_pb2.VerifyGameRequest(game=game))
    yield found.audit.GetHead(audit_pb2.GetHeadRequest(game=game))
    yield found.referee.ForkGame(referee_pb2.ForkGameRequest(game=game, version=4, **new_tokens()))


@pytest.mark.parametrize("version", [1, 3, 4])
@pytest.mark.parametrize("data", [b"", b"\xff\xff\xff", b"\x08\x01", b"\x0a\x01g\x10\x04"])
async def test_a_damaged_entry_is_told_as_damage(tmp_path: Path, version: int, data: bytes) -> None:
    async with house(tmp_path) as found:
        games = [(await found.start("infludance_duel")).id for _ in range(2)]
    scribble(tmp_path / "games.sqlite", games[0], data, version)
    async with house(tmp_path) as found:
        for reading in readings(found, games[0]):
            assert (await failure(reading)).code == "DATA_LOSS"
        for reading in readings(found, games[1]):
            await reading
        listed = await found.lobby.ListGames(lobby_pb2.ListGamesRequest())
        assert {game.game for game in listed.games} >= set(games)
        assert [game.title for game in listed.games if game.game == games[0]] == ["infludance_duel"]


async def test_a_record_that_is_damaged_while_it_is_hot_is_not_streamed(tmp_path: Path) -> None:
    async with house(tmp_path) as found:
        match: Match = await found.start("infludance_duel")
        scribble(tmp_path / "games.sqlite", match.id, b"\x0a\x01g\x10\x03", 3)
        with pytest.raises(Exception, match="damaged at version 3"):
            await match.entries()


async def test_an_acknowledged_entry_that_an_index_lost_is_missed(tmp_path: Path) -> None:
    """One bit of the index by game and version: SQLite finds nothing, and the chain of what is left still fits."""
    async with house(tmp_path) as found:
        match = await found.start("infludance_duel")
        other = await found.start("infludance_duel")
        head = (await match.game()).head
    flip_in_index(tmp_path / "games.sqlite", match.id, head)
    async with house(tmp_path) as found:
        for reading in readings(found, match.id):
            failed = await failure(reading)
            assert failed[:2] == ("DATA_LOSS", "STORAGE_DAMAGED")
            assert failed.facts | {"game": match.id, "expected": str(head), "found": str(head - 1)} == failed.facts
        listed = await found.lobby.ListGames(lobby_pb2.ListGamesRequest())
        assert {game.game: game.head for game in listed.games}[match.id] == head
        for reading in readings(found, other.id):
            await reading


def copy_database(folder: Path, to: Path) -> None:
    """Copy a database as a crash would leave it."""
    to.mkdir()
    for file in folder.glob("games.sqlite*"):
        (to / file.name).write_bytes(file.read_bytes())


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9])
async def test_entries_that_a_damaged_log_dropped_are_missed(tmp_path: Path, kept: float) -> None:
    """A byte of the write-ahead log after a crash: SQLite drops every later commit, and says nothing."""
    crash = tmp_path / "crash"
    async with house(tmp_path) as found:
        games = {
            match.id: (await match.game()).head for match in [await found.start("infludance_duel") for _ in range(4)]
        }
        copy_database(tmp_path, crash)
    log = crash / "games.sqlite-wal"
    data = bytearray(log.read_bytes())
    data[int(len(data) * kept)] ^= 1
    log.write_bytes(data)
    lost = 0
    async with house(crash) as found:
        for game, head in games.items():
            answer = (await all_of(found.lobby.GetGame(lobby_pb2.GetGameRequest(game=game))))[0]
            if isinstance(answer, grpc.aio.AioRpcError):
                assert failure_of(answer)[:2] == ("DATA_LOSS", "STORAGE_DAMAGED")
                lost += 1
            else:
                assert answer.info.head == head
    assert lost
