"""Copies of a whole record: from a database into a stream that referees share, and back.

Into a stream, every call is made again, game by game, then the leaves in their order; existing data is left as it is,
so that an interrupted copy can be resumed. A referee's copy of a lost stream is such a database too. The copy of a
stream that every referee has is also the database for the way back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from store.contract import (
    MOST_PAPERS,
    ConsentUsed,
    GameNotFound,
    Opening,
    RefusedMove,
    StorageError,
    Store,
    Stored,
)
from store.jetstream import CHUNK_BYTES, CHUNK_ENTRIES, JetstreamStore
from store.sqlite import SqliteStore

Progress = Callable[[str, int, int], None]
"""Called with the step, and how much is done of how much."""
_AT_ONCE = 32
_LEAVES = 256
_REFUSALS = 100


class Copied(NamedTuple):
    """What a copy has, after comparison with its source."""

    games: int
    entries: int
    leaves: int


class NotCopied(StorageError):
    """A record cannot be copied, or the copy differs from its source."""


async def into_stream(
    source: SqliteStore, target: JetstreamStore, log_name: str, lost: Mapping[str, int], progress: Progress
) -> Copied:
    """Copy a database into a stream that was made for it, or already has a part of it. Raises NotCopied.

    Referees can use the stream once all of it is there. Games that lost entries, and those that are `lost` now, are
    marked in it. Refused moves are numbered again, without those that were dropped for newer ones.
    """
    games = await source.every_game()
    if foreign := sorted({*await target.every_game()} - {*games}):
        raise NotCopied(target.address, f"the stream has games that the database lacks, such as {foreign[0]!r}")
    # Parents before their branches: a branch cannot be created before its parent has the version.
    done = 0
    for generation in await _generations(source, games):
        for first in range(0, len(generation), _AT_ONCE):
            batch = generation[first : first + _AT_ONCE]
            await asyncio.gather(*(_copy(source, target, opening) for opening in batch))
            done += len(batch)
            progress("Copying games", done, len(games))
    await _copy_leaves(source, target, progress)
    copied = await compared(source, target, progress)
    # After the comparison: a referee refuses a copied stream without an era, so none uses an unfinished copy.
    if (await target.leaf_log()).name != log_name:
        marked = {game: head.lost for game in games if (head := await source.head(game)).lost}
        await target.go_on({**lost, **marked}, log_name)
    # After the log of leaves has its name: a new one drops the cosignatures.
    for cosignature in await source.cosignatures():
        await target.cosign(cosignature)
    if signer := await source.signer():
        await target.introduce(signer, ())
    await target.note_presence(await source.presence())
    await target.note_rules(await source.rules())
    return copied


async def compared(source: SqliteStore, target: Store, progress: Progress) -> Copied:
    """Compare everything in a copy with its source. Raises NotCopied at the first difference."""
    games, entries = sorted(await source.every_game()), 0
    if sorted(await target.every_game()) != games:
        raise NotCopied(source.file, "the copy has different games")
    for number, game in enumerate(games, 1):
        log = await source.read(game)
        entries += len(log)
        for name, one, other in (
            ("opening", await source.opening(game), await target.opening(game)),
            ("entries", log, await target.read(game)),
            ("papers", await source.papers(game), await target.papers(game)),
            ("leaves", await source.leaves_of(game), await target.leaves_of(game)),
            ("refused moves", *[[_bare(move) for move in await _refusals(store, game)] for store in (source, target)]),
        ):
            if one != other:
                raise NotCopied(source.file, f"the {name} of game {game!r} differ in the copy")
        for grant in await source.grants_of(game):
            if await target.grant(grant.token_hash, game) != grant:
                raise NotCopied(source.file, f"a token of game {game!r} has a different role in the copy")
        progress("Comparing games", number, len(games))
    if (await source.leaf_log()).size != (there := await target.leaf_log()).size:
        raise NotCopied(source.file, "the log of all games differs in the copy")
    return Copied(len(games), entries, there.size)


async def _generations(source: SqliteStore, games: Sequence[str]) -> list[list[Opening]]:
    """Return the games' openings: those without a parent, then their branches, and so on."""
    openings = {game: await source.opening(game) for game in sorted(games)}
    generations: list[list[Opening]] = []
    placed, left = {""}, [*openings.values()]
    while left:
        generations.append([opening for opening in left if opening.parent in placed])
        if not generations[-1]:
            raise NotCopied(source.file, f"the parent of game {left[0].game!r} is missing")
        placed |= {opening.game for opening in generations[-1]}
        left = [opening for opening in left if opening.game not in placed]
    return generations


async def _copy(source: SqliteStore, target: JetstreamStore, opening: Opening) -> None:
    """Copy a game, or whatever is missing of it."""
    game = opening.game
    try:
        version = (await target.head(game)).version
    except GameNotFound:
        version = await _create(source, target, opening)
    while chunk := await _chunk(source, game, version):
        await target.append(game, version, chunk)
        version = chunk[-1].version
    for refusal in (await _refusals(source, game))[len(await _refusals(target, game)) :]:
        await target.add_refusal(refusal)
    there = len(await target.papers(game))
    if papers := await source.papers(game, there, MOST_PAPERS):
        await target.add_papers(game, there, papers)


async def _create(source: SqliteStore, target: JetstreamStore, opening: Opening) -> int:
    """Create a game with its first entries, and return its version."""
    game, grants, summary = opening.game, await source.grants_of(opening.game), await source.summary(opening.game)
    if opening.provenance:
        log = await source.read(game)
        size = sum(len(entry.data) for entry in log)
        await target.adopt(opening, iter(log), grants, summary, size=size)
        return len(log)
    first = await _chunk(source, game, opening.parent_version)
    consents = await source.consents_of(opening.parent) if opening.parent else []
    try:
        await target.create(opening, first, grants, summary, consents=consents)
    except ConsentUsed:
        # The consents to a game's branches all came with the first branch.
        await target.create(opening, first, grants, summary)
    return opening.parent_version + len(first)


async def _chunk(source: SqliteStore, game: str, after: int) -> list[Stored]:
    """Return a game's next entries, as many as fit a message."""
    chunk: list[Stored] = []
    size = 0
    for entry in await source.read(game, after, after + CHUNK_ENTRIES):
        if size > CHUNK_BYTES:
            break
        chunk.append(entry)
        size += len(entry.data) + len(entry.apart)
    return chunk


async def _copy_leaves(source: SqliteStore, target: JetstreamStore, progress: Progress) -> None:
    """Write the leaves in their order, each with its game."""
    number, size = (await target.leaf_log()).size, (await source.leaf_log()).size
    while leaves := await source.leaves(number, _LEAVES):
        for leaf in leaves:
            await target.append(leaf.game, target.newest(leaf.game), (), leaves=[leaf])
        number += len(leaves)
        progress("Copying the log of all games", number, size)


async def _refusals(store: Store, game: str) -> list[RefusedMove]:
    refusals: list[RefusedMove] = []
    while page := await store.refusals(game, refusals[-1].number if refusals else 0, _REFUSALS):
        refusals += page
    return refusals


def _bare(refusal: RefusedMove) -> Any:
    """Return a refused move without its number."""
    return (refusal.version, refusal.at, refusal.actor, refusal.command_id, refusal.data)
