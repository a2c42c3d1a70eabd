"""The start of a turn: points for being in Tokyo, Monster Batteries, the change of Mimic (KT-4.1)."""

from __future__ import annotations

from games.king_of_tokyo.rules.data import TURN_IN_TOKYO_POINTS, Power
from games.king_of_tokyo.rules.gains import gain_points, reward
from games.king_of_tokyo.rules.powers.copies import can_change, unload_batteries
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Duty, Play
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import events as ev


class StartTurn(Duty[TokyoTable], frozen=True):
    """A turn starts, with points for a monster that is in Tokyo now, not for going there (KT-4.1, KT-4.2)."""

    seat: int
    extra: bool = False
    penalty: int = 0
    clause = clause.CLAUSE_4_1
    closed_by = (ev.TurnStarted,)

    def resolve(self, play: Play[TokyoTable]) -> None:
        play.emit(ev.TurnStarted(seat=self.seat, extra=self.extra, penalty=self.penalty))
        if play.table.active.in_tokyo:
            gain_points(play, self.seat, TURN_IN_TOKYO_POINTS)
            reward(play, self.seat, Power.URBAN)
        unload_batteries(play, self.seat)
        if can_change(play.table, self.seat):
            play.emit(ev.MimicChangeOffered(seat=self.seat))
