"""What the rules of Shogun wait for or carry out, in play order.

Set-up
    TurnUpOffer         chance  a slot of the offer is filled from the province deck
    ChooseProvince      seat    takes an offered card, draws blind, or refreshes an offer that it faces again
    TurnUpBlindDraw     chance  the card drawn blind
    PlaceGroup          seat    puts one of its army groups into the province just taken
    EndDraft            duty    the cards left become those of the neutral provinces
    DealLineups         chance  the printed line-ups, instead of the draft
    FeedTower           duty    the first cubes are put before the tower
    ClearTray           duty    what fell out of it goes back
Year
    TurnUpEvents        chance  four event cards
Spring, summer, autumn
    LayActionCards      chance  five action cards face up
    LaySpecialCards     chance  the special cards on their places
    PlanActions         seats   all at once, lay cards on their spaces and seal their plans
    ChangePlan          seats   those who have sealed may change their plans while others have not
    DrawEvent           chance  the event of the round
    ShowBids            duty    the bids are shown and paid
    DrawDaimyo          chance  the order of equal bidders
    PickSpecial         seat    takes a special card and a place in the player order
    CarryOutAction      duty    the next player turns up his card on the present action
    DeploySix           seat    six armies, or the usual number
    MoveAfterDeploying  seat    where armies move on
    MoveArmies          seat    how many move
    March               seat    where the armies march
    MarchArmies         seat    how many march, with the attack bonus or without
    MusterDefenders     duty    who defends the province
    ReinforceDefence    seat    uses the defence bonus or not
    MusterRevolt        duty    who fights in a revolt
    ThrowCubes          chance  what falls out of the tower
    SettleBattle        duty    who has won a battle
    SettleRevolt        duty    who has won against the farmers
    FinishAction        duty    all have done an action
    TurnUpAction        chance  the next action card
    EndRound            duty    cards go back to the hands
    DropStrayCubes      chance  cubes that drop out of a real tower between battles
Winter
    LoseRice            duty    everybody loses rice, and the supply table is read
    DrawRevolts         chance  the provinces in which farmers revolt
    FaceRevolts         seat    which of several revolts comes next
    ScoreYear           duty    points for all
    EndYear             duty    the second spring, or the end of the game
"""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.message import Message

from games.decider import CHANCE, Actor, Chance, Refusal, Step, refusal
from games.shogun.battle import is_quiet
from games.shogun.bids import picking_order, tie
from games.shogun.data import ACTION, FACE_UP_ACTIONS
from games.shogun.steps.carry_out_action import CarryOutAction, FinishAction
from games.shogun.steps.choose_province import ChooseProvince
from games.shogun.steps.deal_lineups import DealLineups
from games.shogun.steps.deploy_six import DeploySix
from games.shogun.steps.draw_event import DrawEvent
from games.shogun.steps.end_draft import EndDraft
from games.shogun.steps.end_round import EndRound
from games.shogun.steps.feed_tower import ClearTray, FeedTower
from games.shogun.steps.join_battle import MusterDefenders, ReinforceDefence
from games.shogun.steps.lay_action_cards import LayActionCards, TurnUpAction
from games.shogun.steps.lay_special_cards import LaySpecialCards
from games.shogun.steps.march import March, MarchArmies
from games.shogun.steps.move_after_deploying import MoveAfterDeploying, MoveArmies
from games.shogun.steps.pick_special import PickSpecial
from games.shogun.steps.place_group import PlaceGroup
from games.shogun.steps.plan_actions import ChangePlan, PlanActions, is_planning, planning
from games.shogun.steps.revolt import MusterRevolt, SettleRevolt
from games.shogun.steps.score_year import EndYear, ScoreYear
from games.shogun.steps.settle_battle import SettleBattle
from games.shogun.steps.show_bids import DrawDaimyo, ShowBids
from games.shogun.steps.throw_cubes import DropStrayCubes, ThrowCubes
from games.shogun.steps.turn_up_events import TurnUpEvents
from games.shogun.steps.turn_up_province import TurnUpBlindDraw, TurnUpOffer
from games.shogun.steps.winter import DrawRevolts, FaceRevolts, LoseRice
from games.shogun.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause

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
    FaceRevolts,
    ScoreYear,
    EndYear,
)


def turn(table: ShogunTable) -> Step[ShogunTable] | None:
    """Return what is waited for when nothing is owed, or None after the end."""
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
    """Return the next step of the set-up: start provinces, then the tower (SH-2.5)."""
    if "" in table.offer:
        return TurnUpOffer(table.offer.index("") + 1)
    if any(seat.groups for seat in table.seats):
        return ChooseProvince(drafting(table))
    if table.offer:
        return EndDraft()
    if not table.lands:
        return DealLineups()
    return FeedTower()


def drafting(table: ShogunTable) -> int:
    """Return whose turn it is in the draft: clockwise from the oldest, the one with the most groups left (SH-3.3)."""
    clockwise = [(table.oldest + step - 1) % table.players + 1 for step in range(table.players)]
    return max(clockwise, key=lambda seat: len(table.seat(seat).groups))


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
    if table.tower_source == "table" and table.year and any(table.tower) and is_quiet(table):
        yield DropStrayCubes()


def misplaced(table: ShogunTable, step: Step[ShogunTable] | None, actor: Actor, move: Message) -> Refusal:
    """Return why a move is not due: plans are laid at another time, chance is awaited, or somebody else is asked."""
    asked = type(step).__name__ if step else "nothing"
    if table.specials and type(move) in (*PlanActions.takes, *ChangePlan.takes):
        return refusal(clause.CLAUSE_6_9, actor=actor, awaited=asked)
    if step and actor == CHANCE and type(move) in DropStrayCubes.takes:
        return refusal(clause.CLAUSE_13_7, tower=table.tower_source, awaited=asked)
    if isinstance(step, Chance):
        return refusal(clause.CLAUSE_19_3, actor=actor, awaited=asked)
    return refusal(clause.CLAUSE_1_9, actor=actor, awaited=asked)
