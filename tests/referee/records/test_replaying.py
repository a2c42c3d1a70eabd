"""A replay reads and folds each entry once, in batches that its reader waits for, and ends with its reader."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import aclosing

import msgspec
import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import record_pb2 as pb
from lab.toy_games import NAME, TITLES
from referee.errors import RecordDamaged
from referee.game.fold import followed
from referee.game.game import Game
from referee.records.games import Games
from referee.records.loading import EVERY
from referee.records.replaying import BATCH_BYTES, Moment
from tests.referee.long_toy_games import long_night
from tests.referee.records.test_loading import LONG, CountingStore, long_game


class Shown:
    """What is shown of each position, and the moments of which it was asked for."""

    def __init__(self, size: int = 1) -> None:
        self.moments: list[Moment] = []
        self._svg = "x" * size

    def __call__(self, moment: Moment) -> pb.DrawPositionResponse:
        """Note the moment and return a picture of some size."""
        self.moments.append(moment)
        return pb.DrawPositionResponse(svg=self._svg, version=moment.game.version)


async def replayed(games: Games, first: int, last: int, shown: Shown) -> list[int]:
    """Return the versions that were shown."""
    newest = await games.game(NAME)
    return [message.version async for message in games.replay(newest, first, last, shown)]


async def desk_of(store: CountingStore) -> Games:
    """Return a games that has the game hot, with the count at zero."""
    games = Games(store, TITLES)
    await games.game(NAME)
    store.entries_read = 0
    return games


@pytest.mark.parametrize(("first", "last"), [(1, LONG), (1, 1), (2, 9), (EVERY - 3, 3 * EVERY + 5), (LONG, LONG)])
async def test_each_position_is_that_of_its_version_with_its_entry_and_the_one_before(first: int, last: int) -> None:
    games, shown = await desk_of(await long_game()), Shown()
    assert await replayed(games, first, last, shown) == [*range(first, last + 1)]
    entries = (None, *long_night(LONG).entries)
    for moment in shown.moments:
        version = moment.game.version
        assert (moment.entry, moment.before) == (entries[version], entries[version - 1])
    for moment in shown.moments[:: max(1, len(shown.moments) // 5)]:
        assert moment.game == await games.position(NAME, moment.game.version)


async def test_each_entry_is_read_and_folded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    store, folds = await long_game(), list[int]()
    games = await desk_of(store)

    def counted(game: Game, entry: record.Entry, secrets: Mapping[str, bytes]) -> Game:
        folds.append(entry.version)
        return followed(game, entry, secrets)

    monkeypatch.setattr("referee.game.fold.followed", counted)
    await replayed(games, 1, LONG, Shown())
    assert folds == [*range(2, LONG + 1)]
    assert store.entries_read <= LONG + 2


async def test_a_batch_ends_when_it_is_large_and_the_next_waits_for_the_reader() -> None:
    games, shown = await desk_of(await long_game()), Shown(BATCH_BYTES // 4)
    async with aclosing(games.replay(await games.game(NAME), 1, LONG, shown)) as messages:
        assert (await anext(messages)).version == 1
        assert len(shown.moments) == 4
        for _ in range(3):
            await anext(messages)
        assert len(shown.moments) == 4
        await anext(messages)
        assert len(shown.moments) == 8
    assert len(shown.moments) == 8


@pytest.mark.parametrize("last", [10, 12])
async def test_a_fold_that_leads_to_another_position_is_damage(last: int, monkeypatch: pytest.MonkeyPatch) -> None:
    games = await desk_of(await long_game())
    there = await games.position(NAME, 9)

    async def astray(*_: object) -> Game:
        return msgspec.structs.replace(there, table=there.table.but(purses=(99, 99)))

    monkeypatch.setattr(games, "position", astray)
    with pytest.raises(RecordDamaged, match="lead to a different table"):
        await replayed(games, 10, last, Shown())
