"""Reasons: the clause that each event follows from, if it is not the clause of the step that emits it."""

from __future__ import annotations

from collections.abc import Mapping

from games.kit.rules.causes import OF_STEP, by_field, by_step
from games.kit.rules.decider import Reason, Step
from games.samurai_spirit.rules.data import RAIDERS
from games.samurai_spirit.rules.steps.destroy_farm import DestroyFarm
from games.samurai_spirit.rules.steps.end_round import FailFarm, RevealIntruder
from games.samurai_spirit.rules.steps.fight_again import EndFight
from games.samurai_spirit.rules.steps.meet_raider import DrawOpponent
from games.samurai_spirit.rules.steps.suffer_penalties import SufferPenalty
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev
from gunbai_record.plain import Plain

PENALTIES = {
    cmd.PENALTY_FIRE: clause.CLAUSE_5_3,
    cmd.PENALTY_WOUND: clause.CLAUSE_5_4,
    cmd.PENALTY_NINJA: clause.CLAUSE_5_5,
    cmd.PENALTY_NO_DEFEND: clause.CLAUSE_5_7,
    cmd.PENALTY_NO_SUPPORT: clause.CLAUSE_5_8,
    cmd.PENALTY_DRAW_LEFT: clause.CLAUSE_5_9,
    cmd.PENALTY_DRAW_RIGHT: clause.CLAUSE_5_10,
    cmd.PENALTY_MUST_PASS: clause.CLAUSE_5_11,
    cmd.PENALTY_REINFORCE: clause.CLAUSE_5_12,
    cmd.PENALTY_NO_TALENT: clause.CLAUSE_5_13,
    cmd.PENALTY_DISCARD_LEFT: clause.CLAUSE_5_14,
}

FIRE: Reason = by_step(
    {
        SufferPenalty: clause.CLAUSE_5_3,
        DestroyFarm: clause.CLAUSE_10_2,
        FailFarm: clause.CLAUSE_9_2,
        RevealIntruder: clause.CLAUSE_9_5,
    },
    clause.CLAUSE_4_6,
)
"""Why a barricade or a farm burns: in all other steps a samurai has been overcome."""


def _of_wound(table: SamuraiTable, step: Step[SamuraiTable], event: ev.WoundTaken) -> int:
    """Return the clause of the wound penalty, of another penalty that is impossible, or of the step."""
    wounded = isinstance(step, SufferPenalty) and step.penalty == "wound"
    return clause.CLAUSE_5_4 if wounded else step.clause


def _of_passing(table: SamuraiTable, step: Step[SamuraiTable], event: ev.SamuraiPassed) -> int:
    samurai = table.at(event.seat)
    if samurai.total > samurai.kiai:
        return clause.CLAUSE_4_2
    return clause.CLAUSE_5_11 if table.is_bound(event.seat, "must_pass") else clause.CLAUSE_4_12


def _of_sending(table: SamuraiTable, step: Step[SamuraiTable], event: ev.RaiderSent) -> int:
    return clause.CLAUSE_7_4 if RAIDERS[event.raider].value % 2 else clause.CLAUSE_7_3


def _of_round_end(table: SamuraiTable, step: Step[SamuraiTable], event: ev.RoundEnded) -> int:
    return clause.CLAUSE_3_3 if table.fighting() else clause.CLAUSE_3_4


REASONS: Mapping[type[Plain], Reason] = {
    ev.SamuraiDealt: OF_STEP,
    ev.DealSetAside: OF_STEP,
    ev.DealKept: OF_STEP,
    ev.FirstSamuraiDrawn: OF_STEP,
    ev.TurnBegan: OF_STEP,
    ev.AbsentTokenUsed: OF_STEP,
    ev.AbsentTokensLeft: OF_STEP,
    ev.PenaltiesMet: OF_STEP,
    ev.IgnoringOffered: clause.CLAUSE_5_16,
    ev.PenaltiesIgnored: OF_STEP,
    ev.PenaltiesAccepted: OF_STEP,
    ev.OrderAsked: clause.CLAUSE_5_15,
    ev.PenaltyPutFirst: clause.CLAUSE_5_15,
    ev.PenaltiesDue: clause.CLAUSE_5_1,
    ev.PenaltySuffered: by_field("penalty", PENALTIES),
    ev.PenaltyImpossible: OF_STEP,
    ev.BarricadeDestroyed: FIRE,
    ev.FarmAttacked: FIRE,
    ev.WoundTaken: _of_wound,
    ev.SpiritAwakened: clause.CLAUSE_8_20,
    ev.SamuraiDied: clause.CLAUSE_8_23,
    ev.KiaiTriggered: clause.CLAUSE_8_1,
    ev.RaiderSlippedPast: by_step({SufferPenalty: clause.CLAUSE_5_5}, clause.CLAUSE_4_9),
    ev.NeighbourChallenged: by_field("penalty", PENALTIES),
    ev.SamuraiBound: by_field("penalty", PENALTIES),
    ev.ReinforcementCalled: clause.CLAUSE_5_12,
    ev.DefenceBroken: clause.CLAUSE_5_14,
    ev.DefenderDiscarded: clause.CLAUSE_5_14,
    ev.ChallengerDrawn: OF_STEP,
    ev.LastRaiderDrawn: clause.CLAUSE_9_11,
    ev.RaiderConfronted: by_step({DrawOpponent: clause.CLAUSE_4_8}),
    ev.SamuraiOvercome: clause.CLAUSE_4_6,
    ev.RaiderReinforced: OF_STEP,
    ev.PenaltiesEnded: clause.CLAUSE_3_2,
    ev.ActionForfeited: OF_STEP,
    ev.FightChosen: clause.CLAUSE_4_3,
    ev.SupportGiven: clause.CLAUSE_4_9,
    ev.SamuraiPassed: _of_passing,
    ev.OpponentDrawn: OF_STEP,
    ev.RaiderDefended: clause.CLAUSE_4_7,
    ev.RaiderSent: _of_sending,
    ev.RaiderDismissed: clause.CLAUSE_7_8,
    ev.RaiderSwapped: clause.CLAUSE_7_9,
    ev.ReplacementDrawn: OF_STEP,
    ev.SecondFightOffered: OF_STEP,
    ev.FightingEnded: by_step({EndFight: clause.CLAUSE_4_1}),
    ev.SecondFightChosen: OF_STEP,
    ev.TokenReturned: clause.CLAUSE_6_6,
    ev.TurnEnded: clause.CLAUSE_3_2,
    ev.VillageAbandoned: clause.CLAUSE_3_4,
    ev.RoundEnded: _of_round_end,
    ev.KiaiOffered: clause.CLAUSE_8_2,
    ev.KiaiFruitless: OF_STEP,
    ev.BarricadeBuilt: OF_STEP,
    ev.KiaiSkipped: clause.CLAUSE_8_2,
    ev.SamuraiHealed: OF_STEP,
    ev.RaiderTransferred: OF_STEP,
    ev.ScatteringBegan: OF_STEP,
    ev.RepellingBegan: OF_STEP,
    ev.RaiderStruck: OF_STEP,
    ev.TokenLent: OF_STEP,
    ev.ScoutingBegan: OF_STEP,
    ev.TotalCompared: OF_STEP,
    ev.RaiderScattered: OF_STEP,
    ev.IntruderRepelled: OF_STEP,
    ev.RaiderRevealed: OF_STEP,
    ev.RaidersArranged: OF_STEP,
    ev.FirstRaiderDiscarded: OF_STEP,
    ev.KiaiEnded: OF_STEP,
    ev.FarmDestroyed: OF_STEP,
    ev.VillagersAttacked: clause.CLAUSE_10_2,
    ev.FamilyAttacked: by_step({DestroyFarm: clause.CLAUSE_10_2}),
    ev.FamilyLost: OF_STEP,
    ev.PeasantsUndefended: OF_STEP,
    ev.FarmUndefended: OF_STEP,
    ev.FamilyUndefended: OF_STEP,
    ev.FamiliesTurnedUp: OF_STEP,
    ev.FamilyHelped: OF_STEP,
    ev.HealingBegan: OF_STEP,
    ev.IntrudersFaced: OF_STEP,
    ev.IntruderRevealed: OF_STEP,
    ev.RoundPrepared: clause.CLAUSE_9_9,
    ev.VillageLost: OF_STEP,
    ev.VillageSaved: clause.CLAUSE_9_8,
}
"""The reason for each event, in the order of events.proto; OF_STEP is the clause of the step that emits it."""
