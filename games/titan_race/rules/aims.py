"""Aims: what an ability or a card is used on, and the refusals that several of them share (TR-9.2, TR-12.2)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

from games.kit.rules.decider import Play, Refusal, refusal
from games.titan_race.rules.data import TRAPS
from games.titan_race.rules.table import RaceTable, Titan
from gunbai.titan_race.v1 import clauses_pb2 as clause


class Aim(NamedTuple):
    """The titan, the field and the direction that a player names, and the titan whose ability a Mimic Mask uses."""

    titan: str = ""
    field: str = ""
    direction: str = ""
    model: str = ""


class Power(ABC):
    """What an ability or a card does for the titan in turn."""

    names: tuple[str, ...] = ()
    """The parts of an aim that it needs."""

    @abstractmethod
    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        """Yield the aims that may be legal: every legal one is among them."""

    @abstractmethod
    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        """Return why it may not be used on this aim."""

    @abstractmethod
    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        """Emit what follows from its use."""


def refuse_extra(power: Power, aim: Aim, cited: int) -> Refusal | None:
    """Return why an aim is refused that names something which the ability or card does not use."""
    for part, value in aim._asdict().items():
        if value and part not in power.names:
            return refusal(cited, **{part: value})
    return None


def refuse_trap(table: RaceTable, zone: dict[str, str], field: str, cited: int) -> Refusal | None:
    """Return why a trap may not be placed on a field of a zone, which the clause `cited` names (TR-1.1, TR-9.2)."""
    if field not in table.course.ways:
        return refusal(clause.CLAUSE_1_1, field=field)
    if field not in zone.values():
        return refusal(cited, field=field)
    if field in table.traps:
        return refusal(clause.CLAUSE_9_2, field=field)
    if len(table.traps) >= TRAPS:
        return refusal(clause.CLAUSE_9_2, supply=0)
    return None


def refuse_titan(table: RaceTable, zone: dict[str, str], titan: str, cited: int) -> Refusal | None:
    """Return why a titan is not a target: it is not in the zone that `cited` names. It may be knocked out (TR-8.9)."""
    if not table.races(titan) or table.titan(titan).field not in zone.values():
        return refusal(cited, titan=titan)
    return None
