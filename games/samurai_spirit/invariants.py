"""What cannot be on a table of Samurai Spirit: the check that every set-up must pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.faults import first_faults
from games.samurai_spirit.agenda import agenda_faults
from games.samurai_spirit.data import BINDING, CHIEFS, FAMILIES, LIEUTENANTS, RAIDERS, ROUNDS, SAMURAI
from games.samurai_spirit.stack import is_deal_possible
from games.samurai_spirit.steps.hold_raider import HoldRaider
from games.samurai_spirit.table import SamuraiTable


def invariants(table: SamuraiTable) -> Iterator[str]:
    """Yield a sentence for everything that cannot be; what the next check builds on comes first."""
    return first_faults(
        table, _samurai_faults, _token_faults, _village_faults, _raider_faults, _pool_faults, agenda_faults
    )


def _samurai_faults(table: SamuraiTable) -> Iterator[str]:
    names = [samurai.id for samurai in table.samurai]
    if not 2 <= len(names) <= 7:
        yield f"two to seven samurai take part, not {len(names)}"
    if any(names) and (len(set(names)) != len(names) or not set(names) <= SAMURAI.keys()):
        yield f"the samurai {', '.join(names)} are not different ones of the seven"
    if not 0 <= table.active <= len(names):
        yield f"the active samurai must be a seat, or 0 before the first is drawn, not {table.active}"
    if not 1 <= table.round <= ROUNDS:
        yield f"the round must be 1, 2 or 3, not {table.round}"


def _token_faults(table: SamuraiTable) -> Iterator[str]:
    if any(samurai.token_with not in table.seats for samurai in table.samurai):
        yield "a support token of a samurai in play is with nobody"
    names = {samurai.id for samurai in table.samurai}
    tokens = table.absent + table.helpers
    if len(set(tokens)) != len(tokens) or not set(tokens) <= SAMURAI.keys() or names & set(table.absent) - {""}:
        yield f"the tokens {', '.join(tokens)} must be of different samurai, absent ones not in play"
    elsewhere = {samurai.id for samurai in table.samurai if samurai.token_with != table.active}
    if elsewhere & set(table.helpers):
        yield "the token of a samurai in play who helps in this turn is not with the active samurai"
    if not set(table.bound) <= set(BINDING):
        yield f"of {', '.join(table.bound)}, not all are penalties that bind for a turn"


def _village_faults(table: SamuraiTable) -> Iterator[str]:
    if not 0 <= table.barricades <= table.barricade_limit:
        yield f"there can be 0 to {table.barricade_limit} barricades, not {table.barricades}"
    if Counter(table.farms) - Counter(table.edition.data.farms) or table.farms != tuple(sorted(table.farms)):
        yield f"the farms {', '.join(table.farms)} are not some of the edition's, sorted"
    if table.families != tuple(family for family in FAMILIES if family in table.families):
        yield f"the families {', '.join(table.families)} are not different ones in the order of their bonuses"
    stands = bool(table.farms and table.families)
    if table.ending == "village_saved" and not (stands and table.round == ROUNDS):
        yield "the village cannot be saved before the end of the last round, or without farms or families"
    if table.ending == "village_lost" and stands:
        yield "the village cannot be lost while farms and families are left"


def _raider_faults(table: SamuraiTable) -> Iterator[str]:
    known = [raider for raider in (*table.all_raiders(), *_in_hand(table)) if isinstance(raider, str)]
    seen = Counter(known) + Counter(table.unseen.cards())
    odd = sorted({*seen, *RAIDERS} - {raider for raider in RAIDERS if seen[raider] == 1})
    if odd:
        yield f"each of the 66 raiders must be there exactly once: not so {', '.join(odd)}"
    for seat in table.seats:
        symbols = [RAIDERS[raider].defence for raider in table.at(seat).left if raider in RAIDERS]
        if "" in symbols or len(set(symbols)) != len(symbols):
            yield f"on the left side of seat {seat} lie two raiders of one symbol, or one without a symbol"


def _in_hand(table: SamuraiTable) -> Iterator[str]:
    """The raiders that somebody has to play."""
    return (step.raider for step in table.agenda if isinstance(step, HoldRaider))


def _pool_faults(table: SamuraiTable) -> Iterator[str]:
    to_enter = [table.entering(number) for number in range(table.round + 1, ROUNDS + 1)]
    if found := table.unseen.faults((*table.raiders, *table.intruders, *sum(to_enter, ()))):
        yield from found
        return
    places = {*table.raiders, *table.intruders, *sum(table.unseen.pools, ())}
    for number, entering in ((2, LIEUTENANTS), (3, CHIEFS)):
        pool = number - 1
        if table.round < number and (pool in places or not set(table.unseen.pools[pool]) <= set(entering)):
            yield f"in the pool {pool} must be those who join for round {number}, and nobody else"
    if not table.unseen.can_shuffle(table.raiders):
        yield "a card can be reached from the raider stack in two ways"
    if table.deals_set_aside is not None and (table.round != 1 or table.players != 2):
        yield "deals can be set aside in the first round of two samurai only"
    elif table.deals_set_aside is not None and not is_deal_possible(table):
        yield "the plunderers that nobody has seen do not allow the deals that were set aside, or the one that was kept"
