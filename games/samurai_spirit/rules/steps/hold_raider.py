"""A raider in the hand of a samurai: the base of every step in which it has to be played (SS-4.6, SS-4.7, SS-4.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.kit.rules.decider import Decision, Play, Refusal, refusal
from games.samurai_spirit.rules.battle import confront
from games.samurai_spirit.rules.data import RAIDERS
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev

Talent: TypeAlias = cmd.Send | cmd.Dismiss | cmd.Swap
Reply: TypeAlias = cmd.Confront | cmd.Defend | Talent


class HoldRaider(Decision[SamuraiTable, Reply], frozen=True):
    """The holder confronts the raider or defends against it; subclasses decide whether talents may be used on it."""

    seat: int
    raider: str
    takes = (cmd.Confront, cmd.Defend, cmd.Send, cmd.Dismiss, cmd.Swap)

    def candidates(self, table: SamuraiTable, seat: int) -> Iterator[Reply]:
        yield cmd.Confront()
        yield cmd.Defend()

    def refuse(self, table: SamuraiTable, seat: int, move: Reply) -> Refusal | None:
        match move:
            case cmd.Confront():
                return None
            case cmd.Defend():
                return refuse_defence(table, seat, self.raider)
            case _:
                return self.refuse_talent(table, move)

    def answer(self, play: Play[SamuraiTable], seat: int, move: Reply) -> None:
        match move:
            case cmd.Confront():
                self.confront(play)
            case cmd.Defend():
                play.emit(ev.RaiderDefended(seat=seat, raider=self.raider))

    def confront(self, play: Play[SamuraiTable]) -> None:
        """Emit the confrontation (SS-4.6)."""
        confront(play, self.seat, self.raider)

    def refuse_talent(self, table: SamuraiTable, move: Talent) -> Refusal | None:
        """Return why a talent cannot be used on the raider: here, because it was not drawn (SS-7.1)."""
        return refusal(clause.CLAUSE_7_1, raider=self.raider)


def refuse_defence(table: SamuraiTable, seat: int, raider: str) -> Refusal | None:
    """Return why the raider cannot go to the left side (SS-4.7, SS-5.7)."""
    symbol = RAIDERS[raider].defence
    if not symbol:
        return refusal(clause.CLAUSE_4_7, raider=raider)
    if table.at(seat).defends(symbol):
        return refusal(clause.CLAUSE_4_7, raider=raider, symbol=symbol)
    if table.is_bound(seat, "no_defend"):
        return refusal(clause.CLAUSE_5_7, raider=raider)
    return None


def confront_if_forced(play: Play[SamuraiTable]) -> None:
    """Confront the raider in hand without asking if nothing else can be done with it (SS-1.3, SS-4.8)."""
    step = play.table.agenda[-1]
    if isinstance(step, HoldRaider):
        # The first is to confront it, which is always possible.
        _, *others = step.candidates(play.table, step.seat)
        if all(step.refuse(play.table, step.seat, move) for move in others):
            step.confront(play)
