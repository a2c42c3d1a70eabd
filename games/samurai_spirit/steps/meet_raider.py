"""A raider that was drawn, sent, exchanged or handed over, and what its holder does with it (SS-4.4, SS-7)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from games.chance import Draws
from games.decider import Chance, Decision, Duty, Play, Refusal, refusal
from games.samurai_spirit.battle import confront, resist
from games.samurai_spirit.data import RAIDERS
from games.samurai_spirit.stack import chance_of, turned
from games.samurai_spirit.steps.kiai import trigger_kiai
from games.samurai_spirit.table import Table
from games.samurai_spirit.talents import refuse_talent
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands_pb2 as cmd
from gunbai.samurai_spirit.v1 import events_pb2 as ev

Reply = cmd.Confront | cmd.Defend | cmd.Send | cmd.Dismiss | cmd.Swap


class HoldRaider(Decision[Table, Reply], frozen=True):
    """A raider in a samurai's hand, which he has to play."""

    seat: int
    raider: str

    takes = (cmd.Confront, cmd.Defend, cmd.Send, cmd.Dismiss, cmd.Swap)

    def candidates(self, table: Table, seat: int) -> Iterator[Reply]:
        yield cmd.Confront()
        yield cmd.Defend()

    def refuse(self, table: Table, seat: int, move: Reply) -> Refusal | None:
        match move:
            case cmd.Confront():
                return None
            case cmd.Defend():
                return refuse_defence(table, seat, self.raider)
        return self.refuse_use(table, move)

    def refuse_use(self, table: Table, move: cmd.Send | cmd.Dismiss | cmd.Swap) -> Refusal | None:
        """Refuse a talent on this raider; here, every talent: this raider was not drawn (SS-7.1)."""
        return refusal(clause.CLAUSE_7_1, seat=self.seat, raider=self.raider)

    def answer(self, play: Play[Table], seat: int, move: Reply) -> None:
        match move:
            case cmd.Confront():
                confront(play, seat, self.raider)
            case cmd.Defend():
                play.emit(ev.RaiderDefended(seat=seat, raider=self.raider))


def refuse_defence(table: Table, seat: int, raider: str) -> Refusal | None:
    """A defence needs a symbol that the left side does not show yet (SS-4.7, SS-5.7)."""
    symbol = RAIDERS[raider].defence
    if not symbol:
        return refusal(clause.CLAUSE_4_7, raider=raider)
    if table.at(seat).defends(symbol):
        return refusal(clause.CLAUSE_4_7, raider=raider, symbol=symbol)
    if table.is_bound(seat, "no_defend"):
        return refusal(clause.CLAUSE_5_7, raider=raider)
    return None


def confront_if_forced(play: Play[Table]) -> None:
    """The raider in hand is confronted unasked if nothing else can be done with it (SS-4.8, SS-1.3)."""
    step = play.table.agenda[-1]
    assert isinstance(step, HoldRaider)
    first, *others = step.candidates(play.table, step.seat)
    if all(step.refuse(play.table, step.seat, move) for move in others):
        step.answer(play, step.seat, first)


class DrawOpponent(Chance[Table, cmd.TurnRaider], frozen=True):
    """A Fight draws the top raider (SS-4.3)."""

    seat: int

    clause = clause.CLAUSE_4_3
    closed_by = (ev.OpponentDrawn,)
    takes = (cmd.TurnRaider,)

    def draw(self, table: Table, draws: Draws) -> cmd.TurnRaider:
        return cmd.TurnRaider(raider=turned(table, table.raiders[0], draws))

    def probability(self, table: Table, outcome: cmd.TurnRaider) -> Fraction:
        return chance_of(table, table.raiders[0], outcome.raider)

    def answer(self, play: Play[Table], outcome: cmd.TurnRaider) -> None:
        play.emit(ev.OpponentDrawn(seat=self.seat, raider=outcome.raider))
        confront_if_forced(play)


class MeetRaider(HoldRaider, frozen=True):
    """The holder of a drawn raider confronts it, defends against it, or uses a talent on it (SS-4.4)."""

    sent_by: tuple[int, ...] = ()
    """The seats that have sent this raider on (SS-7.2)."""

    clause = clause.CLAUSE_4_4
    closed_by = (ev.RaiderConfronted, ev.RaiderDefended, ev.RaiderSent, ev.RaiderDismissed, ev.RaiderSwapped)

    def candidates(self, table: Table, seat: int) -> Iterator[Reply]:
        yield from super().candidates(table, seat)
        for neighbour in {table.left_of(seat), table.right_of(seat)}:
            yield cmd.Send(to_seat=neighbour)
        yield cmd.Dismiss()
        yield cmd.Swap()

    def refuse_use(self, table: Table, move: cmd.Send | cmd.Dismiss | cmd.Swap) -> Refusal | None:
        match move:
            case cmd.Send():
                return refuse_sending(table, self, move.to_seat)
            case cmd.Dismiss():
                return refuse_dismissal(table, self)
            case cmd.Swap():
                return refuse_swap(table, self)

    def answer(self, play: Play[Table], seat: int, move: Reply) -> None:
        match move:
            case cmd.Send():
                play.emit(ev.RaiderSent(seat=seat, to_seat=move.to_seat, raider=self.raider, sent_by=self.sent_by))
                confront_if_forced(play)
            case cmd.Dismiss():
                play.emit(ev.RaiderDismissed(seat=seat, raider=self.raider))
            case cmd.Swap():
                play.emit(ev.RaiderSwapped(seat=seat, raider=self.raider))
            case _:
                super().answer(play, seat, move)
