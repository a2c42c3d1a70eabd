"""The first roll of a turn (KT-4.3, KT-4.4)."""

from __future__ import annotations

from collections.abc import Iterator

from games.king_of_tokyo.rules.powers.dice import dice_of, rerolls_of
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Decision, Duty, Play
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev


class CountDice(Duty[TokyoTable], frozen=True):
    """The number of dice and rerolls of the turn is set; without dice there is no roll (KT-4.3, KT-4.4)."""

    seat: int
    clause = clause.CLAUSE_4_3
    closed_by = (ev.DiceCounted,)

    def resolve(self, play: Play[TokyoTable]) -> None:
        play.emit(ev.DiceCounted(seat=self.seat, dice=dice_of(play.table), rerolls=rerolls_of(play.table)))


class RollDice(Decision[TokyoTable, cmd.Roll], frozen=True):
    """The active monster rolls all its dice (KT-4.4)."""

    seat: int
    clause = clause.CLAUSE_4_4
    takes = (cmd.Roll,)
    closed_by = (ev.RollCalled,)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[cmd.Roll]:
        yield cmd.Roll()

    def refuse(self, table: TokyoTable, seat: int, move: cmd.Roll) -> None:
        return None

    def answer(self, play: Play[TokyoTable], seat: int, move: cmd.Roll) -> None:
        play.emit(ev.RollCalled(seat=seat))
