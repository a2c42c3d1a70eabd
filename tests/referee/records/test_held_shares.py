"""Shares of chance: held until all are there, dropped when others are due, and ended when their time is over."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec import structs

from gunbai.record.v1 import lifecycle_pb2 as life
from lab import share_games
from lab.share_games import DEADLINE
from lab.toy_games import AT, started
from referee.errors import GameNotStarted, GameOver, InvalidField, ShareNotDue
from referee.game.chance_shares import call_time
from referee.game.game import Game
from referee.game.judge import resumed
from referee.records.held_shares import Deadlines, Held, lapsed, note_absence, received
from referee.records.summaries import summary_of
from store.contract import Opening, Stored
from store.memory import MemoryStore
from store.shared_state import LocalState

SEATS = 3


async def give(held: Held, game: Game, *given: life.SeatShare) -> None:
    for share in given:
        await held.join(game, share)


async def test_shares_are_held_in_the_order_of_the_seats_and_once_for_each() -> None:
    night, held = share_games.asking(SEATS), Held(LocalState())
    one, two, three = share_games.given(night)
    assert held.of(night.game) == ()
    await give(held, night.game, three, one, three)
    assert held.of(night.game) == (one, three)
    await give(held, night.game, two)
    assert held.of(night.game) == (one, two, three)


async def test_shares_of_an_outcome_are_not_those_of_the_next() -> None:
    night, held = share_games.asking(SEATS), Held(LocalState())
    await give(held, night.game, *share_games.given(night, without=[1]))
    drawn = share_games.drawn(night).game
    assert held.of(drawn) == ()
    held.drop(night.game)
    assert len(held.of(night.game)) == 2
    held.drop(drawn)
    assert held.of(night.game) == ()
    held.drop(drawn)


async def test_the_last_share_draws_the_outcome_and_the_others_are_held_until_then() -> None:
    night, held = share_games.asking(SEATS), Held(LocalState())
    for share in share_games.given(night, without=[2]):
        for _ in range(2):
            await give(held, night.game, share)
            assert received(night.game, held, 1, share, AT).entries == ()
    [last] = share_games.given(night, without=[1, 3])
    await give(held, night.game, last)
    added = received(night.game, held, 1, last, AT)
    assert added.entries == share_games.drawn(night).entries[len(night.entries) :]
    assert received(added.game, held, 1, last, AT).entries == ()


async def test_shares_that_all_came_in_time_are_drawn_from_after_it() -> None:
    night, held = share_games.asking(SEATS), Held(LocalState())
    await give(held, night.game, *share_games.given(night))
    for added in (lapsed(night.game, held, DEADLINE + 9), resumed(night.game, DEADLINE, held.of(night.game), DEADLINE)):
        assert added.game.drawn == night.game.drawn + 1
        assert not added.game.absent


def test_a_share_that_is_not_due_or_not_the_one_committed_to_is_refused() -> None:
    night, held = share_games.asking(SEATS), Held(LocalState())
    one, *_ = share_games.given(night)
    with pytest.raises(ShareNotDue, match="no share for outcome 2 is due") as early:
        received(night.game, held, 2, one, AT)
    assert early.value.game == night.game.id
    with pytest.raises(InvalidField):
        received(night.game, held, 1, life.SeatShare(seat=1, share=bytes(32)), AT)
    with pytest.raises(ShareNotDue, match="its seats give no shares of chance"):
        received(started().game, held, 1, one, AT)
    ended = call_time(night.game, (), DEADLINE + 1).game
    with pytest.raises(GameOver, match="it is stalled"):
        received(ended, held, 1, one, AT)
    assert held.of(night.game) == ()


def test_a_share_that_was_revealed_is_not_revealed_again_and_another_one_is_refused() -> None:
    night, held = share_games.revealing(2), Held(LocalState())
    own = life.SeatShare(seat=1, share=share_games.share(1))
    added = received(night.game, held, 0, own, AT)
    assert len(added.entries) == 1
    assert received(added.game, held, 0, own, AT).entries == ()
    with pytest.raises(ShareNotDue):
        received(added.game, held, 0, life.SeatShare(seat=1, share=share_games.share(2)), AT)
    begun = received(added.game, held, 0, life.SeatShare(seat=2, share=share_games.share(2)), AT).game
    assert begun.status == "running"


async def test_a_deadline_ends_the_game_with_the_shares_that_came() -> None:
    night, held = share_games.asking(SEATS), Held(LocalState())
    await give(held, night.game, *share_games.given(night, without=[2]))
    assert lapsed(night.game, held, DEADLINE).entries == ()
    assert lapsed(night.game, held, DEADLINE + 1).game.absent == (2,)
    [late] = share_games.given(night, without=[1, 3])
    assert received(night.game, held, 1, late, DEADLINE + 1).game.absent == (2,)


async def test_a_game_that_ends_for_want_of_shares_is_logged_with_how_often_its_players_did_that(
    lines: list[Any],
) -> None:
    night = share_games.asking(SEATS)
    game, store = call_time(night.game, (), DEADLINE + 1).game, MemoryStore()
    for number, name in enumerate((game.id, "another")):
        row = structs.replace(summary_of(game), game=name, absent=game.absent[number:])
        await store.create(Opening(game=name, title="lantern_night", secret=bytes(32)), [Stored(1, "", b"")], [], row)
    await note_absence(store, game, game.status, game.absent)
    await store.close()
    await note_absence(store, game, game.status, game.absent)
    fields = {
        "event": "shares_missing",
        "log_level": "warning",
        "game": game.id,
        "status": "stalled",
        "seats": (1, 2, 3),
    }
    assert lines == [fields | {"times": [1, 2, 2]}, fields | {"problem": "the store is closed"}]


async def test_a_game_that_waits_for_shares_is_ended_after_its_deadline_whatever_comes_of_it() -> None:
    game, ended = share_games.asking().game, asyncio.Queue[str]()

    async def lapse(name: str) -> None:
        ended.put_nowait(name)
        raise GameNotStarted(name, "the service could not end it")

    deadlines = Deadlines(lapse, lambda: DEADLINE)
    deadlines.note(game)
    assert await ended.get() == game.id
    await asyncio.sleep(0)
    assert deadlines._timers == {}
    assert deadlines._lapsing == set()


async def test_a_game_has_one_timer_and_none_when_nothing_is_due_or_the_service_stops() -> None:
    waiting, over = share_games.asking().game, started().game
    names: list[str] = []

    async def lapse(name: str) -> None:
        names.append(name)

    deadlines = Deadlines(lapse, lambda: AT)
    deadlines.note(waiting)
    first = deadlines._timers[waiting.id]
    deadlines.note(waiting)
    assert first.cancelled()
    [second] = deadlines._timers.values()
    assert second.when() > asyncio.get_running_loop().time() + 290
    deadlines.note(over)
    assert second.cancelled()
    assert deadlines._timers == {}
    deadlines.note(waiting)
    [third] = deadlines._timers.values()
    deadlines.close()
    assert third.cancelled()
    assert deadlines._timers == {}
    assert names == []
