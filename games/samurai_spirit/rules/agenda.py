"""What can be on the agenda of Samurai Spirit: a turn with its penalties, fights and kiai, or the end of a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.kit.rules.agenda import Fact, Grammar, Kind
from games.kit.rules.decider import Step
from games.kit.rules.pile import Pile
from games.samurai_spirit.rules.data import FAMILIES, PENALTIES, RAIDERS, SAMURAI
from games.samurai_spirit.rules.steps import (
    ArrangeRaiders,
    BreakDefence,
    BuildBarricade,
    BuildForKyuzo,
    CallAbsent,
    CallReinforcement,
    ChooseAction,
    CloseRound,
    CompareTotal,
    DestroyFarm,
    DrawLeft,
    DrawOpponent,
    DrawReplacement,
    DrawRight,
    EndFight,
    EndKiai,
    EndPenalties,
    EndTurn,
    FaceIntruders,
    FailFamily,
    FailFarm,
    FailPeasants,
    FightAgain,
    GiveBonus,
    Heal,
    HealRandom,
    LendToken,
    LoseFamily,
    LoseFamilyToFarm,
    MeetPenalties,
    MeetRaider,
    MeetReplacement,
    OfferKiai,
    OrderPenalties,
    PlaceTransfer,
    RepelForFamily,
    RepelIntruder,
    RepelIntruders,
    RevealIntruder,
    RevealRaider,
    ScatterRaider,
    ScatterRaiders,
    ScoutRaiders,
    Strike,
    SufferPenalty,
    Transfer,
    TurnUpFamilies,
    WeighPenalties,
    WoundVillager,
)
from games.samurai_spirit.rules.steps.close_round import is_round_over
from games.samurai_spirit.rules.steps.draw_lot import DrawLot
from games.samurai_spirit.rules.steps.turn_raider import TurnIntruder, TurnRaider
from games.samurai_spirit.rules.steps.use_kiai import USES, UseKiai
from games.samurai_spirit.rules.table import SamuraiTable

PENALTY: tuple[Kind, ...] = (SufferPenalty, EndPenalties, EndTurn)
"""What comes after a penalty. Here and below, a set-up can omit what comes before the end of the turn."""
FIGHT: tuple[Kind, ...] = (EndFight, EndTurn)
"""What comes after a fight."""
KIAI: tuple[Kind, ...] = (OfferKiai, EndKiai, EndTurn)
"""What comes after an effect of a kiai."""
IN_TURN: tuple[Kind, ...] = (SufferPenalty, EndPenalties, EndFight, OfferKiai, EndKiai, CompareTotal, EndTurn)
"""What a kiai, or a loss of the village, can come before in a turn."""
FAILURE: tuple[Kind, ...] = (FailFarm, FailFamily, TurnUpFamilies, FaceIntruders, CloseRound)
"""What comes after the failure of a samurai at the end of a round."""
BONUS: tuple[Kind, ...] = (GiveBonus, FaceIntruders, CloseRound)
"""What comes after the bonus of a family."""
LOSS: tuple[Kind, ...] = (*IN_TURN, *FAILURE, RevealIntruder)
"""What comes after a loss of the village."""
OF_THE_ACTIVE: tuple[Kind, ...] = (
    *(CallAbsent, MeetPenalties, WeighPenalties, OrderPenalties, SufferPenalty, BreakDefence, EndPenalties),
    *(ChooseAction, DrawOpponent, EndFight, FightAgain, EndTurn),
)
"""The steps of the samurai whose turn it is."""

EFFECTS = {effect for board in SAMURAI.values() for effect in board.human + board.animal}
"""Each effect of a kiai, with the number of cards that it moves."""
USED = {(BuildForKyuzo, 0), *((USES[effect], count) for effect, count in EFFECTS)}


def is_active(table: SamuraiTable, step: EndTurn) -> bool:
    """Return whether the seat is that of the active samurai."""
    return step.seat == table.active


def can_trigger(table: SamuraiTable, step: EndKiai) -> bool:
    """Return whether a kiai triggers now: in a round, or at its end if this is agreed (SS-8.18)."""
    return table.kiai_outlasts_round or not is_round_over(table)


def can_be_turned(table: SamuraiTable, step: TurnRaider | TurnIntruder | DrawLot[Any]) -> bool:
    """Return whether there is something to turn or draw, as often as the step is on the agenda."""
    turned = table.raiders if isinstance(step, TurnRaider) else table.intruders
    return step.is_possible(table) and (isinstance(step, DrawLot) or table.agenda.count(step) <= len(turned))


def are_arranged(table: SamuraiTable, step: ArrangeRaiders) -> bool:
    """Return whether the top raiders are known, or are about to be turned up."""
    top = table.raiders[: step.count]
    return 2 <= step.count == len(top) and are_turned(table, top, RevealRaider)


def are_counted(table: SamuraiTable, step: CloseRound) -> bool:
    """Return whether the intruders are known, or are about to be turned up."""
    return FaceIntruders() in table.agenda or are_turned(table, table.intruders, RevealIntruder)


def are_turned(table: SamuraiTable, pile: Pile, turning: Callable[[int], Step[SamuraiTable]]) -> bool:
    """Return whether a pile's raiders are known, or are turned up by steps on the agenda."""
    return all(isinstance(place, str) or turning(number) in table.agenda for number, place in enumerate(pile, 1))


AGENDA: Grammar[SamuraiTable] = Grammar(
    under={
        CallAbsent: (MeetPenalties, ChooseAction),
        MeetPenalties: (ChooseAction,),
        WeighPenalties: (EndPenalties, EndTurn),
        OrderPenalties: (EndPenalties, EndTurn),
        SufferPenalty: PENALTY,
        DrawLeft: PENALTY,
        DrawRight: PENALTY,
        CallReinforcement: PENALTY,
        BreakDefence: PENALTY,
        EndPenalties: (ChooseAction, EndTurn),
        ChooseAction: (EndTurn,),
        DrawOpponent: FIGHT,
        MeetRaider: FIGHT,
        DrawReplacement: FIGHT,
        MeetReplacement: FIGHT,
        EndFight: (EndTurn,),
        FightAgain: (EndTurn,),
        EndTurn: (None,),
        OfferKiai: KIAI,
        BuildBarricade: KIAI,
        Heal: KIAI,
        Transfer: KIAI,
        ScatterRaiders: KIAI,
        RepelIntruders: KIAI,
        Strike: KIAI,
        LendToken: KIAI,
        BuildForKyuzo: KIAI,
        ScoutRaiders: KIAI,
        PlaceTransfer: (CompareTotal, EndTurn),
        CompareTotal: (CompareTotal, *KIAI),
        ScatterRaider: (ScatterRaider, *KIAI),
        RepelIntruder: (RepelIntruder, *KIAI),
        RevealRaider: (RevealRaider, ArrangeRaiders, *KIAI),
        ArrangeRaiders: KIAI,
        EndKiai: (*IN_TURN, FailPeasants, *FAILURE),
        DestroyFarm: LOSS,
        WoundVillager: LOSS,
        LoseFamilyToFarm: LOSS,
        FailPeasants: (FailPeasants, *FAILURE),
        FailFarm: FAILURE,
        FailFamily: FAILURE[1:],
        LoseFamily: FAILURE[1:],
        TurnUpFamilies: (FaceIntruders, CloseRound),
        GiveBonus: BONUS,
        HealRandom: BONUS,
        RepelForFamily: BONUS,
        FaceIntruders: (CloseRound,),
        RevealIntruder: (RevealIntruder, CloseRound),
        CloseRound: (None,),
    },
    fields={
        "seat": lambda table: table.seats,
        "sent_by": lambda table: table.seats,
        "raider": lambda table: RAIDERS,
        "penalty": lambda table: PENALTIES.words,
        "effect": lambda table: USES,
        "count": lambda table: range(len(RAIDERS) + 1),
        "place": lambda table: range(1, len(RAIDERS) + 1),
        "family": lambda table: FAMILIES,
    },
    facts=(
        Fact(OF_THE_ACTIVE, "its seat is that of the active samurai", is_active),
        Fact((CallAbsent,), "there are absent tokens", lambda table, step: bool(table.absent)),
        Fact(
            (MeetPenalties, WeighPenalties),
            "the raider has penalties",
            lambda table, step: bool(RAIDERS[step.raider].penalties),
        ),
        Fact(
            (OrderPenalties,),
            "the raider has two different penalties",
            lambda table, step: len(set(RAIDERS[step.raider].penalties)) == 2,
        ),
        Fact(
            (BreakDefence,),
            "a raider is on the left side of the seat",
            lambda table, step: bool(table.at(step.seat).left),
        ),
        Fact((TurnRaider, TurnIntruder, DrawLot), "there is something to turn or to draw", can_be_turned),
        Fact((EndKiai,), "a kiai triggers at that time", can_trigger),
        Fact((OfferKiai,), "a board has the effect", lambda table, step: (step.effect, step.count) in EFFECTS),
        Fact((UseKiai,), "a board has the effect", lambda table, step: (type(step), step.count) in USED),
        Fact((ArrangeRaiders,), "the top raiders are known, or about to be turned up", are_arranged),
        Fact((CloseRound,), "the intruders are known, or about to be turned up", are_counted),
    ),
    over=lambda table: table.ending,
)
