"""Running a service as a process: its store and key opened, stopped by SIGTERM, SIGINT or SIGHUP."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from gunbai_record.heads import Rotation
from gunbai_record.tokens import hash_of
from referee.access.charges import charge_computing
from referee.access.tokens import kept_token
from referee.game.titles import Titles
from referee.proof.identity import Identity
from referee.records.rules_fingerprints import warn_of_changes
from referee.server import Service, Settings
from referee.shared_stream import Opened, SharedStream, joined
from referee.telemetry import TelemetrySettings
from store.contract import StorageError, Store, StoreError
from store.position_cache import Positions, beside
from store.sqlite import SqliteStore

if TYPE_CHECKING:
    from referee.telemetry.instrumentation import Telemetry

# The writer's thread has the interpreter back from a busy event loop after half a millisecond, not after five.
SWITCH_SECONDS = 0.0005


async def run(
    database: Path,
    key: Path,
    titles: Titles,
    settings: Settings,
    ready: Callable[[Service], None],
    *,
    operator: Path | None = None,
    forwarder: Path | None = None,
    shared: SharedStream | None = None,
    telemetry: TelemetrySettings | None = None,
    new_key: bool = False,
) -> None:
    """Serve these titles until SIGTERM, SIGINT or SIGHUP. Raises StorageError where the database cannot be used.

    The operator's token is in its file, which is that beside the database unless another is named. The credential of
    a forwarder is in its file, if one is named; both are made if they are missing. If the record is `shared` with other
    referees, the database is the copy of this one. `telemetry` says what is measured, and where that is read. With
    `new_key` a record that another key signed is signed by this one from now on.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    positions, services = Positions(beside(database)), list[Service]()

    async def replaced(game: str) -> None:
        await (services[0].forget(game) if services else positions.forget(game))

    opened = await _opened(database, settings, shared, replaced)
    async with opened.store as store:
        identity = await _identity_of(store, key, settings.name, new=new_key)
        token = kept_token(operator or database.with_suffix(".operator"))
        credential = hash_of(kept_token(forwarder)) if forwarder else b""
        settings = replace(settings, operator=hash_of(token), forwarder=credential, spool=database.parent)
        settings = replace(settings, doubts=opened.doubts)
        instruments = begun(telemetry) if telemetry else None
        stored = instruments.store(store) if instruments else store
        service = Service(
            stored,
            titles,
            identity,
            settings,
            positions,
            shared_state=opened.shared_state,
            submit=instruments.submit if instruments else None,
            observers=instruments.observers if instruments else (),
        )
        services.append(service)
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        collect_rarely()
        await service.start()
        try:
            if instruments:
                instruments.show(service, database, settings.tls.certificate if settings.tls else None)
            ready(service)
            await asyncio.gather(stop.wait(), _compared(stored, titles))
        finally:
            await service.stop()
            if instruments:
                await asyncio.to_thread(instruments.end)


async def _identity_of(store: Any, key: Path, name: str, *, new: bool) -> Identity:
    """Return what signs a record: the key that always did, or one that is `new`. Raises StorageError, or ValueError."""
    if not (new or await asyncio.to_thread(key.exists)):
        signer = await store.signer()
        if signer or await store.every_game():
            problem = f"missing: {f'{signer} signs this record' if signer else 'a key signed this record'}"
            raise StorageError(str(key), f"{problem}; restore it, or start once with --new-key and tell the readers")
    identity = Identity.kept_in(key, name)
    former = [str(Rotation.parse(rotation).old) for rotation in identity.rotations]
    await store.introduce(str(identity.verifier), former, new=new)
    return identity


async def _compared(store: Store, titles: Titles) -> None:
    """Compare the rules with those by which the games were refereed; what cannot be noted, at the next start."""
    with suppress(StoreError):
        await warn_of_changes(store, titles)


def begun(settings: TelemetrySettings) -> Telemetry:
    """Begin what measures a service; its libraries are loaded only now."""
    from referee.telemetry.instrumentation import Telemetry

    return Telemetry(settings)


async def _opened(
    database: Path, settings: Settings, shared: SharedStream | None, replaced: Callable[[str], Awaitable[None]]
) -> Opened:
    if shared is not None:
        return await joined(database, settings.storage_quota_bytes, shared, replaced)
    return Opened(await SqliteStore.open(database, settings.storage_quota_bytes, charge=charge_computing))


def collect_rarely() -> None:
    """Look for garbage in cycles ten times less often: games are trees of values, which need no collector.

    What was made until now stays, so the collector need not look at it. Calls leave no cycles with requests in them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
