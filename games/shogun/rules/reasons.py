"""Reasons: the clause that each event follows from, if it is not the clause of the step that emits it."""

from __future__ import annotations

from collections.abc import Mapping

from games.kit.rules.causes import OF_STEP, by_step
from games.kit.rules.decider import Reason, Step
from games.shogun.rules.data import SIX_ARMIES
from games.shogun.rules.steps.carry_out_action import CarryOutAction
from games.shogun.rules.steps.end_round import EndRound
from games.shogun.rules.steps.revolt import SettleRevolt
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import events as ev
from gunbai_record.plain import Plain


def _of_lapse(table: ShogunTable, step: Step[ShogunTable], event: ev.ActionLapsed) -> int:
    return event.clause


def _of_deploying(table: ShogunTable, step: Step[ShogunTable], event: ev.ArmiesDeployed) -> int:
    match event.armies:
        case 1:
            return clause.CLAUSE_10_9
        case armies if armies == SIX_ARMIES:
            return clause.CLAUSE_12_2
        case _:
            return clause.CLAUSE_11_7 if table.event_is("short_recruiting") else clause.CLAUSE_10_8


REASONS: Mapping[type[Plain], Reason] = {
    ev.ProvinceOffered: OF_STEP,
    ev.OfferRefreshed: clause.CLAUSE_3_8,
    ev.ProvinceTaken: OF_STEP,
    ev.BlindDrawChosen: OF_STEP,
    ev.ProvinceDrawn: OF_STEP,
    ev.GroupPlaced: OF_STEP,
    ev.DraftEnded: OF_STEP,
    ev.LineupsDealt: OF_STEP,
    ev.TowerFed: OF_STEP,
    ev.TrayCleared: OF_STEP,
    ev.EventsTurnedUp: OF_STEP,
    ev.ActionCardsLaid: OF_STEP,
    ev.SpecialCardsLaid: OF_STEP,
    ev.CardLaid: OF_STEP,
    ev.SpaceLeftEmpty: clause.CLAUSE_6_4,
    ev.CardTakenUp: clause.CLAUSE_6_9,
    ev.PlanLaid: clause.CLAUSE_6_1,
    ev.PlanSealed: clause.CLAUSE_6_9,
    ev.PlanReopened: OF_STEP,
    ev.PlanningClosed: clause.CLAUSE_6_9,
    ev.EventDrawn: OF_STEP,
    ev.BidsShown: OF_STEP,
    ev.DaimyoDrawn: OF_STEP,
    ev.SpecialPicked: OF_STEP,
    ev.CardTurnedUp: OF_STEP,
    ev.EmptySpaceMet: clause.CLAUSE_6_5,
    ev.ActionLapsed: _of_lapse,
    ev.BuildingBuilt: clause.CLAUSE_10_1,
    ev.RevoltMarkerRemoved: clause.CLAUSE_11_1,
    ev.RevoltMarkerAdded: clause.CLAUSE_10_7,
    ev.RiceConfiscated: by_step({SettleRevolt: clause.CLAUSE_10_14}, clause.CLAUSE_10_5),
    ev.TaxesCollected: by_step({SettleRevolt: clause.CLAUSE_10_14}, clause.CLAUSE_10_6),
    ev.SixArmiesOffered: clause.CLAUSE_12_2,
    ev.ArmiesDeployed: _of_deploying,
    ev.MoveOffered: clause.CLAUSE_10_9,
    ev.MoveTargetChosen: OF_STEP,
    ev.MoveDeclined: OF_STEP,
    ev.ArmiesMoved: OF_STEP,
    ev.MarchOrdered: clause.CLAUSE_10_12,
    ev.MarchTargetChosen: OF_STEP,
    ev.ActionFinished: OF_STEP,
    ev.ActionCardTurnedUp: OF_STEP,
    ev.RoundEnded: OF_STEP,
    ev.DaimyoTakenBack: by_step({EndRound: OF_STEP}, clause.CLAUSE_17_6),
    ev.ArmiesMarched: clause.CLAUSE_14_1,
    ev.CastleManned: clause.CLAUSE_11_3,
    ev.DefendersMustered: OF_STEP,
    ev.ReinforcementOffered: clause.CLAUSE_12_4,
    ev.DefenceReinforced: OF_STEP,
    ev.ReinforcementDeclined: OF_STEP,
    ev.CubesFell: OF_STEP,
    ev.StrayCubesFell: OF_STEP,
    ev.ProvinceConquered: clause.CLAUSE_14_5,
    ev.ProvinceDefended: clause.CLAUSE_14_6,
    ev.ProvinceDevastated: clause.CLAUSE_14_7,
    ev.AttackRepelled: clause.CLAUSE_14_8,
    ev.ProvinceCardWon: clause.CLAUSE_9_6,
    ev.ProvinceCardGivenUp: clause.CLAUSE_9_6,
    ev.RevoltBegan: by_step({CarryOutAction: clause.CLAUSE_10_7}),
    ev.RevoltMustered: OF_STEP,
    ev.RevoltPutDown: OF_STEP,
    ev.RevoltSucceeded: clause.CLAUSE_15_4,
    ev.WinterCame: OF_STEP,
    ev.RevoltsDrawn: OF_STEP,
    ev.RevoltChoiceOffered: OF_STEP,
    ev.RevoltFaced: OF_STEP,
    ev.YearScored: OF_STEP,
    ev.YearEnded: clause.CLAUSE_17_8,
    ev.GameEnded: clause.CLAUSE_18_1,
}
"""The reason for each event, in the order of events.proto; OF_STEP is the clause of the step that emits it."""
