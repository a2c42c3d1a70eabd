"""A table's value to the samurai, who win or lose together: how likely it seems that the village is saved.

It is given by a network, from facts about each samurai and numbers about the village (facts.py). weights.py says where
its weights come from.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.samurai_spirit.bots.facts import facts, numbers
from games.samurai_spirit.bots.weights import NETWORK
from games.samurai_spirit.rules.data import RAIDERS
from games.samurai_spirit.rules.outcome import outcome
from games.samurai_spirit.rules.steps.hold_raider import HoldRaider, refuse_defence
from games.samurai_spirit.rules.table import SamuraiTable

SPREAD = 0.12
"""How far apart evaluations lie."""


def evaluation(table: SamuraiTable) -> tuple[float, ...]:
    """Return the same estimate for every seat: 1 for a village that is saved, 0 for one that is lost."""
    if (ended := outcome(table)) is not None:
        return (float(bool(ended.winners)),) * table.players
    match table.agenda:
        case (*_, HoldRaider() as step):
            return (max(map(_chance, met(table, step))),) * table.players
    return (_chance(table),) * table.players


def _chance(table: SamuraiTable) -> float:
    return NETWORK.chance(facts(table), numbers(table), 3 / table.players)


def met(table: SamuraiTable, step: HoldRaider) -> Iterator[SamuraiTable]:
    """Yield the table with a raider where it can go and the next samurai about to act, ignoring what a kiai brings."""
    turns = [seat for seat in table.clockwise_from(table.left_of(table.active)) if not table.at(seat).passed]
    after, samurai, raider = table.but(active=turns[0]), table.at(step.seat), RAIDERS[step.raider]
    if refuse_defence(table, step.seat, step.raider) is None:
        yield after.but_at(step.seat, left=(*samurai.left, raider.id))
    missing, line = samurai.missing - raider.value, (*samurai.line, raider.id)
    met = after.but_at(step.seat, line=line if missing else line[1:])
    burnt = {"barricades": table.barricades - 1} if table.barricades else {"farms": table.farms[1:]}
    yield met.but(**burnt) if missing < 0 else met
