"""What the kiais of Daisuke, Gorobei, Kanbei and Katsushiro leave to others and to chance (SS-1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from games.kit.rules.decider import Decision, Duty, Play, Refusal, refusal
from games.samurai_spirit.rules.battle import resist
from games.samurai_spirit.rules.steps.hold_raider import HoldRaider
from games.samurai_spirit.rules.steps.kiai import trigger_kiai
from games.samurai_spirit.rules.steps.turn_raider import TurnIntruder, TurnRaider
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev


class PlaceTransfer(HoldRaider, frozen=True):
    """The receiver of a transferred raider confronts it or defends against it, without talents (SS-8.11)."""

    clause = clause.CLAUSE_8_11
    closed_by = (ev.RaiderConfronted, ev.RaiderDefended)

    def confront(self, play: Play[SamuraiTable]) -> None:
        play.emit(ev.RaiderConfronted(seat=self.seat, raider=self.raider))
        # No kiai triggers here: the totals are compared afterwards, the giver's first (SS-8.19).
        resist(play, self.seat)


class CompareTotal(Duty[SamuraiTable], frozen=True):
    """Once a transferred raider is in its new place, both totals are compared, the giver's first (SS-8.19)."""

    seat: int
    clause = clause.CLAUSE_8_19
    closed_by = (ev.TotalCompared,)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        play.emit(ev.TotalCompared(seat=self.seat))
        trigger_kiai(play, self.seat)


class ScatterRaider(TurnRaider, frozen=True):
    """Gorobei's kiai discards the top raider of its stack (SS-8.12)."""

    clause = clause.CLAUSE_8_12
    closed_by = (ev.RaiderScattered,)

    def answer(self, play: Play[SamuraiTable], outcome: cmd.TurnRaider) -> None:
        play.emit(ev.RaiderScattered(raider=outcome.raider))


class DiscardIntruder(TurnIntruder, frozen=True):
    """The top intruder is discarded: the base of what Kanbei and a family do."""

    closed_by = (ev.IntruderRepelled,)

    def answer(self, play: Play[SamuraiTable], outcome: cmd.TurnIntruder) -> None:
        play.emit(ev.IntruderRepelled(raider=outcome.raider))


class RepelIntruder(DiscardIntruder, frozen=True):
    """Kanbei's kiai discards the top intruder (SS-8.13)."""

    clause = clause.CLAUSE_8_13


class RevealRaider(TurnRaider, frozen=True):
    """Katsushiro's kiai turns up a raider in its stack, where it stays face up (SS-8.16, SS-8.17)."""

    place: int
    """The place in the stack, the top being 1."""

    clause = clause.CLAUSE_8_16
    closed_by = (ev.RaiderRevealed,)

    def number(self) -> int:
        return self.place

    def answer(self, play: Play[SamuraiTable], outcome: cmd.TurnRaider) -> None:
        play.emit(ev.RaiderRevealed(place=self.place, raider=outcome.raider))


class ArrangeRaiders(Decision[SamuraiTable, cmd.ArrangeRaiders], frozen=True):
    """Katsushiro puts the raiders that were turned up back in any order (SS-8.16)."""

    seat: int
    count: int
    clause = clause.CLAUSE_8_16
    takes = (cmd.ArrangeRaiders,)
    closed_by = (ev.RaidersArranged,)

    def candidates(self, table: SamuraiTable, seat: int) -> Iterator[cmd.ArrangeRaiders]:
        for order in permutations(revealed(table, self.count)):
            yield cmd.ArrangeRaiders(raiders=order)

    def refuse(self, table: SamuraiTable, seat: int, move: cmd.ArrangeRaiders) -> Refusal | None:
        turned_up = revealed(table, self.count)
        if sorted(move.raiders) != sorted(turned_up):
            return refusal(clause.CLAUSE_8_16, raiders=move.raiders, revealed=turned_up)
        return None

    def answer(self, play: Play[SamuraiTable], seat: int, move: cmd.ArrangeRaiders) -> None:
        play.emit(ev.RaidersArranged(raiders=move.raiders))


def revealed(table: SamuraiTable, count: int) -> tuple[str, ...]:
    """Return the raiders that were turned up, the top one first."""
    return tuple(str(raider) for raider in table.raiders[:count])
