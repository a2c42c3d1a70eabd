"""What the rules of Titan Race wait for or owe, in play order.

ChooseTitan     set-up: each player takes a titan, two players take two each.
OrderTitans     set-up of two players: each puts her titans in order.
DealCard        set-up: chance deals each player a card.
RollForFirst    chance rolls the die that finds the first player.
BeginTurn       owed: the ability is readied, a rested titan rises.
RollDice        the first turn of a round: chance rolls all dice.
RollAgain       the last turn of a round: chance rolls all dice again.
ChooseDie       a die is taken from the pool; a knocked-out titan then passes.
ChooseAction    nothing is in progress: die, ability, card, pentagram or the end of the turn.
PerformDie      the die action has begun: its next part.
Stride          owed: a counted step.
Slide           owed: a step on from ice.
SpringTrap      owed: the trap of an entered field.
MeetPirates     owed: the pirates of an entered field.
FacePirates     a card for the pirates, or a life.
FireStatue      owed: the blast of an entered statue.
ReachSpecial    owed: the card of an entered field.
DrawCard        chance draws it.
LoseLife        owed: the loss of a life.
React           a threatened player plays a reaction card, or passes.
EndMove         owed: an own move is over.
CompletePart    owed: a part of the die action is over.
StealCard       chance picks a card from a hand.
TryLuck         chance rolls the chosen die again, for the Lucky Die.
RerollDie       the same, on a pentagram.
PutAway         owed: a played card goes to the discard pile.
EndTurn         owed: the turn of a titan that lies on the track is over.
"""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message

from games.decider import CHANCE, Actor, Decision, Refusal, Step, refusal
from games.titan_race.steps.begin_turn import BeginTurn
from games.titan_race.steps.choose_action import ChooseAction
from games.titan_race.steps.choose_die import ChooseDie
from games.titan_race.steps.choose_titan import ChooseTitan
from games.titan_race.steps.draw_card import DealCard, DrawCard, ReachSpecial
from games.titan_race.steps.end_turn import EndTurn
from games.titan_race.steps.face_pirates import FacePirates, MeetPirates
from games.titan_race.steps.lose_life import LoseLife, React
from games.titan_race.steps.meet_field import FireStatue, SpringTrap
from games.titan_race.steps.order_titans import OrderTitans
from games.titan_race.steps.perform_die import CompletePart, PerformDie
from games.titan_race.steps.play_card import PutAway
from games.titan_race.steps.reroll_die import RerollDie, TryLuck
from games.titan_race.steps.roll_dice import RollAgain, RollDice
from games.titan_race.steps.roll_for_first import RollForFirst
from games.titan_race.steps.steal_card import StealCard
from games.titan_race.steps.walk import EndMove, Slide, Stride
from games.titan_race.table import RaceTable, Titan
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands_pb2 as cmd

STEPS: tuple[type[Step[RaceTable]], ...] = (
    ChooseTitan,
    OrderTitans,
    DealCard,
    RollForFirst,
    BeginTurn,
    RollDice,
    RollAgain,
    ChooseDie,
    ChooseAction,
    PerformDie,
    Stride,
    Slide,
    SpringTrap,
    MeetPirates,
    FacePirates,
    FireStatue,
    ReachSpecial,
    DrawCard,
    LoseLife,
    React,
    EndMove,
    CompletePart,
    StealCard,
    TryLuck,
    RerollDie,
    PutAway,
    EndTurn,
)


def turn(table: RaceTable) -> Step[RaceTable] | None:
    """Return what is waited for when nothing is owed: the set-up in its order, then the parts of a turn."""
    if table.winner:
        return None
    if not table.order:
        return _set_up(table)
    titan = table.mover
    if table.turn is None:
        return BeginTurn(titan.id)
    if not titan.die:
        return _before_the_action(table, titan)
    return EndTurn(titan.id) if titan.knocked_out else ChooseAction(titan.seat, titan.id)


def _before_the_action(table: RaceTable, titan: Titan) -> Step[RaceTable]:
    if len(table.pool) > 1:
        return ChooseDie(titan.seat, titan.id)
    return RollAgain(titan.id) if table.pool else RollDice(titan.id)


def _set_up(table: RaceTable) -> Step[RaceTable]:
    chosen = len(table.titans)
    if chosen < len(table.seats) * table.titans_each:
        return ChooseTitan(chosen % len(table.seats) + 1)
    for seat in table.seats:
        if table.titans_each > 1 and seat not in table.ordered:
            return OrderTitans(seat)
    for seat in table.seats:
        if not table.hand(seat):
            return DealCard(seat)
    return RollForFirst()


CARDS_AND_ABILITIES = (cmd.UseAbility, cmd.PlayCard, cmd.DiscardCard, cmd.UsePentagram)


def misplaced(table: RaceTable, step: Step[Any] | None, actor: Actor, move: Message) -> Refusal:
    """Return why a move is not due: the race is over, another decides, or something else comes first."""
    waits = type(step).__name__ if step else "nothing"
    if table.winner:
        return refusal(clause.CLAUSE_14_3, winner=table.winner)
    if actor == CHANCE or not isinstance(step, Decision) or actor not in step.seats(table):
        return refusal(clause.CLAUSE_18_1, seat=actor, waits_for=waits)
    if isinstance(step, PerformDie) and isinstance(move, CARDS_AND_ABILITIES):
        return refusal(clause.CLAUSE_4_3, waits_for=waits)
    if isinstance(step, PerformDie) and isinstance(move, cmd.EndTurn):
        return refusal(clause.CLAUSE_4_7, waits_for=waits)
    if isinstance(step, React) and isinstance(move, cmd.DiscardCard):
        return refusal(clause.CLAUSE_10_4, card=move.card)
    if isinstance(step, ChooseDie):
        return _before_the_die(table, step, move)
    return refusal(clause.CLAUSE_18_1, seat=actor, waits_for=waits)


def _before_the_die(table: RaceTable, step: ChooseDie, move: Message) -> Refusal:
    """Return why a move does not come before the choice of a die (TR-3.5, TR-4.1, TR-8.11, TR-10.8)."""
    if not table.titan(step.titan).knocked_out:
        cited = clause.CLAUSE_3_5 if isinstance(move, cmd.EndTurn) else clause.CLAUSE_4_1
    else:
        cited = clause.CLAUSE_10_8 if isinstance(move, cmd.PlayCard | cmd.DiscardCard) else clause.CLAUSE_8_11
    return refusal(cited, titan=step.titan)
