"""How a service has its record: in a database of its own, or in a stream with other referees."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from gunbai_record.heads import Rotation
from referee.access.charges import charge_computing
from referee.game.titles import Titles
from referee.proof.identity import Identity
from referee.records.doctor import Examined, Fault, Progress, examined_by_rules, key_faults, leaf_faults
from referee.records.scrub import ASTRAY
from store.contract import StorageError
from store.key_files import kept_key
from store.shared_state import LocalState, SharedState

if TYPE_CHECKING:
    from store.jetstream import JetstreamStore


class SharedStream(msgspec.Struct, frozen=True, kw_only=True):
    """The stream that referees share, and what this one knows of it."""

    servers: tuple[str, ...]
    """The addresses of the servers of NATS, such as nats://127.0.0.1:4222."""
    key: Path
    """The file of the key under which messages are encrypted: the same for all referees."""
    name: str = "GUNBAI"
    replicas: int = 3
    """How many servers have the stream, if it is made now."""
    monitors: tuple[str, ...] = ()
    """The monitoring ports of the servers, such as http://127.0.0.1:8222, which say when they sync."""
    accept_loss: bool = False
    """Whether the record is served although the stream may lose what it acknowledged."""


async def _unknown(_identity: Identity) -> None:
    """Do nothing: there is no other referee."""


class Opened(NamedTuple):
    """A store that was opened, and what goes with it."""

    store: Any
    """A Store that is closed at the end of a context."""
    shared_state: SharedState = LocalState()
    doubts: tuple[str, ...] = ()
    """Why it may lose what it acknowledged, which was accepted."""
    introduce: Callable[[Identity], Awaitable[None]] = _unknown
    """Checks that all referees sign with one key. Raises StorageError."""


async def joined(
    copy: Path, quota_bytes: int, shared: SharedStream, replaced: Callable[[str], Awaitable[None]]
) -> Opened:
    """Open the stream with a copy in a file; `replaced` is called with each game from which names were removed.

    Raises StorageError for a stream of another key, or one that may lose what it acknowledged unless that is accepted;
    OSError or ValueError for a key file.
    """
    store = await join(copy, shared, quota_bytes, replaced)
    doubts = tuple(await store.doubts(shared.monitors))
    if doubts and not shared.accept_loss:
        await store.close()
        problem = f"it may lose what it acknowledged: {'; '.join(doubts)}"
        raise StorageError(store.address, f"{problem}. Mend that, or start with --accept-loss")

    async def introduce(identity: Identity) -> None:
        former = [str(Rotation.parse(rotation).old) for rotation in identity.rotations]
        await store.introduce(str(identity.verifier), former)

    return Opened(store, store.shared_state, doubts, introduce)


async def examined(
    copy: Path, key: Path, shared: SharedStream, titles: Titles, progress: Progress, *, rules_accepted: bool = False
) -> Examined:
    """Examine the record and this referee's copy of it. Why the stream may lose something is listed as accepted.

    Raises StorageError if the stream cannot be reached.
    """

    async def untold(_game: str) -> None:
        """Keep nothing beside the record."""

    async with await join(copy, shared, 0, untold) as store:
        faults = [Fault(str(copy), problem) for problem in await store.inspect(thorough=True)]
        faults += [Fault(game, ASTRAY) for game in await store.check_catalogue()]
        faults += [Fault(str(copy), problem) for problem in await leaf_faults(store)]
        why = await store.doubts(shared.monitors)
        doubts = [Fault(store.address, f"acknowledged entries may be lost: {reason}") for reason in why]
        examination = await examined_by_rules(store, titles, progress, accepted=rules_accepted)
    return Examined(examination.games, (*key_faults(key), *faults, *examination.faults), tuple(doubts))


async def join(
    copy: Path,
    shared: SharedStream,
    quota_bytes: int,
    replaced: Callable[[str], Awaitable[None]],
    *,
    founding: str = "",
    reach: bool = True,
) -> JetstreamStore:
    """Open the stream, which gets a name if it is made now; with `reach` its copy has all of it then.

    A key file that is made here, and is not that of the stream, is removed again.
    """
    # A service with a database of its own does not take the client of NATS.
    from store.jetstream import JetstreamStore, OtherKey

    made = not shared.key.exists()  # once, before anything is served
    key = kept_key(shared.key)
    try:
        return await JetstreamStore.open(
            shared.servers, copy, key, name=shared.name, replicas=shared.replicas, quota_bytes=quota_bytes,
            charge=charge_computing, replaced=replaced, founding=founding, reach=reach,
        )  # fmt: skip
    except OtherKey:
        if made:
            shared.key.unlink()  # nothing was written under it
        raise
