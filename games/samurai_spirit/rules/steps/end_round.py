"""The end of a round, step by step: peasants, farms, families, intruders (SS-9)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.kit.rules.forms import Known, Pick
from games.samurai_spirit.rules.battle import wound
from games.samurai_spirit.rules.data import FAMILY_BONUSES, RAIDERS
from games.samurai_spirit.rules.steps.draw_lot import DrawLot
from games.samurai_spirit.rules.steps.follow_kiai import DiscardIntruder
from games.samurai_spirit.rules.steps.turn_raider import TurnIntruder
from games.samurai_spirit.rules.table import SamuraiTable
from games.samurai_spirit.rules.village import build_barricade, destroy_farm, fire, lose_family
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev


class FailPeasants(Duty[SamuraiTable], frozen=True):
    """A samurai without a hat on the left side is wounded (SS-9.1)."""

    seat: int
    clause = clause.CLAUSE_9_1
    closed_by = (ev.PeasantsUndefended,)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        play.emit(ev.PeasantsUndefended(seat=self.seat))
        wound(play, self.seat)


class FailFarm(Duty[SamuraiTable], frozen=True):
    """A samurai without a farm on the left side destroys one (SS-9.2)."""

    seat: int
    clause = clause.CLAUSE_9_2
    closed_by = (ev.FarmUndefended,)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        play.emit(ev.FarmUndefended(seat=self.seat))
        destroy_farm(play)


class FailFamily(Duty[SamuraiTable], frozen=True):
    """A samurai without a doll on the left side removes a family (SS-9.3)."""

    seat: int
    clause = clause.CLAUSE_9_3
    closed_by = (ev.FamilyUndefended,)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        play.emit(ev.FamilyUndefended(seat=self.seat))
        lose_family(play)


class TurnUpFamilies(Duty[SamuraiTable], frozen=True):
    """The families that are left are turned up (SS-9.4)."""

    clause = clause.CLAUSE_9_4
    closed_by = (ev.FamiliesTurnedUp,)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        families = tuple(map(FAMILY_BONUSES.value, play.table.families))
        play.emit(ev.FamiliesTurnedUp(families=families))


class GiveBonus(Duty[SamuraiTable], frozen=True):
    """A family gives its bonus, as far as it finds something to do (SS-9.4)."""

    family: str
    clause = clause.CLAUSE_9_4
    closed_by = (ev.FamilyHelped,)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        play.emit(ev.FamilyHelped(family=FAMILY_BONUSES.value(self.family)))
        match self.family:
            case "heal_random" if play.table.wounded():
                play.emit(ev.HealingBegan())
            case "add_barricade":
                build_barricade(play)
            case "top_intruder_to_discard" if play.table.intruders:
                play.emit(ev.RepellingBegan(count=1, by_family=True))


class HealRandom(DrawLot[cmd.HealSamurai], frozen=True):
    """A family heals a random samurai among those with a wound token (SS-9.4)."""

    clause = clause.CLAUSE_9_4
    takes = (cmd.HealSamurai,)
    closed_by = (ev.SamuraiHealed,)
    form = Pick(Known("the `wounded` seats in order", lambda step, table: table.wounded()))

    def showing(self, table: SamuraiTable, drawn: int) -> cmd.HealSamurai:
        return cmd.HealSamurai(healed_seat=drawn)

    def answer(self, play: Play[SamuraiTable], outcome: cmd.HealSamurai) -> None:
        play.emit(ev.SamuraiHealed(seat=outcome.healed_seat))


class RepelForFamily(DiscardIntruder, frozen=True):
    """A family discards the top intruder (SS-9.4)."""

    clause = clause.CLAUSE_9_4


class FaceIntruders(Duty[SamuraiTable], frozen=True):
    """The intruders are about to be turned up one by one (SS-9.5)."""

    clause = clause.CLAUSE_9_5
    closed_by = (ev.IntrudersFaced,)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        play.emit(ev.IntrudersFaced(count=len(play.table.intruders)))


class RevealIntruder(TurnIntruder, frozen=True):
    """An intruder with flames burns a barricade or else a farm (SS-9.5)."""

    place: int
    """The place among the intruders, the top being 1."""

    clause = clause.CLAUSE_9_5
    closed_by = (ev.IntruderRevealed,)

    def number(self) -> int:
        return self.place

    def answer(self, play: Play[SamuraiTable], outcome: cmd.TurnIntruder) -> None:
        play.emit(ev.IntruderRevealed(place=self.place, raider=outcome.raider))
        if RAIDERS[outcome.raider].flames:
            fire(play)
