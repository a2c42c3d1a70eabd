"""What is impossible on a table of Samurai Spirit: the check that every set-up must pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.kit.rules.faults import first_faults
from games.samurai_spirit.rules.agenda import AGENDA
from games.samurai_spirit.rules.data import BINDING, CHIEFS, FAMILIES, LIEUTENANTS, RAIDERS, ROUNDS, SAMURAI
from games.samurai_spirit.rules.stack import is_deal_possible, is_uncounted_deal
from games.samurai_spirit.rules.steps import CompareTotal, EndKiai, EndTurn
from games.samurai_spirit.rules.steps.close_round import is_round_over
from games.samurai_spirit.rules.steps.hold_raider import HoldRaider
from games.samurai_spirit.rules.table import SamuraiTable


def invariants(table: SamuraiTable) -> Iterator[str]:
    """Yield a sentence for everything that is impossible, basic checks first."""
    checks = (_samurai_faults, _token_faults, _village_faults, _raider_faults, _pool_faults)
    return first_faults(table, *checks, AGENDA.faults, _time_faults, _kiai_faults)


def _samurai_faults(table: SamuraiTable) -> Iterator[str]:
    names = [samurai.id for samurai in table.samurai if samurai.id]
    if len(set(names)) != len(names) or not set(names) <= SAMURAI.keys():
        yield f"the samurai {', '.join(names)} are not different ones of the seven (SS-2.1)"
    if not 0 <= table.active <= table.players:
        yield f"the active samurai must be a seat, or 0 before the first is drawn, not {table.active}"
    if table.last_draw and (table.last_draw not in table.seats or table.raiders or table.round_starter != "last_draw"):
        yield f"seat {table.last_draw} cannot have drawn the last raider, or it does not matter who has (SS-9.11)"
    if not 1 <= table.round <= ROUNDS:
        yield f"the round must be 1, 2 or 3, not {table.round} (SS-3.1)"


def _token_faults(table: SamuraiTable) -> Iterator[str]:
    if any(samurai.token_with not in table.seats for samurai in table.samurai):
        yield "a support token of a samurai in play is with nobody"
    names = {samurai.id for samurai in table.samurai}
    tokens = table.absent + table.helpers
    if len(set(tokens)) != len(tokens) or not set(tokens) <= SAMURAI.keys() or names & set(table.absent) - {""}:
        yield f"the tokens {', '.join(tokens)} must be of different samurai, absent ones not in play (SS-2.7)"
    elsewhere = {samurai.id for samurai in table.samurai if samurai.token_with != table.active}
    if elsewhere & set(table.helpers):
        yield "the token of a samurai in play who helps in this turn is not with the active samurai (SS-6.2)"
    if not set(table.bound) <= set(BINDING):
        yield f"of {', '.join(table.bound)}, not all are penalties that bind for a turn (SS-5.6)"


def _village_faults(table: SamuraiTable) -> Iterator[str]:
    if not 0 <= table.barricades <= table.barricade_limit:
        yield f"there can be 0 to {table.barricade_limit} barricades, not {table.barricades} (SS-2.3)"
    if Counter(table.farms) - Counter(table.edition.data.farms) or table.farms != tuple(sorted(table.farms)):
        yield f"the farms {', '.join(table.farms)} are not some of the edition's, sorted (SS-2.3)"
    if table.families != tuple(family for family in FAMILIES if family in table.families):
        yield f"the families {', '.join(table.families)} are not different ones in the order of their bonuses (SS-2.3)"
    stands = bool(table.farms and table.families)
    if table.ending == "village_saved" and not (stands and table.round == ROUNDS):
        yield "the village cannot be saved before the end of the last round, or without farms or families (SS-9.8)"
    if table.ending == "village_lost" and stands:
        yield "the village cannot be lost while farms and families are left (SS-9.7)"


def _raider_faults(table: SamuraiTable) -> Iterator[str]:
    raiders = [raider for raider in (*table.all_raiders(), *_in_hand(table)) if isinstance(raider, str)]
    seen = Counter(raiders) + Counter(table.unseen.cards())
    odd = sorted({*seen, *RAIDERS} - {raider for raider in RAIDERS if seen[raider] == 1})
    if odd:
        yield f"each of the 66 raiders must be there exactly once: not so {', '.join(odd)} (SS-2.4)"
    for seat in table.seats:
        symbols = [RAIDERS[raider].defence for raider in table.at(seat).left if raider in RAIDERS]
        if "" in symbols or len(set(symbols)) != len(symbols):
            yield f"on the left side of seat {seat} lie two raiders of one symbol, or one without a symbol (SS-4.7)"


def _in_hand(table: SamuraiTable) -> Iterator[str]:
    """Return the raiders that somebody is about to play."""
    return (step.raider for step in table.agenda if isinstance(step, HoldRaider))


def _pool_faults(table: SamuraiTable) -> Iterator[str]:
    to_enter = [(number - 1,) * table.entering(number) for number in range(table.round + 1, ROUNDS + 1)]
    if faults := table.unseen.faults((*table.raiders, *table.intruders, *sum(to_enter, ()))):
        yield from faults
        return
    places = {*table.raiders, *table.intruders, *sum(table.unseen.pools, ())}
    for number, entering in ((2, LIEUTENANTS), (3, CHIEFS)):
        pool = number - 1
        if table.round < number and (pool in places or not set(table.unseen.pools[pool]) <= set(entering)):
            yield f"in the pool {pool} must be those who join for round {number}, and nobody else (SS-9.9)"
    if not table.unseen.can_shuffle(table.raiders):
        yield "a card can be reached from the raider stack in two ways"
    if table.deals_set_aside is not None and (table.round != 1 or table.players != 2):
        yield "deals can be set aside in the first round of two samurai only (SS-11.3)"
    elif table.deals_set_aside is not None and not (is_uncounted_deal(table) or is_deal_possible(table)):
        yield "the plunderers that nobody has seen do not allow the deals that were set aside or kept (SS-11.3)"


def _kiai_faults(table: SamuraiTable) -> Iterator[str]:
    """Yield a sentence for every samurai whose kiai must have triggered: it is never postponed (SS-8.1, SS-8.18)."""
    if table.ending or is_round_over(table):
        return
    tested = {step.seat for step in table.agenda if isinstance(step, EndKiai | CompareTotal)}
    for seat in table.fighting():
        samurai = table.at(seat)
        if samurai.id and samurai.total == samurai.kiai and seat not in tested:
            yield f"the total of seat {seat} is the kiai number {samurai.kiai}, and no kiai is being resolved (SS-8.1)"


def _time_faults(table: SamuraiTable) -> Iterator[str]:
    """Yield what does not fit the stage of the game: before or between turns, in a turn, or at the end of a round."""
    if table.ending:
        return
    if not table.agenda:
        yield from _idle_faults(table)
        return
    if not (table.active and _all_dealt(table)):
        yield "nothing is on the agenda before the samurai are dealt and the first one is drawn"
    if isinstance(table.agenda[0], EndTurn):
        yield from _passed_faults(table)
    elif table.helpers or table.bound:
        yield "somebody is helped or bound out of a turn"


def _idle_faults(table: SamuraiTable) -> Iterator[str]:
    """Yield what is wrong when the agenda is empty, so that the set-up continues or a turn is due."""
    if table.helpers or table.bound:
        yield "somebody is helped or bound between two turns"
    if not table.fighting():
        yield "no turn can be due: nobody is in the round"
    if table.active and not (table.raiders and _all_dealt(table)):
        yield "no turn can be due: no raider is left, or the samurai are not dealt"
    if not (table.active or table.raiders or is_uncounted_deal(table)):
        yield "the raiders must be dealt, or be about to be dealt with their dolls counted"


def _all_dealt(table: SamuraiTable) -> bool:
    return all(samurai.id for samurai in table.samurai)


def _passed_faults(table: SamuraiTable) -> Iterator[str]:
    """Yield who cannot have passed: until the end of the turn the active samurai, and those who have a step in it."""
    steps = table.agenda[1:]
    seats = {table.active, *(getattr(step, "seat", table.active) for step in steps)} & set(table.seats)
    for seat in sorted(seats):
        if steps and table.at(seat).passed:
            yield f"seat {seat}, who has a step in this turn, has passed"
