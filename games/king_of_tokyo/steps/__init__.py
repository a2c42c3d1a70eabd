"""What the rules of King of Tokyo wait for, in play order.

Before the first turn
    ChooseMonster    each player takes a monster.
    RevealCard       chance turns up the top card: three for the market, and later every card that refills it.
    RollForStart     each player takes up the dice to roll for the start ...
    ThrowForStart    ... and chance shows them.
The start of a turn
    StartTurn        points for being in Tokyo, batteries.
    ChangeMimic      the owner of Mimic may pay for another copy.
Rolling
    CountDice        the number of dice and rerolls is settled.
    RollDice         the active monster rolls them all ...
    ThrowDice        ... and chance shows the faces, now and after each reroll.
    RerollDice       the active monster rolls some again, changes one, or stops.
    ProbeDie         others may have a die rolled again with Psychic Probe ...
    ThrowProbedDie   ... which chance shows ...
    AdjustDice       ... and the active monster may answer with its cards.
Resolving the dice
    ResolveDice      numbers, Energy, and what the attack deals.
    FaceDamage       each packet of damage reaches its monster ...
    Defend           ... which may heal or spread its wings first ...
    RollCamouflage   ... and whose camouflage chance tests.
    Fall             a monster without life leaves, or returns as its child.
    OfferYield       monsters attacked in Tokyo are asked ...
    YieldTokyo       ... whether they leave it.
    SettleDamage     the damage is done and the survivors are counted.
    UseHearts        Hearts heal ...
    AssignHearts     ... or do what the active monster says.
    TakeTokyo        the attacker goes into Tokyo.
Buying
    BuyCards         the active monster buys, sweeps and looks.
    PeekCard         chance shows it the top card.
    PlaceMimic       the buyer of Mimic chooses what it copies.
    LoadBatteries    the owner of batteries puts energy on them.
    PutAwayCard      a Discard card has had its effect.
    OfferCards       cards just turned up are offered ...
    SeizeCard        ... to the owners of Opportunist.
The end of a turn
    SellCards        the owner of Metamorph sells cards.
    EndTurn          cards of the end of the turn, and poison.
    JudgeTurn        a king is crowned, or the turn is over.
    OfferExtraTurn   the owner of Freeze Time takes another turn or lets it go.
At any time
    UsePowers        Rapid Healing and Wings, while anybody is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from google.protobuf.message import Message

from games.decider import Actor, Decision, Refusal, Step, refusal
from games.king_of_tokyo.steps.buy_cards import BuyCards, PutAwayCard
from games.king_of_tokyo.steps.choose_copy import ChangeMimic, LoadBatteries, PlaceMimic
from games.king_of_tokyo.steps.choose_monster import ChooseMonster
from games.king_of_tokyo.steps.end_turn import EndTurn, JudgeTurn, OfferExtraTurn
from games.king_of_tokyo.steps.face_damage import Defend, FaceDamage, Fall, RollCamouflage, SettleDamage
from games.king_of_tokyo.steps.probe_die import AdjustDice, ProbeDie, ThrowProbedDie
from games.king_of_tokyo.steps.reroll_dice import RerollDice
from games.king_of_tokyo.steps.resolve_dice import ResolveDice
from games.king_of_tokyo.steps.reveal_card import PeekCard, RevealCard
from games.king_of_tokyo.steps.roll_dice import CountDice, RollDice
from games.king_of_tokyo.steps.roll_for_start import RollForStart, ThrowForStart
from games.king_of_tokyo.steps.seize_card import OfferCards, SeizeCard
from games.king_of_tokyo.steps.sell_cards import SellCards
from games.king_of_tokyo.steps.start_turn import StartTurn
from games.king_of_tokyo.steps.take_tokyo import TakeTokyo
from games.king_of_tokyo.steps.throw_dice import ThrowDice
from games.king_of_tokyo.steps.use_hearts import AssignHearts, UseHearts
from games.king_of_tokyo.steps.use_powers import UsePowers
from games.king_of_tokyo.steps.yield_tokyo import OfferYield, YieldTokyo
from games.king_of_tokyo.table import TokyoTable
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands_pb2 as cmd

STEPS: tuple[type[Step[TokyoTable]], ...] = (
    ChooseMonster,
    RevealCard,
    RollForStart,
    ThrowForStart,
    StartTurn,
    ChangeMimic,
    CountDice,
    RollDice,
    ThrowDice,
    RerollDice,
    ProbeDie,
    ThrowProbedDie,
    AdjustDice,
    ResolveDice,
    FaceDamage,
    Defend,
    RollCamouflage,
    Fall,
    OfferYield,
    YieldTokyo,
    SettleDamage,
    UseHearts,
    AssignHearts,
    TakeTokyo,
    BuyCards,
    PeekCard,
    PlaceMimic,
    LoadBatteries,
    PutAwayCard,
    OfferCards,
    SeizeCard,
    SellCards,
    EndTurn,
    JudgeTurn,
    OfferExtraTurn,
    UsePowers,
)


def turn(table: TokyoTable) -> Step[TokyoTable] | None:
    """Return what is waited for when nothing is owed: the set-up, an extra turn, or the next regular turn (KT-3.4)."""
    if table.ending:
        return None
    if not table.starter:
        return _set_up(table)
    if table.extra_turns:
        extra = table.extra_turns[0]
        return OfferExtraTurn(extra.seat) if extra.penalty else StartTurn(extra.seat, extra=True)
    return StartTurn(next(table.clockwise(table.last)) if table.last else table.starter)


def _set_up(table: TokyoTable) -> Step[TokyoTable]:
    for seat in table.seats:
        if not table.monster(seat).name:
            return ChooseMonster(seat)
    if "" in table.market:
        return RevealCard(table.market.index("") + 1)
    return RollForStart(table.contenders[len(table.rolls)])


def standing(table: TokyoTable) -> Iterable[Step[TokyoTable]]:
    """Return the powers of any time, while anybody has them (KT-1.11)."""
    return (ANY_TIME,) if ANY_TIME.seats(table) else ()


ANY_TIME = UsePowers()

DUE_BY: dict[type[Message], int] = {
    cmd.ChooseMonster: clause.CLAUSE_2_01,
    cmd.MoveMimic: clause.CLAUSE_12_06,
    cmd.KeepMimic: clause.CLAUSE_12_06,
    cmd.PlaceMimic: clause.CLAUSE_12_01,
    cmd.LoadBatteries: clause.CLAUSE_13_27,
    cmd.Roll: clause.CLAUSE_4_04,
    cmd.Reroll: clause.CLAUSE_4_12,
    cmd.TurnDie: clause.CLAUSE_4_08,
    cmd.StopRolling: clause.CLAUSE_4_09,
    cmd.ProbeDie: clause.CLAUSE_4_10,
    cmd.PassProbe: clause.CLAUSE_4_10,
    cmd.DeclareDice: clause.CLAUSE_4_11,
    cmd.TakeDamage: clause.CLAUSE_6_03,
    cmd.YieldTokyo: clause.CLAUSE_9_02,
    cmd.StayInTokyo: clause.CLAUSE_5_14,
    cmd.AssignHearts: clause.CLAUSE_5_17,
    cmd.BuyCard: clause.CLAUSE_7_02,
    cmd.SweepMarket: clause.CLAUSE_7_01,
    cmd.LookAtTopCard: clause.CLAUSE_7_01,
    cmd.BuyTopCard: clause.CLAUSE_7_02,
    cmd.BuyFromMonster: clause.CLAUSE_7_02,
    cmd.EndBuying: clause.CLAUSE_7_01,
    cmd.SeizeCard: clause.CLAUSE_13_30,
    cmd.PassCards: clause.CLAUSE_13_30,
    cmd.SellCard: clause.CLAUSE_8_01,
    cmd.EndSelling: clause.CLAUSE_8_01,
    cmd.TakeExtraTurn: clause.CLAUSE_8_07,
    cmd.DeclineExtraTurn: clause.CLAUSE_8_07,
    cmd.HealRapidly: clause.CLAUSE_13_36,
    cmd.SpreadWings: clause.CLAUSE_13_47,
    cmd.ThrowDice: clause.CLAUSE_4_04,
    cmd.TurnCard: clause.CLAUSE_7_03,
    cmd.PeekCard: clause.CLAUSE_13_24,
}
"""The rule by which each command has its moment."""


def misplaced(table: TokyoTable, step: Step[Any] | None, actor: Actor, move: Message) -> Refusal:
    """Return why a move is not due: the game is over, somebody else is asked, or the move has another place."""
    waits = type(step).__name__ if step else "nothing"
    if table.ending:
        return refusal(clause.CLAUSE_10_03, ending=table.ending)
    if isinstance(move, (cmd.HealRapidly, cmd.SpreadWings)):
        return refusal(DUE_BY[type(move)], seat=actor, waits_for=waits)
    if not isinstance(step, Decision) or actor not in step.seats(table):
        return refusal(clause.CLAUSE_1_11, seat=actor, waits_for=waits)
    return refusal(DUE_BY.get(type(move), clause.CLAUSE_1_11), waits_for=waits)
