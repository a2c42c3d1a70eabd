"""What a table is worth to the samurai, who win or lose together: how likely it seems that the village is saved."""

from __future__ import annotations

from math import exp

from games.kit.pile import Place
from games.samurai_spirit.data import RAIDERS, ROUNDS, SYMBOLS
from games.samurai_spirit.outcome import outcome
from games.samurai_spirit.table import Samurai, SamuraiTable

AN_INTRUDER = 0.55
"""How many fires an intruder that nobody has seen is taken to bring."""


def evaluation(table: SamuraiTable) -> tuple[float, ...]:
    """Return the same estimate for every seat: 1 for a village that is saved, 0 for one that is lost."""
    if (ended := outcome(table)) is not None:
        return (float(bool(ended.winners)),) * table.players
    strength = _village(table) + sum(_samurai(table, samurai) for samurai in table.samurai) / table.players * 2
    return (1 / (1 + exp(-strength)),) * table.players


def _village(table: SamuraiTable) -> float:
    """Return what is left of the village after the fires of this round, against what later rounds will burn."""
    ahead = (ROUNDS - table.round) * 1.5
    fires = sum(_fire(place) for place in table.intruders) + 0.3 * len(table.raiders)
    shield = table.barricades - fires
    farms = len(table.farms) + min(shield, 0.0)
    families = len(table.families)
    return 0.9 * (min(farms, 4.0) + 0.4 * max(shield, 0.0) - ahead) + 0.5 * (min(families, 4) - ahead)


def _fire(place: Place) -> float:
    """Return how many fires an intruder brings (SS-9.5)."""
    return float(RAIDERS[place].flames) if isinstance(place, str) else AN_INTRUDER


def _samurai(table: SamuraiTable, samurai: Samurai) -> float:
    """Return what the state of a samurai is worth: wounds, the left side, the total against the kiai."""
    worth = 0.0
    if samurai.animal:
        worth -= 0.8 if not samurai.wounded else 2.6
    elif samurai.wounded:
        worth -= 0.9
    if not samurai.id:
        return worth
    worth += 0.35 * sum(samurai.defends(symbol) for symbol in SYMBOLS)
    return worth - (0.9 if samurai.total > samurai.kiai else 0.05 * len(samurai.line))
