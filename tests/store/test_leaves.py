"""The log of leaves: written with entries, numbered over all games, and compared with its head and its seals."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from lab.disk_damage import content, failing_disk, flipped_in, put_back, scribble
from store.contract import (
    Conflict,
    Cosignature,
    GameNotFound,
    Leaf,
    LeafConflict,
    LeafLog,
    LeavesBehind,
    Opening,
    PaperConflict,
    StorageCorrupt,
    StorageUnsettled,
    Store,
    StoreClosed,
)
from store.cosigning import KEPT_COSIGNED
from store.log_heads import LEAVES
from store.sqlite import SqliteStore
from store.sqlite.heads_file import heads_of, parsed
from store.sqlite.losses import accept_losses
from tests.store.engines import Engine
from tests.store.store_values import SECRET, entries, entry, leaf, make, opening, papers, summary


async def begin(store: Store, *games: str) -> list[Leaf]:
    """Create games, each with a leaf; return all leaves of the store."""
    for game in games:
        number = (await store.leaf_log()).size
        await store.create(opening(game), entries(1, 2), [], summary(game), leaves=[leaf(game, number)])
    return await store.leaves(0, 10_000)


async def test_leaves_get_the_next_numbers_whatever_game_they_are_of(store: Store) -> None:
    assert (await store.leaf_log()).size == 0
    assert await store.leaves() == []
    await begin(store, "g", "h")
    ended, settled = replace(leaf("g", 7), kind="ended", version=3), replace(leaf("g", 8), kind="verdict", version=3)
    await store.append("g", 2, [entry(3)], leaves=[ended, settled])
    imported = Opening(game="i", title="titan_race", secret=SECRET, provenance=b"from elsewhere")
    row = summary("i", standing="consistent")
    await store.adopt(imported, iter([entry(1)]), [], row, size=9, leaves=[leaf("i")])
    expected = [leaf("g", 0), leaf("h", 1), replace(ended, number=2), replace(settled, number=3)]
    expected.append(replace(leaf("i"), number=4))
    assert await store.leaves() == expected
    assert await store.leaves(1, 2) == expected[1:3]
    assert await store.leaves(5) == await store.leaves(2**70) == []
    assert (await store.leaf_log()).size == 5
    assert await store.leaves_of("g") == [expected[0], *expected[2:4]]
    await make(store, "without")
    assert await store.leaves_of("without") == []


async def test_no_game_has_the_name_of_the_log(store: Store) -> None:
    await begin(store, "g")
    for use in (store.read(""), store.head(""), store.opening(""), store.leaves_of("")):
        with pytest.raises(GameNotFound):
            await use


async def test_papers_have_leaves_too(store: Store) -> None:
    await begin(store, "g")
    verdict = replace(leaf("g", 1, version=2), kind="verdict")
    await store.add_papers("g", 0, papers("g", 1, 1), leaves=[verdict])
    assert await store.leaves_of("g") == [leaf("g"), verdict]


async def test_of_two_papers_that_must_have_the_next_leaf_of_their_kind_one_is_stored(store: Store) -> None:
    await begin(store, "g", "h")
    replaced = [replace(leaf(game, number), kind="replaced") for number, game in enumerate("gh", 2)]
    calls = [store.add_papers(made.game, 0, papers(made.game, 1, 1), leaves=[made], since=2) for made in replaced]
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    (conflict,) = [outcome for outcome in outcomes if isinstance(outcome, LeafConflict)]
    assert (outcomes.count(None), conflict.since) == (1, 2)
    late = conflict.game
    assert [made.kind for made in await store.leaves(2)] == ["replaced"]
    assert (await store.papers(late), await store.leaves_of(late)) == ([], [leaf(late, "gh".index(late))])
    # Leaves of other kinds may come between.
    await store.append("g", 2, [entry(3)], leaves=[leaf("g", 3)])
    await store.add_papers(late, 0, papers(late, 1, 1), leaves=[replace(leaf(late, 4), kind="replaced")], since=3)
    assert [made.kind for made in await store.leaves(2)] == ["replaced", "created", "replaced"]


async def test_a_write_that_fails_writes_no_leaf(store: Store) -> None:
    written = await begin(store, "g")
    with pytest.raises(PaperConflict):
        await store.add_papers("g", 1, papers("g", 2, 2), leaves=[leaf("g", 1)])
    with pytest.raises(Conflict):
        await store.append("g", 1, [entry(2)], leaves=[leaf("g", 1)])
    assert await store.leaves() == written
    for bad in (leaf("h", 1), replace(leaf("g", 1), data=b"short")):
        with pytest.raises(ValueError, match="is not a leaf of 32 bytes"):
            await store.append("g", 2, [entry(3)], leaves=[bad])
    with pytest.raises(ValueError, match="at least one row"):
        await store.leaves(0, 0)


async def test_leaves_of_many_writes_at_once_have_no_gap(store: Store) -> None:
    games = [f"game {number}" for number in range(30)]
    await asyncio.gather(*(store.create(opening(g), entries(1, 1), [], summary(g), leaves=[leaf(g)]) for g in games))
    done = await asyncio.gather(
        *(store.append(g, at, [entry(at + 1)], leaves=[leaf(g), leaf(g)]) for g in games for at in (0, 1)),
        return_exceptions=True,
    )
    assert sum(isinstance(outcome, Conflict) for outcome in done) == 30
    assert [log_leaf.number for log_leaf in await store.leaves(0, 200)] == [*range(90)]
    for game in games:
        assert len(await store.leaves_of(game)) == 3


async def test_leaves_are_returned_from_the_first_and_256_of_them_unless_more_are_asked_for(store: Store) -> None:
    await make(store)
    await store.append("g", 1, [], leaves=[leaf("g")] * 257)
    assert [log_leaf.number for log_leaf in await store.leaves()] == [*range(256)]
    assert [log_leaf.number for log_leaf in await store.leaves(2)] == [*range(2, 257)]
    assert len(await store.leaves(0, 257)) == 257


async def test_a_log_that_lost_its_last_leaf_is_refused(store: Store, engine: Engine, tmp_path: Path) -> None:
    await begin(store, "g", "h")
    engine.lose_leaf(store, tmp_path)
    for use in (
        store.leaf_log(),
        store.leaves(),
        store.append("g", 2, [entry(3)], leaves=[leaf("g", 2)]),
        store.create(opening("k"), entries(1, 1), [], summary("k"), leaves=[leaf("k", 2)]),
    ):
        with pytest.raises(
            LeavesBehind, match="leaf 2 of the log of all games was acknowledged, but the log ends after leaf 1"
        ) as behind:
            await use
        assert (behind.value.expected, behind.value.found) == (2, 1)
    await store.append("g", 2, [entry(3)])


async def test_a_log_that_lost_all_its_leaves_ends_after_none(store: Store, engine: Engine, tmp_path: Path) -> None:
    await begin(store, "g")
    engine.lose_leaf(store, tmp_path)
    for use in (store.leaf_log(), store.leaves()):
        with pytest.raises(
            LeavesBehind, match="leaf 1 of the log of all games was acknowledged, but the log ends after leaf 0"
        ):
            await use


async def test_another_leaf_in_the_place_of_the_last_is_refused(store: Store, engine: Engine, tmp_path: Path) -> None:
    await begin(store, "g", "h")
    engine.swap_leaf(store, tmp_path, bytes(32))
    with pytest.raises(LeavesBehind, match="a different leaf is in its place"):
        await store.leaf_log()
    with pytest.raises(LeavesBehind):
        await store.append("g", 2, [entry(3)], leaves=[leaf("g", 2)])


async def test_a_closed_store_has_no_leaves(store: Store) -> None:
    await store.close()
    for use in (store.leaf_log(), store.leaves(), store.leaves_of("g")):
        with pytest.raises(StoreClosed):
            await use


async def test_cosignatures_of_the_greatest_sizes_are_kept(store: Store) -> None:
    assert await store.cosignatures() == []
    for size in range(KEPT_COSIGNED + 2, 0, -1):
        for witness in ("w", "v"):
            await store.cosign(Cosignature(size, witness, f"{size} by {witness}"))
    kept = [Cosignature(size, by, f"{size} by {by}") for size in range(3, KEPT_COSIGNED + 3) for by in ("v", "w")]
    assert await store.cosignatures() == kept
    again = Cosignature(KEPT_COSIGNED + 2, "w", "again")
    await store.cosign(again)
    assert await store.cosignatures() == [*kept[:-1], again]
    for bad in (Cosignature(-1, "w", "l"), Cosignature(1, "", "l")):
        with pytest.raises(ValueError, match="name its witness"):
            await store.cosign(bad)
    await store.close()
    for use in (store.cosign(again), store.cosignatures()):
        with pytest.raises(StoreClosed):
            await use


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE leaves SET data = zeroblob(32) WHERE number = 1",
        "UPDATE leaves SET game = 'a' WHERE number = 1",
        "UPDATE leaves SET kind = 'ended' WHERE number = 1",
        "UPDATE leaves SET version = 9 WHERE number = 1",
        "UPDATE leaves SET seal = zeroblob(16) WHERE number = 1",
        "DELETE FROM leaves WHERE number = 1",
        "UPDATE leaves SET number = number + 10 WHERE number >= 1",
    ],
)
async def test_a_changed_or_missing_leaf_is_damage(file: Path, damage: str) -> None:
    async with await SqliteStore.open(file) as store:
        await begin(store, *"abcd")
        scribble(file, (damage, ()))
        with pytest.raises(StorageCorrupt):
            await store.leaves()
        with pytest.raises(StorageCorrupt):
            await store.leaves_of("b")


async def test_leaves_swapped_with_each_other_are_damage(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await begin(store, *"abcd")
        other = "(SELECT game, data, seal FROM leaves WHERE number = 2)"
        scribble(file, (f"UPDATE leaves SET (game, data, seal) = {other} WHERE number = 1", ()))
        with pytest.raises(StorageCorrupt, match="leaves"):
            await store.leaves()


async def test_leaves_of_a_game_that_went_with_an_older_copy_are_missed(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await begin(store, "g")
    older = content(file)
    async with await SqliteStore.open(file) as store:
        await store.append("g", 2, [], leaves=[leaf("g", 1)])
    put_back(file, older)
    async with await SqliteStore.open(file) as store:
        with pytest.raises(StorageCorrupt, match="found 2 of 3 acknowledged rows next to its log"):
            await store.leaves_of("g")


async def test_a_log_without_its_name_is_damaged(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        name = (await store.leaf_log()).name
        await begin(store, "g")
    for damage in ("UPDATE leaf_logs SET name = 'x'", "DELETE FROM leaf_logs"):
        async with await SqliteStore.open(file) as store:
            assert await store.leaf_log() == LeafLog(name, 1)
        sound = content(file)
        scribble(file, (damage, ()))
        async with await SqliteStore.open(file) as store:
            with pytest.raises(StorageCorrupt, match=r"leaf_logs|name of the log"):
                await store.leaf_log()
        put_back(file, sound)


async def test_leaves_outlast_a_restart_and_a_crash_before_their_head_was_written(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await begin(store, "g", "h")
        before = heads_of(file).read_bytes()
        await begin(store, "i")
        log = await store.leaf_log()
    heads_of(file).write_bytes(before)
    async with await SqliteStore.open(file) as store:
        assert await store.leaf_log() == log
        assert [log_leaf.game for log_leaf in await store.leaves()] == ["g", "h", "i"]
    assert parsed("", heads_of(file).read_bytes()).heads[LEAVES].version == 3


async def test_the_first_leaf_outlasts_a_crash_before_its_head_was_written(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, "g", 2)
        before = heads_of(file).read_bytes()
        await store.append("g", 2, [], leaves=[leaf("g")])
    heads_of(file).write_bytes(before.rstrip(b"\0") + b"\0")
    async with await SqliteStore.open(file) as store:
        assert (await store.leaf_log()).size == 1
    assert heads_of(file).read_bytes().endswith(bytes(1000)), "room was made for its line"


async def test_leaves_are_not_acknowledged_while_their_head_cannot_be_written(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await begin(store, "g")
        with failing_disk():
            with pytest.raises(StorageUnsettled):
                await store.append("g", 2, [entry(3)], leaves=[leaf("g", 1)])
            with pytest.raises(StorageUnsettled) as unsettled:
                await store.leaf_log()
            assert (unsettled.value.file, unsettled.value.game) == (str(heads_of(file)), "")
        await make(store, "h")
        assert (await store.leaf_log()).size == 2


async def test_cosignatures_outlast_a_restart_and_none_goes_missing_unnoticed(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await store.cosign(Cosignature(1, "w", "line"))
    for damage in ("UPDATE cosigned SET lines = '[]'", "DELETE FROM cosigned", "UPDATE cosigned SET number = 2"):
        async with await SqliteStore.open(file) as store:
            assert await store.cosignatures() == [Cosignature(1, "w", "line")]
        sound = content(file)
        scribble(file, (damage, ()))
        async with await SqliteStore.open(file) as store:
            with pytest.raises(StorageCorrupt, match="cosign"):
                await store.cosignatures()
            with pytest.raises(StorageCorrupt, match="cosign"):
                await store.cosign(Cosignature(2, "w", "line"))
        put_back(file, sound)


async def test_a_log_whose_loss_is_accepted_goes_on_under_another_name(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await begin(store, "g")
        name = (await store.leaf_log()).name
        await store.cosign(Cosignature(1, "w", "line"))
    older = content(file)
    async with await SqliteStore.open(file) as store:
        await begin(store, "h")
    put_back(file, older)
    async with await SqliteStore.open(file) as store:
        with pytest.raises(LeavesBehind, match="leaf 2 of the log of all games was acknowledged"):
            await store.leaf_log()
    names = {name}
    accept_losses(file, ())
    for _ in range(2):
        async with await SqliteStore.open(file) as store:
            assert await store.cosignatures() == [], "they are of another log"
            log = await store.leaf_log()
            assert log.size == 1
            names.add(log.name)
        accept_losses(file, ())
    assert len(names) == 2, "accepted once, it has one new name"
    heads_of(file).unlink()
    accept_losses(file, ())
    async with await SqliteStore.open(file) as store:
        assert (await store.leaf_log()).name not in names


async def test_a_leaf_that_an_index_shows_twice_is_not_all_leaves_of_a_game(tmp_path: Path) -> None:
    """One bit of the number of a row: another leaf of the game, which is sound, takes the place of the one meant."""
    file = tmp_path / "games.sqlite"
    async with await SqliteStore.open(file) as store:
        await begin(store, "other", "other 2")
        await store.create(opening("g"), entries(1, 2), [], summary("g"), leaves=[leaf("g", 2), leaf("g", 3)])
    flips = 0
    for _ in flipped_in(file, "leaves_by_game", b"g" + bytes([2]), 1):
        flips += 1
        async with await SqliteStore.open(file) as store:
            with pytest.raises(StorageCorrupt, match="of its 2 leaves"):
                await store.leaves_of("g")
            assert len(await store.leaves(0, 10)) == 4
    assert flips
