"""The end of a turn: cards, poison, victory, extra turns (KT-8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.king_of_tokyo.rules.powers.turn_end import count_cards
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Decision, Duty, Play
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev

ExtraMove: TypeAlias = cmd.TakeExtraTurn | cmd.DeclineExtraTurn


class EndTurn(Duty[TokyoTable], frozen=True):
    """The cards of the end of the turn take effect, then the poison, which Wings prevent (KT-8.2, KT-8.3, KT-8.5)."""

    seat: int
    clause = clause.CLAUSE_8_2
    closed_by = (ev.EndOfTurnReached,)

    def resolve(self, play: Play[TokyoTable]) -> None:
        play.emit(ev.EndOfTurnReached(seat=self.seat))
        count_cards(play, self.seat)
        if poison := play.table.at(self.seat).poison:
            play.emit(ev.PoisonWorked(seat=self.seat, damage=poison))


class JudgeTurn(Duty[TokyoTable], frozen=True):
    """A living monster with 20 points wins, the first to reach them (KT-8.6, KT-8.9); or the turn ends (KT-8.8).

    The survivors were counted before (KT-10.2).
    """

    seat: int
    clause = clause.CLAUSE_8_6
    closed_by = (ev.KingCrowned, ev.TurnEnded)

    def resolve(self, play: Play[TokyoTable]) -> None:
        if play.table.summit:
            play.emit(ev.KingCrowned(seat=play.table.summit[0]))
        else:
            play.emit(ev.TurnEnded(seat=self.seat))


class OfferExtraTurn(Decision[TokyoTable, ExtraMove], frozen=True):
    """A monster takes the extra turn of Freeze Time, or declines it (KT-8.7, KT-13.15)."""

    seat: int
    clause = clause.CLAUSE_8_7
    takes = (cmd.TakeExtraTurn, cmd.DeclineExtraTurn)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[ExtraMove]:
        yield cmd.TakeExtraTurn()
        yield cmd.DeclineExtraTurn()

    def refuse(self, table: TokyoTable, seat: int, move: ExtraMove) -> None:
        return None

    def answer(self, play: Play[TokyoTable], seat: int, move: ExtraMove) -> None:
        match move:
            case cmd.TakeExtraTurn():
                play.emit(ev.ExtraTurnTaken(seat=seat))
            case cmd.DeclineExtraTurn():
                play.emit(ev.ExtraTurnDeclined(seat=seat))
