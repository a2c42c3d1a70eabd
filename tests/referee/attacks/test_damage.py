"""A damaged database costs the games that it damages, and nobody anything else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Iterator
from pathlib import Path

import grpc
import pytest

from gunbai.referee.v1 import audit_pb2, lobby_pb2, record_pb2, referee_pb2
from gunbai_record.tokens import hash_of
from lab.disk_damage import failing_disk, flip_in_index, flipped_in, scribble
from lab.toy import protos
from lab.toy_service import House, Match, all_of, bearer, bids, failure, failure_of, new_tokens, open_house


def alter(file: Path, game: str, data: bytes, version: int) -> None:
    """Put other bytes in the place of an entry, as no service can."""
    scribble(file, ("UPDATE entries SET data = ? WHERE game = ? AND version = ?", (data, game, version)))


def readings(house: House, game: str) -> Iterator[Awaitable[object]]:
    """Yield every way of asking about a game that anybody has."""
    yield house.lobby.GetGame(lobby_pb2.GetGameRequest(game=game))
    yield house.record.GetView(record_pb2.GetViewRequest(game=game))
    yield house.record.ReadEntries(record_pb2.ReadEntriesRequest(game=game)).read()
    yield house.record.ReplayGame(record_pb2.ReplayGameRequest(game=game, views=True)).read()
    yield house.record.ExportRecord(record_pb2.ExportRecordRequest(game=game)).read()
    yield house.record.WatchGame(record_pb2.WatchGameRequest(game=game)).read()
    yield last(house.audit.VerifyGame(audit_pb2.VerifyGameRequest(game=game)))
    yield house.audit.GetHead(audit_pb2.GetHeadRequest(game=game))
    yield house.referee.ForkGame(referee_pb2.ForkGameRequest(game=game, version=4, **new_tokens()))


async def last(stream: AsyncIterator[object]) -> object:
    """Return the last message of a stream."""
    return [answer async for answer in stream][-1]


@pytest.mark.parametrize("version", [1, 3, 4])
@pytest.mark.parametrize("data", [b"", b"\xff\xff\xff", b"\x08\x01", b"\x0a\x01g\x10\x04"])
async def test_a_damaged_entry_is_reported_as_damage(tmp_path: Path, version: int, data: bytes) -> None:
    async with open_house(tmp_path) as house:
        games = [(await house.start("infludance_duel")).id for _ in range(2)]
    alter(tmp_path / "games.sqlite", games[0], data, version)
    async with open_house(tmp_path) as house:
        for reading in readings(house, games[0]):
            assert (await failure(reading)).code == "DATA_LOSS"
        for reading in readings(house, games[1]):
            await reading
        listed = await house.lobby.ListGames(lobby_pb2.ListGamesRequest())
        assert {game.game for game in listed.games} >= set(games)
        assert [game.title for game in listed.games if game.game == games[0]] == ["infludance_duel"]


async def test_a_record_that_is_damaged_while_it_is_hot_is_not_streamed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match: Match = await house.start("infludance_duel")
        alter(tmp_path / "games.sqlite", match.id, b"\x0a\x01g\x10\x03", 3)
        with pytest.raises(Exception, match="damaged at version 3"):
            await match.entries()


async def test_an_acknowledged_entry_that_an_index_lost_is_missed(tmp_path: Path) -> None:
    """One bit of the index by game and version: SQLite finds nothing, and the chain of what is left still fits."""
    async with open_house(tmp_path) as house:
        match = await house.start("infludance_duel")
        other = await house.start("infludance_duel")
        head = (await match.game()).head
    flip_in_index(tmp_path / "games.sqlite", match.id, head)
    async with open_house(tmp_path) as house:
        for reading in readings(house, match.id):
            failed = await failure(reading)
            assert failed[:2] == ("DATA_LOSS", "STORAGE_DAMAGED")
            assert failed.facts | {"game": match.id, "expected": str(head), "found": str(head - 1)} == failed.facts
        listed = await house.lobby.ListGames(lobby_pb2.ListGamesRequest())
        assert {game.game: game.head for game in listed.games}[match.id] == head
        for reading in readings(house, other.id):
            await reading


def copy_database(folder: Path, to: Path) -> None:
    """Copy a database as a crash would leave it."""
    to.mkdir()
    for file in folder.glob("games.sqlite*"):
        (to / file.name).write_bytes(file.read_bytes())


@pytest.mark.parametrize("part", [0.3, 0.6, 0.9])
async def test_entries_that_a_damaged_log_dropped_are_missed(tmp_path: Path, part: float) -> None:
    """A byte of the write-ahead log after a crash: SQLite drops every later commit, and says nothing."""
    crash = tmp_path / "crash"
    async with open_house(tmp_path) as house:
        games = {
            match.id: (await match.game()).head for match in [await house.start("infludance_duel") for _ in range(4)]
        }
        copy_database(tmp_path, crash)
    log = crash / "games.sqlite-wal"
    data = bytearray(log.read_bytes())
    data[int(len(data) * part)] ^= 1
    log.write_bytes(data)
    lost = 0
    async with open_house(crash) as house:
        for game, head in games.items():
            answer = (await all_of(house.lobby.GetGame(lobby_pb2.GetGameRequest(game=game))))[0]
            if isinstance(answer, grpc.aio.AioRpcError):
                assert failure_of(answer)[:2] == ("DATA_LOSS", "STORAGE_DAMAGED")
                lost += 1
            else:
                assert answer.info.head == head
    assert lost


async def test_a_command_that_the_index_has_lost_is_not_accepted_again(tmp_path: Path) -> None:
    """One bit of the index by command id: the store would find no entry for it, and take it a second time."""
    async with open_house(tmp_path) as house:
        match, other = await house.start(), await house.start()
        first = match.request(protos.Bid(seat=1, light=1), (await match.view(1)).expected_version, "the command")
        await match.send(1, first)
    flips = 0
    for _ in flipped_in(tmp_path / "games.sqlite", "entries_by_command", b"the command"):
        flips += 1
        async with open_house(tmp_path) as house:
            for call in (match.at(house).send(1, first), *readings(house, match.id)):
                assert (await failure(call))[:2] == ("DATA_LOSS", "RECORD_DAMAGED")
            for reading in readings(house, other.id):
                await reading
    assert flips


async def test_a_command_at_whose_place_the_index_has_another_gets_no_other_answer(tmp_path: Path) -> None:
    """One bit of the number of the row: the entry of another command would be taken for the answer to this one."""
    async with open_house(tmp_path) as house:
        match, other = await house.start(), await house.start()
        first = match.request(protos.Bid(seat=1, light=1), (await match.view(1)).expected_version, "the command")
        await match.send(1, first)
    flips, command = 0, b"the command"
    for _ in flipped_in(tmp_path / "games.sqlite", "entries_by_command", command, len(command)):
        flips += 1
        async with open_house(tmp_path) as house:
            assert (await failure(match.at(house).send(1, first)))[:2] == ("DATA_LOSS", "STORAGE_DAMAGED")
            for reading in readings(house, other.id):
                await reading
    assert flips


async def test_a_name_that_the_index_has_lost_is_no_name_that_was_removed(tmp_path: Path) -> None:
    """One bit of the index of what is apart from entries, in its game or in its version."""
    async with open_house(tmp_path) as house:
        match, other = await house.start("infludance_duel"), await house.start("infludance_duel")
        await house.lobby.RemoveName(lobby_pb2.RemoveNameRequest(game=match.id), metadata=bearer(match.tokens[2]))
    refused = 0
    for at in (0, len(match.id)):
        for _ in flipped_in(tmp_path / "games.sqlite", "sqlite_autoindex_apart_1", match.id.encode(), at):
            async with open_house(tmp_path) as house:
                listed = await house.lobby.ListGames(lobby_pb2.ListGamesRequest())
                assert {game.game for game in listed.games} == {match.id, other.id}
                for game, second in ((match, ""), (other, "player 2")):
                    if game.id in listed.damaged_games:
                        for reading in readings(house, game.id):
                            # Where the key sorts elsewhere now, a search may come upon the row of the other game.
                            assert (await failure(reading))[:2] in {
                                ("DATA_LOSS", "RECORD_DAMAGED"),
                                ("DATA_LOSS", "STORAGE_DAMAGED"),
                            }
                        refused += 1
                    else:
                        # A page has older copies of some keys, which nobody looks at.
                        assert [seat.player for seat in (await game.at(house).game()).seats] == ["player 1", second]
    assert refused


async def test_lists_show_games_that_the_index_of_games_has_lost(tmp_path: Path) -> None:
    """One bit of the index of openings: games that cannot be found there are named, and none is left out."""
    async with open_house(tmp_path) as house:
        games = sorted([(await house.start("infludance_duel")).id for _ in range(5)])
    for _ in flipped_in(tmp_path / "games.sqlite", "sqlite_autoindex_openings_1", games[2].encode()):
        async with open_house(tmp_path) as house:
            listed = await house.lobby.ListGames(lobby_pb2.ListGamesRequest())
            assert sorted(game.game for game in listed.games) == games
            assert games[2] in listed.damaged_games
            for game in {*games} - {*listed.damaged_games}:
                await house.lobby.GetGame(lobby_pb2.GetGameRequest(game=game))
        break
    else:
        raise AssertionError("the game does not stand in the index")


async def test_a_list_shows_no_entry_of_another_game_in_a_branch(tmp_path: Path) -> None:
    """One bit of the number of a row: the branch would be shown as its parent, with nobody at its seats.

    The rows of the parent are 1 to 6, that of the first entry of the branch, of version 5, is 7; one bit makes it 5.
    """
    async with open_house(tmp_path) as house:
        match = await house.start()
        await match.play(*bids(1))
        await match.abandon()
        branch = await match.fork(4, match.host)
        await branch.seat_all()
        true = (await house.lobby.ListGames(lobby_pb2.ListGamesRequest())).games
    key, flips = branch.id.encode() + bytes([5, 7]), 0
    for _ in flipped_in(tmp_path / "games.sqlite", "sqlite_autoindex_entries_1", key, len(key) - 1, bit=1):
        flips += 1
        async with open_house(tmp_path) as house:
            listed = await house.lobby.ListGames(lobby_pb2.ListGamesRequest())
            assert [*listed.damaged_games] == [branch.id]
            assert [game for game in listed.games if game.game == match.id] == [
                game for game in true if not game.parent
            ]
    assert flips


@pytest.mark.parametrize("index", ["sqlite_autoindex_grants_1", "grants", "grants_by_game"])
async def test_a_token_is_known_or_its_loss_is_reported(tmp_path: Path, index: str) -> None:
    async with open_house(tmp_path) as house:
        match, other = await house.start(), await house.start()
    key = match.id.encode() if index == "grants_by_game" else hash_of(match.tokens[1])
    for _ in flipped_in(tmp_path / "games.sqlite", index, key):
        async with open_house(tmp_path) as house:
            answer = (await all_of(match.at(house).view(1)))[0]
            if isinstance(answer, grpc.aio.AioRpcError):
                assert failure_of(answer)[:2] == ("DATA_LOSS", "STORAGE_DAMAGED")
                assert failure_of(answer).facts["game"] == match.id
            assert (await other.at(house).view(1)).seat == 1
            guess = house.record.GetView(record_pb2.GetViewRequest(game=other.id), metadata=bearer("guess"))
            # A key that is out of order may hide those of other games.
            hidden = {"STORAGE_DAMAGED"} if index == "grants_by_game" else set()
            assert (await failure(guess)).reason in {"TOKEN_UNKNOWN"} | hidden


async def test_a_list_names_the_games_that_it_does_not_show_as_they_are(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        matches = [await house.start("infludance_duel") for _ in range(3)]
        private = await house.start("infludance_duel", private=True)
    file = tmp_path / "games.sqlite"
    scribble(file, *(("DELETE FROM catalogue WHERE game = ?", (match.id,)) for match in (matches[0], private)))
    other = "UPDATE apart SET data = CAST(replace(data, 'player 1', 'player 9') AS BLOB) WHERE game = ?"
    scribble(file, (other, (matches[1].id,)))
    async with open_house(tmp_path) as house:
        listed = await house.lobby.ListGames(lobby_pb2.ListGamesRequest())
        assert sorted(listed.damaged_games) == sorted([matches[0].id, matches[1].id])
        assert {game.game for game in listed.games} == {matches[1].id, matches[2].id}
        for match in (matches[0], matches[2]):
            await match.at(house).game()


async def test_what_was_written_when_the_heads_failed_is_shown_and_not_acknowledged(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start()
        view = await match.view(1)
        first = match.request(protos.Bid(seat=1, light=1), view.expected_version)
        with failing_disk():
            for _ in range(2):
                assert (await failure(match.send(1, first)))[:2] == ("UNAVAILABLE", "STORAGE_UNSETTLED")
            shown = await match.view(2)
            assert shown.version > view.version
            further = match.request(protos.Bid(seat=2, light=1), shown.expected_version)
            assert (await failure(match.send(2, further)))[:2] == ("UNAVAILABLE", "STORAGE_UNAVAILABLE")
            assert (await match.view(2)).version == shown.version
        assert (await match.send(2, further)).HasField("accepted")
        again = await match.send(1, first)
        assert again.accepted.repeated_command
        assert again.accepted.entries[0].version == view.version + 1
