"""What the rules of Samurai Spirit wait for, in play order.

Set-up
    DealSamurai        chance  deals the samurai, unless the players chose them
    CheckDeal          chance  shows whether the deal has enough dolls, if that was agreed
    DrawFirstSamurai   chance  draws who has the first turn
A turn
    BeginTurn          duty    the next samurai who has not passed begins a turn
    CallAbsent         seat    uses absent tokens, where there are any
    MeetPenalties      duty    step A: the penalties of the last raider of the line begin
    WeighPenalties     seat    ignores them with a fitting talent, or not
    OrderPenalties     seat    puts one of two different penalties first
    SufferPenalty      duty    a penalty is carried out, or replaced by a wound
    DrawLeft           chance  the left neighbour draws a raider and confronts it
    DrawRight          chance  the right neighbour draws a raider and confronts it
    CallReinforcement  chance  a discarded raider comes back
    BreakDefence       seat    discards a raider of the left side
    EndPenalties       duty    without a raider left there is no action
    ChooseAction       seat    step B: fights, supports or passes
    DrawOpponent       chance  a Fight draws the top raider
    MeetRaider         seat    confronts the drawn raider, defends, or uses a talent on it
    DrawReplacement    chance  another raider is drawn for one that was swapped
    MeetReplacement    seat    confronts the replacement or defends against it
    EndFight           duty    a second Fight is offered, if a raider is left
    FightAgain         seat    fights again, or not
    EndTurn            duty    borrowed tokens go back, and the round may end
A kiai
    OfferKiai          duty    an effect is offered, if it is possible
    BuildBarricade     seat    Heihachi adds a barricade, or skips the effect
    Heal               seat    Heihachi as an animal heals a samurai, or skips the effect
    Transfer           seat    Daisuke gives the last raider of a line to another samurai, or skips the effect
    ScatterRaiders     seat    Gorobei discards raiders, or skips the effect
    RepelIntruders     seat    Kanbei discards intruders, or skips the effect
    Strike             seat    Kikuchiyo discards the last raider of a line, or skips the effect
    LendToken          seat    Kyuzo has a support token given, or skips the effect
    BuildForKyuzo      seat    Kyuzo as an animal adds a barricade, or skips the effect
    ScoutRaiders       seat    Katsushiro turns up raiders, or skips the effect
    PlaceTransfer      seat    confronts the transferred raider or defends against it
    CompareTotal       duty    the totals of giver and receiver are compared
    ScatterRaider      chance  the top raider is discarded
    RepelIntruder      chance  the top intruder is discarded
    RevealRaider       chance  a raider is turned up in its stack
    ArrangeRaiders     seat    puts the raiders back in any order
    EndKiai            duty    the first raider of the line is discarded
The village
    DestroyFarm        chance  a farm is destroyed, and its back suffered on hard and heroic
    WoundVillager      chance  the back of a farm wounds a samurai
    LoseFamilyToFarm   chance  the back of a farm takes a family
The end of a round
    FailPeasants       duty    a samurai without a hat is wounded
    FailFarm           duty    a samurai without a farm destroys a farm
    FailFamily         duty    a samurai without a doll removes a family
    LoseFamily         chance  the family that is removed
    TurnUpFamilies     duty    the families left are turned up
    GiveBonus          duty    a family gives its bonus
    HealRandom         chance  a family heals a samurai
    RepelForFamily     chance  a family discards the top intruder
    FaceIntruders      duty    the intruders are counted
    RevealIntruder     chance  an intruder is turned up, and burns the village if it has flames
    CloseRound         duty    the game is lost, won, or goes on
"""

from __future__ import annotations

from typing import Any

from games.kit.rules.decider import CHANCE, Actor, Decision, Refusal, Step, refusal
from games.samurai_spirit.rules.steps.begin_turn import BeginTurn, CallAbsent
from games.samurai_spirit.rules.steps.choose_action import ChooseAction
from games.samurai_spirit.rules.steps.close_round import CloseRound
from games.samurai_spirit.rules.steps.destroy_farm import DestroyFarm, LoseFamily, LoseFamilyToFarm, WoundVillager
from games.samurai_spirit.rules.steps.end_round import (
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
from games.samurai_spirit.rules.steps.end_turn import EndTurn
from games.samurai_spirit.rules.steps.fight_again import EndFight, FightAgain
from games.samurai_spirit.rules.steps.follow_kiai import (
    ArrangeRaiders,
    CompareTotal,
    PlaceTransfer,
    RepelIntruder,
    RevealRaider,
    ScatterRaider,
)
from games.samurai_spirit.rules.steps.kiai import EndKiai
from games.samurai_spirit.rules.steps.meet_raider import DrawOpponent, DrawReplacement, MeetRaider, MeetReplacement
from games.samurai_spirit.rules.steps.set_up import CheckDeal, DealSamurai, DrawFirstSamurai
from games.samurai_spirit.rules.steps.suffer_penalties import (
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
from games.samurai_spirit.rules.steps.use_kiai import (
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
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai_record.plain import Plain

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
    """Return what is waited for when nothing is owed: the set-up, a turn, or None after the end (SS-3.1, SS-3.2)."""
    if table.ending:
        return None
    if not table.active:
        return _set_up(table)
    after = table.clockwise_from(table.left_of(table.active))
    return BeginTurn(next(seat for seat in after if not table.at(seat).passed))


def _set_up(table: SamuraiTable) -> Step[SamuraiTable]:
    """Return the next step of the set-up (SS-2.2, SS-11.3, SS-2.6)."""
    if not all(samurai.id for samurai in table.samurai):
        return DealSamurai()
    return DrawFirstSamurai() if table.raiders else CheckDeal()


def misplaced(table: SamuraiTable, step: Step[Any] | None, actor: Actor, move: Plain) -> Refusal:
    """Return why a move is not due: the game is over, another samurai is asked, or the time for it has passed."""
    if table.ending:
        return refusal(ENDINGS[table.ending], ending=table.ending)
    waits = type(step).__name__
    if actor not in (step.seats(table) if isinstance(step, Decision) else (CHANCE,)):
        return refusal(clause.CLAUSE_1_4, actor=actor, waits_for=waits)
    if isinstance(move, ACTIONS) and isinstance(step, BEFORE_ACTION):
        return refusal(clause.CLAUSE_3_2, actor=actor, waits_for=waits)
    if type(move) in KIAI and not any(isinstance(owed, EndKiai) for owed in table.agenda):
        return refusal(clause.CLAUSE_8_1, actor=actor, waits_for=waits)
    return refusal(_due(step, move), actor=actor, waits_for=waits)


def _due(step: Step[Any] | None, move: Plain) -> int:
    """Return the clause that says when a move is due; a barricade in Kyuzo's kiai follows the token (SS-8.15)."""
    if isinstance(move, cmd.BuildBarricade) and isinstance(step, LendToken):
        return clause.CLAUSE_8_15
    return DUE[type(move)]


ENDINGS = {"death": clause.CLAUSE_8_23, "village_lost": clause.CLAUSE_9_7, "village_saved": clause.CLAUSE_9_8}
ACTIONS = (cmd.Fight, cmd.Support, cmd.Pass)
BEFORE_ACTION = (CallAbsent, WeighPenalties, OrderPenalties, BreakDefence)
"""What is asked before the action of a turn (SS-3.2)."""
KIAI = tuple(move for kind in USES.values() for move in kind.takes)
"""What is done in a kiai only (SS-8.1)."""
DUE: dict[type[Plain], int] = {
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
    cmd.TurnRaider: clause.CLAUSE_4_5,  # (SS-4.5)
    cmd.TurnIntruder: clause.CLAUSE_9_5,
    cmd.TurnFarm: clause.CLAUSE_10_1,
    cmd.RemoveFamily: clause.CLAUSE_9_3,
    cmd.WoundSamurai: clause.CLAUSE_10_2,
    cmd.HealSamurai: clause.CLAUSE_9_4,
    cmd.Reinforce: clause.CLAUSE_5_12,
}
"""The clause that says when a move is due, for moves that are not."""
