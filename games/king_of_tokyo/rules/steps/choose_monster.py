"""The choice of a monster (KT-2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from games.king_of_tokyo.rules.data import MONSTERS
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Decision, Play, Refusal, refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev


class ChooseMonster(Decision[TokyoTable, cmd.ChooseMonster], frozen=True):
    """A player takes a monster that no other player has (KT-2.1, KT-15.3)."""

    seat: int
    clause = clause.CLAUSE_2_1
    takes = (cmd.ChooseMonster,)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[cmd.ChooseMonster]:
        return (cmd.ChooseMonster(monster=monster) for monster in MONSTERS)

    def refuse(self, table: TokyoTable, seat: int, move: cmd.ChooseMonster) -> Refusal | None:
        if move.monster not in MONSTERS:
            return refusal(clause.CLAUSE_2_1, monster=move.monster)
        if any(monster.name == move.monster for monster in table.monsters):
            return refusal(clause.CLAUSE_15_3, monster=move.monster)
        return None

    def answer(self, play: Play[TokyoTable], seat: int, move: cmd.ChooseMonster) -> None:
        play.emit(ev.MonsterChosen(seat=seat, monster=move.monster))
