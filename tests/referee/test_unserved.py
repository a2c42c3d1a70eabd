"""A service without the rules of a stored game: the record is read, exported and linked, and no more."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import grpc
import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2, game_pb2, lobby_pb2, record_pb2
from gunbai_record.chain import ORIGIN, check
from gunbai_record.record_file import read
from lab import requests, signed_orders, toy_games
from lab.toy import LANTERN_NIGHT, protos
from lab.toy_service import ALL_TITLES, House, Match, all_of, bearer, bids, creation, failure, failure_of, open_house
from referee.errors import TitleNotFound
from referee.game.fold import fold
from referee.game.titles import Titles, finished
from referee.records.changes import Changes
from referee.records.doctor import games_examined
from referee.records.games import Games
from referee.records.reindex import reindex
from tests.referee.eventful_games import evening
from tests.referee.long_toy_games import long_night

NONE = Titles([])
SEAT = record.Actor(kind=record.ACTOR_KIND_SEAT, seat=1)


async def in_words(served: House, match: Match) -> list[Any]:
    """Return the entries of a game with their sentences."""
    stream = served.record.ReadEntries(record_pb2.ReadEntriesRequest(game=match.id, sentences=True))
    return [response async for response in stream]


CALLS: dict[str, Callable[[House, Match], Awaitable[object]]] = {
    "Submit": lambda served, match: match.at(served).send(1, match.request(protos.Ring(), 3)),
    "ListLegalCommands": lambda served, match: match.at(served).legal(1),
    "GetView": lambda served, match: match.at(served).view(1),
    "GetView of the past": lambda served, match: match.at(served).view(1, version=4),
    "ForkGame": lambda served, match: match.at(served).fork(4, match.host),
    "ConsentToFork": lambda served, match: match.at(served).consents(4),
    "AbandonGame": lambda served, match: match.at(served).abandon(),
    "ReadEntries in words": in_words,
}


async def exported(served: House, match: Match) -> list[record.Entry]:
    """Return the entries of the record file of a game."""
    stream = served.record.ExportRecord(record_pb2.ExportRecordRequest(game=match.id))
    _, entries = read(BytesIO(b"".join([response.chunk async for response in stream])))
    return list(entries)


async def half_played(folder: Path) -> Match:
    """Play a game up to its first objection, with bids that are sealed until its end."""
    async with open_house(folder) as served:
        match = await served.start()
        await match.play(*bids(2, 1))
        return match


WITHOUT_RULES = {
    *("ExportRecord", "GetGame", "GetHead", "ProveInclusion", "ReadEntries", "VerifyGame", "WatchGame"),
}
"""The readings that a service answers without the rules."""


@pytest.mark.parametrize("name", sorted(requests.readings()))
async def test_a_reading_is_answered_without_the_rules_or_says_that_they_are_not_there(
    name: str, tmp_path: Path
) -> None:
    match = await half_played(tmp_path)
    async with open_house(tmp_path, titles=NONE) as served:
        request = requests.readings(match.id)[name]
        for field in {"sentences"} & {*request.DESCRIPTOR.fields_by_name}:
            request.ClearField(field)
        (answer,) = await all_of(requests.first_answer(match.at(served), name, request, bearer(match.tokens[1])))
    if isinstance(answer, grpc.aio.AioRpcError):
        assert name not in WITHOUT_RULES
        assert failure_of(answer).reason in {"TITLE_NOT_SERVED", "DISPUTE_NOT_FOUND", "NO_RESULT"}


@pytest.mark.parametrize("call", CALLS)
async def test_what_needs_the_rules_says_that_they_are_not_there(call: str, tmp_path: Path) -> None:
    match = await half_played(tmp_path)
    async with open_house(tmp_path, titles=NONE) as served:
        refusal = await failure(CALLS[call](served, match))
    assert refusal.code == "FAILED_PRECONDITION"
    assert (refusal.reason, refusal.facts) == ("TITLE_NOT_SERVED", {"title": "lantern_night", "rules_version": "1"})


async def test_seats_are_neither_taken_nor_started_without_the_rules(tmp_path: Path) -> None:
    async with open_house(tmp_path) as served:
        match = await served.open(seats=2)
        await match.join(1)
    async with open_house(tmp_path, titles=NONE) as served:
        for call in (match.at(served).join(2), match.at(served).begin()):
            assert (await failure(call)).reason == "TITLE_NOT_SERVED"
        refusal = await failure(served.lobby.CreateGame(creation()))
        assert (refusal.code, refusal.reason) == ("NOT_FOUND", "TITLE_NOT_FOUND")


async def test_a_running_record_is_read_with_everything_private_sealed_from_everybody(tmp_path: Path) -> None:
    match = await half_played(tmp_path)
    async with open_house(tmp_path) as served:
        before = await match.at(served).entries()
        own = await match.at(served).entries(match.tokens[1])
    assert own != before
    async with open_house(tmp_path, titles=NONE) as served:
        there = match.at(served)
        assert await there.entries() == await there.entries(match.tokens[1]) == await exported(served, match) == before
        assert (await there.game()).status == game_pb2.GAME_STATUS_RUNNING
        previous = ORIGIN
        for version, entry in enumerate(before, 1):
            check(entry, version, previous)
            previous = entry.digest


async def test_a_finished_record_is_whole_and_its_chain_is_verified(tmp_path: Path) -> None:
    async with open_house(tmp_path) as served:
        match = await served.start()
        await match.finish()
        before, info = await match.entries(), await match.game()
    async with open_house(tmp_path, titles=NONE) as served:
        there = match.at(served)
        assert await there.entries() == await exported(served, match) == before
        shown = await there.game()
        assert (shown.status, shown.head_digest) == (info.status, info.head_digest)
        assert shown.result.winners == info.result.winners
        verification = await there.verify()
        assert (verification.verdict, verification.linked, verification.adjudicated) == (
            audit_pb2.VERDICT_INCOMPLETE,
            len(before),
            0,
        )
        assert [unchecked.reason for unchecked in verification.unchecked] == [audit_pb2.UNCHECKED_REASON_UNKNOWN_RULES]
        assert (await served.audit.GetHead(audit_pb2.GetHeadRequest(game=match.id))).signed_head


async def test_a_list_shows_such_games_and_calls_none_of_them_damaged(tmp_path: Path) -> None:
    match = await half_played(tmp_path)
    async with open_house(tmp_path, titles=NONE) as served:
        page = await served.lobby.ListGames(lobby_pb2.ListGamesRequest())
        assert not (await served.lobby.ListTitles(lobby_pb2.ListTitlesRequest())).titles
    assert ([game.game for game in page.games], list(page.damaged_games)) == ([match.id], [])


async def test_a_game_goes_on_where_its_rules_are_back(tmp_path: Path) -> None:
    match = await half_played(tmp_path)
    async with open_house(tmp_path, titles=NONE) as served:
        assert await match.at(served).entries()
    async with open_house(tmp_path) as served:
        there = match.at(served)
        await there.finish()
        assert await there.holds()


async def test_other_titles_are_played_beside_one_that_is_not_served(tmp_path: Path) -> None:
    match = await half_played(tmp_path)
    async with open_house(tmp_path, titles=finished(["liars_dice"])) as served:
        other = await served.start("liars_dice")
        await other.abandon()
        assert await other.holds()
        refusal = await failure(match.at(served).view(1))
        assert refusal.reason == "TITLE_NOT_SERVED"
        titles = (await served.lobby.ListTitles(lobby_pb2.ListTitlesRequest())).titles
        assert [title.name for title in titles] == ["liars_dice"]


async def test_an_altered_entry_is_damage_whatever_is_served(tmp_path: Path) -> None:
    night = toy_games.finished()
    entries = list(night.entries)
    entries[2].at_micros += 1
    store = await toy_games.store_with(toy_games.Night(night.game, tuple(entries)))
    examined = await games_examined(store, NONE, lambda *_: None)
    assert [fault.place for fault in examined.faults] == [toy_games.NAME]


async def test_the_doctor_and_the_catalogue_keep_such_games() -> None:
    store = await toy_games.store_with(toy_games.finished())
    before = await store.games()
    assert not (await games_examined(store, NONE, lambda *_: None)).faults
    assert (await reindex(Games(store, NONE))).damaged == ()
    assert await store.games() == before


def test_whatever_may_happen_to_a_game_is_followed_without_the_rules() -> None:
    """An order or a clock asks the rules what follows; without them the next entries say it."""
    decided = set()
    for seed in (*range(20), 68, 72):
        played = evening(random.Random(seed).choice, 2 + seed % 3)
        for night in played.nights:
            followed, game = night.game, fold(NONE, night.entries, played.secrets)
            assert (game.status, game.version, game.digest) == (followed.status, followed.version, followed.digest)
            if followed.status == "decided":
                assert game.result == followed.result
                decided.add(game.result and game.result.ending)
    assert decided >= {"concession", "time"}


async def test_a_game_that_was_decided_is_listed_with_its_result_and_undamaged() -> None:
    store = await toy_games.store_with(signed_orders.conceded(toy_games.started(), 1))
    before = await store.games()
    (listed,) = before.summaries
    assert listed.winners
    assert not (await games_examined(store, NONE, lambda *_: None)).faults
    assert (await reindex(Games(store, NONE))).damaged == ()
    assert await store.games() == before


async def test_a_long_game_is_read_without_the_positions_that_were_kept() -> None:
    store = await toy_games.store_with(long_night(300))
    for titles in (ALL_TITLES, NONE, ALL_TITLES):
        changes = Changes(Games(store, titles))
        game = await changes.games.game(toy_games.NAME)
        assert (await changes.games.entries(toy_games.NAME, 250, 251))[0].version == 251
        await changes.finished()
        assert game.version >= 300


def test_the_titles_of_a_service_are_named() -> None:
    assert [book.name for book in finished(["shogun", "liars_dice"])] == ["liars_dice", "shogun"]
    assert not list(finished([]))
    with pytest.raises(TitleNotFound, match="chess"):
        finished(["chess"])
    assert LANTERN_NIGHT.name not in {book.name for book in finished()}
