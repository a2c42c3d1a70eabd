"""The doctor: everything that can be checked in a database while no service runs on it."""

from __future__ import annotations

import asyncio
import stat
import tempfile
from collections.abc import AsyncIterator, Callable, Container, Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from gunbai_record.heads import Rotation
from referee.errors import RecordDamaged
from referee.game.fold import fold
from referee.game.game import OVER, Status
from referee.game.titles import Titles
from referee.proof.identity import Identity
from referee.records.games import Games
from referee.records.loading import check_own
from referee.records.log_leaves import misfit_of_replacements, misfit_of_verdicts
from referee.records.papers import papers_of
from referee.records.provenance import secrets_in, standing_of
from referee.records.reindex import reindex
from referee.records.rules_fingerprints import accept_rules, compared_rules
from referee.records.scrub import ASTRAY, LEAVES_AT_ONCE
from referee.records.stored_entries import as_written, check_position
from store.contract import Filter, GameNotFound, Head, LogBehind, StorageCorrupt, StorageError, Store, WentBack
from store.signers import check_signer
from store.sqlite import SqliteStore
from store.sqlite.heads_file import NoRoom, heads_of, read_heads, without
from store.sqlite.heads_room import NamesOnDisk
from store.sqlite.losses import accept_losses, has_heads

TO_COMPARE = (
    "gunbai record audit --rules OWN --database FILE lists the rulings that differ. If some differ, "
    "the new rules need a version of their own. If none differ, run gunbai server doctor --accept-rules"
)
NOBODY = b""
"""No token's hash: looking for it reads all of a game's grants."""


class Fault(NamedTuple):
    """A fault and its place: a file, or a game in it."""

    place: str
    problem: str


class Newest(NamedTuple):
    """When something was last written, and the game with the latest entry; times are milliseconds since 1970, UTC."""

    written: int
    game: str = ""
    changed_at: int = 0


class Examined(NamedTuple):
    """The result of an examination: the games examined, the faults, and notices about games with an accepted loss.

    `newest` is the newest entry, to compare a clock with, if known.
    """

    games: int
    faults: tuple[Fault, ...]
    accepted: tuple[Fault, ...] = ()
    newest: Newest | None = None


Progress = Callable[[int, int], None]
"""Called with how many games are examined of how many."""


async def examine(
    database: Path, key: Path, titles: Titles, progress: Progress, *, rules_accepted: bool = False
) -> Examined:
    """Examine a database: its files, every page and index, and every game's chain, position, secret and head.

    Accepted rules are first noted as those by which the games were refereed. Raises StorageError if the database cannot
    be opened at all.
    """
    faults = [*open_files(database, key)]
    heads = heads_fault(database)
    faults += [heads] if heads else []
    with tempfile.TemporaryDirectory() as folder:
        # Without a sound file of heads, the logs are compared with themselves.
        instead = Path(folder) / "heads" if heads else None
        store = await SqliteStore.open(database, heads=instead, reading=True)
        try:
            faults += key_faults(key, await store.signer())
            faults += [Fault(str(database), problem) for problem in await store.inspect(thorough=True)]
            faults += [Fault(game, ASTRAY) for game in await astray_in(store)]
            faults += [Fault(str(database), problem) for problem in await leaf_faults(store)]
            examination = await examined_by_rules(store, titles, progress, accepted=rules_accepted)
            newest = await newest_in(store)
            lost = {} if heads else store.losses()
            gone = {game for game in lost if not await _is_there(store, game)}
            waiting = {game async for game in _of_status(store, ("open",))} if lost else set[str]()
        finally:
            await store.close()
    return Examined(examination.games, (*faults, *examination.faults), tuple(accepted(lost, gone, waiting)), newest)


async def astray_in(store: Store) -> list[str]:
    """Return the games with a wrong row in the game list that a new list would fix: their records are complete."""
    return [game for game in await store.check_catalogue() if await _is_whole(store, game)]


async def _is_whole(store: Store, game: str) -> bool:
    try:
        await store.head(game)
        await store.grant(NOBODY, game)
    except (StorageCorrupt, GameNotFound):
        return False
    return True


async def _is_there(store: Store, game: str) -> bool:
    """Return whether anything of a game is left."""
    try:
        await store.opening(game)
    except StorageCorrupt as error:
        return not isinstance(error, LogBehind)
    return True


async def newest_in(store: SqliteStore) -> Newest:
    """Return the entry that was written last, in file order, and the game that changed last, by its time."""
    rows = (await store.games(page_size=1, order="changed")).summaries
    written = max(await store.presence() // 1000, await store.last_change())
    return Newest(written, rows[0].game, rows[0].changed_at) if rows else Newest(written)


async def examined_by_rules(store: Store, titles: Titles, progress: Progress, *, accepted: bool = False) -> Examined:
    """Examine every game in a store, and whether its rules are those that refereed it, or are `accepted`."""
    if accepted:
        await accept_rules(store, titles)
    changed = (await compared_rules(store, titles)).changed
    examination = await games_examined(store, titles, progress)
    faults = [
        Fault(f"{change.title}, rules version {change.rules_version}", f"{change.problem}; {TO_COMPARE}")
        for change in changed
    ]
    for fault in examination.faults:
        title = await _title_of(store, fault.place)
        named = title in {change.title for change in changed}
        why = f" (the rules of {title} changed, so the record itself may be intact)" if named else ""
        faults.append(fault._replace(problem=f"{fault.problem}{why}"))
    return examination._replace(faults=tuple(faults))


async def _title_of(store: Store, game: str) -> str:
    """Return a game's title, "" if it cannot be read."""
    try:
        return (await store.opening(game)).title
    except (StorageCorrupt, GameNotFound):
        return ""


async def games_examined(store: Store, titles: Titles, progress: Progress) -> Examined:
    """Examine every game in a store."""
    games, number, faults = sum([1 async for _ in names_in(store)]), 0, []
    async for game in names_in(store):
        try:
            await check_game(store, titles, game)
        except (RecordDamaged, StorageCorrupt, GameNotFound) as error:  # a game that is named, and is not there
            faults.append(Fault(game, str(error)))
        number += 1
        progress(number, games)
    return Examined(games, tuple(faults))


async def names_in(store: Store) -> AsyncIterator[str]:
    """Yield the names of all games in order, a page of them at a time: there may be very many."""
    after = ""
    while names := await store.games_after(after):
        for after in names:
            yield after


async def leaf_faults(store: Store) -> list[str]:
    """Return what is wrong with the log of leaves; nothing if it is as written."""
    try:
        for first in range(0, (await store.leaf_log()).size, LEAVES_AT_ONCE):
            await store.leaves(first, LEAVES_AT_ONCE)
        await store.cosignatures()
    except StorageCorrupt as error:
        return [str(error)]
    return []


async def check_game(store: Store, titles: Titles, game: str) -> None:
    """Fold a whole record; check its chain, secret, last position and head, and everything stored next to it.

    Raises RecordDamaged or StorageCorrupt.
    """
    secrets, name = dict[str, bytes](), game
    while name:
        opening = await store.opening(name)
        secrets, name = secrets | secrets_in(opening), opening.parent
    opening = await store.opening(game)
    entries = [as_written(game, row) for row in await store.read(game)]
    if standing_of(opening.provenance) == "unverified":
        return
    folded = await asyncio.to_thread(fold, titles, entries, secrets)
    check_own(folded, opening)
    check_position(folded, entries[-1])
    own = [entry.command_id for entry in entries if entry.game == game and entry.command_id]
    if sorted(own) != sorted(await store.commands(game)):
        raise RecordDamaged(game, folded.version, "some of its commands are missing from the index of ids")
    await store.grant(NOBODY, game)
    papers, leaves = await papers_of(store, game), await store.leaves_of(game)
    # No service runs, so nothing can come between the two readings that it compares.
    problem = misfit_of_verdicts(leaves, papers.disputes, papers.disputes)
    if problem := problem or misfit_of_replacements(game, leaves, papers.replacements):
        raise RecordDamaged(game, 0, problem)
    after = 0
    # Reading them is the check: the store compares each with its seal.
    while refused := await store.refusals(game, after):
        after = refused[-1].number


async def accept_loss(database: Path, titles: Titles | None = None) -> None:
    """Let the games that lost entries be read and branched, but not played on.

    Games that are gone altogether stay refused by name. With titles, a game list that left games out is rebuilt. Raises
    StorageError if the database cannot be used.
    """
    with closing(NamesOnDisk()) as over:
        # With heads, a game's head says how far it went.
        if not await asyncio.to_thread(_has_heads, database):
            with tempfile.TemporaryDirectory() as folder:
                async with await SqliteStore.open(database, heads=Path(folder) / "heads", reading=True) as store:
                    async for game in ended(store):
                        over.add(game)
        await asyncio.to_thread(accept_losses, database, over)
    if titles is None:
        return
    async with await SqliteStore.open(database, reading=True) as store:
        if await astray_in(store):
            await reindex(Games(store, titles))


def _has_heads(database: Path) -> bool:
    return has_heads(heads_of(database.resolve()))


async def ended(store: Store) -> AsyncIterator[str]:
    """Yield the games that are over according to the catalogue: no entry can follow."""
    async for game in _of_status(store, OVER):
        yield game


async def _of_status(store: Store, statuses: Iterable[Status]) -> AsyncIterator[str]:
    """Yield the games with one of these statuses according to the catalogue."""
    for status in statuses:
        token = ""
        while (page := await store.games(Filter(status=status), token, page_size=1000)).summaries:
            for row in page.summaries:
                yield row.game
            if not (token := page.next_page_token):
                break


def accepted(heads: Mapping[str, Head], gone: Container[str], waiting: Container[str]) -> Iterator[Fault]:
    """Yield the games with an accepted loss, by these heads; `gone` ones are missing, `waiting` ones never started."""
    for head in heads.values():
        if head.game in gone:
            yield Fault(
                head.game, f"version {head.lost} was acknowledged, but the game is missing; that loss was accepted"
            )
        else:
            yield Fault(head.game, str(WentBack(head.game, head.lost, head.version, started=head.game not in waiting)))


def open_files(database: Path, key: Path) -> Iterator[Fault]:
    """Yield a database's files that others than their owner can read or write."""
    for file in (*sorted(database.parent.glob(f"{database.name}*")), key):
        if file.exists() and (mode := stat.S_IMODE(file.stat().st_mode)) & (stat.S_IRWXG | stat.S_IRWXO):
            yield Fault(str(file), f"others can read it (mode {mode:04o}): chmod 600")


def key_faults(key: Path, signer: str) -> Iterator[Fault]:
    """Yield what is wrong with the service's key file; `signer` is the key that signed before, if any."""
    if not key.exists():
        yield Fault(str(key), "missing: the service cannot start without it; restore it, or name it with --key")
        return
    try:
        identity = Identity.kept_in(key)
        former = [str(Rotation.parse(rotation).old) for rotation in identity.rotations]
        check_signer(str(key), signer, str(identity.verifier), former, new=False)
    except (ValueError, OSError) as error:
        yield Fault(str(key), str(error))
    except StorageError as error:
        yield Fault(str(key), error.reason)


def heads_fault(database: Path) -> Fault | None:
    """Return what is wrong with the file of heads."""
    file = heads_of(database)
    try:
        read_heads(file, NoRoom())
    except FileNotFoundError:
        return Fault(str(file), without(file))
    except StorageError as error:
        return Fault(str(file), error.reason)
    except OSError as error:
        return Fault(str(file), str(error))
    return None
