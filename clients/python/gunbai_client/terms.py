"""A game's terms: its source of chance, how the game ends if a share of chance is late, and its clocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import lifecycle_pb2 as lifecycle
from gunbai_client.fairness import SOURCES

Chance: TypeAlias = Literal["referee", "committed", "shared", "dealer"]
"""The sources of chance, which gunbai_client.fairness describes."""
Stalled: TypeAlias = Literal["", "ends", "loses"]
"""How a game with shared chance ends if a share is late: nobody wins, or the other seats win."""

STALLED: Mapping[Stalled, lifecycle.StalledRule.ValueType] = {
    "": lifecycle.STALLED_RULE_UNSPECIFIED,
    "ends": lifecycle.STALLED_RULE_ENDS,
    "loses": lifecycle.STALLED_RULE_LOSES,
}

Expiry: TypeAlias = Literal["default", "loses", "bot"]
"""What happens to a seat that runs out of time: its default is played, it loses, or a bot can decide for it too."""

EXPIRY: Mapping[Expiry, clocks.ExpiryRule.ValueType] = {
    "default": clocks.EXPIRY_RULE_DEFAULT,
    "loses": clocks.EXPIRY_RULE_LOSES,
    "bot": clocks.EXPIRY_RULE_BOT,
}


def clock(
    *,
    decision_seconds: int = 0,
    bank_seconds: int = 0,
    increment_seconds: int = 0,
    expiry: Expiry = "default",
    bot_seconds: int = 0,
) -> clocks.ClockTerms:
    """Return the terms of clocks: time for each decision, or a bank for all decisions with an increment after each one.

    `bot_seconds` is the time for each decision of a bot that takes over a seat.
    """
    return clocks.ClockTerms(
        decision_seconds=decision_seconds,
        bank_seconds=bank_seconds,
        increment_seconds=increment_seconds,
        expiry=EXPIRY[expiry],
        bot_seconds=bot_seconds,
    )


def branch_source(chance: Chance | None) -> lifecycle.ChanceSource.ValueType:
    """Return a branch's source of chance; by default, the game's source."""
    return lifecycle.CHANCE_SOURCE_UNSPECIFIED if chance is None else SOURCES[chance]
