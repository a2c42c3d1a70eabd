"""The last step of the end of a round: the game is lost, won, or continues (SS-9.7, SS-9.8, SS-9.9)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.samurai_spirit.rules.data import ROUNDS
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import events as ev


class CloseRound(Duty[SamuraiTable], frozen=True):
    """Without a farm or a family the game is lost, after the third round it is won, else it continues (SS-9.7)."""

    clause = clause.CLAUSE_9_7
    closed_by = (ev.VillageLost, ev.VillageSaved, ev.RoundPrepared)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        table = play.table
        if not table.farms or not table.families:
            play.emit(ev.VillageLost())
        elif table.round == ROUNDS:
            play.emit(ev.VillageSaved())
        else:
            play.emit(
                ev.RoundPrepared(
                    round=table.round + 1,
                    entering=table.entering(table.round + 1),
                    # 0 if nobody drew the last raider, or if that does not matter (SS-9.11).
                    first_seat=table.left_of(table.last_draw or table.active),
                )
            )


def is_round_over(table: SamuraiTable) -> bool:
    """Return whether the end of the round is being carried out, in which no kiai triggers (SS-8.18)."""
    return any(isinstance(step, CloseRound) for step in table.agenda)
