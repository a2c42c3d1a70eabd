"""What cannot be on a table of Samurai Spirit: a set-up from JSON must show none of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.samurai_spirit.agenda import agenda_faults
from games.samurai_spirit.data import BINDING, CHIEFS, FAMILIES, LIEUTENANTS, RAIDERS, ROUNDS, SAMURAI
from games.samurai_spirit.stack import is_deal_possible
from games.samurai_spirit.steps.hold_raider import HoldRaider
from games.samurai_spirit.table import SamuraiTable


def invariants(table: SamuraiTable) -> Iterator[str]:
    """Yield a sentence for everything that cannot be; what the next check builds on comes first."""
    for check in (_samurai_faults, _token_faults, _village_faults, _raider_faults, _pool_faults, agenda_faults):
        found = tuple(check(table))
        if found:
            yield from found
            return


def _samurai_faults(table: SamuraiTable) -> Iterator[str]:
    names = [samurai.id for samurai in table.samurai]
    if not 2 <= len(names) <= 7:
        yield f"two to seven samurai take part, not {len(names)}"
    if any(names) and (len(set(names)) != len(names) or not set(names) <= SAMURAI.keys()):
        yield "the samurai are different ones of the seven, or not dealt yet"
    if not 0 <= table.active <= len(names):
        yield "the active samurai is a seat, or 0 before the first is drawn"
    if not 1 <= table.round <= ROUNDS:
        yield "the round is 1, 2 or 3"


def _token_faults(table: SamuraiTable) -> Iterator[str]:
    if any(samurai.token_with not in table.seats for samurai in table.samurai):
        yield "every support token of a samurai in play is with a seat"
    names = {samurai.id for samurai in table.samurai}
    tokens = table.absent + table.helpers
    if len(set(tokens)) != len(tokens) or not set(tokens) <= SAMURAI.keys() or names & set(table.absent) - {""}:
        yield "absent tokens and those that help in this turn are different samurai's; absent ones are not in play"
    elsewhere = {samurai.id for samurai in table.samurai if samurai.token_with != table.active}
    if elsewhere & set(table.helpers):
        yield "the tokens of those in play who help in this turn are with the active samurai"
    if not set(table.bound) <= set(BINDING):
        yield "only the penalties of this turn bind"


def _village_faults(table: SamuraiTable) -> Iterator[str]:
    if not 0 <= table.barricades <= table.barricade_limit:
        yield f"there are 0 to {table.barricade_limit} barricades"
    if Counter(table.farms) - Counter(table.edition.data.farms) or table.farms != tuple(sorted(table.farms)):
        yield "the farms left are some of the edition's, sorted"
    if table.families != tuple(family for family in FAMILIES if family in table.families):
        yield "the families left are different ones, in the order of their bonuses"
    stands = bool(table.farms and table.families)
    if table.ending == "village_saved" and not (stands and table.round == ROUNDS):
        yield "a village is saved with a farm and a family left, after the last round"
    if table.ending == "village_lost" and stands:
        yield "a village is lost without a farm or without a family"


def _raider_faults(table: SamuraiTable) -> Iterator[str]:
    known = [raider for raider in (*table.all_raiders(), *_in_hand(table)) if isinstance(raider, str)]
    seen = Counter(known) + Counter(table.unseen.cards())
    odd = sorted({*seen, *RAIDERS} - {raider for raider in RAIDERS if seen[raider] == 1})
    if odd:
        yield f"each of the 66 raiders is there exactly once: not so {', '.join(odd)}"
    for seat in table.seats:
        symbols = [RAIDERS[raider].defence for raider in table.at(seat).left if raider in RAIDERS]
        if "" in symbols or len(set(symbols)) != len(symbols):
            yield f"on the left side of seat {seat} lies at most one raider for each symbol"


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
            yield f"those who join for round {number}, and nobody else, are in the pool {pool}"
    if not table.unseen.can_shuffle(table.raiders):
        yield "a card can be reached from the raider stack in two ways"
    if table.deals_set_aside is not None and (table.round != 1 or table.players != 2):
        yield "deals are set aside in the first round of two samurai only"
    elif table.deals_set_aside is not None and not is_deal_possible(table):
        yield "the plunderers that nobody has seen allow the deals that were set aside, and the one that was kept"
