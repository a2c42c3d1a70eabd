"""Names for people: of a game's status and ending, of commands, and of places in rulebooks."""

from __future__ import annotations

import re

from gunbai.referee.v1 import game_pb2

STATUS = {
    game_pb2.GAME_STATUS_OPEN: "open",
    game_pb2.GAME_STATUS_RUNNING: "running",
    game_pb2.GAME_STATUS_FINISHED: "finished",
    game_pb2.GAME_STATUS_ABANDONED: "abandoned",
    game_pb2.GAME_STATUS_REVEALING: "revealing",
    game_pb2.GAME_STATUS_VOIDED: "voided",
    game_pb2.GAME_STATUS_STALLED: "stalled",
    game_pb2.GAME_STATUS_DECIDED: "decided",
    game_pb2.GAME_STATUS_APPEALED: "appealed",
    game_pb2.GAME_STATUS_CONTINUED: "continued",
    game_pb2.GAME_STATUS_SUPERSEDED: "superseded",
}

INNER = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
"""Where a word begins within a protobuf name."""


def name_in_words(name: str) -> str:
    """Return a command's name in words: "Buy card" for BuyCard."""
    return INNER.sub(" ", name.rpartition(".")[2]).capitalize()


def place_in(rulebook: str, place: str) -> str:
    """Return a place in a rulebook that is named, such as "Polish rulebook TTR01PL, Rebel: Abilities"."""
    return ": ".join(filter(None, (rulebook, place)))


def ending_of(result: game_pb2.Result) -> str:
    """Return a game's ending in words, or its name if the service does not put it in words."""
    return result.ending_words or result.ending


def remark_of(result: game_pb2.Result) -> str:
    """Return the addition to a result in words, or as its record has it if the service does not put it in words."""
    return result.remark_words or result.remark
