"""What the rules of Samurai Spirit wait for, in play order.

DealSamurai        chance deals the samurai, unless the players chose them.
CheckDeal          chance tells whether the deal shows enough dolls, if that was agreed upon.
DrawFirstSamurai   chance draws who has the first turn.

BeginTurn          the next samurai who has not passed is on turn.
CallAbsent         he may use absent tokens, where there are any.
MeetPenalties      step A: he meets the penalties of the last raider of his line.
WeighPenalties     with a fitting talent he may ignore them.
OrderPenalties     of two different ones he puts one first.
SufferPenalty      each one is carried out, or replaced by a wound.
DrawChallenger     chance: a neighbour draws the raider that he has to confront.
CallReinforcement  chance: a discarded raider comes back.
BreakDefence       he discards a raider of his left side.
EndPenalties       without a raider left there is no action.
ChooseAction       step B: he fights, supports or passes.
DrawOpponent       chance: a Fight draws the top raider.
MeetRaider         its holder confronts it, defends, or uses a talent on it.
DrawReplacement    chance: another raider is drawn for one that was swapped.
MeetReplacement    its holder confronts it or defends.
EndFight           after the first Fight: is a second one possible?
FightAgain         the active samurai fights again, or not.
EndTurn            borrowed tokens go back; does the round end?

OfferKiai          a kiai has triggered: is its effect possible?
BuildBarricade     Heihachi and Kyuzo use their kiai, or skip it,
Heal               Heihachi,
Transfer           Daisuke,
ScatterRaiders     Gorobei,
RepelIntruders     Kanbei,
Strike             Kikuchiyo,
LendToken          Kyuzo,
ScoutRaiders       Katsushiro.
PlaceTransfer      the receiver of a transferred raider confronts it or defends.
CompareTotal       then both totals are compared.
ScatterRaider      chance: the top raider is discarded.
RepelIntruder      chance: the top intruder is discarded.
RevealRaider       chance: a raider is turned up in its stack.
ArrangeRaiders     Katsushiro puts them back in any order.
EndKiai            every kiai ends with the first raider of the line being discarded.

DestroyFarm        chance: a farm is destroyed, and its back suffered on hard and heroic.
WoundVillager      chance: the back of a farm wounds somebody.
LoseFamily         chance: a family is lost.

FailPeasants       the end of a round: a samurai without a hat is wounded,
FailFarm           one without a farm destroys a farm,
FailFamily         one without a doll removes a family.
TurnUpFamilies     the families left are turned up,
GiveBonus          and each gives its bonus.
HealRandom         chance: a family heals somebody.
FaceIntruders      the intruders are counted,
RevealIntruder     chance: each is turned up, and burns the village if it bears flames.
CloseRound         the game is lost, won, or goes on.
"""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message

from games.decider import CHANCE, Actor, Decision, Refusal, Step, refusal
from games.samurai_spirit.steps.begin_turn import BeginTurn, CallAbsent
from games.samurai_spirit.steps.choose_action import ChooseAction
from games.samurai_spirit.steps.close_round import CloseRound
from games.samurai_spirit.steps.destroy_farm import DestroyFarm, LoseFamily, WoundVillager
from games.samurai_spirit.steps.end_round import (
    FaceIntruders,
    FailFamily,
    FailFarm,
    FailPeasants,
    GiveBonus,
    HealRandom,
    RevealIntruder,
    TurnUpFamilies,
)
from games.samurai_spirit.steps.end_turn import EndTurn
from games.samurai_spirit.steps.fight_again import EndFight, FightAgain
from games.samurai_spirit.steps.follow_kiai import (
    ArrangeRaiders,
    CompareTotal,
    PlaceTransfer,
    RepelIntruder,
    RevealRaider,
    ScatterRaider,
)
from games.samurai_spirit.steps.kiai import EndKiai
from games.samurai_spirit.steps.meet_raider import DrawOpponent, DrawReplacement, MeetRaider, MeetReplacement
from games.samurai_spirit.steps.set_up import CheckDeal, DealSamurai, DrawFirstSamurai
from games.samurai_spirit.steps.suffer_penalties import (
    BreakDefence,
    CallReinforcement,
    DrawChallenger,
    EndPenalties,
    MeetPenalties,
    OrderPenalties,
    SufferPenalty,
    WeighPenalties,
)
from games.samurai_spirit.steps.use_kiai import (
    BuildBarricade,
    Heal,
    LendToken,
    OfferKiai,
    RepelIntruders,
    ScatterRaiders,
    ScoutRaiders,
    Strike,
    Transfer,
)
from games.samurai_spirit.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands_pb2 as cmd

STEPS: tuple[type[Step[SamuraiTable]], ...] = (
    DealSamurai,
    CheckDeal,
    DrawFirstSamurai,
    BeginTurn,
    CallAbsent,
    MeetPenalties,
    WeighPenalties,
    OrderPenalties,
    SufferPenalty,
    DrawChallenger,
    CallReinforcement,
    BreakDefence,
    EndPenalties,
    ChooseAction,
    DrawOpponent,
    MeetRaider,
    DrawReplacement,
    MeetReplacement,
    EndFight,
    FightAgain,
    EndTurn,
    OfferKiai,
    BuildBarricade,
    Heal,
    Transfer,
    ScatterRaiders,
    RepelIntruders,
    Strike,
    LendToken,
    ScoutRaiders,
    PlaceTransfer,
    CompareTotal,
    ScatterRaider,
    RepelIntruder,
    RevealRaider,
    ArrangeRaiders,
    EndKiai,
    DestroyFarm,
    WoundVillager,
    LoseFamily,
    FailPeasants,
    FailFarm,
    FailFamily,
    TurnUpFamilies,
    GiveBonus,
    HealRandom,
    FaceIntruders,
    RevealIntruder,
    CloseRound,
)


def turn(table: SamuraiTable) -> Step[SamuraiTable] | None:
    """Return whose turn it is: that of the next samurai clockwise who has not passed (SS-3.2, SS-9.11)."""
    if table.ending:
        return None
    after = table.clockwise_from(table.left_of(table.active))
    return BeginTurn(next(seat for seat in after if not table.at(seat).passed))


TOO_LATE: dict[type[Message], int] = {
    cmd.UseAbsentToken: clause.CLAUSE_11_2,
    cmd.LeaveAbsentTokens: clause.CLAUSE_11_2,
    cmd.IgnorePenalties: clause.CLAUSE_5_16,
    cmd.PutPenaltyFirst: clause.CLAUSE_5_15,
    cmd.DiscardDefender: clause.CLAUSE_5_14,
    cmd.Fight: clause.CLAUSE_4_1,
    cmd.Support: clause.CLAUSE_4_1,
    cmd.Pass: clause.CLAUSE_4_1,
    cmd.Confront: clause.CLAUSE_4_4,
    cmd.Defend: clause.CLAUSE_4_4,
    cmd.Send: clause.CLAUSE_7_1,
    cmd.Dismiss: clause.CLAUSE_7_1,
    cmd.Swap: clause.CLAUSE_7_1,
    cmd.FightAgain: clause.CLAUSE_7_7,
    cmd.TurnRaider: clause.CLAUSE_4_5,
    cmd.TurnIntruder: clause.CLAUSE_1_6,
}
"""The clause that says when a move is due, for moves that are not."""
ENDINGS = {"death": clause.CLAUSE_8_23, "village_lost": clause.CLAUSE_9_7, "village_saved": clause.CLAUSE_9_8}


def misplaced(table: SamuraiTable, step: Step[Any] | None, actor: Actor, move: Message) -> Refusal:
    """Return why a move is not due: the game is over, another samurai is asked, or the time for it has passed."""
    waits = type(step).__name__ if step else "nothing"
    if table.ending:
        return refusal(ENDINGS[table.ending], ending=table.ending)
    asked = step.seats(table) if isinstance(step, Decision) else (CHANCE,)
    if actor not in asked:
        return refusal(clause.CLAUSE_1_4, actor=actor, asked=asked, waits_for=waits)
    return refusal(TOO_LATE.get(type(move), clause.CLAUSE_1_4), waits_for=waits)
