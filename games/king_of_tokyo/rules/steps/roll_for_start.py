"""The roll that decides who starts (KT-2.5)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from games.king_of_tokyo.rules.data import BLACK_DICE
from games.king_of_tokyo.rules.steps.throw_dice import probability_of, shown, throw
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Chance, Decision, Play
from games.kit.rules.forms import exactly
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev


class RollForStart(Decision[TokyoTable, cmd.Roll], frozen=True):
    """A player rolls six dice for the start (KT-2.5)."""

    seat: int
    clause = clause.CLAUSE_2_5
    takes = (cmd.Roll,)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[cmd.Roll]:
        yield cmd.Roll()

    def refuse(self, table: TokyoTable, seat: int, move: cmd.Roll) -> None:
        return None

    def answer(self, play: Play[TokyoTable], seat: int, move: cmd.Roll) -> None:
        play.emit(ev.StartRollCalled(seat=seat))


class ThrowForStart(Chance[TokyoTable, cmd.ThrowDice], frozen=True):
    """Chance shows the six dice; after the last contender's, one starts, or the tied ones roll again (KT-2.5)."""

    seat: int
    clause = clause.CLAUSE_2_5
    takes = (cmd.ThrowDice,)
    closed_by = (ev.StartDiceLanded,)
    form = throw(exactly(BLACK_DICE))

    def showing(self, table: TokyoTable, drawn: tuple[str, ...]) -> cmd.ThrowDice:
        return shown(drawn)

    def probability(self, table: TokyoTable, outcome: cmd.ThrowDice) -> Fraction:
        return probability_of(outcome, BLACK_DICE)

    def worth(self, table: TokyoTable, outcome: cmd.ThrowDice) -> dict[int, int]:
        """Return the Attacks: whoever rolls most of them starts (KT-2.5)."""
        return {self.seat: outcome.faces.count(cmd.FACE_ATTACK)}

    def answer(self, play: Play[TokyoTable], outcome: cmd.ThrowDice) -> None:
        attack = outcome.faces.count(cmd.FACE_ATTACK)
        play.emit(ev.StartDiceLanded(seat=self.seat, faces=outcome.faces, attack=attack))
        table = play.table
        if len(table.rolls) < len(table.contenders):
            return
        leaders = [seat for seat, roll in zip(table.contenders, table.rolls, strict=True) if roll == max(table.rolls)]
        if len(leaders) > 1:
            play.emit(ev.StartRollTied(seats=tuple(leaders)))
        else:
            play.emit(ev.FirstPlayerDecided(seat=leaders[0]))
