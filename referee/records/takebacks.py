"""Takebacks: how a game continues in a branch that its seats consent to, and how the two stay in step.

The proposal is a branch that continues its game; each seat consents by taking its seat there. With the last one the
branch starts, and once it has begun the game is continued. If the service stops in between, the game is continued when
the branch is loaded, which the resumption does.
"""

from __future__ import annotations

from collections import OrderedDict

from gunbai.record.v1 import lifecycle_pb2 as life
from referee.access.callers import Caller, check_host
from referee.errors import GameNotOpen, InvalidField, OrdersUsedUp, RoleNeeded, TokenMissing
from referee.game.continuations import continue_game, end_continuation
from referee.game.entries import Added
from referee.game.forks import on_same_terms
from referee.game.game import Game
from referee.game.judge import settled
from referee.game.lifecycle import start_game
from referee.game.orders import check_undecided

MOST_PROPOSALS = 8
"""How many takebacks a seat can propose before its game moves on."""
_REMEMBERED = 10_000
"""For how many seats that is remembered."""
_PROPOSERS = "a seat's or the host's token"


class Proposals:
    """How many takebacks each seat has proposed since its game last moved on, which voids earlier proposals."""

    def __init__(self) -> None:
        self._proposed = OrderedDict[tuple[str, int], tuple[int, int]]()

    def add(self, game: Game, proposer: int) -> None:
        """Count one more proposal by a seat, or by the host (0). Raises OrdersUsedUp."""
        key = game.id, proposer
        version, count = self._proposed.pop(key, (game.moved_at, 0))
        if version != game.moved_at:
            count = 0
        if count >= MOST_PROPOSALS:
            self._proposed[key] = game.moved_at, count
            raise OrdersUsedUp(game.id, proposer, count, "open takeback proposals")
        self._proposed[key] = game.moved_at, count + 1
        if len(self._proposed) > _REMEMBERED:
            self._proposed.popitem(last=False)


def check_proposer(caller: Caller) -> None:
    """Check that the host or a seat proposes a takeback. Raises TokenMissing or RoleNeeded."""
    if caller.role not in {"host", "seat"}:
        raise RoleNeeded(_PROPOSERS) if caller.role else TokenMissing(_PROPOSERS)


def proposal(newest: Game, position: Game, caller: Caller) -> life.ForkGame:
    """Return the terms of a takeback branch: those of its game.

    Raises RoleNeeded, GameNotStarted, GameOver, or InvalidField if nothing after the version can be taken back.
    """
    charter = newest.charter
    if charter.chance_source == life.CHANCE_SOURCE_DEALER or (charter.clock is not None and charter.clock.bot):
        # The proposer makes the tokens of the dealer and of the bot, who see what a seat may not.
        check_host(caller)
    check_undecided(newest)
    if not max(newest.started, newest.charter.parent_version + 1) <= position.version < newest.version:
        raise InvalidField("version", f"expected a version after the start of the game and before {newest.version}")
    return on_same_terms(newest)


def check_not_gone_on(game: Game, branch: Game) -> None:
    """Check that a game has not moved on since a takeback was proposed. Raises GameNotOpen."""
    if game.changed_at > branch.charter.created_at:
        raise GameNotOpen(branch.id, "the game has moved on since the takeback was proposed: propose it again")


def consented(added: Added, at: int) -> Added:
    """Return what follows from a seat's consent: the branch starts with the last of them."""
    if not all(sitting.taken for sitting in added.game.sittings):
        return added
    started = settled(start_game(added.game, at))
    return Added(started.game, (*added.entries, *started.entries))


def has_begun(branch: Game) -> bool:
    """Return whether a game continues in a branch that has begun."""
    charter = branch.charter
    return charter.continues and bool(charter.parent) and branch.moved_at > charter.parent_version


def gone_on(game: Game, branch: Game, at: int) -> Added:
    """Return the entries to add to a game whose takeback branch has begun; nothing if it is decided."""
    if game.status != "running" or game.result is not None:
        return Added(game, ())
    command = life.ContinueGame(branch=branch.recorded_id, version=branch.charter.parent_version)
    return continue_game(game, command, at)


def superseded(game: Game, branch: Game, at: int) -> Added:
    """Return the entries to add to a game whose takeback branch has ended; nothing before that."""
    if game.status != "continued" or not branch.over:
        return Added(game, ())
    command = life.EndContinuation(branch_version=branch.version, branch_digest=branch.digest)
    return end_continuation(game, command, at)
