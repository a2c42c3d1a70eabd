"""Shares of chance: given by the seats, held while others are missing, and ended when their time is over.

The timers for that also serve all other deadlines: announced tokens and clocks.

Shares of shared chance are held in the store's shared state until all seats have given theirs; then their outcome's
entry has them. They are lost when all of a record's services have stopped, and the seats are asked again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import msgspec
import structlog

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.shares import GIVING
from referee.errors import GameOver, RefereeError, ShareNotDue
from referee.game.chance_shares import ask_shares, call_time, check_given, outcome_due, reveal_share, shares_overdue
from referee.game.entries import Added
from referee.game.game import Game, Status
from referee.game.judge import drawn_if_complete, in_time, settled
from referee.game.time_control import MICROS
from referee.game.token_reissue import Absent, always_there, complete_reissues
from referee.records.service_presence import EXCUSED
from store.contract import StorageError, Store, StoreError
from store.shared_state import SharedState

_HELD = msgspec.msgpack.Decoder(tuple[int, bytes])
"""A held share: its outcome, and the message."""
# A share that comes at the deadline still counts, so nothing is due at that moment.
_LATER = 0.001
"""How many seconds after a deadline its game is looked at."""


class Held:
    """The shares that have come for an outcome of shared chance, by game."""

    def __init__(self, shared_state: SharedState) -> None:
        self._shared_state = shared_state

    def of(self, game: Game) -> tuple[life.SeatShare, ...]:
        """Return the shares that have come for the due outcome, in the order of the seats."""
        due = outcome_due(game)
        came = (_HELD.decode(data) for _, data in sorted(self._shared_state.held(game.id).items()))
        return tuple(life.SeatShare.FromString(share) for outcome, share in came if outcome == due)

    async def join(self, game: Game, given: life.SeatShare) -> None:
        """Hold a seat's share for the due outcome, replacing one that it gave before."""
        # Never on disk: in clear, the operator's file would foretell outcomes; encrypted, the operator could still read
        # them. A service that was stopped asks the seats again.
        data = msgspec.msgpack.encode((outcome_due(game), given.SerializeToString()))
        await self._shared_state.hold(game.id, given.seat, data)

    def drop(self, game: Game) -> None:
        """Hold no share for an existing outcome, and none for a finished game."""
        for seat, data in self._shared_state.held(game.id).items():
            if game.over or _HELD.decode(data)[0] < outcome_due(game):
                self._shared_state.release(game.id, seat)


class Deadlines:
    """Timers for what the referee does by itself after a deadline: one for each game that has one."""

    def __init__(self, lapse: Callable[[str], Awaitable[object]], now: Callable[[], int]) -> None:
        self._lapse, self._now = lapse, now
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._lapsing: set[asyncio.Task[None]] = set()

    def games(self) -> list[str]:
        """Return the games that have a timer."""
        return [*self._timers]

    def note(self, game: Game, *, after: float = _LATER) -> None:
        """Set a game's timer to its next deadline, or to this many seconds from now if that is later."""
        timer = self._timers.pop(game.id, None)
        if timer is not None:
            timer.cancel()
        if not game.charter.provenance and game.next_deadline:
            seconds = max((game.next_deadline - self._now()) / 1_000_000 + _LATER, after)
            self._timers[game.id] = asyncio.get_running_loop().call_later(seconds, self._begin, game.id)

    def __contains__(self, game: str) -> bool:
        """Return whether a game has a timer."""
        return game in self._timers

    def __bool__(self) -> bool:
        """Return whether anything has a deadline."""
        return bool(self._timers)

    def close(self) -> None:
        """Stop all timers."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _begin(self, game: str) -> None:
        self._timers.pop(game, None)
        task = asyncio.create_task(self._end(game))
        self._lapsing.add(task)
        task.add_done_callback(self._lapsing.discard)

    async def _end(self, game: str) -> None:
        """Do what is due in a game. An error goes to the next caller who asks for the game."""
        with suppress(RefereeError, StorageError):
            await self._lapse(game)


def missed(before: Game, game: Game) -> Sequence[int]:
    """Return the seats that gave no share in time, so that a game just ended or its start is put off."""
    if before.status == "revealing" and game.status == "open":
        return [seat for seat, sitting in enumerate(game.sittings, 1) if not sitting.taken]
    return game.absent if not before.absent else ()


async def note_absence(store: Store, before: Game, status: Status, seats: Sequence[int]) -> None:
    """Log that seats gave no share in time, and how many games here their players ended by that, at least 1."""
    line = structlog.get_logger().bind(game=before.id, status=status, seats=tuple(seats))
    # By name, because that is all that shows one player in several games; it is what the log lines are for.
    players = [before.sittings[seat - 1].player for seat in seats]
    try:
        line.warning("shares_missing", times=[await store.absences(player) or 1 if player else 1 for player in players])
    except StoreError as error:
        line.warning("shares_missing", problem=str(error))


def lapsed(game: Game, held: Held, at: int, absent: Absent = always_there) -> Added:
    """Return what follows from a deadline that may have passed. Shares that nobody could give are asked for again."""
    completed = complete_reissues(game, at, absent)
    if completed.entries:
        return completed
    if (drawn := drawn_if_complete(game, held.of(game), at)).entries:
        return drawn
    if shares_overdue(game, at):
        due_since = game.deadline - game.charter.share_seconds * MICROS
        if absent(due_since, game.deadline) >= EXCUSED:
            return ask_shares(game, at)
        return call_time(game, held.of(game), at, puts_off=True)
    return in_time(Added(game, ()), at)


def is_share_awaited(game: Game, outcome: int, given: life.SeatShare, at: int) -> bool:
    """Return whether a seat's share for an outcome is awaited.

    It is not if the time is over, if it was given before, or if the outcome already exists. Raises GameOver,
    ShareNotDue or InvalidField.
    """
    if game.over:
        raise GameOver(game.id, f"it is {game.status}")
    if game.charter.chance_source not in GIVING:
        raise ShareNotDue(game.id, "its seats give no shares of chance")
    if shares_overdue(game, at) or outcome < outcome_due(game) or _revealed(game, given):
        return False
    if not game.deadline or outcome != outcome_due(game):
        raise ShareNotDue(game.id, f"no share for outcome {outcome} is due")
    if outcome:
        check_given(game, given)
    return True


def received(
    game: Game, held: Held, outcome: int, given: life.SeatShare, at: int, *, absent: Absent = always_there
) -> Added:
    """Return what follows from a seat's share, which is held for an outcome. Raises as `is_share_awaited` does."""
    if not is_share_awaited(game, outcome, given, at):
        return lapsed(game, held, at, absent) if shares_overdue(game, at) else Added(game, ())
    if outcome:
        return drawn_if_complete(game, held.of(game), at)
    revealed = life.RevealShare(seat=given.seat, share=given.share)
    return settled(reveal_share(game, revealed, at))


def _revealed(game: Game, given: life.SeatShare) -> bool:
    """Return whether a seat has revealed this share."""
    return game.status == "revealing" and game.sittings[given.seat - 1].share == given.share
