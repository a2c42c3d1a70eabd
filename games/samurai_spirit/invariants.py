"""What cannot be on a table of Samurai Spirit: a set-up from JSON must show none of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.pile import Place
from games.samurai_spirit.data import BINDING, FAMILIES, RAIDERS, ROUNDS, SAMURAI
from games.samurai_spirit.steps.end_turn import EndTurn
from games.samurai_spirit.steps.hold_raider import HoldRaider
from games.samurai_spirit.table import Table


def invariants(table: Table) -> Iterator[str]:
    """Yield a sentence for everything that cannot be."""
    yield from _samurai_faults(table)
    yield from _token_faults(table)
    yield from _village_faults(table)
    yield from _raider_faults(table)
    yield from _step_faults(table)


def _samurai_faults(table: Table) -> Iterator[str]:
    names = [samurai.id for samurai in table.samurai]
    if not 2 <= len(names) <= 7:
        yield f"two to seven samurai take part, not {len(names)}"
    if any(names) and (len(set(names)) != len(names) or not set(names) <= SAMURAI.keys()):
        yield "the samurai are different ones of the seven, or not dealt yet"
    if not 0 <= table.active <= len(names):
        yield "the active samurai is a seat, or 0 before the first is drawn"
    if not 1 <= table.round <= ROUNDS:
        yield "the round is 1, 2 or 3"
    if not (table.agenda or table.ending) and not table.fighting():
        yield "somebody has not passed when a turn is due"
    if not (table.agenda or table.active):
        yield "the first samurai is drawn before a turn is due"


def _token_faults(table: Table) -> Iterator[str]:
    if any(samurai.token_with not in table.seats for samurai in table.samurai):
        yield "every support token of a samurai in play is with a seat"
    names = {samurai.id for samurai in table.samurai}
    tokens = table.absent + table.helpers
    if len(set(tokens)) != len(tokens) or not set(tokens) <= SAMURAI.keys() or names & set(table.absent) - {""}:
        yield "absent tokens and those that help in this turn are different samurai's; absent ones are not in play"
    if not set(table.bound) <= set(BINDING):
        yield "only the penalties of this turn bind"


def _village_faults(table: Table) -> Iterator[str]:
    if not 0 <= table.barricades <= table.barricade_limit:
        yield f"there are 0 to {table.barricade_limit} barricades"
    if Counter(table.farms) - Counter(table.edition.data.farms) or table.farms != tuple(sorted(table.farms)):
        yield "the farms left are some of the edition's, sorted"
    if table.families != tuple(family for family in FAMILIES if family in table.families):
        yield "the families left are different ones, in the order of their bonuses"


def _raider_faults(table: Table) -> Iterator[str]:
    known = [raider for raider in (*table.all_raiders(), *_in_hand(table)) if isinstance(raider, str)]
    seen = Counter(known) + Counter(table.unseen.cards())
    odd = sorted({*seen, *RAIDERS} - {raider for raider in RAIDERS if seen[raider] == 1})
    if odd:
        yield f"each of the 66 raiders is there exactly once: not so {', '.join(odd)}"
    for pool, places in Counter(_references(table)).items():
        if pool >= len(table.unseen.pools) or pool < 0 or places > len(table.unseen.pools[pool]):
            yield f"{places} places refer to the pool {pool}, which has fewer raiders"
    for seat in table.seats:
        symbols = [RAIDERS[raider].defence for raider in table.at(seat).left if raider in RAIDERS]
        if "" in symbols or len(set(symbols)) != len(symbols):
            yield f"on the left side of seat {seat} lies at most one raider for each symbol"
    if table.deals_set_aside is not None and (table.round != 1 or len(table.samurai) != 2):
        yield "deals are set aside in the first round of two samurai only"


def _in_hand(table: Table) -> Iterator[str]:
    """The raiders that somebody has to play."""
    return (step.raider for step in table.agenda if isinstance(step, HoldRaider))


def _references(table: Table) -> Iterator[int]:
    """The pools to which places refer, in piles and in other pools."""
    places: tuple[Place, ...] = table.raiders + table.intruders + sum(table.unseen.pools, ())
    return (place for place in places if isinstance(place, int))


def _step_faults(table: Table) -> Iterator[str]:
    for step in table.agenda:
        if getattr(step, "seat", 1) not in table.seats:
            yield f"{type(step).__name__} asks a seat"
        if getattr(step, "raider", "R1-01") not in RAIDERS:
            yield f"{type(step).__name__} names a raider"
        if isinstance(step, EndTurn) and step.seat != table.active:
            yield f"the turn that will end is that of the active samurai, not of seat {step.seat}"
