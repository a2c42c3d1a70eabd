"""What the rules of Shogun wait for, in play order.

Set-up
    TurnUpOffer         chance  a slot of the offer is filled from the province deck
    ChooseProvince      seat    takes an offered card, draws blind, or refreshes an offer that it faces again
    TurnUpBlindDraw     chance  the card drawn blind is shown
    PlaceGroup          seat    puts one of its army groups into the province just taken
    EndDraft            duty    the cards left become those of the neutral provinces
    DealLineups         chance  the printed line-ups are dealt, instead of the draft
    FeedTower           duty    the first cubes are put before the tower
    ClearTray           duty    what fell out of it goes back
Year
    TurnUpEvents        chance  four event cards are turned up
Spring, summer, autumn
    LayActionCards      chance  five action cards are laid face up
    LaySpecialCards     chance  the special cards are laid on their places
    PlanActions         seats   all at once lay cards on their spaces and seal their plans
    ChangePlan          seats   those who have sealed may change their plans while others have not
    DrawEvent           chance  the event of the round is drawn
    ShowBids            duty    the bids are shown and paid
    DrawDaimyo          chance  equal bidders are ranked by lot
    PickSpecial         seat    takes a special card and with it a place in the player order
    CarryOutAction      duty    the next player turns up their card on the present action and carries it out
    DeploySix           seat    deploys six armies or the usual number
    MoveAfterDeploying  seat    says where armies move on, if any do
    MoveArmies          seat    says how many armies move
    March               seat    says where the armies march
    MarchArmies         seat    says how many armies march, with the attack bonus or without
    MusterDefenders     duty    the defenders of the province join the battle
    ReinforceDefence    seat    uses the defence bonus or not
    MusterRevolt        duty    the owner's armies face the farmers
    ThrowCubes          chance  cubes fall out of the tower
    SettleBattle        duty    the cubes in the tray decide a battle
    SettleRevolt        duty    the cubes in the tray decide a revolt
    FinishAction        duty    all players have done an action
    TurnUpAction        chance  the next action card is turned up
    EndRound            duty    the cards go back to the hands
    DropStrayCubes      chance  cubes drop out of a tower on the table between two battles
Winter
    LoseRice            duty    everybody loses rice, and the supply table is read
    DrawRevolts         chance  the provinces in which farmers revolt are drawn
    RaiseRevolts        duty    the farmers of a drawn province revolt, or a choice among several is asked
    FaceRevolts         seat    says which of several revolts comes next
    ScoreYear           duty    all score
    EndYear             duty    the second spring begins, or the game ends
"""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import CHANCE, Actor, Chance, Refusal, Step, refusal
from games.shogun.rules.battle import is_quiet
from games.shogun.rules.bids import picking_order, tie
from games.shogun.rules.data import ACTION, FACE_UP_ACTIONS
from games.shogun.rules.steps.carry_out_action import CarryOutAction, FinishAction
from games.shogun.rules.steps.choose_province import ChooseProvince
from games.shogun.rules.steps.deal_lineups import DealLineups
from games.shogun.rules.steps.deploy_six import DeploySix
from games.shogun.rules.steps.draw_event import DrawEvent
from games.shogun.rules.steps.end_draft import EndDraft
from games.shogun.rules.steps.end_round import EndRound
from games.shogun.rules.steps.feed_tower import ClearTray, FeedTower
from games.shogun.rules.steps.join_battle import MusterDefenders, ReinforceDefence
from games.shogun.rules.steps.lay_action_cards import LayActionCards, TurnUpAction
from games.shogun.rules.steps.lay_special_cards import LaySpecialCards
from games.shogun.rules.steps.march import March, MarchArmies
from games.shogun.rules.steps.move_after_deploying import MoveAfterDeploying, MoveArmies
from games.shogun.rules.steps.pick_special import PickSpecial
from games.shogun.rules.steps.place_group import PlaceGroup
from games.shogun.rules.steps.plan_actions import ChangePlan, PlanActions, is_planning, planning
from games.shogun.rules.steps.revolt import MusterRevolt, SettleRevolt
from games.shogun.rules.steps.score_year import EndYear, ScoreYear
from games.shogun.rules.steps.settle_battle import SettleBattle
from games.shogun.rules.steps.show_bids import DrawDaimyo, ShowBids
from games.shogun.rules.steps.throw_cubes import DropStrayCubes, ThrowCubes
from games.shogun.rules.steps.turn_up_events import TurnUpEvents
from games.shogun.rules.steps.turn_up_province import TurnUpBlindDraw, TurnUpOffer
from games.shogun.rules.steps.winter import DrawRevolts, FaceRevolts, LoseRice, RaiseRevolts
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai_record.plain import Plain

STEPS: tuple[type[Step[ShogunTable]], ...] = (
    TurnUpOffer,
    ChooseProvince,
    TurnUpBlindDraw,
    PlaceGroup,
    EndDraft,
    DealLineups,
    FeedTower,
    ClearTray,
    TurnUpEvents,
    LayActionCards,
    LaySpecialCards,
    PlanActions,
    ChangePlan,
    DrawEvent,
    ShowBids,
    DrawDaimyo,
    PickSpecial,
    CarryOutAction,
    DeploySix,
    MoveAfterDeploying,
    MoveArmies,
    March,
    MarchArmies,
    MusterDefenders,
    ReinforceDefence,
    MusterRevolt,
    ThrowCubes,
    SettleBattle,
    SettleRevolt,
    FinishAction,
    TurnUpAction,
    EndRound,
    DropStrayCubes,
    LoseRice,
    DrawRevolts,
    RaiseRevolts,
    FaceRevolts,
    ScoreYear,
    EndYear,
)


def turn(table: ShogunTable) -> Step[ShogunTable] | None:
    """Return what is waited for when the agenda is empty, or None after the end."""
    if table.winners:
        return None
    if not table.year:
        return _set_up(table)
    if not table.events and not table.event:
        return TurnUpEvents()
    if table.season == "winter":
        return LoseRice()
    return _round(table)


def _set_up(table: ShogunTable) -> Step[ShogunTable]:
    """Return the next step of the set-up: first the start provinces, then the tower (SH-2.5)."""
    if "" in table.offer:
        return TurnUpOffer(table.offer.index("") + 1)
    if any(seat.groups for seat in table.daimyo):
        return ChooseProvince(drafting(table))
    if table.offer:
        return EndDraft()
    if not table.lands:
        return DealLineups()
    return FeedTower()


def drafting(table: ShogunTable) -> int:
    """Return the first seat clockwise from the oldest with the most groups left, whose turn it is (SH-1.2, SH-3.3)."""
    clockwise = [(table.oldest + step - 1) % table.players + 1 for step in range(table.players)]
    # Of several with as many groups, `max` returns the first.
    return max(clockwise, key=lambda seat: len(table.at(seat).groups))


def _round(table: ShogunTable) -> Step[ShogunTable]:
    """Return the next step of an action round (SH-5.1)."""
    if not table.row:
        return LayActionCards()
    if not table.specials:
        return LaySpecialCards()
    if not table.event:
        return PlanActions() if planning(table) else DrawEvent()
    picked = len(table.order)
    if picked < table.players:
        tied = tie(table)
        return DrawDaimyo(tied) if tied else PickSpecial(picking_order(table)[picked])
    return _actions(table)


def _actions(table: ShogunTable) -> Step[ShogunTable]:
    """Return the next step in carrying out the ten actions (SH-9.1, SH-9.3)."""
    if table.position == len(ACTION):
        return EndRound()
    if len(table.row) < min(len(ACTION), FACE_UP_ACTIONS + table.position):
        return TurnUpAction()
    action = table.row[table.position]
    if table.acted < table.players:
        return CarryOutAction(table.order[table.acted], action)
    return FinishAction(action)


def standing(table: ShogunTable) -> Iterator[Step[ShogunTable]]:
    """Yield what is open besides the decision that is waited for."""
    if is_planning(table):
        yield ChangePlan()
    if table.tower_source == "table" and any(table.tower) and is_quiet(table):
        yield DropStrayCubes()


def misplaced(table: ShogunTable, step: Step[ShogunTable] | None, actor: Actor, move: Plain) -> Refusal:
    """Return the refusal of a move that no open step takes from this actor (SH-1.9, SH-19.3)."""
    waits_for = type(step).__name__ if step else "nothing"
    due = DUE.get(type(move))
    if due == clause.CLAUSE_6_9 and table.specials:
        return refusal(due, actor=actor, waits_for=waits_for)
    if due == clause.CLAUSE_13_7 and step and actor == CHANCE:
        return refusal(due, tower=table.tower_source, waits_for=waits_for)
    if isinstance(step, Chance):
        return refusal(clause.CLAUSE_19_3, actor=actor, waits_for=waits_for)
    return refusal(clause.CLAUSE_1_9, actor=actor, waits_for=waits_for)


DUE: dict[type[Plain], int] = {
    cmd.LayCard: clause.CLAUSE_6_9,
    cmd.LeaveSpaceEmpty: clause.CLAUSE_6_9,
    cmd.TakeCardUp: clause.CLAUSE_6_9,
    cmd.SealPlan: clause.CLAUSE_6_9,
    cmd.LayPlan: clause.CLAUSE_6_9,
    cmd.ReopenPlan: clause.CLAUSE_6_9,
    cmd.DropStrayCubes: clause.CLAUSE_13_7,
}
"""The clause that says when a move is due, for moves that are not; the other moves have no clause of their own."""
