"""Step A of a turn: the penalties of the last raider of the line (SS-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.kit.rules.decider import Decision, Duty, Play, Refusal, refusal
from games.kit.rules.forms import Known, Pick
from games.samurai_spirit.rules.battle import confront, wound
from games.samurai_spirit.rules.data import PENALTIES, RAIDERS
from games.samurai_spirit.rules.penalties import CARRY_OUT, is_possible
from games.samurai_spirit.rules.steps.draw_lot import DrawLot
from games.samurai_spirit.rules.steps.turn_raider import TurnRaider, mark_last_draw
from games.samurai_spirit.rules.table import SamuraiTable
from games.samurai_spirit.rules.talents import refuse_talent
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev

IgnoreOrAccept: TypeAlias = cmd.IgnorePenalties | cmd.AcceptPenalties


class MeetPenalties(Duty[SamuraiTable], frozen=True):
    """The penalties are those of the raider that is last when they begin (SS-5.1, SS-5.15)."""

    seat: int
    raider: str
    clause = clause.CLAUSE_5_1
    closed_by = (ev.PenaltiesMet,)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        play.emit(ev.PenaltiesMet(seat=self.seat, raider=self.raider))
        if refuse_ignoring(play.table, self.seat, self.raider):
            begin_penalties(play, self.seat, self.raider)
        else:
            play.emit(ev.IgnoringOffered(seat=self.seat, raider=self.raider))


class WeighPenalties(Decision[SamuraiTable, IgnoreOrAccept], frozen=True):
    """A samurai with a fitting talent may ignore all penalties of the raider (SS-5.16)."""

    seat: int
    raider: str
    clause = clause.CLAUSE_5_16
    takes = (cmd.IgnorePenalties, cmd.AcceptPenalties)
    closed_by = (ev.PenaltiesIgnored, ev.PenaltiesAccepted)

    def candidates(self, table: SamuraiTable, seat: int) -> Iterator[IgnoreOrAccept]:
        yield cmd.IgnorePenalties()
        yield cmd.AcceptPenalties()

    def refuse(self, table: SamuraiTable, seat: int, move: IgnoreOrAccept) -> Refusal | None:
        return refuse_ignoring(table, seat, self.raider) if isinstance(move, cmd.IgnorePenalties) else None

    def answer(self, play: Play[SamuraiTable], seat: int, move: IgnoreOrAccept) -> None:
        match move:
            case cmd.IgnorePenalties():
                play.emit(ev.PenaltiesIgnored(seat=seat, raider=self.raider))
            case cmd.AcceptPenalties():
                play.emit(ev.PenaltiesAccepted(seat=seat, raider=self.raider))
                begin_penalties(play, seat, self.raider)


def refuse_ignoring(table: SamuraiTable, seat: int, raider: str) -> Refusal | None:
    """Return why penalties cannot be ignored: Gorobei ignores those of even raiders, Kanbei odd (SS-7.5, SS-7.6)."""
    if RAIDERS[raider].value % 2:
        return refuse_talent(table, seat, "kanbei", clause.CLAUSE_7_6)
    return refuse_talent(table, seat, "gorobei", clause.CLAUSE_7_5)


def begin_penalties(play: Play[SamuraiTable], seat: int, raider: str) -> None:
    """Begin a raider's penalties; if there are two different ones, the first is chosen (SS-5.1, SS-5.15)."""
    penalties = RAIDERS[raider].penalties
    if len(set(penalties)) > 1:
        play.emit(ev.OrderAsked(seat=seat, raider=raider))
    else:
        play.emit(ev.PenaltiesDue(seat=seat, penalties=tuple(map(PENALTIES.value, penalties))))


class OrderPenalties(Decision[SamuraiTable, cmd.PutPenaltyFirst], frozen=True):
    """Of two different penalties the samurai chooses which comes first (SS-5.15)."""

    seat: int
    raider: str
    clause = clause.CLAUSE_5_15
    takes = (cmd.PutPenaltyFirst,)
    closed_by = (ev.PenaltyPutFirst,)

    def candidates(self, table: SamuraiTable, seat: int) -> Iterator[cmd.PutPenaltyFirst]:
        for penalty in RAIDERS[self.raider].penalties:
            yield cmd.PutPenaltyFirst(penalty=PENALTIES.value(penalty))

    def refuse(self, table: SamuraiTable, seat: int, move: cmd.PutPenaltyFirst) -> Refusal | None:
        first = PENALTIES.word(move.penalty)
        if first not in RAIDERS[self.raider].penalties:
            return refusal(clause.CLAUSE_5_15, raider=self.raider, penalty=first)
        return None

    def answer(self, play: Play[SamuraiTable], seat: int, move: cmd.PutPenaltyFirst) -> None:
        penalties = map(PENALTIES.value, RAIDERS[self.raider].penalties)
        in_order = tuple(sorted(penalties, key=lambda penalty: penalty != move.penalty))
        play.emit(ev.PenaltyPutFirst(seat=seat, raider=self.raider, penalty=move.penalty))
        play.emit(ev.PenaltiesDue(seat=seat, penalties=in_order))


class SufferPenalty(Duty[SamuraiTable], frozen=True):
    """One penalty is carried out, or replaced by a wound if that is impossible (SS-5.2)."""

    seat: int
    penalty: str
    clause = clause.CLAUSE_5_2
    closed_by = (ev.PenaltySuffered, ev.PenaltyImpossible)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        penalty = PENALTIES.value(self.penalty)
        if is_possible(play.table, self.seat, self.penalty):
            play.emit(ev.PenaltySuffered(seat=self.seat, penalty=penalty))
            # After the event that closes this step, because what follows comes on top of the agenda.
            CARRY_OUT[self.penalty](play, self.seat)
        else:
            play.emit(ev.PenaltyImpossible(seat=self.seat, penalty=penalty))
            wound(play, self.seat)


class DrawChallenger(TurnRaider, frozen=True):
    """A neighbour draws the top raider and confronts it, without talents: the base of both arrows."""

    seat: int
    closed_by = (ev.ChallengerDrawn,)

    def answer(self, play: Play[SamuraiTable], outcome: cmd.TurnRaider) -> None:
        play.emit(ev.ChallengerDrawn(seat=self.seat, raider=outcome.raider))
        mark_last_draw(play, self.seat)
        confront(play, self.seat, outcome.raider)


class DrawLeft(DrawChallenger, frozen=True):
    """The left neighbour draws a raider (SS-5.9)."""

    clause = clause.CLAUSE_5_9


class DrawRight(DrawChallenger, frozen=True):
    """The right neighbour draws a raider (SS-5.10)."""

    clause = clause.CLAUSE_5_10


class CallReinforcement(DrawLot[cmd.Reinforce], frozen=True):
    """A random raider of the discard pile is shuffled back into the raider stack (SS-5.12)."""

    clause = clause.CLAUSE_5_12
    takes = (cmd.Reinforce,)
    closed_by = (ev.RaiderReinforced,)
    form = Pick(Known("`discard`", lambda step, table: table.discard))

    def showing(self, table: SamuraiTable, drawn: str) -> cmd.Reinforce:
        return cmd.Reinforce(raider=drawn)

    def answer(self, play: Play[SamuraiTable], outcome: cmd.Reinforce) -> None:
        play.emit(ev.RaiderReinforced(raider=outcome.raider))


class BreakDefence(Decision[SamuraiTable, cmd.DiscardDefender], frozen=True):
    """The samurai chooses which raider of the left side is discarded (SS-5.14)."""

    seat: int
    clause = clause.CLAUSE_5_14
    takes = (cmd.DiscardDefender,)
    closed_by = (ev.DefenderDiscarded,)

    def candidates(self, table: SamuraiTable, seat: int) -> Iterator[cmd.DiscardDefender]:
        for raider in table.at(seat).left:
            yield cmd.DiscardDefender(raider=raider)

    def refuse(self, table: SamuraiTable, seat: int, move: cmd.DiscardDefender) -> Refusal | None:
        if move.raider not in table.at(seat).left:
            return refusal(clause.CLAUSE_5_14, raider=move.raider, left_side=table.at(seat).left)
        return None

    def answer(self, play: Play[SamuraiTable], seat: int, move: cmd.DiscardDefender) -> None:
        play.emit(ev.DefenderDiscarded(seat=seat, raider=move.raider))


class EndPenalties(Duty[SamuraiTable], frozen=True):
    """Without a raider left after the penalties the turn has no action (SS-3.3)."""

    seat: int
    clause = clause.CLAUSE_3_3
    closed_by = (ev.PenaltiesEnded,)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        play.emit(ev.PenaltiesEnded(seat=self.seat))
        if not play.table.raiders:
            play.emit(ev.ActionForfeited(seat=self.seat))
