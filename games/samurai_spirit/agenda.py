"""What can be owed on a table of Samurai Spirit: the agenda of every set-up is held against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from games.decider import Chance, Decision, Step
from games.pile import Pile
from games.samurai_spirit.data import FAMILIES, PENALTIES, RAIDERS, SAMURAI
from games.samurai_spirit.stack import is_fresh_deal
from games.samurai_spirit.steps import (
    STEPS,
    ArrangeRaiders,
    BeginTurn,
    BreakDefence,
    CallAbsent,
    CheckDeal,
    ChooseAction,
    CloseRound,
    DealSamurai,
    DestroyFarm,
    DrawFirstSamurai,
    DrawOpponent,
    EndFight,
    EndPenalties,
    EndTurn,
    FaceIntruders,
    FailFamily,
    FailFarm,
    FailPeasants,
    FightAgain,
    GiveBonus,
    HealRandom,
    LoseFamily,
    LoseFamilyToFarm,
    MeetPenalties,
    MeetRaider,
    OfferKiai,
    OrderPenalties,
    RepelForFamily,
    RepelIntruder,
    RevealIntruder,
    RevealRaider,
    ScatterRaider,
    SufferPenalty,
    TurnUpFamilies,
    WeighPenalties,
    WoundVillager,
)
from games.samurai_spirit.steps.draw_lot import DrawLot
from games.samurai_spirit.steps.turn_raider import TurnIntruder, TurnRaider
from games.samurai_spirit.steps.use_kiai import USES, BuildForKyuzo, UseKiai
from games.samurai_spirit.table import SamuraiTable

Kinds = tuple[type[Step[Any]], ...]

LOSSES: Kinds = (DestroyFarm, WoundVillager, LoseFamily, LoseFamilyToFarm)
SET_UP: Kinds = (DrawFirstSamurai, CheckDeal, DealSamurai)
ROUND_END: Kinds = (
    *LOSSES,
    *(FailPeasants, FailFarm, FailFamily, TurnUpFamilies, GiveBonus, HealRandom, RepelForFamily),
    *(FaceIntruders, RevealIntruder, CloseRound),
)
TURN: Kinds = (*(kind for kind in STEPS if kind not in {BeginTurn, *SET_UP, *ROUND_END}), *LOSSES)
UNDERMOST: Mapping[type[Step[Any]], Kinds] = {DrawFirstSamurai: SET_UP, EndTurn: TURN, CloseRound: ROUND_END}
"""What lies at the bottom of an agenda, and all that may lie on it."""

BEFORE: Mapping[type[Step[Any]], Kinds] = {
    DrawFirstSamurai: (CheckDeal, DealSamurai),
    CheckDeal: (DealSamurai,),
    ChooseAction: (CallAbsent, MeetPenalties, EndPenalties),
    ArrangeRaiders: (RevealRaider,),
    RevealRaider: (RevealRaider,),
    ScatterRaider: (ScatterRaider,),
    RepelIntruder: (RepelIntruder,),
    RevealIntruder: (RevealIntruder, *LOSSES),
}
"""What may come right before a question or a turn of chance; before any other of them comes nothing."""

OF_THE_ACTIVE: Kinds = (
    *(CallAbsent, MeetPenalties, WeighPenalties, OrderPenalties, SufferPenalty, BreakDefence, EndPenalties),
    *(ChooseAction, DrawOpponent, EndFight, FightAgain, EndTurn),
)
"""The steps of the samurai whose turn it is."""

EFFECTS = {effect for board in SAMURAI.values() for effect in board.human + board.animal}
KIAI = {(BuildForKyuzo, 0), *((USES[effect], count) for effect, count in EFFECTS)}


def agenda_faults(table: SamuraiTable) -> Iterator[str]:
    """Yield a sentence for every step that cannot be owed, and for what is not owed and must be."""
    if table.ending:
        yield from (f"{_name(step)} is owed after the end" for step in table.agenda)
    elif not table.agenda:
        yield from _idle_faults(table)
    else:
        yield from _order_faults(table)
        yield from _time_faults(table)
        for step in table.agenda:
            yield from _faults_of(table, step)


def _name(step: Step[Any]) -> str:
    return type(step).__name__


def _idle_faults(table: SamuraiTable) -> Iterator[str]:
    """What is wrong when nothing is owed, so that a turn is due."""
    if not (table.active and table.raiders and table.fighting() and all(samurai.id for samurai in table.samurai)):
        yield "no turn can be due: nobody is in the round, no raider is left, or the first samurai is not drawn"
    if table.helpers or table.bound:
        yield "somebody is helped or bound between two turns"


def _order_faults(table: SamuraiTable) -> Iterator[str]:
    """Which steps cannot lie on the others."""
    bottom, *others = table.agenda
    allowed = UNDERMOST.get(type(bottom), ())
    for step in others:
        if type(step) in UNDERMOST:
            yield f"{_name(step)} must come after all others"
        elif type(step) not in allowed:
            yield f"{_name(step)} cannot come before {_name(bottom)}"
    if not allowed:
        yield f"{_name(bottom)} cannot come after all others"
    for step, sooner in pairwise(table.agenda):
        if isinstance(step, Decision | Chance) and not isinstance(sooner, BEFORE.get(type(step), ())):
            yield f"{_name(sooner)} cannot come right before {_name(step)}"


def _time_faults(table: SamuraiTable) -> Iterator[str]:
    """What does not fit the time of the game that the undermost step tells."""
    bottom, dealing = table.agenda[0], DealSamurai() in table.agenda
    if any(bool(samurai.id) == dealing for samurai in table.samurai):
        yield "the samurai must have been dealt, or be about to be dealt"
    if isinstance(bottom, DrawFirstSamurai) == bool(table.active):
        yield f"the first samurai must be drawn before the first turn, and only then: the active one is {table.active}"
    if (table.helpers or table.bound) and not isinstance(bottom, EndTurn):
        yield "somebody is helped or bound out of a turn"
    if isinstance(bottom, EndTurn):
        yield from _passed_faults(table)


def _passed_faults(table: SamuraiTable) -> Iterator[str]:
    """Who cannot have passed in a turn: whoever owes something, and the active samurai until the end of his turn."""
    owed = table.agenda[1:]
    seats = {table.active, *(getattr(step, "seat", table.active) for step in owed)} & set(table.seats)
    for seat in sorted(seats):
        if owed and table.at(seat).passed:
            yield f"seat {seat}, who owes something in this turn, has passed"


def _faults_of(table: SamuraiTable, step: Step[Any]) -> Iterator[str]:
    seat, raider = getattr(step, "seat", 1), getattr(step, "raider", "R1-01")
    if seat not in table.seats or raider not in RAIDERS:
        yield f"{_name(step)} names seat {seat} or raider {raider}, which there is not"
    elif isinstance(step, OF_THE_ACTIVE) and seat != table.active:
        yield f"{_name(step)} is owed by the active samurai {table.active}, not by seat {seat}"
    elif not (_can_be_carried_out(table, step) and _is_sound(table, step)):
        yield f"{_name(step)} cannot find what it needs"


def _can_be_carried_out(table: SamuraiTable, step: Step[Any]) -> bool:
    """Whether the table holds what a step needs."""
    match step:
        case ScatterRaider():
            return table.agenda.count(step) <= len(table.raiders)
        case RepelIntruder():
            return table.agenda.count(step) <= len(table.intruders)
        case DrawLot() | TurnRaider() | TurnIntruder():
            return step.is_possible(table)
        case CallAbsent():
            return bool(table.absent)
        case BreakDefence():
            return bool(table.at(step.seat).left)
        case ChooseAction():
            return table.agenda.index(step) == table.agenda.count(step) == 1
        case CheckDeal():
            return is_fresh_deal(table)
    return _is_turned_up(table, step)


def _is_turned_up(table: SamuraiTable, step: Step[Any]) -> bool:
    """Whether the raiders that a step speaks of are known, or will be turned up before it."""
    match step:
        case ArrangeRaiders():
            top = table.raiders[: step.count]
            return 2 <= step.count == len(top) and _are_turned(table, top, RevealRaider)
        case CloseRound():
            return FaceIntruders() in table.agenda or _are_turned(table, table.intruders, RevealIntruder)
    return True


def _are_turned(table: SamuraiTable, pile: Pile, turning: Callable[[int], Step[Any]]) -> bool:
    """Whether the raiders of a pile are known, or will be turned up by steps of the agenda."""
    return all(isinstance(place, str) or turning(number) in table.agenda for number, place in enumerate(pile, 1))


def _is_sound(table: SamuraiTable, step: Step[Any]) -> bool:
    """Whether a step speaks of what there is in the game."""
    match step:
        case MeetPenalties() | WeighPenalties():
            return bool(RAIDERS[step.raider].penalties)
        case OrderPenalties():
            return len(set(RAIDERS[step.raider].penalties)) == 2
        case SufferPenalty():
            return step.penalty in PENALTIES.words
        case OfferKiai():
            return (step.effect, step.count) in EFFECTS
        case UseKiai():
            return (type(step), step.count) in KIAI
        case GiveBonus():
            return step.family in FAMILIES
        case MeetRaider():
            return set(step.sent_by) <= set(table.seats)
    return True
