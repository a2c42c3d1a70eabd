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
DrawLeft           chance: the left neighbour draws a raider that he has to confront,
DrawRight          or the right one does.
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
BuildBarricade     Heihachi uses his kiai, or skips it,
Heal               and as an animal this too,
Transfer           Daisuke,
ScatterRaiders     Gorobei,
RepelIntruders     Kanbei,
Strike             Kikuchiyo,
LendToken          Kyuzo,
BuildForKyuzo      and as an animal this too,
ScoutRaiders       Katsushiro.
PlaceTransfer      the receiver of a transferred raider confronts it or defends.
CompareTotal       then both totals are compared.
ScatterRaider      chance: the top raider is discarded.
RepelIntruder      chance: the top intruder is discarded.
RevealRaider       chance: a raider is turned up in its stack.
ArrangeRaiders     Katsushiro puts them back in any order.
EndKiai            every kiai ends with the first raider of the line being discarded.

DestroyFarm        chance: a farm is destroyed, and its back suffered on hard and heroic.
WoundVillager      chance: the back of a farm wounds somebody,
LoseFamilyToFarm   or takes a family.

FailPeasants       the end of a round: a samurai without a hat is wounded,
FailFarm           one without a farm destroys a farm,
FailFamily         one without a doll removes a family.
LoseFamily         chance: that family is drawn.
TurnUpFamilies     the families left are turned up,
GiveBonus          and each gives its bonus.
HealRandom         chance: a family heals somebody,
RepelForFamily     chance: another discards the top intruder.
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
from games.samurai_spirit.steps.destroy_farm import DestroyFarm, LoseFamily, LoseFamilyToFarm, WoundVillager
from games.samurai_spirit.steps.end_round import (
    FaceIntruders,
    FailFamily,
    FailFarm,
    FailPeasants,
    GiveBonus,
    HealRandom,
    RepelForFamily,
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
    DrawLeft,
    DrawRight,
    EndPenalties,
    MeetPenalties,
    OrderPenalties,
    SufferPenalty,
    WeighPenalties,
)
from games.samurai_spirit.steps.use_kiai import (
    USES,
    BuildBarricade,
    BuildForKyuzo,
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
    DrawLeft,
    DrawRight,
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
    BuildForKyuzo,
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
    LoseFamilyToFarm,
    FailPeasants,
    FailFarm,
    FailFamily,
    LoseFamily,
    TurnUpFamilies,
    GiveBonus,
    HealRandom,
    RepelForFamily,
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


DUE: dict[type[Message], int] = {
    cmd.UseAbsentToken: clause.CLAUSE_11_2,
    cmd.LeaveAbsentTokens: clause.CLAUSE_11_2,
    cmd.IgnorePenalties: clause.CLAUSE_5_16,
    cmd.AcceptPenalties: clause.CLAUSE_5_16,
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
    cmd.StopFighting: clause.CLAUSE_7_7,
    cmd.SkipKiai: clause.CLAUSE_8_2,
    cmd.BuildBarricade: clause.CLAUSE_8_10,
    cmd.Heal: clause.CLAUSE_8_10,
    cmd.Transfer: clause.CLAUSE_8_11,
    cmd.ScatterRaiders: clause.CLAUSE_8_12,
    cmd.RepelIntruders: clause.CLAUSE_8_13,
    cmd.Strike: clause.CLAUSE_8_14,
    cmd.LendToken: clause.CLAUSE_8_15,
    cmd.ScoutRaiders: clause.CLAUSE_8_16,
    cmd.ArrangeRaiders: clause.CLAUSE_8_16,
    cmd.DealSamurai: clause.CLAUSE_2_2,
    cmd.CheckDeal: clause.CLAUSE_11_3,
    cmd.DrawFirstSamurai: clause.CLAUSE_2_6,
    cmd.TurnRaider: clause.CLAUSE_4_5,
    cmd.TurnIntruder: clause.CLAUSE_9_5,
    cmd.TurnFarm: clause.CLAUSE_10_1,
    cmd.RemoveFamily: clause.CLAUSE_9_3,
    cmd.WoundSamurai: clause.CLAUSE_10_2,
    cmd.HealSamurai: clause.CLAUSE_9_4,
    cmd.Reinforce: clause.CLAUSE_5_12,
}
"""The clause that says when a move is due, for moves that are not."""
ACTIONS = (cmd.Fight, cmd.Support, cmd.Pass)
BEFORE_ACTION = (CallAbsent, WeighPenalties, OrderPenalties, BreakDefence)
"""What is asked before the action of a turn (SS-3.2)."""
KIAI = tuple(move for kind in USES.values() for move in kind.takes)
"""What is done in a kiai only (SS-8.1)."""
ENDINGS = {"death": clause.CLAUSE_8_23, "village_lost": clause.CLAUSE_9_7, "village_saved": clause.CLAUSE_9_8}


def misplaced(table: SamuraiTable, step: Step[Any] | None, actor: Actor, move: Message) -> Refusal:
    """Return why a move is not due: the game is over, another samurai is asked, or the time for it has passed."""
    waits = type(step).__name__ if step else "nothing"
    if table.ending:
        return refusal(ENDINGS[table.ending], ending=table.ending)
    asked = step.seats(table) if isinstance(step, Decision) else (CHANCE,)
    if actor not in asked:
        return refusal(clause.CLAUSE_1_4, actor=actor, asked=asked, waits_for=waits)
    if isinstance(move, ACTIONS) and isinstance(step, BEFORE_ACTION):
        return refusal(clause.CLAUSE_3_2, waits_for=waits)
    if type(move) in KIAI and not any(isinstance(owed, EndKiai) for owed in table.agenda):
        return refusal(clause.CLAUSE_8_1, waits_for=waits)
    return refusal(DUE[type(move)], waits_for=waits)
