"""Papers beside a log: what was said of a game after the fact is stored forever, bounded, and missed if it is gone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from store.contract import (
    MOST_PAPERS,
    PAPER_BYTES,
    GameNotFound,
    Paper,
    PaperConflict,
    PapersFull,
    StorageCorrupt,
    Store,
    StoreClosed,
)
from tests.store.engines import Engine
from tests.store.store_values import entries, fork, make, paper, papers


async def test_papers_are_returned_in_order_beside_an_unchanged_log(store: Store) -> None:
    await make(store, last=2)
    await store.add_papers("g", 0, papers("g", 1, 2))
    await store.add_papers("g", 2, papers("g", 3, 3))
    assert await store.papers("g") == papers("g", 1, 3)
    assert await store.papers("g", after=1, limit=1) == papers("g", 2, 2)
    assert await store.papers("g", after=3) == []
    assert await store.read("g") == entries(1, 2)


async def test_a_paper_keeps_every_field(store: Store) -> None:
    await make(store)
    kept = Paper(game="g", number=1, at=7, data=bytes(range(256)))
    await store.add_papers("g", 0, [kept])
    assert await store.papers("g") == [kept]


async def test_papers_belong_to_one_game_and_not_to_its_branches(store: Store) -> None:
    await make(store)
    await store.add_papers("g", 0, papers("g", 1, 1))
    await fork(store, "branch", "g", 1)
    assert await store.papers("branch") == []
    await store.add_papers("branch", 0, papers("branch", 1, 1))
    assert await store.papers("g") == papers("g", 1, 1)


async def test_of_many_who_expect_the_same_last_paper_one_succeeds(store: Store) -> None:
    await make(store)
    calls = [store.add_papers("g", 0, [paper("g", 1, b"%d" % number)]) for number in range(8)]
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    lost = [outcome for outcome in outcomes if isinstance(outcome, PaperConflict)]
    assert (outcomes.count(None), len(lost)) == (1, 7)
    assert {(conflict.expected, conflict.found) for conflict in lost} == {(0, 1)}
    assert len(await store.papers("g")) == 1


@pytest.mark.parametrize("expected", [0, 2])
async def test_papers_that_do_not_follow_the_last_conflict(store: Store, expected: int) -> None:
    await make(store)
    await store.add_papers("g", 0, papers("g", 1, 1))
    for added in (papers("g", expected + 1, expected + 1), []):
        with pytest.raises(PaperConflict, match=f"its last paper was expected to be {expected}, but is 1"):
            await store.add_papers("g", expected, added)
    await store.add_papers("g", 1, [])
    assert await store.papers("g") == papers("g", 1, 1)


async def test_a_game_has_a_bounded_number_of_papers_and_takes_all_or_none(store: Store) -> None:
    await make(store)
    await store.add_papers("g", 0, papers("g", 1, MOST_PAPERS - 1))
    with pytest.raises(PapersFull, match=f"more than {MOST_PAPERS} papers"):
        await store.add_papers("g", MOST_PAPERS - 1, papers("g", MOST_PAPERS, MOST_PAPERS + 1))
    assert await store.papers("g") == papers("g", 1, MOST_PAPERS - 1)
    await store.add_papers("g", MOST_PAPERS - 1, papers("g", MOST_PAPERS, MOST_PAPERS))
    with pytest.raises(PapersFull):
        await store.add_papers("g", MOST_PAPERS, papers("g", MOST_PAPERS + 1, MOST_PAPERS + 1))
    assert len(await store.papers("g")) == MOST_PAPERS


@pytest.mark.parametrize(
    ("added", "problem"),
    [
        ([paper("g", 1), paper("g", 3)], "paper 3 cannot follow paper 1"),
        ([paper("h", 1)], "game 'g': data of game 'h'"),
        ([paper("g", 1, bytes(PAPER_BYTES + 1))], f"more than {PAPER_BYTES}"),
    ],
)
async def test_papers_that_are_not_sound_are_refused(store: Store, added: list[Paper], problem: str) -> None:
    await make(store)
    with pytest.raises(ValueError, match=problem):
        await store.add_papers("g", 0, added)
    assert await store.papers("g") == []


async def test_the_largest_paper_is_stored(store: Store) -> None:
    await make(store)
    await store.add_papers("g", 0, [paper("g", 1, bytes(PAPER_BYTES))])
    assert [len(paper.data) for paper in await store.papers("g")] == [PAPER_BYTES]


async def test_papers_of_no_game_are_not_found(store: Store) -> None:
    for call in (store.add_papers("x", 0, papers("x", 1, 1)), store.add_papers("x", 0, []), store.papers("x")):
        with pytest.raises(GameNotFound, match="'x'"):
            await call


async def test_papers_of_a_closed_store_are_refused(store: Store) -> None:
    await make(store)
    await store.close()
    for call in (store.add_papers("g", 0, papers("g", 1, 1)), store.papers("g")):
        with pytest.raises(StoreClosed):
            await call


@pytest.mark.parametrize("lost", [1, 2, 3])
async def test_a_paper_that_is_missing_is_missed_whatever_is_asked_for(
    store: Store, engine: Engine, tmp_path: Path, lost: int
) -> None:
    await make(store)
    await make(store, "sound")
    await store.add_papers("g", 0, papers("g", 1, 3))
    engine.lose_paper(store, tmp_path, "g", lost)
    for after in (0, 3):
        with pytest.raises(StorageCorrupt, match="found 2 of 3 stored papers") as corrupt:
            await store.papers("g", after)
        assert corrupt.value.game == "g"
    assert await store.papers("sound") == []


@pytest.mark.parametrize(("lost", "expected"), [(1, 3), (3, 3), (3, 2)])
async def test_to_papers_of_which_one_is_missing_none_is_added(
    store: Store, engine: Engine, tmp_path: Path, lost: int, expected: int
) -> None:
    await make(store)
    await store.add_papers("g", 0, papers("g", 1, 3))
    engine.lose_paper(store, tmp_path, "g", lost)
    with pytest.raises(StorageCorrupt, match="found 2 of 3 stored papers"):
        await store.add_papers("g", expected, papers("g", expected + 1, expected + 1))
