"""What cannot be on a table of Samurai Spirit: a set-up from JSON must show none of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.decider import Step
from games.pile import Place
from games.samurai_spirit.data import BINDING, FAMILIES, KIAI_EFFECTS, PENALTIES, RAIDERS, ROUNDS, SAMURAI
from games.samurai_spirit.stack import is_deal_possible
from games.samurai_spirit.steps import (
    ArrangeRaiders,
    BeginTurn,
    BreakDefence,
    CallReinforcement,
    CheckDeal,
    CloseRound,
    DealSamurai,
    DestroyFarm,
    DrawChallenger,
    DrawFirstSamurai,
    DrawOpponent,
    DrawReplacement,
    EndTurn,
    GiveBonus,
    HealRandom,
    LoseFamily,
    OfferKiai,
    OrderPenalties,
    RepelIntruder,
    RevealIntruder,
    RevealRaider,
    ScatterRaider,
    SufferPenalty,
    WoundVillager,
)
from games.samurai_spirit.steps.draw_lot import DrawLot
from games.samurai_spirit.steps.hold_raider import HoldRaider
from games.samurai_spirit.steps.turn_raider import TurnRaider
from games.samurai_spirit.table import SamuraiTable

ONLY_ON_TOP = (
    HoldRaider,
    BreakDefence,
    DrawOpponent,
    DrawChallenger,
    DrawReplacement,
    CallReinforcement,
    DestroyFarm,
    WoundVillager,
    LoseFamily,
    HealRandom,
)
"""Steps that are answered as soon as they are owed."""
IN_A_ROW = (ScatterRaider, RepelIntruder, RevealRaider)
"""Steps that are owed several at once, and before which nothing else happens."""


def invariants(table: SamuraiTable) -> Iterator[str]:
    """Yield a sentence for everything that cannot be."""
    yield from _samurai_faults(table)
    yield from _token_faults(table)
    yield from _village_faults(table)
    yield from _raider_faults(table)
    yield from _step_faults(table)


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
    if not all(names) and not any(isinstance(step, DealSamurai) for step in table.agenda):
        yield "the samurai are dealt, or will be"


def _token_faults(table: SamuraiTable) -> Iterator[str]:
    if any(samurai.token_with not in table.seats for samurai in table.samurai):
        yield "every support token of a samurai in play is with a seat"
    names = {samurai.id for samurai in table.samurai}
    tokens = table.absent + table.helpers
    if len(set(tokens)) != len(tokens) or not set(tokens) <= SAMURAI.keys() or names & set(table.absent) - {""}:
        yield "absent tokens and those that help in this turn are different samurai's; absent ones are not in play"
    if not set(table.bound) <= set(BINDING):
        yield "only the penalties of this turn bind"


def _village_faults(table: SamuraiTable) -> Iterator[str]:
    if not 0 <= table.barricades <= table.barricade_limit:
        yield f"there are 0 to {table.barricade_limit} barricades"
    if Counter(table.farms) - Counter(table.edition.data.farms) or table.farms != tuple(sorted(table.farms)):
        yield "the farms left are some of the edition's, sorted"
    if table.families != tuple(family for family in FAMILIES if family in table.families):
        yield "the families left are different ones, in the order of their bonuses"


def _raider_faults(table: SamuraiTable) -> Iterator[str]:
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
    elif table.deals_set_aside is not None and not is_deal_possible(table):
        yield "the plunderers that nobody has seen allow the deals that were set aside, and the one that was kept"


def _in_hand(table: SamuraiTable) -> Iterator[str]:
    """The raiders that somebody has to play."""
    return (step.raider for step in table.agenda if isinstance(step, HoldRaider))


def _references(table: SamuraiTable) -> Iterator[int]:
    """The pools to which places refer, in piles and in other pools."""
    places: tuple[Place, ...] = table.raiders + table.intruders + sum(table.unseen.pools, ())
    return (place for place in places if isinstance(place, int))


def _step_faults(table: SamuraiTable) -> Iterator[str]:
    for before, step in enumerate(reversed(table.agenda)):
        yield from (f"{type(step).__name__} {fault}" for fault in _faults_of(table, step, before))
    bottom = table.agenda[0] if table.agenda else None
    if table.ending or isinstance(bottom, EndTurn | CloseRound | DrawFirstSamurai):
        return
    if not (table.active and table.raiders and table.fighting()):
        yield "when a turn is due, the first samurai is drawn, somebody has not passed, and a raider is left"


def _faults_of(table: SamuraiTable, step: Step[SamuraiTable], before: int) -> Iterator[str]:
    """What is wrong with one step, before which as many others come."""
    if getattr(step, "seat", 1) not in table.seats or getattr(step, "raider", "R1-01") not in RAIDERS:
        yield "names a seat and a raider that there are"
    elif not _finds_what_it_needs(table, step):
        yield "finds what it needs"
    if isinstance(step, BeginTurn):
        yield "is owed to nobody: a turn begins when the agenda is empty"
    if isinstance(step, ONLY_ON_TOP) and before:
        yield "comes before all others"
    if isinstance(step, EndTurn | CloseRound | DrawFirstSamurai) and before + 1 != len(table.agenda):
        yield "comes after all others"
    if isinstance(step, EndTurn) and step.seat != table.active:
        yield f"ends the turn of the active samurai, not of seat {step.seat}"
    if isinstance(step, IN_A_ROW) and {type(step)} != {type(other) for other in table.agenda[-before - 1 :]}:
        yield "comes after its like only"


def _finds_what_it_needs(table: SamuraiTable, step: Step[SamuraiTable]) -> bool:
    """Whether a step can be carried out on the table as it is."""
    match step:
        case ScatterRaider():
            return table.agenda.count(step) <= len(table.raiders)
        case RepelIntruder():
            return table.agenda.count(step) <= len(table.intruders)
        case RevealIntruder():
            return step.is_possible(table) and isinstance(table.agenda[0], CloseRound)
        case DrawLot() | TurnRaider():
            return step.is_possible(table)
        case BreakDefence():
            return bool(table.at(step.seat).left)
        case ArrangeRaiders():
            return _are_revealed(table, step.count)
    return _is_sound(table, step)


def _are_revealed(table: SamuraiTable, count: int) -> bool:
    """Whether so many raiders on top of their stack are known, or about to be."""
    top = enumerate(table.raiders[:count], 1)
    known = all(isinstance(place, str) or RevealRaider(number) in table.agenda for number, place in top)
    return known and count <= len(table.raiders)


def _is_sound(table: SamuraiTable, step: Step[SamuraiTable]) -> bool:
    """Whether a step speaks of what there is in the game."""
    match step:
        case CheckDeal():
            return table.deals_set_aside is not None
        case OrderPenalties():
            return len(set(RAIDERS[step.raider].penalties)) == 2
        case SufferPenalty():
            return step.penalty in PENALTIES.words
        case OfferKiai():
            return step.effect in KIAI_EFFECTS.words
        case GiveBonus():
            return step.family in FAMILIES
    return True
