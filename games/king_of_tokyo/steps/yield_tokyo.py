"""An attacked monster may leave Tokyo to the attacker (KT-5.14 to KT-5.16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.decider import Decision, Duty, Play
from games.king_of_tokyo.data import Power
from games.king_of_tokyo.table import TokyoTable
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands_pb2 as cmd
from gunbai.king_of_tokyo.v1 import events_pb2 as ev

YieldMove: TypeAlias = cmd.YieldTokyo | cmd.StayInTokyo


class OfferYield(Duty[TokyoTable], frozen=True):
    """An attacked monster is asked whether it yields, unless it or the attacker is gone (KT-5.14)."""

    seat: int
    to_seat: int
    clause = clause.CLAUSE_5_14
    closed_by = (ev.YieldOffered, ev.YieldForgone)

    def resolve(self, play: Play[TokyoTable]) -> None:
        victim, attacker = play.table.monster(self.seat), play.table.monster(self.to_seat)
        if victim.life and victim.in_tokyo and attacker.life and not play.table.turn.returned:
            play.emit(ev.YieldOffered(seat=self.seat, to_seat=self.to_seat))
        else:
            play.emit(ev.YieldForgone(seat=self.seat))


class YieldTokyo(Decision[TokyoTable, YieldMove], frozen=True):
    """An attacked monster leaves Tokyo or stays (KT-5.14)."""

    seat: int
    to_seat: int
    clause = clause.CLAUSE_5_14
    takes = (cmd.YieldTokyo, cmd.StayInTokyo)
    closed_by = (ev.TokyoYielded, ev.TokyoHeld)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[YieldMove]:
        yield cmd.YieldTokyo()
        yield cmd.StayInTokyo()

    def refuse(self, table: TokyoTable, seat: int, move: YieldMove) -> None:
        return None

    def answer(self, play: Play[TokyoTable], seat: int, move: YieldMove) -> None:
        match move:
            case cmd.YieldTokyo():
                play.emit(ev.TokyoYielded(seat=seat))
                if damage := play.table.monster(seat).power(Power.BURROW):
                    play.emit(ev.BurrowLeft(seat=seat, damage=damage))
            case cmd.StayInTokyo():
                play.emit(ev.TokyoHeld(seat=seat))
