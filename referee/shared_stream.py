"""Where a service has its record: in its own database, or in a stream with other referees."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import structlog

from referee.access.charges import charge_computing
from referee.game.titles import Titles
from referee.records.doctor import Examined, Fault, Progress, ended, examined_by_rules, key_faults, leaf_faults
from referee.records.scrub import ASTRAY
from store.contract import StorageError, Store
from store.key_files import kept_key
from store.shared_state import LocalState, SharedState

if TYPE_CHECKING:
    from store.jetstream import JetstreamStore


class SharedStream(msgspec.Struct, frozen=True, kw_only=True):
    """The stream that referees share, and what this referee knows about it."""

    servers: tuple[str, ...]
    """The NATS servers' addresses, for example nats://127.0.0.1:4222."""
    key: Path
    """The file of the key that encrypts messages: the same for all referees."""
    name: str = "GUNBAI"
    replicas: int = 3
    """How many servers have the stream, if it is created now."""
    monitors: tuple[str, ...] = ()
    """The servers' monitoring ports, for example http://127.0.0.1:8222, which say when they sync."""
    accept_loss: bool = False
    """Whether to serve the record although the stream may lose what it acknowledged."""
    mark: Path | None = None
    """The mark's file, which shows whether the stream went back; next to the copy unless another is named."""
    after_restore: bool = False
    """Whether a stream may have gone back: its running games can then be read and branched, not played on."""
    new: bool = False
    """Whether to create the stream although its key existed before."""
    lack_of: Callable[[Store], Awaitable[str]] | None = None
    """Returns what the record lacks of a checkpoint that the operator kept, or "", if one is named."""


def _unheard(_what: str) -> None:
    """Say nothing."""


async def untold(_game: str) -> None:
    """Do nothing when names are removed: a reader of the record caches nothing."""


class Opened(NamedTuple):
    """An opened store, and what goes with it."""

    store: Any
    """A Store that is closed at the end of a context."""
    shared_state: SharedState = LocalState()
    doubts: tuple[str, ...] = ()
    """Why it may lose what it acknowledged, which was accepted."""


async def joined(
    copy: Path, quota_bytes: int, shared: SharedStream, replaced: Callable[[str], Awaitable[None]]
) -> Opened:
    """Open the stream with a copy in a file; `replaced` is called with each game from which names were removed.

    Raises StorageError for a stream with another key, or one that may lose what it acknowledged unless that is
    accepted; OSError or ValueError for a key file.
    """
    store = await join(copy, shared, quota_bytes, replaced, waiting=waited)
    doubts = tuple(await store.doubts(shared.monitors))
    if doubts and not shared.accept_loss:
        await store.close()
        problem = f"it may lose acknowledged entries: {'; '.join(doubts)}"
        raise StorageError(store.address, f"{problem}. Fix this, or start with --accept-loss")
    return Opened(store, store.shared_state, doubts)


async def examined(
    copy: Path,
    key: Path,
    shared: SharedStream,
    titles: Titles,
    progress: Progress,
    *,
    rules_accepted: bool = False,
    waiting: Callable[[str], None] = _unheard,
) -> Examined:
    """Examine the record and this referee's copy of it. Reasons why the stream may lose something count as accepted.

    Raises StorageError if the stream cannot be reached.
    """
    async with await join(copy, shared, 0, untold, look=True, waiting=waiting) as store:
        faults = [*key_faults(key, await store.signer())]
        faults += [Fault(str(copy), problem) for problem in await store.inspect(thorough=True)]
        faults += [Fault(game, ASTRAY) for game in await store.check_catalogue()]
        faults += [Fault(str(copy), problem) for problem in await leaf_faults(store)]
        why = await store.doubts(shared.monitors)
        doubts = [Fault(store.address, f"acknowledged entries may be lost: {reason}") for reason in why]
        faults += [Fault(store.address, store.doubt)] if store.doubt else []
        examination = await examined_by_rules(store, titles, progress, accepted=rules_accepted)
    return Examined(examination.games, (*faults, *examination.faults), tuple(doubts))


async def join(
    copy: Path,
    shared: SharedStream,
    quota_bytes: int,
    replaced: Callable[[str], Awaitable[None]],
    *,
    reach: bool = True,
    look: bool = False,
    moved: bool = False,
    succeeds: str | None = None,
    waiting: Callable[[str], None] = _unheard,
) -> JetstreamStore:
    """Open the stream; with `reach` its copy is complete then. If it may have gone back, that is accepted first.

    A stream that is created `succeeds` a database or a former stream. One that is only inspected, or of which something
    was kept, is never created; nothing is accepted for one that is only inspected. `moved` opens one whose record went
    elsewhere. A key file that is created here, but is not the stream's, is removed again. Raises StorageError.
    """
    # A service with its own database need not load the NATS client.
    from store.jetstream import JetstreamStore, NotFounded, Terms

    made = not shared.key.exists()  # once, before anything is served
    may_join = look or shared.lack_of is not None
    terms = Terms(
        mark=shared.mark, make=not may_join and (made or shared.new or succeeds is not None),
        after_restore=shared.after_restore,
        look=look, moved=moved, succeeds=succeeds, lack_of=shared.lack_of,
    )  # fmt: skip
    if may_join and made:
        raise StorageError(str(shared.key), "missing: this key encrypts the messages of the stream; restore it")
    key = kept_key(shared.key)
    try:
        store = await JetstreamStore.open(
            shared.servers, copy, key, name=shared.name, replicas=shared.replicas, quota_bytes=quota_bytes,
            charge=charge_computing, replaced=replaced, terms=terms, waiting=waiting,
            reach=reach or shared.after_restore or shared.lack_of is not None,
        )  # fmt: skip
    except NotFounded:
        if made:
            shared.key.unlink()  # nothing was written under it
        raise
    try:
        if store.doubt and shared.after_restore and not look:
            await accept_restore(store)
    except BaseException:
        await store.close()
        raise
    return store


async def accept_restore(store: JetstreamStore) -> None:
    """Accept a stream that may have gone back: from now on, unfinished games can be read and branched."""
    over = {game async for game in ended(store)}
    # Not those that are over: nothing can be missing after a game's last entry.
    running = dict.fromkeys([game for game in await store.every_game() if game not in over], 0)
    structlog.get_logger().warning("restore_accepted", problem=store.doubt, games=len(running))
    await store.go_on(running)


def waited(what: str) -> None:
    """Log what a service waits for."""
    structlog.get_logger().warning("storage_waited", problem=what)
