"""A service that is measured: its desk and its store tell how long rulings and writes take."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, Any, cast

import structlog

from gunbai.referee.v1 import referee_pb2
from referee.calls.watch import Watch
from referee.desk.desk import Desk, Written
from referee.errors import RefereeError
from referee.game.game import Game
from referee.game.judge import Refused
from referee.server import Service
from referee.watching import Watching
from store.contract import Store, StoreError

if TYPE_CHECKING:
    from referee.watching.metrics import Metrics

ORDER = "order"
"""In place of a step, for what a seat may send at any time, and where another command came first."""


class WatchedDesk(Desk):
    """A desk whose rulings are watched, with the time that they take, that of the write included."""

    watches: Sequence[Watch] = ()

    @property
    def hot_games(self) -> int:
        """How many games are kept ready in memory."""
        return len(self._hot)

    async def submit(
        self, actor: int, request: referee_pb2.SubmitRequest, *, since: int = 0, by_bot: bool = False
    ) -> Written | Refused:
        """Judge a command like any desk, and tell the ruling."""
        begun = time_ns()
        before = await self._before(request.game)
        ruling = await super().submit(actor, request, since=since, by_bot=by_bot)
        if isinstance(ruling, Written) and ruling.repeated:
            return ruling
        clause, span = clause_of(ruling), (begun, time_ns())
        title, step = ruling.game.charter.rulebook.name, step_of(before, ruling)
        for watch in self.watches:
            watch.ruled(title, step, clause, span)
        return ruling

    async def _before(self, game: str) -> Game | None:
        try:
            return await self.game(game)
        except (RefereeError, StoreError):
            # The command says what is wrong.
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


class WatchedStore:
    """A store whose writes of entries are watched, and which is another one in all else."""

    def __init__(self, store: Store, watches: Sequence[Watch]) -> None:
        self._watched, self._watches = store, watches

    def __getattr__(self, name: str) -> Any:
        return getattr(self._watched, name)

    async def append(self, *arguments: Any, **options: Any) -> None:
        """Append like the store, and tell how long it took."""
        begun = time_ns()
        await self._watched.append(*arguments, **options)
        span = begun, time_ns()
        for watch in self._watches:
            watch.stored(span)


class Watched:
    """What measures a service: made before it, shown once it is there, ended after it."""

    def __init__(self, watching: Watching) -> None:
        """Make it. Raises OSError where metrics cannot be read at their address."""
        self._metrics: Metrics | None = None
        self._desks: list[WatchedDesk] = []
        self._ends: list[Callable[[], None]] = []
        watches: list[Watch] = []
        if watching.metrics is not None:
            from referee.watching.metrics import Metrics

            self._metrics = Metrics()
            address, end = self._metrics.serve(*watching.metrics)
            watches.append(self._metrics)
            self._ends.append(end)
            structlog.get_logger().info("metrics_served", address=f"http://{address}/metrics")
        if watching.collector:
            from referee.watching.traces import Traces

            traces = Traces(watching.collector, watching.share)
            watches.append(traces)
            self._ends.append(traces.end)
        self.watches: Sequence[Watch] = tuple(watches)

    def around(self, store: Store) -> tuple[Store, Callable[..., Desk]]:
        """Return the store, watched, and what makes a desk that is."""

        def made(*arguments: Any, **options: Any) -> WatchedDesk:
            desk = WatchedDesk(*arguments, **options)
            desk.watches = self.watches
            self._desks.append(desk)
            return desk

        return cast("Store", WatchedStore(store, self.watches)), made

    def show(self, service: Service, database: Path, certificate: Path | None) -> None:
        """Show in the metrics what a service has now."""
        if self._metrics is None:
            return
        (desk,), files = self._desks, (database, Path(f"{database}-wal"))
        show = self._metrics.show
        show("gunbai_open_calls", "Calls and streams that are open.", lambda: service.open_calls)
        show("gunbai_hot_games", "Games that are kept ready in memory.", lambda: desk.hot_games)
        show("gunbai_database_bytes", "The size of the database with its log.", lambda: sum(map(_size, files)))
        show("gunbai_disk_free_bytes", "The room on its disk.", lambda: shutil.disk_usage(database.parent).free)
        if certificate is not None:
            show(
                "gunbai_certificate_expires_seconds",
                "When it expires, in seconds since 1970.",
                lambda: _end(certificate),
            )

    def end(self) -> None:
        """End it, once the service has stopped."""
        for end in self._ends:
            end()


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _end(certificate: Path) -> float:
    from cryptography import x509

    return x509.load_pem_x509_certificates(certificate.read_bytes())[0].not_valid_after_utc.timestamp()
