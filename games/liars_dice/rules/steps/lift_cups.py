"""The cups are lifted: the dice are counted, dice are lost, and the next round begins (LD-4 to LD-7)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.liars_dice.rules.table import DiceTable
from gunbai.liars_dice.v1 import clauses_pb2 as clause
from gunbai.liars_dice.v1 import events as ev


class LiftCups(Duty[DiceTable], frozen=True):
    """All dice are seen and counted after a challenge (LD-4.2) or a call of spot-on (LD-5.2)."""

    seat: int
    """The player who challenged the bid."""
    spot_on: bool
    clause = clause.CLAUSE_4_2
    closed_by = (ev.CupsLifted,)

    def resolve(self, play: Play[DiceTable]) -> None:
        bid, count = play.table.bid, play.table.count()
        hands = tuple(ev.Hand(seat=seat, dice=play.table.at(seat).hand) for seat in play.table.left)
        play.emit(ev.CupsLifted(hands=hands))
        play.emit(ev.DiceCounted(face=bid.face, quantity=bid.quantity, count=count))
        if self.spot_on and count == bid.quantity:
            _lose(play, *(seat for seat in play.table.left if seat != self.seat))
            _go_on(play, self.seat)
        else:
            loser = self.seat if self.spot_on or count >= bid.quantity else bid.seat  # (LD-4.5)
            _lose(play, loser)
            _go_on(play, loser)


def _lose(play: Play[DiceTable], *seats: int) -> None:
    """Take a die from each of the seats (LD-6.1)."""
    for seat in seats:
        play.emit(ev.DieLost(seat=seat))
        if not play.table.at(seat).dice:
            play.emit(ev.PlayerOut(seat=seat))


def _go_on(play: Play[DiceTable], first: int) -> None:
    """Let `first` or the next player begin a round (LD-6.2, LD-6.3), unless the game is over (LD-7.1)."""
    table = play.table
    if len(table.left) == 1:
        play.emit(ev.GameWon(seat=table.left[0]))
    else:
        seat = first if first in table.left else table.after(first)
        play.emit(ev.RoundBegan(round=table.round + 1, seat=seat))
