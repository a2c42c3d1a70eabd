"""Rulings as clients are told of them."""

from __future__ import annotations

from games.decider import Refusal
from gunbai.referee.v1 import ruling_pb2 as told
from referee.audience import all_shown
from referee.callers import Caller
from referee.desk import Accepted
from referee.game import Game
from referee.judge import Refused


def ruling_of(ruling: Accepted | Refused, caller: Caller) -> told.Ruling:
    """The ruling on a command, as its actor may see it."""
    if isinstance(ruling, Refused):
        return told.Ruling(refused=refused_of(ruling.game, ruling.refusal))
    entries = all_shown(ruling.game, ruling.entries, caller)
    return told.Ruling(accepted=told.Accepted(entries=entries, repeated_command=ruling.repeated))


def refused_of(game: Game, refusal: Refusal) -> told.Refused:
    """A refusal with its clause in words."""
    clause = game.charter.rulebook.clauses[refusal.clause]
    return told.Refused(
        clause=clause.number,
        sentence=clause.sentence,
        values=[told.NamedValue(name=name, value=as_told(value)) for name, value in refusal.values.items()],
        version=game.version,
    )


def as_told(value: object) -> str:
    """A value at fault in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(as_told, value))
    return str(value)
