"""The catalogue can be computed anew from the records, and is then what the service wrote."""

from __future__ import annotations

from msgspec.structs import replace

from lab.toy_games import NAME, SECRET, TITLES, finished, store_with
from referee.records.games import Games
from referee.records.reindex import reindex
from referee.records.summaries import summary_of
from store.contract import Opening, Stored


async def test_a_lost_catalogue_is_computed_from_the_records() -> None:
    store = await store_with(finished())
    before = await store.games()
    await store.rebuild([])
    assert (await reindex(Games(store, TITLES))).games == 1
    assert await store.games() == before
    assert before.summaries[0].status == "finished"


async def test_a_damaged_game_is_named_and_left_out() -> None:
    store = await store_with(finished())
    damaged = Opening(game="damaged", title="lantern_night", secret=SECRET)
    await store.create(damaged, [Stored(1, "", b"\xff")], [], replace(summary_of(finished().game), game="damaged"))
    assert await reindex(Games(store, TITLES)) == (1, ("damaged",))
    assert [row.game for row in (await store.games()).summaries] == [NAME]
