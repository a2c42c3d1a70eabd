"""What may be known of a table: everything but the cards in the hands of others, until the end."""

from __future__ import annotations

from games.titan_race.rules.data import COLOUR, DIRECTION, STATE, TERRAIN, TITAN, TRAPS
from games.titan_race.rules.table import RaceTable, Titan
from gunbai.titan_race.v1 import commands_pb2 as cmd
from gunbai.titan_race.v1 import view_pb2


def view(table: RaceTable, seat: int | None) -> view_pb2.View:
    """Return the view of a seat, or of a spectator."""
    return view_pb2.View(
        tracks=table.tracks,
        fields=[_field(table, field) for field in table.course.fields],
        titans=[_titan(table, table.titan(titan)) for titan in _in_order(table)],
        players=[_player(table, player, seat) for player in table.seats],
        pool=[COLOUR.value(colour) for colour in table.pool],
        deck=len(table.deck),
        discard=[_card(table, card) for card in table.discard],
        in_play=[_card(table, card) for card in table.in_play],
        traps_left=TRAPS - len(table.traps),
        round=table.round,
        # Between the ends of the last turn and of the round nobody is next, and views are total there too.
        mover=table.mover.id if table.place < len(table.order) else "",
        winner=table.winner,
        die_performed=table.done.acted,
        card_used=table.done.carded,
        pentagram_used=table.done.rerolled,
    )


def _in_order(table: RaceTable) -> tuple[str, ...]:
    return table.order or tuple(titan.id for titan in table.titans)


def _field(table: RaceTable, field: str) -> view_pb2.Field:
    course, leaps = table.course, table.course.leaps.get(field, {})
    terrain = "ramp" if leaps else course.terrain.get(field, "")
    return view_pb2.Field(
        name=field,
        terrain=TERRAIN.value(terrain) if terrain else view_pb2.TERRAIN_UNSPECIFIED,
        leaps=[DIRECTION.value(direction) for direction in leaps],
        leap_length=max(leaps.values(), default=0),
        special=field in course.special,
        trap=field in table.traps,
    )


def _titan(table: RaceTable, titan: Titan) -> view_pb2.Titan:
    return view_pb2.Titan(
        id=titan.id,
        name=TITAN[titan.id].name,
        seat=titan.seat,
        colour=COLOUR.value(table.colour(titan.id)),
        field=titan.field,
        laps=titan.laps,
        life=titan.life,
        state=STATE.value(titan.state),
        ready=titan.ready,
        die=COLOUR.value(titan.die) if titan.die else cmd.COLOUR_UNSPECIFIED,
    )


def _player(table: RaceTable, player: int, reader: int | None) -> view_pb2.Player:
    shown = table.at(player).hand if player == reader or table.winner else ()
    return view_pb2.Player(
        seat=player,
        team=table.teams[player - 1] if table.teams else 0,
        cards=len(table.at(player).hand),
        hand=[_card(table, card) for card in shown],
    )


def _card(table: RaceTable, card: str) -> view_pb2.Card:
    return view_pb2.Card(id=card, name=table.card(card).name)
