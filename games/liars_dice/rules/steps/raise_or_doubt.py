"""The ordinary turn: a higher bid, a challenge, or a call of spot-on (LD-3, LD-4.1, LD-5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.kit.rules.decider import Decision, Play, Refusal, refusal
from games.liars_dice.rules.table import DiceTable
from gunbai.liars_dice.v1 import clauses_pb2 as clause
from gunbai.liars_dice.v1 import commands as cmd
from gunbai.liars_dice.v1 import events as ev

Move: TypeAlias = cmd.MakeBid | cmd.ChallengeBid | cmd.CallSpotOn


class RaiseOrDoubt(Decision[DiceTable, Move], frozen=True):
    """The active player raises the bid or challenges it (LD-2.5)."""

    seat: int
    clause = clause.CLAUSE_2_5
    takes = (cmd.MakeBid, cmd.ChallengeBid, cmd.CallSpotOn)

    def candidates(self, table: DiceTable, seat: int) -> Iterator[Move]:
        yield cmd.ChallengeBid()
        yield cmd.CallSpotOn()
        for quantity in range(max(table.bid.quantity, 1), table.dice + 1):
            for face in range(1, table.edition.data.faces + 1):
                yield cmd.MakeBid(quantity=quantity, face=face)

    def refuse(self, table: DiceTable, seat: int, move: Move) -> Refusal | None:
        match move:
            case cmd.MakeBid():
                return _refuse_bid(table, move)
            case cmd.ChallengeBid():
                return None if table.bid.quantity else refusal(clause.CLAUSE_4_1, round=table.round)
            case cmd.CallSpotOn():
                return _refuse_spot_on(table)

    def answer(self, play: Play[DiceTable], seat: int, move: Move) -> None:
        match move:
            case cmd.MakeBid():
                play.emit(ev.BidMade(seat=seat, quantity=move.quantity, face=move.face))
                play.emit(ev.TurnPassed(seat=play.table.after(seat)))
            case cmd.ChallengeBid():
                play.emit(ev.BidChallenged(seat=seat))
            case cmd.CallSpotOn():
                play.emit(ev.SpotOnCalled(seat=seat))


def _refuse_bid(table: DiceTable, move: cmd.MakeBid) -> Refusal | None:
    """Return why a bid cannot be made: it is invalid, has too many dice, or is not higher (LD-3.1, LD-3.2, LD-3.3)."""
    faces = table.edition.data.faces
    if not move.quantity or not 1 <= move.face <= faces:
        return refusal(clause.CLAUSE_3_1, quantity=move.quantity, face=move.face, faces=faces)
    if move.quantity > table.dice:
        return refusal(clause.CLAUSE_3_2, quantity=move.quantity, dice=table.dice)
    last = (table.bid.quantity, table.bid.face)
    if (move.quantity, move.face) <= last:
        return refusal(clause.CLAUSE_3_3, quantity=move.quantity, face=move.face, last_bid=last)
    return None


def _refuse_spot_on(table: DiceTable) -> Refusal | None:
    if not table.spot_on or not table.bid.quantity:
        return refusal(clause.CLAUSE_5_1, agreed=table.spot_on, quantity=table.bid.quantity)
    return None
