"""A turn: a throw of the dice (UR-2.1), and the move of a piece (UR-2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import Chance, Decision, Play, Refusal, Step, refusal
from games.kit.rules.forms import Dice, Printed, exactly
from gunbai.titles.ur.v1 import clauses_pb2 as clause
from gunbai.titles.ur.v1 import commands as cmd
from gunbai.titles.ur.v1 import events as ev
from gunbai_ur.rules.table import PIECES, ROSETTES, UrTable

DICE = 4


class ThrowDice(Chance[UrTable, cmd.ThrowDice], frozen=True):
    """The dice show how far a piece may go; a player who can move none loses the turn (UR-2.3)."""

    seat: int
    clause = clause.CLAUSE_2_1
    takes = (cmd.ThrowDice,)
    form = Dice(exactly(DICE), Printed("0 or 1", (0, 1)))

    def answer(self, play: Play[UrTable], outcome: cmd.ThrowDice) -> None:
        move = MovePiece(self.seat, sum(outcome.marks))
        play.emit(ev.DiceThrown(seat=self.seat, count=move.count))
        if not move.count or move.is_stuck(play.table):
            play.emit(ev.TurnLost(seat=self.seat))
            play.emit(ev.TurnBegan(seat=3 - self.seat))


class MovePiece(Decision[UrTable, cmd.MovePiece], frozen=True):
    """The player moves a piece by the number of marked corners (UR-2.2)."""

    seat: int
    count: int
    clause = clause.CLAUSE_2_2
    closed_by = (ev.TurnLost, ev.PieceMoved, ev.PieceHome)
    takes = (cmd.MovePiece,)

    def candidates(self, table: UrTable, seat: int) -> Iterator[cmd.MovePiece]:
        for square in reversed(table.at(seat).squares):
            yield cmd.MovePiece(square=square)
        yield cmd.MovePiece()

    def is_stuck(self, table: UrTable) -> bool:
        """Return whether the player cannot move any piece (UR-2.3)."""
        return all(self.refuse(table, self.seat, move) for move in self.candidates(table, self.seat))

    def refuse(self, table: UrTable, seat: int, move: cmd.MovePiece) -> Refusal | None:
        side, path = table.at(seat), table.path(seat)
        if move.square not in side.squares if move.square else not side.waiting:
            return refusal(clause.CLAUSE_3_1, square=move.square)
        place = table.place(seat, move.square) + self.count
        if place > len(path) + 1:
            return refusal(clause.CLAUSE_3_6, square=move.square, count=self.count)
        if place == len(path) + 1:
            return None
        target = path[place - 1]
        if target in side.squares:
            return refusal(clause.CLAUSE_3_2, square=target)
        if target in table.at(3 - seat).squares and target in ROSETTES:
            return refusal(clause.CLAUSE_3_4, square=target)
        return None

    def answer(self, play: Play[UrTable], seat: int, move: cmd.MovePiece) -> None:
        path = play.table.path(seat)
        place = play.table.place(seat, move.square) + self.count
        if place > len(path):
            play.emit(ev.PieceHome(seat=seat, from_square=move.square))
            if play.table.at(seat).home == PIECES:
                play.emit(ev.GameWon(seat=seat))
                return
            play.emit(ev.TurnBegan(seat=3 - seat))
            return
        target, other = path[place - 1], 3 - seat
        if target in play.table.at(other).squares:
            play.emit(ev.PieceCaptured(seat=other, square=target))
        play.emit(ev.PieceMoved(seat=seat, from_square=move.square, to_square=target))
        play.emit(ev.TurnBegan(seat=seat if target in ROSETTES else other))


STEPS: tuple[type[Step[UrTable]], ...] = (ThrowDice, MovePiece)


def turn(table: UrTable) -> Step[UrTable] | None:
    """Return what the active player waits for: the dice (UR-2.1), or nothing after the end (UR-4.1)."""
    return None if table.winner else ThrowDice(table.active)
