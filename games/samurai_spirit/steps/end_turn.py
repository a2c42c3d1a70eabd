"""The end of a turn, and whether the round ends with it (SS-3.3, SS-3.4, SS-3.6, SS-6.6)."""

from __future__ import annotations

from games.decider import Duty, Play
from games.samurai_spirit.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import events_pb2 as ev


class EndTurn(Duty[SamuraiTable], frozen=True):
    """Borrowed tokens go back, and the round ends without raiders or without samurai (SS-6.6, SS-3.3, SS-3.4)."""

    seat: int
    clause = clause.CLAUSE_3_6
    closed_by = (ev.TurnEnded,)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        for owner in play.table.borrowed_by(self.seat):
            play.emit(ev.TokenReturned(seat=self.seat, owner_seat=owner))
        play.emit(ev.TurnEnded(seat=self.seat))
        if not play.table.raiders:
            play.emit(ev.RoundEnded(round=play.table.round))
        elif not play.table.fighting():
            play.emit(ev.VillageAbandoned())
            play.emit(ev.RoundEnded(round=play.table.round))
