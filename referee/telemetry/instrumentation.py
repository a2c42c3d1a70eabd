"""A measured service: wrappers around its rulings and its store report how long they take."""

from __future__ import annotations

import asyncio
import math
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic, time_ns
from typing import TYPE_CHECKING, Any, cast

import structlog

from gunbai.referee.v1 import referee_pb2
from referee.calls.observer import Observer
from referee.errors import RefereeError
from referee.game.game import Game
from referee.game.judge import Refused
from referee.probes.service_state import STREAM_SECONDS, StreamState, database_bytes, last_backup, stream_of
from referee.records.changes import Changes, Submit, Written
from referee.server import Service, Settings
from referee.telemetry import TelemetrySettings
from store.contract import Store, StoreError
from store.sqlite.writer import size_of

if TYPE_CHECKING:
    from referee.telemetry.metrics import Metrics

ORDER = "order"
"""Instead of a step, for what a seat may send at any time, and where another command came first."""


class ObservedSubmit:
    """Submits commands; observers hear each ruling with its time, the write included."""

    def __init__(self, changes: Changes, observers: Sequence[Observer]) -> None:
        self._changes, self._observers = changes, observers

    async def __call__(
        self, actor: int, request: referee_pb2.SubmitRequest, *, since: int = 0, by_bot: bool = False
    ) -> Written | Refused:
        """Judge a command, and report the ruling."""
        begun = time_ns()
        before = await self._before(request.game)
        ruling = await self._changes.submit(actor, request, since=since, by_bot=by_bot)
        if isinstance(ruling, Written) and ruling.repeated:
            return ruling
        clause, span = clause_of(ruling), (begun, time_ns())
        title, step = ruling.game.charter.rulebook.name, step_of(before, ruling)
        for observer in self._observers:
            observer.ruled(title, step, clause, span)
        return ruling

    async def _before(self, game: str) -> Game | None:
        try:
            return await self._changes.games.game(game)
        except (RefereeError, StoreError):
            # The ruling itself reports what is wrong with the command.
            return None


def clause_of(ruling: Written | Refused) -> str:
    """Return the number of the clause that a command breaks; "" if it was accepted."""
    if isinstance(ruling, Written):
        return ""
    number: str = ruling.game.charter.rulebook.clauses[ruling.refusal.clause].number
    return number


def step_of(before: Game | None, ruling: Written | Refused) -> str:
    """Return the name of the step that a command answered."""
    if isinstance(ruling, Refused):
        return type(ruling.game.step).__name__ if ruling.game.step is not None else ORDER
    follows = before is not None and ruling.entries[0].version == before.version + 1
    return type(before.step).__name__ if before is not None and follows and before.step is not None else ORDER


class ObservedStore:
    """A store whose writes of entries observers hear; otherwise it is the store that it wraps."""

    def __init__(self, store: Store, observers: Sequence[Observer]) -> None:
        self._store, self._observers = store, observers

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, *arguments: Any, **options: Any) -> None:
        """Append like the store, and report how long it took."""
        begun = time_ns()
        await self._store.append(*arguments, **options)
        span = begun, time_ns()
        for observer in self._observers:
            observer.stored(span)


class Telemetry:
    """What measures a service: created before it, shown once it runs, ended after it."""

    def __init__(self, settings: TelemetrySettings) -> None:
        """Create it. Raises OSError if metrics cannot be read at their address."""
        self._metrics: Metrics | None = None
        self._ends: list[Callable[[], None]] = []
        observers: list[Observer] = []
        if settings.metrics is not None:
            from referee.telemetry.metrics import Metrics

            self._metrics = Metrics()
            address, end = self._metrics.serve(*settings.metrics)
            observers.append(self._metrics)
            self._ends.append(end)
            structlog.get_logger().info("metrics_served", address=f"http://{address}/metrics")
        if settings.collector:
            from referee.telemetry.traces import Traces

            traces = Traces(settings.collector, settings.traced)
            observers.append(traces)
            self._ends.append(traces.end)
        self.observers: Sequence[Observer] = tuple(observers)

    def store(self, store: Store) -> Store:
        """Return a store whose writes are observed."""
        return cast("Store", ObservedStore(store, self.observers))

    def submit(self, changes: Changes) -> Submit:
        """Return what judges commands, observed."""
        return ObservedSubmit(changes, self.observers)

    def show(self, service: Service, store: Store, database: Path, settings: Settings) -> None:
        """Show a service's current values in the metrics."""
        if self._metrics is None:
            return
        show = self._metrics.show
        show("gunbai_ready", "Whether the service takes calls.", lambda: service.ready)
        show("gunbai_store_reached", "Whether the store can be reached.", lambda: service.reached)
        show(
            "gunbai_store_durable",
            "Whether the store keeps everything that it acknowledged.",
            lambda: not service.doubts,
        )
        show("gunbai_damaged_games", "Games found damaged.", lambda: len(service.damaged - {""}))
        show("gunbai_storage_damaged", "Whether the storage as a whole is damaged.", lambda: "" in service.damaged)
        show("gunbai_backup_seconds", "Time of the last backup, in seconds since 1970.", lambda: _backup(database))
        show(
            "gunbai_storage_quota_bytes", "Largest size allowed for the database.", lambda: settings.storage_quota_bytes
        )
        if (asked := service.submissions) is not None:
            show("gunbai_log_leaves", "Leaves of the log of all games.", lambda: asked.leaves)
            show(
                "gunbai_log_witnessed_leaves",
                "Leaves of the log that enough witnesses cosigned.",
                lambda: asked.witnessed,
            )
        if hasattr(store, "copies"):
            behind = Behind(store)
            show("gunbai_stream_behind_messages", "Messages of the stream that the copy here lacks.", behind.messages)
            show("gunbai_stream_copies", "Servers with a complete copy of the stream.", behind.copies)
        show("gunbai_open_calls", "Open calls and streams.", lambda: service.open_calls)
        show("gunbai_hot_games", "Games kept in memory.", lambda: service.hot_games)
        show(
            "gunbai_database_bytes", "Size of the database with its write-ahead log.", lambda: database_bytes(database)
        )
        show(
            "gunbai_write_ahead_log_bytes",
            "Size of the write-ahead log; a long reader lets it grow.",
            lambda: size_of(Path(f"{database}-wal")),
        )
        show(
            "gunbai_disk_free_bytes",
            "Free space on the database's disk.",
            lambda: shutil.disk_usage(database.parent).free,
        )
        if (tls := settings.tls) is not None:
            show(
                "gunbai_certificate_expires_seconds",
                "When it expires, in seconds since 1970.",
                lambda: _end(tls.certificate),
            )

    def end(self) -> None:
        """End it, once the service has stopped."""
        for end in self._ends:
            end()


_FRESH_SECONDS = 1.0
"""How long an answer about the stream is used: a scrape asks for several of its metrics."""


class Behind:
    """The state of a store's stream whenever a thread asks; NaN for values that no server gives in time."""

    def __init__(self, store: Store) -> None:
        """Ask on the event loop that runs now."""
        self._store, self._loop = store, asyncio.get_running_loop()
        self._answer: StreamState | None = None
        self._answered = -math.inf

    def messages(self) -> float:
        """Return how many messages the copy here is behind."""
        stream = self._stream_state()
        return stream.behind if stream is not None and stream.leader else math.nan

    def copies(self) -> float:
        """Return how many servers have all of it."""
        stream = self._stream_state()
        return sum(stream.copies.values()) if stream is not None else math.nan

    def _stream_state(self) -> StreamState | None:
        """Return the stream's state; both metrics of a scrape have the same answer."""
        if monotonic() - self._answered > _FRESH_SECONDS:
            self._answer, self._answered = self._ask(), monotonic()
        return self._answer

    def _ask(self) -> StreamState | None:
        asking = asyncio.run_coroutine_threadsafe(stream_of(self._store), self._loop)
        try:
            return asking.result(STREAM_SECONDS + 1)
        except TimeoutError:
            asking.cancel()
            return None


def _backup(database: Path) -> float:
    at = last_backup(database)
    return at.timestamp() if at is not None else 0


def _end(certificate: Path) -> float:
    from cryptography import x509

    return x509.load_pem_x509_certificates(certificate.read_bytes())[0].not_valid_after_utc.timestamp()
