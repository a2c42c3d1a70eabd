"""Reasons: the clause that each event follows from, if it is not the clause of the step that emits it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.king_of_tokyo.rules.data import CARDS
from games.king_of_tokyo.rules.steps.buy_cards import BuyCards
from games.king_of_tokyo.rules.steps.choose_copy import ChangeMimic
from games.king_of_tokyo.rules.steps.resolve_dice import ResolveDice
from games.king_of_tokyo.rules.steps.start_turn import StartTurn
from games.king_of_tokyo.rules.steps.take_tokyo import TakeTokyo
from games.king_of_tokyo.rules.steps.use_powers import UsePowers
from games.king_of_tokyo.rules.steps.yield_tokyo import YieldTokyo
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.causes import OF_STEP, by_step
from games.kit.rules.decider import Reason, Step
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import events as ev
from gunbai_record.plain import Plain

CARD = {
    card.id: clause.Clause.Value(f"CLAUSE_{card.clause.removeprefix('KT-').replace('.', '_')}")
    for card in CARDS.values()
}
"""What each card does (KT-13, KT-14)."""


def _of_card(otherwise: Reason = OF_STEP) -> Reason:
    """Return the reason for what a card does, or `otherwise` without a card."""

    def reason(table: TokyoTable, step: Step[TokyoTable], event: Any) -> int | None:
        if event.card:
            return CARD[event.card]
        return otherwise(table, step, event) if callable(otherwise) else otherwise

    return reason


def _of_loss(table: TokyoTable, step: Step[TokyoTable], event: ev.LifeLost) -> int:
    return clause.CLAUSE_5_10 if getattr(step, "attack", False) else step.clause


def _of_turn(table: TokyoTable, step: Step[TokyoTable], event: ev.TurnStarted) -> int:
    return clause.CLAUSE_3_5 if event.extra else step.clause


def _of_revealing(table: TokyoTable, step: Step[TokyoTable], event: ev.CardRevealed) -> int:
    return step.clause if table.turn.seat else clause.CLAUSE_2_4


POINTS = by_step({StartTurn: clause.CLAUSE_9_1, ResolveDice: clause.CLAUSE_5_2, TakeTokyo: clause.CLAUSE_5_19})


REASONS: Mapping[type[Plain], Reason] = {
    ev.MonsterChosen: OF_STEP,
    ev.DeckReshuffled: clause.CLAUSE_7_6,
    ev.CardRevealed: _of_revealing,
    ev.StartRollCalled: OF_STEP,
    ev.StartDiceLanded: OF_STEP,
    ev.StartRollTied: OF_STEP,
    ev.FirstPlayerDecided: OF_STEP,
    ev.TurnStarted: _of_turn,
    ev.PointsGained: _of_card(POINTS),
    ev.SummitReached: clause.CLAUSE_8_6,
    ev.PointsLost: _of_card(),
    ev.EnergyGained: _of_card(by_step({ResolveDice: clause.CLAUSE_5_5})),
    ev.EnergyLost: _of_card(),
    ev.EnergyPaid: by_step({BuyCards: clause.CLAUSE_1_7, UsePowers: clause.CLAUSE_1_7}),
    ev.BatteriesUnloaded: clause.CLAUSE_13_27,
    ev.MimicChangeOffered: clause.CLAUSE_12_6,
    ev.MimicKept: OF_STEP,
    ev.MimicTargetAsked: by_step({ChangeMimic: OF_STEP}, clause.CLAUSE_12_1),
    ev.MimicPlaced: OF_STEP,
    ev.MimicReturned: clause.CLAUSE_12_5,
    ev.DiceCounted: OF_STEP,
    ev.RollCalled: OF_STEP,
    ev.RerollCalled: _of_card(),
    ev.DiceLanded: OF_STEP,
    ev.DieTurned: _of_card(),
    ev.CardSpent: _of_card(),
    ev.CounterSpent: _of_card(),
    ev.RollingStopped: clause.CLAUSE_4_9,
    ev.ProbeOffered: clause.CLAUSE_4_10,
    ev.ProbePassed: OF_STEP,
    ev.DieProbed: clause.CLAUSE_13_35,
    ev.ProbedDieLanded: OF_STEP,
    ev.AdjustmentOffered: clause.CLAUSE_4_11,
    ev.DiceDeclared: OF_STEP,
    ev.DiceSettled: OF_STEP,
    ev.ExtraTurnEarned: _of_card(),
    ev.MonstersAttacked: clause.CLAUSE_5_9,
    ev.MonstersStruck: _of_card(clause.CLAUSE_5_11),
    ev.DefenceOffered: clause.CLAUSE_6_3,
    ev.DefenceEnded: OF_STEP,
    ev.CamouflageCalled: clause.CLAUSE_13_7,
    ev.CamouflageLanded: OF_STEP,
    ev.DamageIgnored: _of_card(by_step({YieldTokyo: clause.CLAUSE_5_15})),
    ev.LifeLost: _of_loss,
    ev.PoisonGiven: clause.CLAUSE_6_6,
    ev.ShrinkGiven: clause.CLAUSE_6_6,
    ev.DamageSettled: clause.CLAUSE_6_13,
    ev.MonsterKilled: clause.CLAUSE_6_10,
    ev.MonsterReturned: clause.CLAUSE_13_22,
    ev.MonsterEliminated: OF_STEP,
    ev.TurnCutShort: clause.CLAUSE_3_2,
    ev.BayLeftForCity: clause.CLAUSE_6_15,
    ev.BayClosed: clause.CLAUSE_6_12,
    ev.YieldOffered: OF_STEP,
    ev.TokyoYielded: clause.CLAUSE_5_16,
    ev.TokyoHeld: OF_STEP,
    ev.YieldForgone: OF_STEP,
    ev.BurrowLeft: clause.CLAUSE_13_6,
    ev.BurrowEntered: clause.CLAUSE_5_24,
    ev.HeartsOffered: OF_STEP,
    ev.HeartsUsed: OF_STEP,
    ev.LifeHealed: _of_card(),
    ev.PoisonRemoved: OF_STEP,
    ev.ShrinkRemoved: OF_STEP,
    ev.TokyoTaken: by_step({TakeTokyo: OF_STEP}, clause.CLAUSE_14_4),
    ev.MonsterDisplaced: clause.CLAUSE_14_4,
    ev.TokyoMissed: OF_STEP,
    ev.CardBought: clause.CLAUSE_7_3,
    ev.CardSeized: OF_STEP,
    ev.TopCardBought: clause.CLAUSE_13_24,
    ev.CardTakenOver: clause.CLAUSE_13_31,
    ev.CardPutAway: OF_STEP,
    ev.CardDiscarded: _of_card(),
    ev.MonsterGrew: _of_card(),
    ev.MonsterShrank: clause.CLAUSE_13_12,
    ev.CountersPlaced: _of_card(),
    ev.BatteriesOffered: clause.CLAUSE_13_27,
    ev.BatteriesLoaded: OF_STEP,
    ev.MarketSwept: clause.CLAUSE_7_5,
    ev.TopCardLookedAt: clause.CLAUSE_13_24,
    ev.TopCardSeen: OF_STEP,
    ev.BuyingEnded: OF_STEP,
    ev.OpportunityOffered: OF_STEP,
    ev.OpportunityPassed: OF_STEP,
    ev.OpportunityClosed: OF_STEP,
    ev.SaleOffered: clause.CLAUSE_8_1,
    ev.CardSold: OF_STEP,
    ev.SaleEnded: OF_STEP,
    ev.EndOfTurnReached: OF_STEP,
    ev.PoisonWorked: clause.CLAUSE_8_3,
    ev.TurnEnded: clause.CLAUSE_8_8,
    ev.ExtraTurnTaken: OF_STEP,
    ev.ExtraTurnDeclined: OF_STEP,
    ev.WingsSpread: clause.CLAUSE_13_47,
    ev.KingCrowned: OF_STEP,
    ev.LastMonsterStood: clause.CLAUSE_6_13,
    ev.EverybodyDied: clause.CLAUSE_6_13,
}
"""The reason for each event, in the order of events.proto; OF_STEP is the clause of the step that emits it."""
