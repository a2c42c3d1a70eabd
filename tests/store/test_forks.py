"""Forks: a prefix is shared, never copied, to any depth."""

from __future__ import annotations

import pytest

from store.contract import Conflict, GameNotFound, Store, VersionNotFound
from tests.store.store_values import entries, entry, fork, head_of, make, opening, summary, versions


async def test_a_fork_begins_with_its_parents_entries(store: Store) -> None:
    await make(store, last=5)
    await store.create(opening("f", "g", 3), [entry(4, "own")], [], summary("f", parent="g", parent_version=3))
    assert await store.read("f") == [*entries(1, 3), entry(4, "own")]
    assert await store.read("g") == entries(1, 5)


async def test_a_fork_without_entries_ends_where_it_was_made(store: Store) -> None:
    await make(store, last=5)
    await fork(store, "f", "g", 3, last=3)
    assert await head_of(store, "f") == 3
    assert await store.read("f") == entries(1, 3)


async def test_parent_and_fork_go_on_apart(store: Store) -> None:
    await make(store, last=3)
    await fork(store, "f", "g", 3)
    await store.append("g", 3, [entry(4, "", b"the parent's")])
    await store.append("f", 4, [entry(5, "", b"the fork's")])
    assert await store.read("f", after=3) == [entry(4), entry(5, "", b"the fork's")]
    assert await store.read("g", after=3) == [entry(4, "", b"the parent's")]


@pytest.mark.parametrize(
    ("after", "upto", "expected"),
    [
        (0, None, [1, 2, 3, 4, 5, 6]),
        (0, 2, [1, 2]),
        (1, 4, [2, 3, 4]),
        (3, 5, [4, 5]),
        (4, None, [5, 6]),
        (9, None, []),
    ],
)
async def test_a_range_is_read_across_forks(store: Store, after: int, upto: int | None, expected: list[int]) -> None:
    await make(store, last=9)
    await fork(store, "f", "g", 2, last=8)
    await fork(store, "ff", "f", 4, last=6)
    assert versions(await store.read("ff", after, upto)) == expected


async def test_a_fork_of_a_shared_version_has_the_origins_entries(store: Store) -> None:
    await make(store, last=9)
    await fork(store, "f", "g", 6)
    await store.create(opening("ff", "f", 2), [entry(3, "", b"own")], [], summary("ff", parent="f", parent_version=2))
    assert await store.read("ff") == [*entries(1, 2), entry(3, "", b"own")]


async def test_forks_of_forks_reach_the_origin(store: Store) -> None:
    await make(store, "0")
    for depth in range(1, 60):
        await fork(store, str(depth), str(depth - 1), depth)
    assert await store.read("59") == entries(1, 60)
    assert await store.read("59", after=10, upto=12) == entries(11, 12)


async def test_a_fork_answers_only_its_own_commands(store: Store) -> None:
    await make(store)
    await store.append("g", 1, [entry(2, "a")])
    await fork(store, "f", "g", 2)
    assert await store.find("f", "a") is None
    await store.append("f", 3, [entry(4, "a")])
    assert await store.find("f", "a") == entry(4, "a")


async def test_a_fork_conflicts_by_its_own_head(store: Store) -> None:
    await make(store, last=5)
    await fork(store, "f", "g", 2, last=2)
    with pytest.raises(Conflict) as conflict:
        await store.append("f", 5, [entry(6)])
    assert conflict.value.head == 2


@pytest.mark.parametrize("version", [4, 2**63 - 1, 2**64 - 1])
async def test_a_fork_begins_at_a_version_that_there_is(store: Store, version: int) -> None:
    await make(store, last=3)
    with pytest.raises(VersionNotFound, match=f"'g' has no version {version}: its head is 3") as missing:
        await store.create(opening("f", "g", version), [], [], summary("f"))
    assert (missing.value.game, missing.value.version, missing.value.head) == ("g", version, 3)
    assert await store.every_game() == ["g"]


async def test_a_fork_has_a_parent(store: Store) -> None:
    with pytest.raises(GameNotFound, match="'nobody'"):
        await fork(store, "f", "nobody", 1)


@pytest.mark.parametrize(("parent", "version"), [("g", 0), ("", 1)])
async def test_a_fork_names_both_parent_and_version(store: Store, parent: str, version: int) -> None:
    await make(store)
    with pytest.raises(ValueError, match="a fork must name its parent and a version of it"):
        await store.create(opening("f", parent, version), [], [], summary("f"))
