"""The name of a player is removed by their seat from everything that a service keeps, and the record holds."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2, lobby_pb2, record_pb2
from gunbai_record import heads, record_file
from gunbai_record.chain import check
from gunbai_record.tokens import hash_of, new_token
from lab.disk_damage import scribble
from lab.toy import protos
from lab.toy_service import ALL_TITLES, DEALER, House, Match, all_of, bearer, failure, open_house, serving
from referee.proof.verification import verify
from referee.records import loading
from referee.records.stored_entries import as_written
from store.memory import MemoryStore
from store.sqlite import SqliteStore
from tests.referee.services.test_reissue import PUBLIC, asking

ANN = "Wilhelmina Quetzalcoatl"


async def removing(match: Match, token: str) -> Any:
    """Return the answer to a request that a name is removed."""
    return await match.house.lobby.RemoveName(lobby_pb2.RemoveNameRequest(game=match.id), metadata=bearer(token))


async def seated(house: House, **options: Any) -> Match:
    """Return a game that has begun, with Ann at its first seat."""
    match = await house.open(**options)
    await match.join(1, player=ANN)
    await match.join(2)
    await match.begin()
    return match


async def exported(match: Match) -> bytes:
    """Return the record file of a game as its host gets it."""
    stream = match.house.record.ExportRecord(record_pb2.ExportRecordRequest(game=match.id), metadata=bearer(match.host))
    return b"".join([response.chunk async for response in stream])


async def head(match: Match, version: int) -> Any:
    """Return the signed head of a version."""
    request = audit_pb2.GetHeadRequest(game=match.id, version=version)
    return (await match.house.audit.GetHead(request, metadata=bearer(match.host))).signed_head


def lines_of(content: bytes) -> bytes:
    """Return a record file in the form of lines of JSON."""
    return "".join(record_file.as_lines(*record_file.read(io.BytesIO(content)))).encode()


def files_with(folder: Path, name: str) -> list[str]:
    """Return the files of a folder that have a name in them."""
    return [file.name for file in sorted(folder.iterdir()) if name.encode() in file.read_bytes()]


async def test_the_name_is_gone_and_the_record_and_its_heads_hold(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await seated(house)
        signed, whole = await head(match, 2), await match.entries()
        before = await exported(match)
        assert files_with(tmp_path, ANN)
        answer = await removing(match, match.tokens[1])
        assert [(seat.player, seat.taken) for seat in answer.info.seats] == [("", True), ("player 2", True)]
        assert files_with(tmp_path, ANN) == []
        entries = await match.entries()
        assert ANN not in str(entries)
        assert [entry.digest for entry in entries] == [entry.digest for entry in whole]
        assert entries[1].events[1].HasField("sealed")
        assert (await match.view(1)).seat == 1, "the token is good for the seat as before"
        await match.play(*[(seat, protos.Bid(light=seat, seat=seat)) for seat in (1, 2)])
        await match.abandon()
        assert await match.holds()
        file = await exported(match)
        assert ANN.encode() not in file
        assert ANN.encode() in before, "what was exported before has it still"
        for content in (file, lines_of(file)):
            _, read_entries = record_file.read(io.BytesIO(content))
            report = verify(ALL_TITLES, [*read_entries])
            assert (report.verdict, report.problem) == (audit_pb2.VERDICT_CONSISTENT, "")
        assert await head(match, 2) == signed
        assert heads.head_of(signed).digest == entries[1].digest
    assert files_with(tmp_path, ANN) == []


async def test_it_is_gone_after_a_restart_too_and_asked_for_again_changes_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await seated(house)
        first, *others = await all_of(*(removing(match, match.tokens[1]) for _ in range(4)))
        assert others == [first] * 3
        assert first.info.head == 4
    async with open_house(tmp_path) as house:
        match = match.at(house)
        assert [seat.player for seat in (await match.game()).seats] == ["", "player 2"]
        assert await removing(match, match.tokens[1]) == first
        joined = lobby_pb2.JoinGameRequest(game=match.id, seat=1, player=ANN, token=match.tokens[1])
        assert (await house.lobby.JoinGame(joined)).seat == 1, "a request to join that is repeated finds its seat"
        assert [seat.player for seat in (await match.game()).seats] == ["", "player 2"]
        assert (await match.verify()).verdict != audit_pb2.VERDICT_FAILED


async def test_lists_and_sentences_do_not_have_it(house: House) -> None:
    match = await seated(house)
    await removing(match, match.tokens[1])
    for name, games in ((ANN, []), ("player 2", [match.id])):
        listed = await house.lobby.ListGames(lobby_pb2.ListGamesRequest(player=name))
        assert [game.game for game in listed.games] == games
        assert list(listed.damaged_games) == []
    for language, word in (("en", "(removed)"), ("cs", "(odstraněno)")):
        (_, first, second) = await names_said(match, language)
        assert first.endswith(f": {word}."), first
        assert second.endswith(": player 2."), second


async def names_said(match: Match, language: str) -> list[str]:
    """Return the last sentences of the entries before the start, in a language."""
    request = record_pb2.ReadEntriesRequest(game=match.id, sentences=True, up_to_version=3)
    stream = match.house.record.ReadEntries(request, metadata=(("accept-language", language),))
    return [response.sentences.events[-1] async for response in stream]


async def test_who_has_left_their_seat_has_their_name_removed_and_no_other(house: House) -> None:
    match = await house.open()
    await match.join(1, player="Ann")
    ann = match.tokens[1]
    await house.lobby.LeaveGame(lobby_pb2.LeaveGameRequest(game=match.id, request_id="l"), metadata=bearer(ann))
    await match.join(1, player="Bob")
    bob = match.tokens[1]
    await removing(match, ann)
    await removing(match, ann)
    assert (await match.game()).seats[0].player == "Bob"
    assert names_in(await match.entries()) == ["", "Bob"]
    await removing(match, bob)
    assert names_in(await match.entries()) == ["", ""]


def names_in(entries: list[record.Entry]) -> list[str]:
    """Return the names that entries give, empty where one was removed."""
    names = []
    for entry in entries:
        if entry.command.open.Is(life.TakeSeat.DESCRIPTOR):
            item = entry.events[1]
            names.append(life.PlayerNamed.FromString(item.open.value).player if item.HasField("open") else "")
    return names


async def test_nobody_but_the_seat_has_it_removed(house: House) -> None:
    match = await seated(house, chance_source=DEALER, private=True)
    for token, reason in ((match.host, "ROLE_NEEDED"), (match.dealer, "ROLE_NEEDED"), ("", "TOKEN_MISSING")):
        assert (await failure(removing(match, token))).reason == reason
    assert (await failure(removing(match, new_token()))).reason == "TOKEN_UNKNOWN"
    await removing(match, match.tokens[2])
    assert names_in(await match.entries(match.host)) == [ANN, ""]


async def test_a_token_that_was_replaced_is_not_the_seats(house: House) -> None:
    match = await house.open(chance_source=DEALER)
    await match.join(1, public_key=PUBLIC, player=ANN)
    await match.join(2)
    await match.begin()
    request = asking(match, 4)
    await house.lobby.ReissueToken(request)
    assert (await failure(removing(match, match.tokens[1]))).reason == "TOKEN_REVOKED"
    await removing(match, request.token)
    assert names_in(await match.entries()) == ["", "player 2"]


async def test_branches_share_what_is_left_and_those_that_hold_the_seat_lose_it_too(house: House) -> None:
    match = await seated(house, chance_source=DEALER)
    await match.play((1, protos.Bid(light=1, seat=1)), (2, protos.Bid(light=2, seat=2)))
    version = (await match.game()).head
    held = await match.consented(version)
    await held.follow(match)
    free = await match.fork(4, match.host)
    assert names_in(await held.entries()) == [ANN, "player 2"] * 2
    await removing(match, match.tokens[1])
    assert names_in(await match.entries()) == ["", "player 2"]
    assert names_in(await held.entries()) == ["", "player 2"] * 2
    assert names_in(await free.entries()) == ["", "player 2"]
    for branch in (held, free):
        await branch.abandon()
        assert (await branch.verify()).problem == ""


async def test_whoever_holds_a_seat_and_has_no_name_any_longer_says_one(house: House) -> None:
    match = await seated(house, chance_source=DEALER)
    await match.play((1, protos.Bid(light=1, seat=1)), (2, protos.Bid(light=2, seat=2)))
    held = await match.consented((await match.game()).head)
    await removing(match, match.tokens[1])
    for name in ("", "Host"):
        assert (await failure(held.enter(match.tokens[1], player=name))).field == "player"
    await held.enter(match.tokens[1], player="Ada")
    await held.enter(match.tokens[2])
    assert [seat.player for seat in (await held.game()).seats] == ["Ada", "player 2"]


async def test_a_position_that_is_kept_does_not_bring_it_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "EVERY", 4)
    async with open_house(tmp_path) as house:
        match = await seated(house, chance_source=DEALER)
        await match.play((1, protos.Bid(light=1, seat=1)), (2, protos.Bid(light=2, seat=2)))
        await removing(match, match.tokens[1])
    async with open_house(tmp_path) as house:
        assert [seat.player for seat in (await match.at(house).game()).seats] == ["", "player 2"]


async def test_entries_are_checked_with_the_name_and_without(tmp_path: Path) -> None:
    store = MemoryStore()
    async with serving(store, tmp_path) as house:
        match = await seated(house)
        rows = await store.read(match.id)
        assert ANN.encode() not in rows[1].data
        assert ANN.encode() in rows[1].apart
        await removing(match, match.tokens[1])
        rows = await store.read(match.id)
        assert ANN.encode() not in rows[1].apart
        check(as_written(match.id, rows[1]), 2, as_written(match.id, rows[0]).digest)


async def test_a_name_that_was_altered_in_the_file_is_not_served(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await seated(house)
    scribble(tmp_path / "games.sqlite", ("UPDATE apart SET data = CAST(replace(data, 'Wil', 'Bil') AS BLOB)", ()))
    async with open_house(tmp_path) as house:
        assert (await failure(match.at(house).game())).reason == "RECORD_DAMAGED"
    store = await SqliteStore.open(tmp_path / "games.sqlite")
    assert await store.inspect() == []
    await store.close()


async def test_a_token_that_never_had_a_seat_removes_no_name_from_it(house: House) -> None:
    match = await house.open(reissue_seconds=60)
    await match.seat_all()
    mine = new_token()
    announced = lobby_pb2.AnnounceReissueRequest(game=match.id, seat=2, token_hash=hash_of(mine), request_id="a")
    await house.lobby.AnnounceReissue(announced, metadata=bearer(match.host))
    request = lobby_pb2.RemoveNameRequest(game=match.id)
    assert (await failure(house.lobby.RemoveName(request, metadata=bearer(mine)))).reason == "TOKEN_PENDING"
    freed = lobby_pb2.FreeSeatRequest(game=match.id, seat=2, request_id="f")
    await house.lobby.FreeSeat(freed, metadata=bearer(match.host))
    assert (await failure(house.lobby.RemoveName(request, metadata=bearer(mine)))).reason == "TOKEN_REVOKED"
    (taken,) = [entry for entry in await match.entries() if entry.actor.seat == 2 and len(entry.events) == 2]
    assert taken.events[1].HasField("open")
    await house.lobby.RemoveName(request, metadata=bearer(match.tokens[2]))
