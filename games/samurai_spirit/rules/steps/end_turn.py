"""The end of a turn, and whether the round ends with it (SS-3.3, SS-3.4, SS-3.6, SS-6.6)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import events as ev


class EndTurn(Duty[SamuraiTable], frozen=True):
    """Borrowed tokens go back, then the round ends without raiders or samurai (SS-3.3, SS-3.4, SS-3.6, SS-6.6)."""

    seat: int
    clause = clause.CLAUSE_3_6
    closed_by = (ev.TurnEnded,)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        for owner in play.table.borrowed_by(self.seat):
            play.emit(ev.TokenReturned(seat=self.seat, owner_seat=owner))
        play.emit(ev.TurnEnded(seat=self.seat))
        if not play.table.raiders:
            end_round(play)
        elif not play.table.fighting():
            play.emit(ev.VillageAbandoned())
            end_round(play)


def end_round(play: Play[SamuraiTable]) -> None:
    """End the round; those who pay for what is undefended do so clockwise from the last active samurai (SS-9.12)."""
    table = play.table
    play.emit(
        ev.RoundEnded(
            round=table.round,
            without_hat_seats=undefended(table, "hat"),
            without_farm_seats=undefended(table, "farm"),
            without_doll_seats=undefended(table, "doll"),
            families_help=table.level.family_bonuses,
        )
    )


def undefended(table: SamuraiTable, symbol: str) -> tuple[int, ...]:
    """Return the seats without a raider of this symbol on the left side, clockwise from the active samurai."""
    return tuple(seat for seat in table.clockwise_from(table.active) if not table.at(seat).defends(symbol))
