"""Shares of chance at the desk: given by the seats, held while others are missing, and ended when their time is over.

The timers for that are those of all deadlines, also of the notices of other tokens and of clocks.

Shares of shared chance are held in memory and nowhere else until all seats have given theirs; then the entry of their
outcome has them. When the service stops they are lost, and the seats are asked again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client.shares import GIVING
from referee.errors import GameOver, RefereeError, ShareNotDue
from referee.game.entries import Added
from referee.game.game import Game
from referee.game.judge import drawn_from, in_time, settled
from referee.game.reissue import complete_reissues
from referee.game.shares import call_time, check_given, outcome_due, overdue, reveal_share
from store.contract import StorageError, Store, StoreError

_LATER = 0.001
"""How many seconds after a deadline its game is looked at."""


class Held:
    """The shares that have come for an outcome of shared chance, by game."""

    def __init__(self) -> None:
        self._held: dict[str, tuple[int, tuple[life.SeatShare, ...]]] = {}

    def of(self, game: Game) -> tuple[life.SeatShare, ...]:
        """Return the shares that have come for the outcome that is due, in the order of the seats."""
        outcome, shares = self._held.get(game.id, (0, ()))
        return shares if outcome == outcome_due(game) else ()

    def joined_by(self, game: Game, given: life.SeatShare) -> tuple[life.SeatShare, ...]:
        """Return the shares that have come and another one, in the order of the seats."""
        return tuple(sorted((*(each for each in self.of(game) if each.seat != given.seat), given), key=_seat))

    def keep(self, game: Game, shares: tuple[life.SeatShare, ...]) -> None:
        """Hold the shares that have come for the outcome that is due, and none for earlier ones."""
        self._held[game.id] = outcome_due(game), shares

    def drop(self, game: Game) -> None:
        """Hold nothing for a game that waits for other shares, or for none."""
        if game.id in self._held and not (game.deadline and self.of(game)):
            del self._held[game.id]


class Deadlines:
    """Timers for what the referee does by itself after a deadline: one for each game that has one."""

    def __init__(self, lapse: Callable[[str], Awaitable[object]], now: Callable[[], int]) -> None:
        self._lapse, self._now = lapse, now
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._lapsing: set[asyncio.Task[None]] = set()

    def note(self, game: Game) -> None:
        """Set the timer of a game by its next deadline."""
        timer = self._timers.pop(game.id, None)
        if timer is not None:
            timer.cancel()
        if game.next_deadline and not game.charter.provenance:
            seconds = max(game.next_deadline - self._now(), 0) / 1_000_000 + _LATER
            self._timers[game.id] = asyncio.get_running_loop().call_later(seconds, self._begin, game.id)

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
        """Do what is due in a game. What keeps the desk from it is reported to the next who asks for the game."""
        with suppress(RefereeError, StorageError):
            await self._lapse(game)


def _seat(given: life.SeatShare) -> int:
    return given.seat


async def note_absence(store: Store, game: Game) -> None:
    """Log that a game ended since seats gave no share in time, and how often their players did that in this store."""
    line = structlog.get_logger().bind(game=game.id, status=game.status, seats=game.absent)
    players = [game.sittings[seat - 1].player for seat in game.absent]
    try:
        line.warning("shares_missing", times=[await store.absences(player) if player else 1 for player in players])
    except StoreError as error:
        line.warning("shares_missing", problem=str(error))


def lapsed(game: Game, held: Held, at: int) -> Added:
    """Return what follows from a deadline that may have passed."""
    completed = complete_reissues(game, at)
    if completed.entries:
        return completed
    if overdue(game, at):
        return call_time(game, held.of(game), at)
    return in_time(Added(game, ()), at)


def received(game: Game, held: Held, outcome: int, given: life.SeatShare, at: int) -> Added:
    """Return what follows from the share of a seat; while others are missing it is held.

    A share that was given before changes nothing, nor does any share for an outcome that is there already. Raises
    GameOver, ShareNotDue or InvalidField.
    """
    if game.over:
        raise GameOver(game.id, f"it is {game.status}")
    if game.charter.chance_source not in GIVING:
        raise ShareNotDue(game.id, "its seats give no shares of chance")
    if overdue(game, at):
        return lapsed(game, held, at)
    if outcome < outcome_due(game) or _revealed(game, given):
        return Added(game, ())
    if not game.deadline or outcome != outcome_due(game):
        raise ShareNotDue(game.id, f"no share for outcome {outcome} is due")
    if not outcome:
        revealed = life.RevealShare(seat=given.seat, share=given.share)
        return settled(reveal_share(game, revealed, at))
    check_given(game, given)
    shares = held.joined_by(game, given)
    if len(shares) == len(game.sittings):
        return settled(drawn_from(game, shares, at))
    held.keep(game, shares)
    return Added(game, ())


def _revealed(game: Game, given: life.SeatShare) -> bool:
    """Return whether a seat has revealed this share."""
    return game.status == "revealing" and game.sittings[given.seat - 1].share == given.share
