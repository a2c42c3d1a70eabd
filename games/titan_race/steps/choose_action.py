"""A turn's free choice: the die action, the ability, a card, a pentagram, or the end (TR-4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from google.protobuf.message import Message

from games.decider import Decision, Duty, Play, Refusal, refusal
from games.titan_race import harm
from games.titan_race.abilities import ability, refuse_ability
from games.titan_race.aims import Aim
from games.titan_race.cards import OWN_TURN, refuse_effect
from games.titan_race.data import COLOUR, DIRECTION, PARTS, heading
from games.titan_race.steps.perform_die import (
    PART_OF,
    first_parts,
    open_parts,
    part_candidates,
    perform_part,
    refuse_part,
)
from games.titan_race.table import RaceTable, Titan, Turn
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands_pb2 as cmd
from gunbai.titan_race.v1 import events_pb2 as ev


class ChooseAction(Decision[RaceTable, Message], frozen=True):
    """Nothing is in progress: the player of the titan in turn says what comes next."""

    clause = clause.CLAUSE_4_2
    takes = (*PART_OF, cmd.UseAbility, cmd.PlayCard, cmd.DiscardCard, cmd.UsePentagram, cmd.EndTurn)
    seat: int
    titan: str

    def candidates(self, table: RaceTable, seat: int) -> Iterator[Message]:
        titan = table.mover
        if not table.done.acted:
            for part in open_parts(first_parts(titan, PARTS[titan.die])):
                yield from part_candidates(table, titan, titan.die, part)
        if titan.ready:
            yield from (use_ability(aim) for aim in ability(titan.id).aims(table, titan))
        for card in table.hand(seat):
            yield from card_candidates(table, titan, card)
        yield cmd.UsePentagram()
        yield cmd.EndTurn()

    def refuse(self, table: RaceTable, seat: int, move: Message) -> Refusal | None:
        refuse = REFUSALS.get(type(move), refuse_beginning)
        return refuse(table, table.mover, table.done, move)

    def answer(self, play: Play[RaceTable], seat: int, move: Message) -> None:
        answer = ANSWERS.get(type(move), begin_die_action)
        answer(play, play.table.mover, move)


class PutAway(Duty[RaceTable], frozen=True):
    """A card whose effect is over goes to the discard pile (TR-10.5)."""

    clause = clause.CLAUSE_10_5
    closed_by = (ev.CardPutAway,)
    card: str

    def resolve(self, play: Play[RaceTable]) -> None:
        play.emit(ev.CardPutAway(card=self.card))


def refuse_beginning(table: RaceTable, titan: Titan, turn: Turn, move: Any) -> Refusal | None:
    """Return why the die action may not begin with a part (TR-4.2, TR-5)."""
    if turn.acted:
        return refusal(clause.CLAUSE_4_2, die=titan.die)
    return refuse_part(table, titan, titan.die, first_parts(titan, PARTS[titan.die]), move)


def refuse_using(table: RaceTable, titan: Titan, turn: Turn, move: cmd.UseAbility) -> Refusal | None:
    """Return why the ability may not be used now (TR-4.4, TR-12)."""
    if table.round == 1:
        return refusal(clause.CLAUSE_4_4, round=1)
    if not titan.ready:
        return refusal(clause.CLAUSE_12_1, titan=titan.id)
    if turn.rerolled:
        return refusal(clause.CLAUSE_13_10, titan=titan.id)
    if not titan.field:
        return refusal(clause.CLAUSE_16_5, titan=titan.id)
    return refuse_ability(table, titan, titan.id, aim_of(move))


def refuse_playing(table: RaceTable, titan: Titan, turn: Turn, move: cmd.PlayCard) -> Refusal | None:
    """Return why a card may not be played now (TR-4.4, TR-10, TR-11)."""
    unready = refuse_card_time(table, titan, turn, move.card)
    if unready is not None:
        return unready
    effect = table.effect(move.card)
    if effect not in OWN_TURN:
        return refusal(clause.CLAUSE_10_2, card=move.card)
    return refuse_effect(table, titan, effect, aim_of(move))


def refuse_discarding(table: RaceTable, titan: Titan, turn: Turn, move: cmd.DiscardCard) -> Refusal | None:
    """Return why a card may not be discarded unused now (TR-10.4)."""
    return refuse_card_time(table, titan, turn, move.card)


def refuse_card_time(table: RaceTable, titan: Titan, turn: Turn, card: str) -> Refusal | None:
    """Return why no card, or not this one, is played or discarded in this turn."""
    if table.round == 1:
        return refusal(clause.CLAUSE_4_4, round=1)
    if card not in table.hand(titan.seat):
        return refusal(clause.CLAUSE_10_1, card=card)
    if turn.carded:
        return refusal(clause.CLAUSE_10_2, card=card)
    if turn.rerolled:
        return refusal(clause.CLAUSE_13_10, card=card)
    return None


def refuse_pentagram(table: RaceTable, titan: Titan, turn: Turn, move: cmd.UsePentagram) -> Refusal | None:
    """Return why the die may not be rolled again on a pentagram (TR-13.7, TR-13.11)."""
    if table.course.terrain.get(titan.field) != "pentagram":
        return refusal(clause.CLAUSE_13_7, field=titan.field)
    if not turn.acted:
        return refusal(clause.CLAUSE_13_7, die=titan.die)
    if not turn.rested:
        return refusal(clause.CLAUSE_13_11, field=titan.field)
    return None


def refuse_ending(table: RaceTable, titan: Titan, turn: Turn, move: cmd.EndTurn) -> Refusal | None:
    """Return why the turn may not end (TR-4.7)."""
    if not turn.acted:
        return refusal(clause.CLAUSE_4_7, die=titan.die)
    return None


def begin_die_action(play: Play[RaceTable], titan: Titan, move: Any) -> None:
    """Begin the die action with one of its parts."""
    play.emit(ev.DieActionBegun(titan=titan.id, colour=COLOUR.value(titan.die)))
    perform_part(play, titan.id, move)


def use(play: Play[RaceTable], titan: Titan, move: cmd.UseAbility) -> None:
    """Use the ability of the titan in turn."""
    play.emit(ev.AbilityUsed(titan=titan.id))
    ability(titan.id).use(play, titan, aim_of(move))


def play_card(play: Play[RaceTable], titan: Titan, move: cmd.PlayCard) -> None:
    """Play an own-turn card."""
    play.emit(ev.CardPlayed(seat=titan.seat, card=move.card, titan=titan.id))
    OWN_TURN[play.table.effect(move.card)].use(play, titan, aim_of(move))


def discard(play: Play[RaceTable], titan: Titan, move: cmd.DiscardCard) -> None:
    """Discard a card unused, in place of a card play."""
    play.emit(ev.CardDiscarded(seat=titan.seat, card=move.card))


def use_pentagram(play: Play[RaceTable], titan: Titan, move: cmd.UsePentagram) -> None:
    """Pay 1 life and, unless it was the last, take up the die (TR-13.8)."""
    play.emit(ev.PentagramUsed(titan=titan.id))
    harm.suffer(play, titan.id, "pentagram")
    if not play.table.titan(titan.id).knocked_out:
        play.emit(ev.DieTakenUp(titan=titan.id))


def end_turn(play: Play[RaceTable], titan: Titan, move: cmd.EndTurn) -> None:
    """End the turn."""
    play.emit(ev.TurnEnded(titan=titan.id))


REFUSALS: dict[type[Message], Callable[[RaceTable, Titan, Turn, Any], Refusal | None]] = {
    cmd.UseAbility: refuse_using,
    cmd.PlayCard: refuse_playing,
    cmd.DiscardCard: refuse_discarding,
    cmd.UsePentagram: refuse_pentagram,
    cmd.EndTurn: refuse_ending,
}
ANSWERS: dict[type[Message], Callable[[Play[RaceTable], Titan, Any], None]] = {
    cmd.UseAbility: use,
    cmd.PlayCard: play_card,
    cmd.DiscardCard: discard,
    cmd.UsePentagram: use_pentagram,
    cmd.EndTurn: end_turn,
}


def aim_of(move: cmd.UseAbility | cmd.PlayCard) -> Aim:
    """Return what a command aims at."""
    model = move.model if isinstance(move, cmd.PlayCard) else ""
    return Aim(move.titan, move.field, DIRECTION.word(move.direction), model)


def use_ability(aim: Aim) -> cmd.UseAbility:
    """Return the command that uses the ability on an aim."""
    return cmd.UseAbility(titan=aim.titan, field=aim.field, direction=heading(aim.direction))


def card_candidates(table: RaceTable, titan: Titan, card: str) -> Iterator[Message]:
    """Yield the ways in which a card of the titan's player may be worth playing, and its discard."""
    power = OWN_TURN.get(table.effect(card))
    if power is not None:
        for aim in power.aims(table, titan):
            direction = heading(aim.direction)
            yield cmd.PlayCard(card=card, titan=aim.titan, field=aim.field, direction=direction, model=aim.model)
    yield cmd.DiscardCard(card=card)
