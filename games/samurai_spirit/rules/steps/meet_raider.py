"""The raider of a Fight, and what its holder does with it (SS-4.3, SS-4.4, SS-7)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import Play, Refusal, refusal
from games.samurai_spirit.rules.data import RAIDERS
from games.samurai_spirit.rules.steps.hold_raider import HoldRaider, Reply, Talent, confront_if_forced
from games.samurai_spirit.rules.steps.turn_raider import TurnRaider, mark_last_draw
from games.samurai_spirit.rules.table import SamuraiTable
from games.samurai_spirit.rules.talents import refuse_talent
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev

SENDERS = (("heihachi", clause.CLAUSE_7_3), ("daisuke", clause.CLAUSE_7_4))
"""Whose talent sends even raiders, and whose sends odd ones, each with its clause (SS-7.3, SS-7.4)."""


class DrawOpponent(TurnRaider, frozen=True):
    """A Fight draws the top raider (SS-4.3)."""

    seat: int
    clause = clause.CLAUSE_4_3
    closed_by = (ev.OpponentDrawn,)

    def worth(self, table: SamuraiTable, outcome: cmd.TurnRaider) -> dict[int, int]:
        """Return the value of the raider that comes, as a loss to whoever meets it (SS-4.3)."""
        return {self.seat: -RAIDERS[outcome.raider].value}

    def answer(self, play: Play[SamuraiTable], outcome: cmd.TurnRaider) -> None:
        play.emit(ev.OpponentDrawn(seat=self.seat, raider=outcome.raider))
        mark_last_draw(play, self.seat)
        confront_if_forced(play)


class MeetRaider(HoldRaider, frozen=True):
    """The holder of a drawn raider must confront it, defend against it, or use a talent on it (SS-4.4)."""

    sent_by: tuple[int, ...] = ()
    """The seats that have sent it on (SS-7.2)."""

    clause = clause.CLAUSE_4_4
    # Not RaiderSent, which hands the step on to a neighbour.
    closed_by = (ev.RaiderConfronted, ev.RaiderDefended, ev.RaiderDismissed, ev.RaiderSwapped)

    def candidates(self, table: SamuraiTable, seat: int) -> Iterator[Reply]:
        yield from super().candidates(table, seat)
        for neighbour in table.neighbours(seat):
            yield cmd.Send(to_seat=neighbour)
        yield cmd.Dismiss()
        yield cmd.Swap()

    def answer(self, play: Play[SamuraiTable], seat: int, move: Reply) -> None:
        match move:
            case cmd.Send():
                play.emit(ev.RaiderSent(seat=seat, to_seat=move.to_seat, raider=self.raider))
                confront_if_forced(play)
            case cmd.Dismiss():
                play.emit(ev.RaiderDismissed(seat=seat, raider=self.raider))
            case cmd.Swap():
                play.emit(ev.RaiderSwapped(seat=seat, raider=self.raider))
            case _:
                super().answer(play, seat, move)

    def refuse_talent(self, table: SamuraiTable, move: Talent) -> Refusal | None:
        match move:
            case cmd.Send():
                return refuse_sending(table, self, move.to_seat)
            case cmd.Dismiss():
                return refuse_dismissal(table, self.seat, self.raider)
            case cmd.Swap():
                return refuse_swap(table, self.seat)


def refuse_sending(table: SamuraiTable, step: MeetRaider, to_seat: int) -> Refusal | None:
    """Return why the raider cannot be sent on: Heihachi sends even ones, Daisuke odd ones (SS-7.3, SS-7.4)."""
    value = RAIDERS[step.raider].value
    talent, number = SENDERS[value % 2]
    other, other_number = SENDERS[1 - value % 2]
    # A seat with only the other talent is told which raiders that one sends.
    if table.has_talent(step.seat, other) and not table.has_talent(step.seat, talent):
        return refusal(other_number, raider=step.raider, value=value)
    if refused := refuse_talent(table, step.seat, talent, number):
        return refused
    if step.seat in step.sent_by:
        return refusal(clause.CLAUSE_7_2, seat=step.seat, raider=step.raider)
    if to_seat not in table.neighbours(step.seat):
        return refusal(number, seat=step.seat, to_seat=to_seat)
    if table.at(to_seat).passed:
        return refusal(number, passed=to_seat)
    return None


def refuse_dismissal(table: SamuraiTable, seat: int, raider: str) -> Refusal | None:
    """Return why the raider cannot be discarded: Kyuzo needs its value in the line (SS-7.8)."""
    if refused := refuse_talent(table, seat, "kyuzo", clause.CLAUSE_7_8):
        return refused
    value, line = RAIDERS[raider].value, table.at(seat).line
    if value not in (RAIDERS[other].value for other in line):
        return refusal(clause.CLAUSE_7_8, value=value, line=line)
    return None


def refuse_swap(table: SamuraiTable, seat: int) -> Refusal | None:
    """Return why the raider cannot be exchanged: Katsushiro needs another one to draw (SS-7.9)."""
    if refused := refuse_talent(table, seat, "katsushiro", clause.CLAUSE_7_9):
        return refused
    if not table.raiders:
        return refusal(clause.CLAUSE_7_9, raiders=0)
    return None


class DrawReplacement(TurnRaider, frozen=True):
    """Another raider is drawn for the one that Katsushiro's talent put under the stack (SS-7.9)."""

    seat: int
    clause = clause.CLAUSE_7_9
    closed_by = (ev.ReplacementDrawn,)

    def answer(self, play: Play[SamuraiTable], outcome: cmd.TurnRaider) -> None:
        play.emit(ev.ReplacementDrawn(seat=self.seat, raider=outcome.raider))
        mark_last_draw(play, self.seat)
        confront_if_forced(play)


class MeetReplacement(HoldRaider, frozen=True):
    """The replacement must be confronted or defended against (SS-7.9)."""

    clause = clause.CLAUSE_7_9
    closed_by = (ev.RaiderConfronted, ev.RaiderDefended)

    def refuse_talent(self, table: SamuraiTable, move: Talent) -> Refusal | None:
        return refusal(clause.CLAUSE_7_9, raider=self.raider)
