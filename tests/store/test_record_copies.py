"""Copies of a record call by call: what is there already is left, progress is told, and every difference is named."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_asyncio
from msgspec.structs import replace

from store.contract import ConsentUsed, Cosignature, Grant, Head, LeafLog, Opening
from store.jetstream import CHUNK_BYTES, CHUNK_ENTRIES, JetstreamStore
from store.memory import MemoryStore
from store.record_copies import Copied, NotCopied, _chunk, compared, into_stream
from store.sqlite import SqliteStore
from tests.store.store_values import (
    entries,
    entry,
    fork,
    leaf,
    make,
    opening,
    papers,
    refusal,
    row_of,
    summary,
    versions,
)

Steps = list[tuple[str, int, int]]


class Target(MemoryStore):
    """A store in memory in the place of a stream."""

    address = "there"
    name = "founding"

    def __init__(self) -> None:
        super().__init__()
        self.lost: dict[str, int] = {}
        """Which games count as having lost entries, once all is there."""
        self.signer = ""
        self.sizes: list[int] = []
        """How large imported logs were said to be."""

    async def adopt(self, *called: Any, size: int, **named: Any) -> None:
        self.sizes.append(size)
        await super().adopt(*called, size=size, **named)

    async def go_on(self, lost: Mapping[str, int], log_name: str) -> None:
        self.lost, self.name = dict(lost), log_name

    async def introduce(self, verifier: str, former: Sequence[str]) -> None:
        assert not former
        self.signer = verifier

    async def leaf_log(self) -> LeafLog:
        return replace(await super().leaf_log(), name=self.name)


@pytest_asyncio.fixture
async def source(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        yield store


@pytest.fixture
def target() -> Target:
    return Target()


async def copied(source: SqliteStore, target: Target) -> tuple[Copied, Steps]:
    """Copy a record; return what the copy has, and the steps that were told."""
    steps: Steps = []
    name = (await source.leaf_log()).name
    copy = await into_stream(source, cast(JetstreamStore, target), name, {}, lambda *step: steps.append(step))
    assert target.name == name
    return copy, steps


def silent(_what: str, _done: int, _total: int) -> None:
    """Show nothing."""


async def test_every_batch_of_games_and_every_comparison_is_told(
    source: SqliteStore, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.record_copies._AT_ONCE", 2)
    for game in "abcd":
        await make(source, game)
    await fork(source, "branch", "a", 1)
    copy, steps = await copied(source, target)
    assert copy == Copied(games=5, entries=6, leaves=0)
    assert steps[:3] == [("Copying games", done, 5) for done in (2, 4, 5)]
    assert steps[3:] == [("Comparing games", done, 5) for done in range(1, 6)]


async def test_everything_of_a_record_comes_along(source: SqliteStore, target: Target) -> None:
    token = Grant(b"t" * 32, "g", "host")
    first = [replace(entry(1), apart=b"Ann"), entry(2, "c")]
    await source.create(opening("g"), first, [token], summary("g"), leaves=[leaf("g")])
    await source.add_papers("g", 0, papers("g", 1, 2))
    for number in range(3):
        await source.add_refusal(refusal("g", data=b"%d" % number))
    await source.append("g", 2, [], leaves=[leaf("g", 1)])
    await source.cosign(Cosignature(1, "w", "line"))
    await source.note_presence(7)
    await source.introduce("signer", [])
    copy, steps = await copied(source, target)
    assert copy == Copied(games=1, entries=2, leaves=2)
    assert ("Copying the log of all games", 2, 2) in steps
    assert await target.read("g") == first
    assert await target.papers("g") == papers("g", 1, 2)
    assert [move.data for move in await target.refusals("g")] == [b"0", b"1", b"2"]
    assert await target.grant(token.token_hash) == token
    assert [log_leaf.data for log_leaf in await target.leaves()] == [leaf("g").data, leaf("g", 1).data]
    assert await target.cosignatures() == [Cosignature(1, "w", "line")]
    assert await target.presence() == 7
    assert target.signer == "signer"
    assert await copied(source, target) == (
        copy,
        [step for step in steps if step[0] != "Copying the log of all games"],
    )


async def test_a_stream_with_a_game_of_another_record_is_left_alone(source: SqliteStore, target: Target) -> None:
    await make(source, "g")
    await make(target, "foreign")
    with pytest.raises(NotCopied, match="the stream has games that the database lacks, such as 'foreign'") as raised:
        await copied(source, target)
    assert raised.value.file == "there"
    assert await target.every_game() == ["foreign"]


async def test_an_imported_game_comes_along_as_one_with_all_that_is_apart(source: SqliteStore, target: Target) -> None:
    imported = replace(opening("i"), provenance=b"from elsewhere")
    log, token = [replace(entry(1), apart=b"Ann"), entry(2)], Grant(b"t" * 32, "i", "host")
    await source.adopt(imported, iter(log), [token], summary("i", standing="attested"), size=100)
    copy, _ = await copied(source, target)
    assert (copy.entries, target.sizes) == (2, [len(b"entry 1entry 2")])
    assert (await target.opening("i"), await target.read("i")) == (imported, log)
    assert await target.grant(token.token_hash) == token
    assert await row_of(target, "i") == await row_of(source, "i")


async def test_consents_that_came_with_the_first_branch_are_not_used_again_by_the_next(
    source: SqliteStore, target: Target
) -> None:
    await make(source, "g")
    for game, consent in (("b", b"1"), ("c", b"2")):
        row = summary(game, parent="g", parent_version=1)
        await source.create(opening(game, "g", 1), entries(2, 3), [], row, consents=[consent])
    assert (await copied(source, target))[0] == Copied(games=3, entries=7, leaves=0)
    row = summary("d", parent="g", parent_version=1)
    for consent in (b"1", b"2"):
        with pytest.raises(ConsentUsed):
            await target.create(opening("d", "g", 1), [], [], row, consents=[consent])


@pytest.mark.parametrize(
    ("method", "other", "problem"),
    [
        ("every_game", ["another"], "the copy has different games"),
        ("opening", replace(opening("g"), public=False), "the opening of game 'g' differ in the copy"),
        ("read", [], "the entries of game 'g' differ in the copy"),
        ("papers", [], "the papers of game 'g' differ in the copy"),
        ("leaves_of", [], "the leaves of game 'g' differ in the copy"),
        ("refusals", [], "the refused moves of game 'g' differ in the copy"),
        ("grant", None, "a token of game 'g' has a different role in the copy"),
        ("leaf_log", LeafLog("another", 2), "the log of all games differs in the copy"),
    ],
)
async def test_what_is_another_in_the_copy_is_named(
    source: SqliteStore, target: Target, method: str, other: object, problem: str
) -> None:
    await source.create(opening("g"), entries(1, 2), [Grant(b"t", "g", "host")], summary("g"), leaves=[leaf("g")])
    await source.add_papers("g", 0, papers("g", 1, 2))
    await source.add_refusal(refusal("g"))
    await copied(source, target)

    async def differing(*_: object) -> object:
        return other

    setattr(target, method, differing)
    with pytest.raises(NotCopied, match=problem) as raised:
        await compared(source, target, silent)
    assert raised.value.file == source.file


async def test_a_refused_move_that_is_another_one_in_the_copy_is_found(source: SqliteStore, target: Target) -> None:
    for store, data in ((source, b"one"), (target, b"other")):
        await make(store, "g")
        await store.add_refusal(refusal("g", data=data))
    with pytest.raises(NotCopied, match="the refused moves of game 'g' differ in the copy"):
        await compared(source, target, silent)


async def test_refused_moves_are_the_same_whatever_their_numbers(source: SqliteStore, target: Target) -> None:
    await make(target, "earlier")
    await target.add_refusal(refusal("earlier"))
    for store in (source, target):
        await make(store, "g")
        await store.add_refusal(refusal("g"))
    await make(source, "earlier")
    await source.add_refusal(refusal("earlier"))
    assert (await compared(source, target, silent)).games == 2


async def test_a_game_of_which_a_part_is_there_is_continued(source: SqliteStore, target: Target) -> None:
    await make(source, "g", 2 * CHUNK_ENTRIES + 3)
    await make(target, "g", 2)
    await copied(source, target)
    assert await target.read("g") == entries(1, 2 * CHUNK_ENTRIES + 3)


async def test_a_message_has_so_many_entries_or_bytes_of_a_log(source: SqliteStore) -> None:
    await make(source, "many", CHUNK_ENTRIES + 2)
    assert versions(await _chunk(source, "many", 1)) == [*range(2, CHUNK_ENTRIES + 2)]
    large = [entry(version, data=bytes(CHUNK_BYTES // 2)) for version in range(1, 6)]
    await source.create(opening("large"), large, [], summary("large"))
    assert versions(await _chunk(source, "large", 0)) == [1, 2, 3]
    assert versions(await _chunk(source, "large", 3)) == [4, 5]
    assert await _chunk(source, "large", 5) == []
    named = [replace(stored, data=stored.data[1:], apart=b"xx") for stored in large]
    await source.create(opening("named"), named, [], summary("named"))
    assert versions(await _chunk(source, "named", 0)) == [1, 2], "what is apart is a part of a message too"


async def test_a_record_without_the_parent_of_a_branch_is_not_copied(
    source: SqliteStore, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make(source, "g")
    await fork(source, "branch", "g", 1)
    opening_of = source.opening

    async def astray(game: str) -> Opening:
        opening = await opening_of(game)
        return replace(opening, parent="nowhere") if opening.parent else opening

    monkeypatch.setattr(source, "opening", astray)
    with pytest.raises(NotCopied, match="the parent of game 'branch' is missing") as raised:
        await copied(source, target)
    assert raised.value.file == source.file
    assert target.name == "founding", "a stream that has not everything is not in use"


async def test_games_that_lost_entries_are_marked_in_the_copy(
    source: SqliteStore, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make(source, "g", 2)
    await make(source, "whole")
    head_of = source.head

    async def short(game: str) -> Head:
        return replace(await head_of(game), lost=7 if game == "g" else 0)

    monkeypatch.setattr(source, "head", short)
    await copied(source, target)
    assert target.lost == {"g": 7}
