"""Lists of games show what the lobby shows of each, and read a few entries of it, however long it is."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from msgspec.structs import replace

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1 import lobby_pb2 as pb
from lab.toy_games import AT, NAME, TITLES, Night, bid, created, finished, keep, seated, started, store_with
from referee.errors import InvalidField, RecordDamaged
from referee.game.forks import fork_game
from referee.game.lifecycle import abandon_game
from referee.game.titles import Titles
from referee.records.games import Games
from referee.records.summaries import summary_of
from referee.services.game_list import Listed, filter_of, list_order, listed, outlined
from referee.services.game_messages import message_of, outline_of, unverified_of
from store.contract import Filter, Opening, Stored
from store.memory import MemoryStore
from tests.referee.long_toy_games import long_night

ABANDONED = started().then(abandon_game(started().game, life.AbandonGame(), AT))
NIGHTS = [created(), seated(), started(), started().play(bid(1, 1)), finished(), ABANDONED, long_night(300)]


@pytest.mark.parametrize("night", NIGHTS, ids=lambda night: f"{night.game.status} at {night.game.version}")
async def test_a_game_is_listed_as_it_is_shown_by_itself_from_a_few_of_its_entries(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, read = Games(await store_with(night), TITLES), list[int]()
    glimpsed = games.glimpsed

    async def counted(game: str, after: int, upto: int) -> list[record.Entry]:
        entries = await glimpsed(game, after, upto)
        read.extend(entry.version for entry in entries)
        return entries

    monkeypatch.setattr(games, "glimpsed", counted)
    assert message_of(await outlined(games, summary_of(night.game))) == message_of(night.game)
    assert len(read) == len(set(read)) <= 2 * night.game.charter.seats + 5


async def test_a_branch_is_listed_with_its_own_players_and_its_parents_title() -> None:
    parent = started().play(bid(1, 1))
    fork = life.ForkGame(parent=NAME, label="what if", chance_source=life.CHANCE_SOURCE_DEALER)
    branch = parent.then(fork_game(parent.game, fork, "branch", bytes(32), AT))
    store = await store_with(parent)
    await keep(store, branch)
    info = message_of(await outlined(Games(store, TITLES), summary_of(branch.game)))
    assert info == message_of(branch.game)
    assert (info.label, info.parent, info.seats[0].player) == ("what if", NAME, "")


async def test_a_record_that_cannot_be_read_is_damage() -> None:
    night = started()
    rubbish = record.Entry(game=NAME, version=1)
    games = Games(await store_with(night._replace(entries=(rubbish, *night.entries[1:]))), TITLES)
    with pytest.raises(RecordDamaged) as damaged:
        await outlined(games, summary_of(night.game))
    assert damaged.value.game == NAME


def at(seconds: int) -> Timestamp:
    """Return a moment so many seconds after 1970."""
    return Timestamp(seconds=seconds)


def test_every_condition_of_a_list_is_one_of_the_catalogue() -> None:
    request = pb.ListGamesRequest(
        title="titan_race", status=game_pb2.GAME_STATUS_FINISHED, standing=game_pb2.STANDING_ATTESTED, parent="above",
        label="Friday", player="Ann", seats=3, ending="dawn", winner="Bob", min_create_time=at(1),
        max_create_time=at(2), min_change_time=at(3), max_change_time=at(4), min_played_on="1972",
        max_played_on="1973-02", tags=["final", "club"],
    )  # fmt: skip
    assert filter_of(request) == Filter(
        title="titan_race", status="finished", standing="attested", parent="above", label="Friday", player="Ann",
        seats=3, ending="dawn", winner="Bob", min_created_at=1000, max_created_at=2000, min_changed_at=3000,
        max_changed_at=4000, min_played_on="1972", max_played_on="1973-02", tags=("final", "club"), public=True,
    )  # fmt: skip
    assert filter_of(pb.ListGamesRequest()) == Filter(public=True)
    assert filter_of(pb.ListGamesRequest(min_create_time=at(0))) == Filter(public=True, min_created_at=0)


@pytest.mark.parametrize(
    "field", ["min_create_time", "max_create_time", "min_change_time", "max_change_time", "min_played_on",
              "max_played_on", "tags"],
)  # fmt: skip
def test_a_condition_that_makes_no_sense_is_the_field_at_fault(field: str) -> None:
    wrong: Any = {"min_played_on": "July", "max_played_on": "July", "tags": [""]}.get(field, at(2**60))
    request = pb.ListGamesRequest(**{field: wrong})
    with pytest.raises(InvalidField) as refused:
        filter_of(request)
    assert refused.value.field == field


def test_a_list_has_one_of_four_orders_and_the_newest_games_first_where_none_is_asked_for() -> None:
    words = ["newest", "newest", "oldest", "changed", "played"]
    assert [list_order(order) for order in sorted(pb.GameOrder.values())] == words
    other: Any = 9
    with pytest.raises(InvalidField, match="order_by: unknown order 9"):
        list_order(other)


async def test_a_game_is_listed_as_it_is_shown_and_a_damaged_one_with_what_the_catalogue_has() -> None:
    night = finished()
    row = summary_of(night.game)
    games = Games(await store_with(night), TITLES)
    assert await listed(games, row) == Listed(message_of(night.game), book=night.game.charter.rulebook)
    running = started()
    shown = await listed(Games(await store_with(running), TITLES), summary_of(running.game))
    assert shown == Listed(message_of(running.game))
    unserved = await listed(Games(games.store, Titles([])), row)
    assert (unserved.damaged, unserved.book) == (False, None)
    torn = night._replace(entries=(record.Entry(game=NAME, version=1), *night.entries[1:]))
    assert await listed(Games(await store_with(torn), TITLES), row) == Listed(outline_of(row), damaged=True)


async def test_a_record_that_is_not_verified_is_listed_as_it_came() -> None:
    provenance = game_pb2.Provenance(header=FileHeader(game="elsewhere", head=13), problem="it was altered")
    opening = Opening(game=NAME, title="chess", secret=bytes(32), provenance=provenance.SerializeToString())
    store, row = MemoryStore(), replace(summary_of(finished().game), standing="unverified")
    await store.create(opening, [Stored(1, "", b"no entry")], [], row)
    assert await listed(Games(store, TITLES), row) == Listed(unverified_of(opening))
