"""Races: of several callers who expect one version, one wins."""

from __future__ import annotations

import asyncio

from store.contract import Conflict, DuplicateCommand, GameExists, Grant, Store, Stored
from tests.store.store_values import entry, head_of, make, opening, refusal, summary, versions

RIVALS = 40


async def test_of_those_who_expect_one_version_one_wins(store: Store) -> None:
    await make(store)
    tries = [store.append("g", 1, [Stored(2, "", bytes([rival]))]) for rival in range(RIVALS)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    (winner,) = [rival for rival, outcome in enumerate(outcomes) if outcome is None]
    assert await store.read("g", after=1) == [Stored(2, "", bytes([winner]))]
    assert [outcome.head for outcome in outcomes if isinstance(outcome, Conflict)] == [2] * (RIVALS - 1)


async def test_of_those_who_send_one_command_one_wins_and_the_others_learn_that_it_is_answered(store: Store) -> None:
    await make(store)
    tries = [store.append("g", 1, [entry(2, "same")]) for _ in range(RIVALS)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["DuplicateCommand"] * (RIVALS - 1) + ["NoneType"]
    assert isinstance(next(outcome for outcome in outcomes if outcome), DuplicateCommand)


async def test_of_those_who_make_one_game_one_wins(store: Store) -> None:
    tries = [store.create(opening("g"), [entry(1, str(rival))], [], summary("g")) for rival in range(RIVALS)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(GameExists) == RIVALS - 1
    assert len(await store.read("g")) == 1


async def test_many_games_go_on_at_once(store: Store) -> None:
    async def play(game: str) -> None:
        await make(store, game)
        for version in range(1, 20):
            await store.append(game, version, [entry(version + 1, f"{version}")])
            await store.add_refusal(refusal(game, version))

    names = [f"game {number}" for number in range(30)]
    await asyncio.gather(*map(play, names))
    for name in names:
        assert versions(await store.read(name)) == list(range(1, 21))
        assert [refused.version for refused in await store.refusals(name)] == list(range(1, 20))


async def test_rivals_who_try_again_all_get_their_turn_once(store: Store) -> None:
    await make(store)

    async def insist(rival: int) -> None:
        while True:
            head = await head_of(store, "g")
            try:
                return await store.append("g", head, [Stored(head + 1, f"{rival}", b"")])
            except Conflict:
                continue

    await asyncio.gather(*map(insist, range(RIVALS)))
    log = await store.read("g", after=1)
    assert sorted(entry.command_id for entry in log) == sorted(map(str, range(RIVALS)))
    assert versions(log) == list(range(2, RIVALS + 2))


async def test_an_abandoned_call_takes_nobody_with_it(store: Store) -> None:
    await make(store)
    await make(store, "h")
    abandoned = asyncio.ensure_future(store.append("g", 1, [entry(2)]))
    other = asyncio.ensure_future(store.append("h", 1, [entry(2)], grants=[Grant(b"t", "h", "host")]))
    await asyncio.sleep(0)
    abandoned.cancel()
    await other
    assert await head_of(store, "h") == 2
