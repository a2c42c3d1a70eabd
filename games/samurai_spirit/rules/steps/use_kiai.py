"""The effects of the seven kiai, each of which its owner may use or skip (SS-8.2, SS-8.6)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from games.kit.rules.decider import Decision, Duty, Play, Refusal, refusal
from games.samurai_spirit.rules.data import KIAI_EFFECTS
from games.samurai_spirit.rules.steps.hold_raider import confront_if_forced
from games.samurai_spirit.rules.steps.kiai import trigger_kiai
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev
from gunbai_record.plain import Plain


class OfferKiai(Duty[SamuraiTable], frozen=True):
    """An effect is offered if it is possible when its turn comes (SS-8.4, SS-8.6)."""

    seat: int
    effect: str
    count: int
    clause = clause.CLAUSE_8_4
    closed_by = (ev.KiaiOffered, ev.KiaiFruitless)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        effect = KIAI_EFFECTS.value(self.effect)
        if USES[self.effect](self.seat, self.count).is_possible(play.table):
            play.emit(ev.KiaiOffered(seat=self.seat, effect=effect, count=self.count))
        else:
            play.emit(ev.KiaiFruitless(seat=self.seat, effect=effect))


class UseKiai(Decision[SamuraiTable, Any], frozen=True):
    """The owner of a kiai uses an effect or skips it (SS-8.2): the base of the steps below."""

    seat: int
    count: int
    """The number of cards that the effect moves, if it moves a number of cards."""

    def candidates(self, table: SamuraiTable, seat: int) -> Iterator[Plain]:
        yield from self.uses(table)
        yield cmd.SkipKiai()

    def refuse(self, table: SamuraiTable, seat: int, move: Plain) -> Refusal | None:
        return None if isinstance(move, cmd.SkipKiai) else self.refuse_use(table, move)

    def answer(self, play: Play[SamuraiTable], seat: int, move: Plain) -> None:
        if isinstance(move, cmd.SkipKiai):
            play.emit(ev.KiaiSkipped(seat=seat))
        else:
            self.use(play, move)

    @abstractmethod
    def uses(self, table: SamuraiTable) -> Iterator[Plain]:
        """Yield the ways of using the effect that are worth asking about."""

    @abstractmethod
    def refuse_use(self, table: SamuraiTable, move: Any) -> Refusal | None:
        """Return why the effect cannot be used in this way."""

    @abstractmethod
    def use(self, play: Play[SamuraiTable], move: Any) -> None:
        """Emit what the effect does."""

    def is_possible(self, table: SamuraiTable) -> bool:
        """Return whether the effect can be used at all."""
        return any(self.refuse_use(table, move) is None for move in self.uses(table))


def refuse_chosen(table: SamuraiTable, seat: int) -> Refusal | None:
    """Return why an effect cannot choose a seat: only samurai in the round can be chosen (SS-8.9)."""
    if seat not in table.seats:
        return refusal(clause.CLAUSE_1_1, seat=seat)
    if table.at(seat).passed:
        return refusal(clause.CLAUSE_8_9, passed=seat)
    return None


class AddBarricade(UseKiai, frozen=True):
    """A barricade is added: the base of what Heihachi and Kyuzo do."""

    takes = (cmd.BuildBarricade, cmd.SkipKiai)
    closed_by = (ev.BarricadeBuilt, ev.KiaiSkipped)

    def uses(self, table: SamuraiTable) -> Iterator[cmd.BuildBarricade]:
        yield cmd.BuildBarricade()

    def refuse_use(self, table: SamuraiTable, move: cmd.BuildBarricade) -> Refusal | None:
        if table.barricades >= table.barricade_limit:
            return refusal(clause.CLAUSE_8_8, barricades=table.barricades)
        return None

    def use(self, play: Play[SamuraiTable], move: cmd.BuildBarricade) -> None:
        play.emit(ev.BarricadeBuilt())


class BuildBarricade(AddBarricade, frozen=True):
    """Heihachi: a barricade is added (SS-8.10)."""

    clause = clause.CLAUSE_8_10


class Heal(UseKiai, frozen=True):
    """Heihachi as an animal: any samurai who has a wound token loses it (SS-8.10, SS-8.22)."""

    clause = clause.CLAUSE_8_10
    takes = (cmd.Heal, cmd.SkipKiai)
    closed_by = (ev.SamuraiHealed, ev.KiaiSkipped)

    def uses(self, table: SamuraiTable) -> Iterator[cmd.Heal]:
        for seat in table.fighting():
            yield cmd.Heal(healed_seat=seat)

    def refuse_use(self, table: SamuraiTable, move: cmd.Heal) -> Refusal | None:
        if refused := refuse_chosen(table, move.healed_seat):
            return refused
        if not table.at(move.healed_seat).wounded:
            return refusal(clause.CLAUSE_8_22, seat=move.healed_seat)
        return None

    def use(self, play: Play[SamuraiTable], move: cmd.Heal) -> None:
        play.emit(ev.SamuraiHealed(seat=move.healed_seat))


class Transfer(UseKiai, frozen=True):
    """Daisuke: the last raider of any line goes to another samurai (SS-8.11)."""

    clause = clause.CLAUSE_8_11
    takes = (cmd.Transfer, cmd.SkipKiai)
    closed_by = (ev.RaiderTransferred, ev.KiaiSkipped)

    def uses(self, table: SamuraiTable) -> Iterator[cmd.Transfer]:
        fighting = table.fighting()
        for source in fighting:
            for receiver in fighting:
                if table.at(source).line and receiver != source:
                    yield cmd.Transfer(from_seat=source, to_seat=receiver)

    def refuse_use(self, table: SamuraiTable, move: cmd.Transfer) -> Refusal | None:
        if refused := refuse_chosen(table, move.from_seat) or refuse_chosen(table, move.to_seat):
            return refused
        if move.from_seat == move.to_seat:
            return refusal(clause.CLAUSE_8_11, from_seat=move.from_seat, to_seat=move.to_seat)
        if not table.at(move.from_seat).line:
            return refusal(clause.CLAUSE_8_11, empty_line_of=move.from_seat)
        return None

    def use(self, play: Play[SamuraiTable], move: cmd.Transfer) -> None:
        raider = play.table.at(move.from_seat).line[-1]
        play.emit(ev.RaiderTransferred(from_seat=move.from_seat, to_seat=move.to_seat, raider=raider))
        confront_if_forced(play)


class ScatterRaiders(UseKiai, frozen=True):
    """Gorobei: the top raiders of their stack are discarded, as many as there are (SS-8.12, SS-8.7)."""

    clause = clause.CLAUSE_8_12
    takes = (cmd.ScatterRaiders, cmd.SkipKiai)
    closed_by = (ev.ScatteringBegan, ev.KiaiSkipped)

    def uses(self, table: SamuraiTable) -> Iterator[cmd.ScatterRaiders]:
        yield cmd.ScatterRaiders()

    def refuse_use(self, table: SamuraiTable, move: cmd.ScatterRaiders) -> Refusal | None:
        return None if table.raiders else refusal(clause.CLAUSE_8_12, raiders=0)

    def use(self, play: Play[SamuraiTable], move: cmd.ScatterRaiders) -> None:
        play.emit(ev.ScatteringBegan(count=min(self.count, len(play.table.raiders))))


class RepelIntruders(UseKiai, frozen=True):
    """Kanbei: the top intruders are discarded, as many as there are (SS-8.13, SS-8.7)."""

    clause = clause.CLAUSE_8_13
    takes = (cmd.RepelIntruders, cmd.SkipKiai)
    closed_by = (ev.RepellingBegan, ev.KiaiSkipped)

    def uses(self, table: SamuraiTable) -> Iterator[cmd.RepelIntruders]:
        yield cmd.RepelIntruders()

    def refuse_use(self, table: SamuraiTable, move: cmd.RepelIntruders) -> Refusal | None:
        return None if table.intruders else refusal(clause.CLAUSE_8_13, intruders=0)

    def use(self, play: Play[SamuraiTable], move: cmd.RepelIntruders) -> None:
        play.emit(ev.RepellingBegan(count=min(self.count, len(play.table.intruders))))


class Strike(UseKiai, frozen=True):
    """Kikuchiyo: the last raider of any line is discarded (SS-8.14)."""

    clause = clause.CLAUSE_8_14
    takes = (cmd.Strike, cmd.SkipKiai)
    closed_by = (ev.RaiderStruck, ev.KiaiSkipped)

    def uses(self, table: SamuraiTable) -> Iterator[cmd.Strike]:
        for seat in table.fighting():
            yield cmd.Strike(from_seat=seat)

    def refuse_use(self, table: SamuraiTable, move: cmd.Strike) -> Refusal | None:
        if refused := refuse_chosen(table, move.from_seat):
            return refused
        if not table.at(move.from_seat).line:
            return refusal(clause.CLAUSE_8_14, empty_line_of=move.from_seat)
        return None

    def use(self, play: Play[SamuraiTable], move: cmd.Strike) -> None:
        play.emit(ev.RaiderStruck(from_seat=move.from_seat, raider=play.table.at(move.from_seat).line[-1]))
        # With one raider less the total may be the kiai number (SS-8.1).
        trigger_kiai(play, move.from_seat)


class LendToken(UseKiai, frozen=True):
    """Kyuzo: any samurai gives their own support token to another (SS-8.15)."""

    clause = clause.CLAUSE_8_15
    takes = (cmd.LendToken, cmd.SkipKiai)
    closed_by = (ev.TokenLent, ev.KiaiSkipped)

    def uses(self, table: SamuraiTable) -> Iterator[cmd.LendToken]:
        fighting = table.fighting()
        for owner in fighting:
            for receiver in fighting:
                if table.at(owner).token_with == owner and receiver != owner:
                    yield cmd.LendToken(from_seat=owner, to_seat=receiver)

    def refuse_use(self, table: SamuraiTable, move: cmd.LendToken) -> Refusal | None:
        if refused := refuse_chosen(table, move.from_seat) or refuse_chosen(table, move.to_seat):
            return refused
        if move.from_seat == move.to_seat:
            return refusal(clause.CLAUSE_8_15, from_seat=move.from_seat, to_seat=move.to_seat)
        if (holder := table.at(move.from_seat).token_with) != move.from_seat:
            return refusal(clause.CLAUSE_8_15, from_seat=move.from_seat, token_with=holder)
        return None

    def use(self, play: Play[SamuraiTable], move: cmd.LendToken) -> None:
        play.emit(ev.TokenLent(from_seat=move.from_seat, to_seat=move.to_seat))


class BuildForKyuzo(AddBarricade, frozen=True):
    """Kyuzo as an animal: a barricade is added (SS-8.15)."""

    clause = clause.CLAUSE_8_15


class ScoutRaiders(UseKiai, frozen=True):
    """Katsushiro: the top raiders of their stack are turned up, to be put back in any order (SS-8.16)."""

    clause = clause.CLAUSE_8_16
    takes = (cmd.ScoutRaiders, cmd.SkipKiai)
    closed_by = (ev.ScoutingBegan, ev.KiaiSkipped)

    def uses(self, table: SamuraiTable) -> Iterator[cmd.ScoutRaiders]:
        yield cmd.ScoutRaiders()

    def refuse_use(self, table: SamuraiTable, move: cmd.ScoutRaiders) -> Refusal | None:
        return None if table.raiders else refusal(clause.CLAUSE_8_16, raiders=0)

    def use(self, play: Play[SamuraiTable], move: cmd.ScoutRaiders) -> None:
        top = play.table.raiders[: self.count]
        # Raiders that were turned up before are still face up (SS-8.17).
        face_down = tuple(number for number, raider in enumerate(top, 1) if isinstance(raider, int))
        scouting = ev.ScoutingBegan(seat=self.seat, count=len(top), places=face_down, may_arrange=len(top) > 1)
        play.emit(scouting)


USES: dict[str, type[UseKiai]] = {
    "add_barricade": BuildBarricade,
    "add_barricade_too": BuildForKyuzo,
    "heal": Heal,
    "transfer_last_card": Transfer,
    "raider_stack_to_discard": ScatterRaiders,
    "intruder_stack_to_discard": RepelIntruders,
    "discard_last_card": Strike,
    "give_support_token": LendToken,
    "reorder_raider_stack": ScoutRaiders,
}
"""The step in which each effect is used or skipped."""
