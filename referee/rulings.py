"""Rulings as clients are told of them."""

from __future__ import annotations

from games.decider import Refusal
from gunbai.referee.v1 import ruling_pb2 as told
from referee.audience import shown
from referee.callers import Caller
from referee.desk import Accepted
from referee.game import Game
from referee.judge import Refused

MOST_TOLD = 1_000
"""How many characters of a value at fault are told."""


def tell(answer: told.Ruling, ruling: Accepted | Refused, caller: Caller) -> None:
    """Fill in the ruling on a command, as its actor may see it: in place, since entries are long to copy."""
    if isinstance(ruling, Refused):
        answer.refused.CopyFrom(refused_of(ruling.game, ruling.refusal))
        return
    accepted = answer.accepted
    accepted.entries.extend(shown(ruling.game, entry, caller) for entry in ruling.entries)
    if ruling.repeated:
        accepted.repeated_command = True


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
    """A value at fault in words, cut short if a client sent a long one."""
    words = in_words(value)
    return words if len(words) <= MOST_TOLD else f"{words[:MOST_TOLD]}…"


def in_words(value: object) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(in_words, value))
    return str(value)
