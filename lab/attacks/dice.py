"""Dice: a player takes a card up and lays it again before the seal, to move the stream that chance draws from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import Any

from games.kit.rules import decider
from games.shogun.rules.steps.plan_actions import PlanActions, planning
from gunbai.record.v1 import entry_pb2 as record
from gunbai.shogun.v1 import commands as cmd
from gunbai_record.plain import Plain, as_message
from lab.attacks.figures import Figure, at_least, at_most
from lab.recorded_games import AT, played
from referee.game.entries import Added, packed
from referee.game.game import Game
from referee.game.judge import Command, Refused, judge
from referee.game.titles import finished

GAMES, SEATS = 6, 3
CHANGES = 8
"""How often the player may change their mind, at most one less than this."""

_ids = count(1)


async def attack(_: Path) -> AsyncIterator[Figure]:
    """Seal the same plan after 0 to 7 changes of mind, in six games; count those in which chance was different."""
    titles, drawn, moved = finished(), 0, 0
    for seed in range(GAMES):
        game, _entries = played(titles, "shogun", SEATS, seed, until=_about_to_seal)
        outcomes = {_drawn_after(game, changes) for changes in range(CHANGES)}
        drawn += all(outcomes)
        moved += len(outcomes) > 1
    yield at_least("games in which chance followed the plan", drawn, GAMES)
    yield at_most(f"of {GAMES} games: those in which chance was moved", moved, 0, before="6 of 6")


def _about_to_seal(game: Game) -> bool:
    """Return whether all plans are sealed except one, which is complete."""
    title = game.charter.rulebook.title
    table: Any = game.table
    if not isinstance(decider.waiting(title.rules, table), PlanActions) or len(seats := planning(table)) > 1:
        return False
    moves = decider.legal(title.rules, table, seats[0])
    return any(isinstance(move, cmd.SealPlan) for move in moves)


def _drawn_after(game: Game, changes: int) -> tuple[bytes, ...]:
    """Return what chance draws after this many changes of mind and the seal."""
    table: Any = game.table
    (seat,) = planning(table)
    last = table.at(seat).plan[-1]
    again = cmd.LayCard(seat=seat, card=last) if last else cmd.LeaveSpaceEmpty(seat=seat)
    for _ in range(changes):
        game = _done(_done(game, seat, cmd.TakeCardUp(seat=seat)).game, seat, again).game
    sealed = _done(game, seat, cmd.SealPlan(seat=seat))
    chance = [entry for entry in sealed.entries if entry.actor.kind == record.ACTOR_KIND_CHANCE]
    return tuple(entry.command.open.value for entry in chance)


def _done(game: Game, seat: int, move: Plain) -> Added:
    message = as_message(move)
    ruling = judge(game, Command(seat, f"command of mine {next(_ids)}", game.version, packed(message), message), AT)
    assert not isinstance(ruling, Refused), ruling
    return ruling
