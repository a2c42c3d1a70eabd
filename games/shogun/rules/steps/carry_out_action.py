"""Players carry out an action, one after the other (SH-9)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.shogun.rules.actions import carry_out
from games.shogun.rules.data import SPACE
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import events as ev


class CarryOutAction(Duty[ShogunTable], frozen=True):
    """The next player turns up their card on the present action and carries it out, unless it is blank (SH-9.2)."""

    seat: int
    action: str

    clause = clause.CLAUSE_9_2

    def resolve(self, play: Play[ShogunTable]) -> None:
        card = play.table.at(self.seat).plan[SPACE[self.action]]
        if not card:
            play.emit(ev.EmptySpaceMet(seat=self.seat, action=self.action))
            return
        play.emit(ev.CardTurnedUp(seat=self.seat, action=self.action, card=card))
        land = play.table.land(card)
        if land is not None:  # a war chest card is blank (SH-6.5)
            carry_out(play, self.seat, self.action, land)


class FinishAction(Duty[ShogunTable], frozen=True):
    """All players have had their turn in an action (SH-9.1)."""

    action: str

    clause = clause.CLAUSE_9_1

    def resolve(self, play: Play[ShogunTable]) -> None:
        play.emit(ev.ActionFinished(action=self.action))
