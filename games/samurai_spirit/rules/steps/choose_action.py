"""Step B of a turn: Fight, Support or Pass (SS-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.kit.rules.decider import Decision, Play, Refusal, refusal
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev

Action: TypeAlias = cmd.Fight | cmd.Support | cmd.Pass


class ChooseAction(Decision[SamuraiTable, Action], frozen=True):
    """The active samurai does exactly one of three things; Pass is always possible (SS-4.1, SS-4.12)."""

    seat: int
    clause = clause.CLAUSE_4_1
    takes = (cmd.Fight, cmd.Support, cmd.Pass)
    closed_by = (ev.FightChosen, ev.SupportGiven, ev.SamuraiPassed, ev.ActionForfeited)

    def due_by(self, table: SamuraiTable) -> int:
        """Return the clause that leaves Pass alone, or that of the three actions."""
        refused = refuse_anything_but_pass(table, self.seat)
        return self.clause if refused is None else refused.clause

    def candidates(self, table: SamuraiTable, seat: int) -> Iterator[Action]:
        yield cmd.Fight()
        if table.at(seat).token_with == seat:
            for other in table.fighting():
                if other != seat:
                    yield cmd.Support(to_seat=other)
        yield cmd.Pass()

    def refuse(self, table: SamuraiTable, seat: int, move: Action) -> Refusal | None:
        match move:
            case cmd.Fight():
                return refuse_anything_but_pass(table, seat)
            case cmd.Support():
                return refuse_anything_but_pass(table, seat) or refuse_support(table, seat, move.to_seat)
            case cmd.Pass():
                return None

    def answer(self, play: Play[SamuraiTable], seat: int, move: Action) -> None:
        match move:
            case cmd.Fight():
                play.emit(ev.FightChosen(seat=seat, may_fight_again=play.table.has_talent(seat, "kikuchiyo")))
            case cmd.Support():
                play.emit(ev.SupportGiven(seat=seat, to_seat=move.to_seat))
                play.emit(ev.RaiderSlippedPast())
            case cmd.Pass():
                # Line and left side stay as they are (SS-4.11).
                play.emit(ev.SamuraiPassed(seat=seat))


def refuse_anything_but_pass(table: SamuraiTable, seat: int) -> Refusal | None:
    """Return why only Pass is allowed: the total is over the kiai, or a chief demands it (SS-4.2, SS-5.11)."""
    samurai = table.at(seat)
    if samurai.total > samurai.kiai:
        return refusal(clause.CLAUSE_4_2, seat=seat, total=samurai.total, kiai=samurai.kiai)
    if table.is_bound(seat, "must_pass"):
        return refusal(clause.CLAUSE_5_11, seat=seat)
    # In play a turn without raiders has no action, but a set-up may begin here.
    if not table.raiders:
        return refusal(clause.CLAUSE_3_3, raiders=0)
    return None


def refuse_support(table: SamuraiTable, seat: int, to_seat: int) -> Refusal | None:
    """Return why Support is not possible.

    No penalty forbids it (SS-5.8), and the samurai's own token goes to another one in the round (SS-4.9, SS-4.10).
    """
    if table.is_bound(seat, "no_support"):
        return refusal(clause.CLAUSE_5_8, seat=seat)
    token_with = table.at(seat).token_with
    if token_with != seat and (table.borrowed_by(seat) or table.helpers):
        return refusal(clause.CLAUSE_4_10, seat=seat, token_with=token_with)
    if token_with != seat:
        return refusal(clause.CLAUSE_4_9, seat=seat, token_with=token_with)
    if to_seat not in table.seats:
        return refusal(clause.CLAUSE_1_1, seat=to_seat)
    if to_seat == seat:
        return refusal(clause.CLAUSE_4_9, seat=seat, to_seat=to_seat)
    if table.at(to_seat).passed:
        return refusal(clause.CLAUSE_4_9, passed=to_seat)
    return None
