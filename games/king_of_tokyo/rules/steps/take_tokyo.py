"""The attacker from outside takes a place in Tokyo (KT-5.18)."""

from __future__ import annotations

from games.king_of_tokyo.rules.data import CONTROL_POINTS, PLACE
from games.king_of_tokyo.rules.gains import gain_points
from games.king_of_tokyo.rules.table import BAY, CITY, TokyoTable
from games.kit.rules.decider import Duty, Play
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import events as ev


class TakeTokyo(Duty[TokyoTable], frozen=True):
    """An attacker from outside goes to Tokyo City, or else to Tokyo Bay, after the burrows there (KT-5.18, KT-5.24).

    It gains a point (KT-5.19). Only an attack opens this step: no other death gives away a place (KT-5.20, KT-8.4).
    """

    seat: int
    clause = clause.CLAUSE_5_18
    closed_by = (ev.TokyoTaken, ev.TokyoMissed)

    def resolve(self, play: Play[TokyoTable]) -> None:
        table, place = play.table, _free_place(play.table)
        if not place or self.seat in table.turn.returned:
            play.emit(ev.TokyoMissed(seat=self.seat))
        elif table.turn.burrows:
            burrow = table.turn.burrows[0]
            play.emit(ev.BurrowEntered(seat=self.seat, by_seat=burrow.seat, damage=burrow.damage))
        else:
            play.emit(ev.TokyoTaken(seat=self.seat, place=PLACE.value(place)))
            gain_points(play, self.seat, CONTROL_POINTS)


def _free_place(table: TokyoTable) -> str:
    """Return the place to take; a monster in the bay stays there when the city is empty (KT-1.6, KT-9.4)."""
    if not table.in_place(CITY):
        return CITY
    return BAY if table.bay_open and not table.in_place(BAY) else ""
