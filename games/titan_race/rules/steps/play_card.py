"""Playing a special card in one's own turn, or discarding one unused instead (TR-10.2, TR-10.4)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import Duty, Play, Refusal, refusal
from games.titan_race.rules.aims import Aim
from games.titan_race.rules.cards import OWN_TURN, refuse_effect
from games.titan_race.rules.data import DIRECTION, heading
from games.titan_race.rules.table import RaceTable, Titan
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev


class PutAway(Duty[RaceTable], frozen=True):
    """A card whose effect is over goes to the discard pile (TR-10.5)."""

    card: str

    clause = clause.CLAUSE_10_5
    closed_by = (ev.CardPutAway,)

    def resolve(self, play: Play[RaceTable]) -> None:
        play.emit(ev.CardPutAway(card=self.card))


def card_candidates(table: RaceTable, titan: Titan) -> Iterator[cmd.PlayCard | cmd.DiscardCard]:
    """Yield the plays of the player's cards that may be legal, and their discards."""
    for card in table.at(titan.seat).hand:
        power = OWN_TURN.get(table.effect(card))
        for aim in power.aims(table, titan) if power else ():
            direction = heading(aim.direction)
            yield cmd.PlayCard(card=card, titan=aim.titan, field=aim.field, direction=direction, model=aim.model)
        yield cmd.DiscardCard(card=card)


def refuse_playing(table: RaceTable, titan: Titan, move: cmd.PlayCard) -> Refusal | None:
    """Return why a card may not be played now, on this aim (TR-10.2)."""
    untimely = refuse_card(table, titan, move.card)
    if untimely is not None:
        return untimely
    effect = table.effect(move.card)
    if effect not in OWN_TURN:
        return refusal(clause.CLAUSE_10_2, card=move.card)
    return refuse_effect(table, titan, effect, _aim(move))


def refuse_discarding(table: RaceTable, titan: Titan, move: cmd.DiscardCard) -> Refusal | None:
    """Return why a card may not be discarded unused now (TR-10.4)."""
    return refuse_card(table, titan, move.card)


def refuse_card(table: RaceTable, titan: Titan, card: str) -> Refusal | None:
    """Return why no card, or not this one, is played or discarded in this turn (TR-4.4, TR-10.2, TR-13.10)."""
    if table.round == 1:
        return refusal(clause.CLAUSE_4_4, round=1)
    if card not in table.at(titan.seat).hand:
        return refusal(clause.CLAUSE_10_1, card=card)
    if table.done.carded:
        return refusal(clause.CLAUSE_10_2, card=card)
    if table.done.rerolled:
        return refusal(clause.CLAUSE_13_10, card=card)
    return None


def play_card(play: Play[RaceTable], titan: Titan, move: cmd.PlayCard) -> None:
    """Play a card for the titan in turn."""
    play.emit(ev.CardPlayed(seat=titan.seat, card=move.card, titan=titan.id))
    OWN_TURN[play.table.effect(move.card)].use(play, titan, _aim(move))


def discard(play: Play[RaceTable], titan: Titan, move: cmd.DiscardCard) -> None:
    """Discard a card unused."""
    play.emit(ev.CardDiscarded(seat=titan.seat, card=move.card))


def _aim(move: cmd.PlayCard) -> Aim:
    return Aim(move.titan, move.field, DIRECTION.word(move.direction), move.model)
