"""A monster that was attacked in Tokyo may leave it to the attacker (KT-5.14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.king_of_tokyo.rules.data import Power
from games.king_of_tokyo.rules.steps.face_damage import FaceDamage
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Decision, Duty, Play
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev

YieldMove: TypeAlias = cmd.YieldTokyo | cmd.StayInTokyo


class OfferYield(Duty[TokyoTable], frozen=True):
    """A monster is asked whether it yields, if the attacker can still take its place (KT-5.14, KT-5.23)."""

    seat: int
    to_seat: int
    clause = clause.CLAUSE_5_14
    closed_by = (ev.YieldOffered, ev.YieldForgone)

    def resolve(self, play: Play[TokyoTable]) -> None:
        victim, attacker = play.table.at(self.seat), play.table.at(self.to_seat)
        if victim.life and victim.in_tokyo and attacker.life and self.to_seat not in play.table.turn.returned:
            play.emit(ev.YieldOffered(seat=self.seat, to_seat=self.to_seat))
        else:
            play.emit(ev.YieldForgone(seat=self.seat))


class YieldTokyo(Decision[TokyoTable, YieldMove], frozen=True):
    """A monster that was attacked in Tokyo leaves it at once, or stays (KT-5.14, KT-5.16, KT-9.2)."""

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
                _leave(play, seat)
            case cmd.StayInTokyo():
                play.emit(ev.TokyoHeld(seat=seat))


def _leave(play: Play[TokyoTable], seat: int) -> None:
    """Leave Tokyo: damage that waits for Jets is dropped, Burrowing leaves a burrow (KT-5.15, KT-13.6, KT-13.23)."""
    play.emit(ev.TokyoYielded(seat=seat))
    monster = play.table.at(seat)
    if _jets_wait(play.table, seat):
        play.emit(ev.DamageIgnored(seat=seat, card=monster.copies(Power.JETS)[0].card))
    if damage := monster.power(Power.BURROW):
        play.emit(ev.BurrowLeft(seat=seat, damage=damage))


def _jets_wait(table: TokyoTable, seat: int) -> bool:
    """Return whether the next step is a packet that waited for the decision of this seat."""
    packet = table.agenda[-1]
    return isinstance(packet, FaceDamage) and packet.waits and packet.seat == seat
