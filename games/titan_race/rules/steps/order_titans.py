"""Set-up of two players: each puts their two titans in order (TR-15.2)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import Decision, Play, Refusal, refusal
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev


class OrderTitans(Decision[RaceTable, cmd.OrderTitans], frozen=True):
    """A player names the one of their titans that takes the earlier turn of a round (TR-15.2)."""

    seat: int

    clause = clause.CLAUSE_15_2
    takes = (cmd.OrderTitans,)

    def candidates(self, table: RaceTable, seat: int) -> Iterator[cmd.OrderTitans]:
        return (cmd.OrderTitans(first=titan) for titan in table.titans_of(seat))

    def refuse(self, table: RaceTable, seat: int, move: cmd.OrderTitans) -> Refusal | None:
        if move.first not in table.titans_of(seat):
            return refusal(clause.CLAUSE_15_2, first=move.first)
        return None

    def answer(self, play: Play[RaceTable], seat: int, move: cmd.OrderTitans) -> None:
        (second,) = (titan for titan in play.table.titans_of(seat) if titan != move.first)
        play.emit(ev.TitansOrdered(seat=seat, first=move.first, second=second))
