"""What may be known of a table: everything but the deck (KT-1.2), whose top card only those who looked at it know."""

from __future__ import annotations

from games.king_of_tokyo.rules.data import CARDS, FACE, MONSTERS, PLACE
from games.king_of_tokyo.rules.table import Held, TokyoTable
from gunbai.king_of_tokyo.v1 import commands_pb2 as cmd
from gunbai.king_of_tokyo.v1 import view_pb2


def view(table: TokyoTable, seat: int | None) -> view_pb2.View:
    """Return the view of a seat, or of a spectator."""
    return view_pb2.View(
        seat=seat or 0,
        monsters=[_monster(table, number) for number in table.seats],
        bay_open=table.bay_open,
        market=[_card(table, card) for card in table.market],
        deck=len(table.unseen) + bool(table.top_card),
        top_card=_card(table, table.top_card) if seat in table.lookers else None,
        lookers=table.lookers,
        discard=table.discard,
        played=table.played,
        turn=_turn(table),
        extra_turns=[view_pb2.ExtraTurn(seat=extra.seat, penalty=extra.penalty) for extra in table.extra_turns],
        contenders=table.contenders,
        starter=table.starter,
        owed=[type(step).__name__ for step in reversed(table.agenda)],
        ending=table.ending,
        king=table.king,
    )


def _monster(table: TokyoTable, seat: int) -> view_pb2.Monster:
    monster = table.at(seat)
    return view_pb2.Monster(
        seat=seat,
        monster=monster.name,
        name=MONSTERS.get(monster.name, ""),
        life=monster.life,
        most_life=monster.most_life,
        points=monster.points,
        energy=monster.energy,
        place=PLACE.value(monster.place),
        cards=[_held(table, held) for held in monster.cards],
        poison=monster.poison,
        shrink=monster.shrink,
        wings=monster.wings,
    )


def _held(table: TokyoTable, held: Held) -> view_pb2.HeldCard:
    return view_pb2.HeldCard(
        card=_card(table, held.card), paid=held.paid, counters=held.counters, spent=held.spent, copies=held.copies
    )


def _card(table: TokyoTable, card: str) -> view_pb2.Card:
    if not card:
        return view_pb2.Card()
    data = CARDS[card]
    return view_pb2.Card(id=card, name=data.name, cost=table.edition.data.cost(card), text=data.text, keep=data.keep)


def _turn(table: TokyoTable) -> view_pb2.Turn:
    turn = table.turn
    dice = [FACE.value(face) if face else cmd.FACE_UNSPECIFIED for face in turn.dice]
    return view_pb2.Turn(seat=turn.seat, extra=turn.extra, penalty=turn.penalty, dice=dice, rerolls=turn.rerolls)
