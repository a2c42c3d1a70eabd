"""The terms of a game: who resolves its chance, and what becomes of one in which a share of chance is late."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from gunbai.record.v1 import lifecycle_pb2 as lifecycle
from gunbai_client.fairness import SOURCES

Chance: TypeAlias = Literal["referee", "committed", "shared", "dealer"]
"""The sources of chance, which gunbai_client.fairness describes."""
Stalled: TypeAlias = Literal["", "ends", "loses"]
"""What becomes of a game of shared chance in which a share is late: nobody wins, or the others do."""

STALLED: Mapping[Stalled, lifecycle.StalledRule.ValueType] = {
    "": lifecycle.STALLED_RULE_UNSPECIFIED,
    "ends": lifecycle.STALLED_RULE_ENDS,
    "loses": lifecycle.STALLED_RULE_LOSES,
}


def branch_source(chance: Chance | None) -> lifecycle.ChanceSource.ValueType:
    """Return the source of chance of a branch; that of the game unless one is given."""
    return lifecycle.CHANCE_SOURCE_UNSPECIFIED if chance is None else SOURCES[chance]
