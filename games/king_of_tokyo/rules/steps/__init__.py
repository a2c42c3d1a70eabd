"""What the rules of King of Tokyo wait for, in play order.

Set-up
    ChooseMonster    seat    takes a monster
    RevealCard       chance  a card of the market, here and whenever a slot is empty
    RollForStart     seat    takes up the dice to roll for the start
    ThrowForStart    chance  the dice for the start
The start of a turn
    StartTurn        duty    points for being in Tokyo, and Monster Batteries
    ChangeMimic      seat    pays for another copy, or keeps the one it has
Rolling
    CountDice        duty    the number of dice and of rerolls
    RollDice         seat    rolls all its dice
    ThrowDice        chance  the dice, after the first roll and after each reroll
    RerollDice       seat    rolls some dice again, turns one, or stops
    ProbeDie         seat    has a die of the active monster rolled again, or leaves the dice
    ThrowProbedDie   chance  the die that is rolled again
    AdjustDice       seat    answers a probe with cards that change dice, or declares the dice final
Resolving the dice
    ResolveDice      duty    numbers, Energy, and the damage of the attack
    FaceDamage       duty    a packet of damage reaches its monster
    Defend           seat    heals or spreads its wings before it takes the damage
    RollCamouflage   chance  a die for each point of damage
    Fall             duty    a monster without life leaves the game, or returns as its child
    OfferYield       duty    a monster that was attacked in Tokyo may be asked whether it yields
    YieldTokyo       seat    leaves Tokyo, or stays
    SettleDamage     duty    all damage is done, and the survivors are counted
    UseHearts        duty    Hearts heal, unless they can be used for something else
    AssignHearts     seat    says what its Hearts are used for
    TakeTokyo        duty    the attacker goes into Tokyo
Buying
    BuyCards         seat    buys, sweeps the market, looks at the top card, or ends the phase
    PeekCard         chance  the top card of the deck, for one player
    PlaceMimic       seat    chooses the card that its new Mimic copies
    LoadBatteries    seat    puts energy on its Monster Batteries
    PutAwayCard      duty    a Discard card that has taken effect goes to the discard pile
    OfferCards       duty    cards just turned up are offered to the owners of Opportunist
    SeizeCard        seat    buys one of these cards, or leaves them
The end of a turn
    SellCards        seat    sells Keep cards by Metamorph, or ends the sale
    EndTurn          duty    the cards of the end of the turn, and poison
    JudgeTurn        duty    a king is crowned, or the turn ends
    OfferExtraTurn   seat    takes the extra turn of Freeze Time, or declines it
At any time
    UsePowers        seats   heal rapidly or spread their wings while a player is asked
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.king_of_tokyo.rules.steps.buy_cards import BuyCards, PutAwayCard
from games.king_of_tokyo.rules.steps.choose_copy import ChangeMimic, LoadBatteries, PlaceMimic
from games.king_of_tokyo.rules.steps.choose_monster import ChooseMonster
from games.king_of_tokyo.rules.steps.end_turn import EndTurn, JudgeTurn, OfferExtraTurn
from games.king_of_tokyo.rules.steps.face_damage import Defend, FaceDamage, Fall, RollCamouflage, SettleDamage
from games.king_of_tokyo.rules.steps.probe_die import AdjustDice, ProbeDie, ThrowProbedDie
from games.king_of_tokyo.rules.steps.reroll_dice import RerollDice
from games.king_of_tokyo.rules.steps.resolve_dice import ResolveDice
from games.king_of_tokyo.rules.steps.reveal_card import PeekCard, RevealCard
from games.king_of_tokyo.rules.steps.roll_dice import CountDice, RollDice
from games.king_of_tokyo.rules.steps.roll_for_start import RollForStart, ThrowForStart
from games.king_of_tokyo.rules.steps.seize_card import OfferCards, SeizeCard
from games.king_of_tokyo.rules.steps.sell_cards import SellCards
from games.king_of_tokyo.rules.steps.start_turn import StartTurn
from games.king_of_tokyo.rules.steps.take_tokyo import TakeTokyo
from games.king_of_tokyo.rules.steps.throw_dice import ThrowDice
from games.king_of_tokyo.rules.steps.use_hearts import AssignHearts, UseHearts
from games.king_of_tokyo.rules.steps.use_powers import UsePowers
from games.king_of_tokyo.rules.steps.yield_tokyo import OfferYield, YieldTokyo
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Actor, Decision, Refusal, Step, refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai_record.plain import Plain

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
    """Return the step of an empty agenda: the set-up, an extra turn, or the next turn (KT-2.6, KT-3.4, KT-3.5)."""
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
        if not table.at(seat).name:
            return ChooseMonster(seat)
    if "" in table.market:
        return RevealCard(table.market.index("") + 1)
    return RollForStart(table.contenders[len(table.rolls)])


def standing(table: TokyoTable) -> Iterable[Step[TokyoTable]]:
    """Return the any-time powers, if a monster has one (KT-1.11)."""
    return (ANY_TIME,) if ANY_TIME.seats(table) else ()


def misplaced(table: TokyoTable, step: Step[Any] | None, actor: Actor, move: Plain) -> Refusal:
    """Return why a move is not due: the game is over (KT-10.3), another player is asked, or it belongs elsewhere."""
    waits = type(step).__name__ if step else "nothing"
    if table.ending:
        return refusal(clause.CLAUSE_10_3, ending=table.ending)
    if isinstance(move, (cmd.HealRapidly, cmd.SpreadWings)):
        return refusal(DUE[type(move)], actor=actor, waits_for=waits)
    if not isinstance(step, Decision) or actor not in step.seats(table):
        return refusal(clause.CLAUSE_1_11, actor=actor, waits_for=waits)
    # Part of a command is not a command.
    return refusal(DUE.get(type(move), clause.CLAUSE_1_11), actor=actor, waits_for=waits)


ANY_TIME = UsePowers()
DUE: dict[type[Plain], int] = {
    cmd.ChooseMonster: clause.CLAUSE_2_1,
    cmd.MoveMimic: clause.CLAUSE_12_6,
    cmd.KeepMimic: clause.CLAUSE_12_6,
    cmd.PlaceMimic: clause.CLAUSE_12_1,
    cmd.LoadBatteries: clause.CLAUSE_13_27,
    cmd.Roll: clause.CLAUSE_4_4,
    cmd.Reroll: clause.CLAUSE_4_12,
    cmd.TurnDie: clause.CLAUSE_4_8,
    cmd.StopRolling: clause.CLAUSE_4_9,
    cmd.ProbeDie: clause.CLAUSE_4_10,
    cmd.PassProbe: clause.CLAUSE_4_10,
    cmd.DeclareDice: clause.CLAUSE_4_11,
    cmd.TakeDamage: clause.CLAUSE_6_3,
    cmd.YieldTokyo: clause.CLAUSE_9_2,
    cmd.StayInTokyo: clause.CLAUSE_5_14,
    cmd.AssignHearts: clause.CLAUSE_5_17,
    cmd.BuyCard: clause.CLAUSE_7_2,
    cmd.SweepMarket: clause.CLAUSE_7_1,
    cmd.LookAtTopCard: clause.CLAUSE_7_1,
    cmd.BuyTopCard: clause.CLAUSE_7_2,
    cmd.BuyFromMonster: clause.CLAUSE_7_2,
    cmd.EndBuying: clause.CLAUSE_7_1,
    cmd.SeizeCard: clause.CLAUSE_13_30,
    cmd.PassCards: clause.CLAUSE_13_30,
    cmd.SellCard: clause.CLAUSE_8_1,
    cmd.EndSelling: clause.CLAUSE_8_1,
    cmd.TakeExtraTurn: clause.CLAUSE_8_7,
    cmd.DeclineExtraTurn: clause.CLAUSE_8_7,
    cmd.HealRapidly: clause.CLAUSE_13_36,
    cmd.SpreadWings: clause.CLAUSE_13_47,
    cmd.ThrowDice: clause.CLAUSE_4_4,
    cmd.TurnCard: clause.CLAUSE_7_3,
    cmd.PeekCard: clause.CLAUSE_13_24,
}
"""The clause that says when a move is due, for moves that are not."""
REST_OF_TURN = (CountDice, ResolveDice, UseHearts, TakeTokyo, BuyCards, SellCards, EndTurn)
"""What is skipped when the active monster is eliminated: everything except damage and purchases under way (KT-3.2,
KT-7.7)."""
