"""What the rules of Titan Race wait for, in play order.

Set-up
    ChooseTitan   seat    takes a titan that nobody has; two players take two each
    OrderTitans   seat    of two players, puts their titans in order
    DealCard      chance  a card for each player
    RollForFirst  chance  a die for the first titan
A turn
    BeginTurn     duty    the ability card is readied, and a rested titan recovers
    RollDice      chance  all dice, for the first titan of a round
    RollAgain     chance  all dice again, for the last titan of a round
    ChooseDie     seat    takes a die of the pool; a knocked-out titan then passes
    ChooseAction  seat    begins the die action, uses the ability, a card or a pentagram, or ends the turn
    PerformDie    seat    does the next part of the die action
    CompletePart  duty    a part of the die action is over
    StealCard     chance  the card that the Thief's Glove takes
    TryLuck       chance  the chosen die again, for the Lucky Die
    RerollDie     chance  the chosen die again, on a pentagram
    PutAway       duty    a played card goes to the discard pile
A movement
    Stride        duty    a counted step
    Slide         duty    a step on from ice
    EndMove       duty    a titan's own move is over
An entered field
    SpringTrap    duty    its trap goes off
    MeetPirates   duty    its pirates attack
    FacePirates   seat    gives the pirates a card or loses a life
    FireStatue    duty    its statue blasts the fields around it
    ReachSpecial  duty    it gives a card
    DrawCard      chance  the card that it gives
Life and traps
    LoseLife      duty    a titan is about to lose a life
    React         seat    plays a reaction card for the threatened titan, or passes
    DestroyTrap   duty    a trap that was hit is discarded
End of a turn
    EndTurn       duty    the turn of a knocked-out titan is over
"""

from __future__ import annotations

from typing import Any, TypeAlias

from games.kit.rules.decider import Actor, Decision, Refusal, Step, refusal
from games.titan_race.rules.steps.begin_turn import BeginTurn
from games.titan_race.rules.steps.choose_action import ChooseAction
from games.titan_race.rules.steps.choose_die import ChooseDie
from games.titan_race.rules.steps.choose_titan import ChooseTitan
from games.titan_race.rules.steps.destroy_trap import DestroyTrap
from games.titan_race.rules.steps.draw_card import DealCard, DrawCard, ReachSpecial
from games.titan_race.rules.steps.end_turn import EndTurn
from games.titan_race.rules.steps.face_pirates import FacePirates, MeetPirates
from games.titan_race.rules.steps.lose_life import LoseLife, React
from games.titan_race.rules.steps.meet_field import FireStatue, SpringTrap
from games.titan_race.rules.steps.order_titans import OrderTitans
from games.titan_race.rules.steps.perform_die import CompletePart, PerformDie
from games.titan_race.rules.steps.play_card import PutAway
from games.titan_race.rules.steps.reroll_die import RerollDie, TryLuck
from games.titan_race.rules.steps.roll_dice import RollAgain, RollDice
from games.titan_race.rules.steps.roll_for_first import RollForFirst
from games.titan_race.rules.steps.steal_card import StealCard
from games.titan_race.rules.steps.walk import EndMove, Slide, Stride
from games.titan_race.rules.table import RaceTable, Titan
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai_record.plain import Plain

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
    CompletePart,
    StealCard,
    TryLuck,
    RerollDie,
    PutAway,
    Stride,
    Slide,
    EndMove,
    SpringTrap,
    MeetPirates,
    FacePirates,
    FireStatue,
    ReachSpecial,
    DrawCard,
    LoseLife,
    React,
    DestroyTrap,
    EndTurn,
)


def turn(table: RaceTable) -> Step[RaceTable] | None:
    """Return what is waited for when nothing is in progress, or None after the end (TR-4.1, TR-14.3)."""
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


def _set_up(table: RaceTable) -> Step[RaceTable]:
    """Return the next step of the set-up: titans, their order, cards, the first titan (TR-2.2, TR-2.5, TR-2.7)."""
    chosen = len(table.titans)
    if chosen < table.players * table.titans_each:
        return ChooseTitan(chosen % table.players + 1)
    for seat in table.seats:
        if table.titans_each > 1 and not table.at(seat).ordered:
            return OrderTitans(seat)
    for seat in table.seats:
        if not table.at(seat).hand:
            return DealCard(seat)
    return RollForFirst()


def _before_the_action(table: RaceTable, titan: Titan) -> Step[RaceTable]:
    """Return the choice of a die, or the roll before it (TR-3.2, TR-3.3, TR-3.4)."""
    if len(table.pool) > 1:
        return ChooseDie(titan.seat, titan.id)
    return RollAgain(titan.id) if table.pool else RollDice(titan.id)


def misplaced(table: RaceTable, step: Step[Any] | None, actor: Actor, move: Plain) -> Refusal:
    """Return why a move is not due: the race is over, somebody else decides, or something else comes first.

    Like every refused move, it changes nothing (TR-18.1, TR-18.2).
    """
    waits = type(step).__name__ if step else "nothing"
    if table.winner:
        return refusal(clause.CLAUSE_14_3, seat=actor, winner=table.winner)
    if not isinstance(step, Decision) or actor not in step.seats(table):
        return refusal(clause.CLAUSE_18_1, seat=actor, waits_for=waits)
    down = isinstance(step, ChooseDie) and table.titan(step.titan).knocked_out
    clauses, otherwise = DUE_WHEN_DOWN if down else DUE.get(type(step), ({}, clause.CLAUSE_18_1))
    return refusal(clauses.get(type(move), otherwise), seat=actor, waits_for=waits)


Due: TypeAlias = tuple[dict[type[Plain], int], int]
"""The clauses of the commands that a step does not take, by their types, and the clause for all others."""

DUE: dict[type[Step[RaceTable]], Due] = {
    ChooseDie: ({cmd.EndTurn: clause.CLAUSE_3_5}, clause.CLAUSE_4_1),
    PerformDie: (
        {
            cmd.UseAbility: clause.CLAUSE_4_3,
            cmd.PlayCard: clause.CLAUSE_4_3,
            cmd.DiscardCard: clause.CLAUSE_4_3,
            cmd.UsePentagram: clause.CLAUSE_4_3,
            cmd.EndTurn: clause.CLAUSE_4_7,
        },
        clause.CLAUSE_18_1,
    ),
    React: ({cmd.DiscardCard: clause.CLAUSE_10_4}, clause.CLAUSE_18_1),
}

DUE_WHEN_DOWN: Due = ({cmd.PlayCard: clause.CLAUSE_10_8, cmd.DiscardCard: clause.CLAUSE_10_8}, clause.CLAUSE_8_11)
"""The same while a knocked-out titan's player is to choose a die (TR-8.11), and to pass without a card (TR-10.8)."""
