"""Corrections: the dealer replaces their last outcome, as long as no seat has acted on it.

Both outcomes stay recorded. The wrong one had no effect: its time counts for no clock, and commands that answer it are
for another position.
"""

from __future__ import annotations

from typing import Final

import msgspec

from games.kit.rules.decider import CHANCE
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as pb
from gunbai_record.chain import URL
from referee.errors import InvalidField
from referee.game.game import Game

CORRECTED: Final = f"{URL}gunbai.record.v1.OutcomeCorrected"


def before_outcome(game: Game, actor: int) -> Game:
    """Return the game before its last entered outcome.

    Raises InvalidField if it is too late for that, or if the actor is not the dealer.
    """
    if actor != CHANCE:
        raise InvalidField("corrects", "only the dealer, who entered the outcome, can correct it")
    if game.before_outcome is None or game.played_out:
        raise InvalidField("corrects", "only the dealer's last outcome can be corrected")
    step = game.charter.rulebook.waits(game.before_outcome)
    recalled = tuple(event for event in game.recalled if event[0] < game.version)
    return msgspec.structs.replace(game, table=game.before_outcome, step=step, recalled=recalled)


def corrected(game: Game) -> pb.OutcomeCorrected:
    """Return the event that replaces the last entered outcome."""
    return pb.OutcomeCorrected(version=game.version)


def is_correction(entry: record.Entry) -> bool:
    """Return whether an entry replaces the outcome before it."""
    return not entry.actor.seat and bool(entry.events) and entry.events[0].open.type_url == CORRECTED


def replaced_by(entry: record.Entry) -> int:
    """Return the version of the outcome that an entry replaces; 0 if it replaces none."""
    return pb.OutcomeCorrected.FromString(entry.events[0].open.value).version if is_correction(entry) else 0


def before_correction(game: Game, entry: record.Entry) -> Game | None:
    """Return the game to fold a correction on, None for any other entry. Raises InvalidField."""
    return before_outcome(game, entry.actor.seat) if is_correction(entry) else None
