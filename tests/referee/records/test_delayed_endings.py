"""The end of a game waits for the branches that are played and share what it hides, and for no others."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from gunbai.record.v1 import lifecycle_pb2 as life
from lab.toy_games import AT, NAME, TITLES, Night, bid, started, store_with
from referee.game.entries import Added
from referee.game.game import Status
from referee.game.lifecycle import abandon_game
from referee.records.delayed_endings import Branch, Endings, begins, reveals
from store.contract import Filter, Opening, Stored, Summary
from store.memory import MemoryStore
from tests.store.store_values import summary

PLAYED = ["appealed", "revealing", "running"]
HIDING = started().play(bid(1, 2))


def abandoned(night: Night) -> Added:
    """Return the end of a game."""
    return abandon_game(night.game, life.AbandonGame(), AT)


async def family_of(*branches: Summary, night: Night = HIDING) -> MemoryStore:
    """Return a store with a game and branches of it."""
    store = await store_with(night)
    for row in branches:
        opening = Opening(
            game=row.game, title="lantern_night", secret=bytes(32), parent=row.parent, parent_version=row.parent_version
        )
        await store.create(opening, [Stored(row.parent_version + 1, "", b"entry")], [], row)
    return store


def branch(game: str, status: Status, parent: str = NAME, version: int = 5, *, held: bool = True) -> Summary:
    """Return the row of a branch."""
    return summary(game, status=status, parent=parent, parent_version=version, held=held)


@pytest.mark.parametrize("status", get_args(Status))
def test_the_play_of_a_game_begins_when_it_is_revealing_or_running(status: Status) -> None:
    game = started().game
    opened, after = replace(game, status="open"), replace(game, status=status)
    assert begins(opened, after) is (status in PLAYED)
    assert not begins(game, after)
    assert begins(replace(game, status="finished"), after) is (status in PLAYED)


async def test_branches_are_those_in_which_seats_are_held_and_their_branches() -> None:
    rows = (branch("a", "running"), branch("b", "open"), branch("c", "running", held=False))
    below = (branch("d", "appealed", "b", 6), branch("e", "finished", "a", 6))
    endings = Endings(await family_of(*rows, *below), TITLES)
    assert sorted(await endings.branches(NAME)) == [Branch("a", played=True), Branch("b", played=False)]
    assert sorted(await endings.awaited(NAME)) == ["a", "d"]
    assert await endings.awaited("a") == []


async def test_an_ending_waits_for_a_branch_that_is_played_where_the_game_hides_something() -> None:
    endings = Endings(await family_of(branch("a", "running")), TITLES)
    ending = abandoned(HIDING)
    assert await endings.possible(HIDING.game, ending) == Added(HIDING.game, ())
    moved = HIDING.play(bid(2, 1))
    assert await endings.possible(HIDING.game, Added(moved.game, moved.entries[5:])) == Added(
        moved.game, moved.entries[5:]
    )
    last = Added(abandoned(moved).game, (*moved.entries[5:], *abandoned(moved).entries))
    added = await endings.possible(HIDING.game, last)
    assert (added.entries, added.game.status, added.game.version) == (moved.entries[5:], "running", moved.game.version)
    open_game = started()
    assert await endings.possible(open_game.game, abandoned(open_game)) == abandoned(open_game)
    over = ending.game
    assert await endings.possible(over, Added(over, ())) == Added(over, ())


async def test_an_ending_waits_for_no_branch_that_is_not_played() -> None:
    endings = Endings(await family_of(branch("a", "open"), branch("b", "finished")), TITLES)
    assert await endings.possible(HIDING.game, abandoned(HIDING)) == abandoned(HIDING)


async def test_an_ending_is_undone_by_any_branch_that_is_played_by_then() -> None:
    endings = Endings(await family_of(branch("a", "open"), branch("b", "open", "a", 6)), TITLES)
    expected = [Filter(parent=game, held=True, status=status) for game in (NAME, "a", "b") for status in PLAYED]
    assert await endings.undone_by(NAME) == expected


def test_the_end_of_a_game_that_hides_something_reveals_it() -> None:
    over = abandoned(HIDING).game
    assert reveals(HIDING.game, over)
    assert not reveals(HIDING.game, HIDING.game)
    assert not reveals(over, over)
    assert not reveals(started().game, over)
