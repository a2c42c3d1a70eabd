"""Runs a service as a process: opens its store and key, stops it on SIGTERM or SIGINT, reloads it on SIGHUP."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import structlog
from msgspec.structs import replace

from gunbai_record.heads import Rotation
from gunbai_record.tokens import hash_of
from referee.access.addresses import address_of
from referee.access.charges import charge_computing
from referee.access.quotas import Limits
from referee.access.tokens import kept_token
from referee.game.titles import Titles
from referee.probes.port import Probes
from referee.probes.pulse import Pulse
from referee.probes.service_state import state_of
from referee.probes.systemd import ALIVE, READY, STOPPING, notify, reloading
from referee.proof.identity import Identity
from referee.records.kept_checkpoint import lack_of
from referee.records.rules_fingerprints import warn_of_changes
from referee.server import Service, Settings
from referee.shared_stream import Opened, SharedStream, joined
from referee.telemetry import TelemetrySettings
from store.contract import StorageError, Store, StoreError
from store.position_cache import Positions, beside
from store.sqlite import SqliteStore
from store.sqlite.heads_file import heads_of
from titles.catalogue import LEFT_OUT

if TYPE_CHECKING:
    from referee.telemetry.instrumentation import Telemetry

Reread: TypeAlias = Callable[[], tuple[Limits, str]]
"""Reads the settings again, logs at their level from now on, and returns their quotas. Raises OSError or ValueError."""

# The writer's thread gets the interpreter back from a busy event loop after half a millisecond, not after five.
SWITCH_SECONDS = 0.0005
COMPARED_AFTER_SECONDS = 5.0
"""How long after the start the rules are compared with those that refereed the games."""


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
    probes: tuple[str, int] | None = None,
    reread: Reread | None = None,
    checkpoint: Path | None = None,
) -> None:
    """Serve these titles until SIGTERM or SIGINT. Raises StorageError if the database cannot be used.

    The operator's token is in the file next to the database unless another is named, a forwarder's credential in the
    named file. For a `shared` record, the database is this referee's copy. `new_key`: this key signs from now on.
    `probes`: where orchestrators ask. `reread`: what to do at SIGHUP. The record must have what a `checkpoint` shows.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    positions, services = Positions(beside(database)), list[Service]()

    async def replaced(game: str) -> None:
        await (services[0].forget(game) if services else positions.forget(game))

    async with watched(probes) as (pulse, served_probes), AsyncExitStack() as stack:
        opened = await _opened(database, settings, shared, replaced, lacks_of(checkpoint, key))
        store = await stack.enter_async_context(opened.store)
        identity = await _identity_of(store, key, settings.name, new=new_key)
        settings = _with_tokens(settings, operator or database.with_suffix(".operator"), forwarder)
        settings = replace(settings, spool=database.parent, forks=database, doubts=opened.doubts)
        instruments = begun(telemetry) if telemetry else None
        stored = instruments.store(store) if instruments else store
        submit, observers = (instruments.submit, instruments.observers) if instruments else (None, ())
        service = Service(
            stored, titles, identity, settings, positions,
            shared_state=opened.shared_state, submit=submit, observers=observers,
        )  # fmt: skip
        services.append(service)
        stop = _listen(service, reread)
        collect_rarely()
        _name_left_out()
        await service.start()
        try:
            if instruments:
                pulse.hears.extend(observer.lagged for observer in instruments.observers)
                instruments.show(service, store, database, settings)
            if served_probes:
                served_probes.show(service, partial(state_of, service, store, database))
            ready(service)
            notify(READY)
            await _until(stop, _compared(stored, titles))
        finally:
            notify(STOPPING)
            await service.stop()
            if instruments:
                await asyncio.to_thread(instruments.end)


def check_free(settings: Settings) -> None:
    """Check that the port is free, before files are made for a service that cannot run. Raises OSError."""
    if settings.socket or not settings.port:
        return
    try:
        addresses = socket.getaddrinfo(settings.host.strip("[]"), settings.port, type=socket.SOCK_STREAM)
    except OSError:
        return  # the service says what is wrong with the host
    taken = [(family, address) for family, *_, address in addresses if _is_taken(family, address)]
    if len(taken) == len(addresses):
        address = address_of(settings.host, settings.port)
        other = settings.port + 1
        if settings.connect and settings.connect.port == other:
            other += 1
        raise OSError(f"cannot listen on {address}: the port is in use; try --port {other}")


def _is_taken(family: int, address: Any) -> bool:
    with socket.socket(family) as tried:
        # As the service's own socket: connections that are being closed do not take the port.
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(address)
        except OSError as error:
            # Anything else is for the service to report, with its own words.
            return error.errno == errno.EADDRINUSE
    return False


def _name_left_out() -> None:
    """Log the titles of packages that could not be loaded."""
    for title, package, reason in LEFT_OUT:
        structlog.get_logger().error("title_left_out", title=title, package=str(package), problem=reason)


def _with_tokens(settings: Settings, operator: Path, forwarder: Path | None) -> Settings:
    """Return settings with the hashes of the tokens in these files, which are created if they are missing."""
    credential = hash_of(kept_token(forwarder)) if forwarder else b""
    return replace(settings, operator=hash_of(kept_token(operator)), forwarder=credential)


async def _identity_of(store: Any, key: Path, name: str, *, new: bool) -> Identity:
    """Return what signs a record: the key that always did, or one that is `new`. Raises StorageError, or ValueError."""
    if not (new or await asyncio.to_thread(key.exists)):
        signer = await store.signer()
        if signer or await store.every_game():
            problem = f"missing: {f'{signer} signs this record' if signer else 'a key signed this record'}"
            raise StorageError(str(key), f"{problem}; restore it, or start once with --new-key and tell your readers")
    identity = Identity.kept_in(key, name)
    former = [str(Rotation.parse(rotation).old) for rotation in identity.rotations]
    await store.introduce(str(identity.verifier), former, new=new)
    return identity


@asynccontextmanager
async def watched(probes: tuple[str, int] | None) -> AsyncIterator[tuple[Pulse, Probes | None]]:
    """Yield the event loop's pulse, which systemd hears too, and the answers to probes. Raises OSError."""
    pulse = Pulse([lambda _: notify(ALIVE)])
    served_probes = Probes(*probes, pulse) if probes else None
    pulse.begin()
    try:
        yield pulse, served_probes
    finally:
        if served_probes:
            await asyncio.to_thread(served_probes.end)
        await pulse.end()


def _listen(service: Service, reread: Reread | None) -> asyncio.Event:
    """Let signals reload a service, or set the event that stops it."""
    stop = asyncio.Event()
    listen = asyncio.get_running_loop().add_signal_handler
    for number in (signal.SIGTERM, signal.SIGINT):
        listen(number, stop.set)
    # A closed terminal ends what runs in it; a service without one, for example a systemd unit, reloads.
    listen(signal.SIGHUP, stop.set if sys.stdin.isatty() or not reread else partial(_reload, service, reread))
    return stop


def _reload(service: Service, reread: Reread) -> None:
    """Continue with settings that were read again; if that fails, with the old ones."""
    notify(reloading())
    try:
        service.reload(*reread())
    except (OSError, ValueError) as error:
        structlog.get_logger().error("reload_failed", problem=str(error))
    else:
        structlog.get_logger().info("reloaded")
    notify(READY)


async def _until(stop: asyncio.Event, meanwhile: Coroutine[Any, Any, None]) -> None:
    """Wait for the stop, but not for work in progress: a store may not answer."""
    task = asyncio.create_task(meanwhile)
    try:
        await stop.wait()
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _compared(store: Store, titles: Titles) -> None:
    """Compare the rules with those that refereed the games, and note new ones; failures wait for the next start."""
    # It reads the source of all titles for half a second, in which the calls that follow a restart would take twice as
    # long.
    await asyncio.sleep(COMPARED_AFTER_SECONDS)
    with suppress(StoreError):
        await warn_of_changes(store, titles)


def begun(settings: TelemetrySettings) -> Telemetry:
    """Begin what measures a service; its libraries are loaded only now."""
    from referee.telemetry.instrumentation import Telemetry

    return Telemetry(settings)


def lacks_of(checkpoint: Path | None, key: Path) -> Callable[[Store], Awaitable[str]] | None:
    """Return a function that compares a record with a kept checkpoint, if there is one."""
    return partial(lack_of, checkpoint=checkpoint, key=key) if checkpoint else None


async def _opened(
    database: Path,
    settings: Settings,
    shared: SharedStream | None,
    replaced: Callable[[str], Awaitable[None]],
    lacks: Callable[[Store], Awaitable[str]] | None,
) -> Opened:
    """Open the record, once the port is free. If it lacks something, that must be a stream's accepted loss.

    Raises StorageError or OSError.
    """
    await asyncio.to_thread(check_free, settings)
    if shared is not None:
        return await joined(database, settings.storage_quota_bytes, replace(shared, lack_of=lacks), replaced)
    if lacks is not None and not await asyncio.to_thread(database.exists):
        raise StorageError(
            str(database), "missing, although a checkpoint of its log was kept; restore it from a backup"
        )
    store = await SqliteStore.open(database, settings.storage_quota_bytes, charge=charge_computing)
    if lacks is not None:
        try:
            check_whole(database, await lacks(store))
        except BaseException:
            await store.close()
            raise
    return Opened(store)


def check_whole(database: Path, lack: str) -> None:
    """Check that a database lacks nothing. Raises StorageError, which says what to do."""
    if lack:
        accept = f"move {heads_of(database)} away, and run `gunbai server doctor --accept-loss`"
        raise StorageError(str(database), f"{lack}; restore a newer backup, or accept the loss: {accept}")


def collect_rarely() -> None:
    """Look for garbage in cycles ten times less often: games are trees of values, which need no collector.

    Everything made until now stays, so the collector need not look at it: not even once, since a start leaves hardly
    any garbage. Calls leave no cycles with requests in them.
    """
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
