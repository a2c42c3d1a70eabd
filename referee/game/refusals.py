"""Refusals in words: the clause that a command breaks, and the values at fault."""

from __future__ import annotations

from games.kit.rules.decider import Refusal
from gunbai.referee.v1 import ruling_pb2 as pb
from gunbai.rules.v1.clauses_pb2 import Clause
from referee.game.game import Game
from referee.game.translator import Translator

LONGEST_VALUE = 1_000
"""The maximum number of characters that a refusal quotes from a value at fault."""


def refused_of(game: Game, refusal: Refusal, translator: Translator | None = None) -> pb.Refused:
    """Return a game's refusal, with its clause and values in a translator's words if one is given."""
    clause = game.charter.rulebook.clauses[refusal.clause]
    refused = refused_by(clause, refusal)
    refused.version = game.version
    if translator is not None:
        translator.say_refused(refused, clause, translator.players(game.sittings))
    return refused


def refused_by(clause: Clause, refusal: Refusal) -> pb.Refused:
    """Return a refusal by a clause in words."""
    return pb.Refused(
        clause=clause.number,
        sentence=clause.sentence,
        values=[pb.NamedValue(name=name, value=_quoted(value)) for name, value in refusal.values.items()],
        house_ruling=clause.house_ruling,
    )


def _quoted(value: object) -> str:
    """Return a value in words, cut short if a client sent a long one."""
    words = _in_words(value)
    return words if len(words) <= LONGEST_VALUE else f"{words[:LONGEST_VALUE]}…"


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(_in_words, value))
    return str(value)
