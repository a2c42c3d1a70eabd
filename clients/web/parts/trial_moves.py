"""Moves to try on the first page: the referee judges each at a position of a game that ships with the pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from clients.web.parts.command_forms import parse_command
from clients.web.parts.script_values import refusal_in_words
from clients.web.samples.service import SampleService
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, Actor
from gunbai_client.aio import Gunbai


class Trial(NamedTuple):
    """A position, and moves at it."""

    title: str
    version: int
    seat: int
    moves: Sequence[tuple[str, Mapping[str, Any]]]
    """The commands by their full names, with their fields."""


TRIAL = Trial(
    "king_of_tokyo",
    47,
    2,
    (
        ("gunbai.king_of_tokyo.v1.BuyCard", {"card": "jet_fighters"}),
        ("gunbai.king_of_tokyo.v1.BuyCard", {"card": "tanks"}),
        ("gunbai.king_of_tokyo.v1.Reroll", {"dice": [1]}),
    ),
)
"""A player who may buy cards has energy for all but one of them."""


class Tried(NamedTuple):
    """A move, and the referee's ruling on it."""

    sentence: str
    refused: Mapping[str, Any] | None
    """The clause that forbids it, in words; None for a legal move."""
    accepted: Sequence[str]
    """What would follow, in sentences."""


async def try_moves(gunbai: Gunbai, samples: SampleService) -> list[Tried]:
    """Return the trial's moves with their rulings; none if its game does not ship."""
    sample = samples.games.get(TRIAL.title)
    if sample is None:
        return []
    actor, tried = Actor(kind=ACTOR_KIND_SEAT, seat=TRIAL.seat), list[Tried]()
    for name, fields in TRIAL.moves:
        answer = await gunbai.adjudicate(sample.game, actor, parse_command(name, fields), TRIAL.version)
        refused = refusal_in_words(answer.refused) if answer.HasField("refused") else None
        tried.append(Tried(answer.sentence, refused, answer.accepted.sentences))
    return tried
