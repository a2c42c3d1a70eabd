"""What chance takes from the village, and what the back of a destroyed farm does (SS-10, SS-9.3)."""

from __future__ import annotations

from fractions import Fraction

from games.chance import Draws
from games.decider import Chance, Play
from games.samurai_spirit.battle import wound
from games.samurai_spirit.data import FAMILY_BONUSES, FARM_PENALTIES
from games.samurai_spirit.steps.close_round import is_round_over
from games.samurai_spirit.table import Table
from games.samurai_spirit.village import destroy_farm, fire, lose_family
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands_pb2 as cmd
from gunbai.samurai_spirit.v1 import events_pb2 as ev


class DestroyFarm(Chance[Table, cmd.TurnFarm], frozen=True):
    """The destroyed farm is drawn, and its penalty suffered on hard and heroic (SS-10.1, SS-10.2)."""

    clause = clause.CLAUSE_10_1
    closed_by = (ev.FarmDestroyed,)
    takes = (cmd.TurnFarm,)

    def draw(self, table: Table, draws: Draws) -> cmd.TurnFarm:
        return cmd.TurnFarm(penalty=FARM_PENALTIES.value(draws.pick(table.farms)))

    def probability(self, table: Table, outcome: cmd.TurnFarm) -> Fraction:
        return Fraction(table.farms.count(FARM_PENALTIES.word(outcome.penalty)), len(table.farms))

    def answer(self, play: Play[Table], outcome: cmd.TurnFarm) -> None:
        play.emit(ev.FarmDestroyed(penalty=outcome.penalty))
        if play.table.level.farm_penalties:
            suffer_farm(play, FARM_PENALTIES.word(outcome.penalty))


def suffer_farm(play: Play[Table], penalty: str) -> None:
    """Carry out the back of a destroyed farm, as far as it finds something to take (SS-10.2, SS-10.4)."""
    match penalty:
        case "remove_family":
            lose_family(play)
        case "remove_farm":
            destroy_farm(play)
        case "remove_barricade":
            fire(play)
        case "wound_random":
            play.emit(ev.VillagersAttacked())


class WoundVillager(Chance[Table, cmd.WoundSamurai], frozen=True):
    """The samurai whom the back of a farm wounds is drawn: in a round among those who have not passed (SS-10.2)."""

    clause = clause.CLAUSE_10_2
    closed_by = (ev.WoundTaken, ev.SpiritAwakened, ev.SamuraiDied)
    takes = (cmd.WoundSamurai,)

    def eligible(self, table: Table) -> tuple[int, ...]:
        """Return the seats among which chance draws."""
        return tuple(table.seats) if is_round_over(table) else table.fighting()

    def draw(self, table: Table, draws: Draws) -> cmd.WoundSamurai:
        return cmd.WoundSamurai(wounded_seat=draws.pick(self.eligible(table)))

    def probability(self, table: Table, outcome: cmd.WoundSamurai) -> Fraction:
        eligible = self.eligible(table)
        return Fraction(outcome.wounded_seat in eligible, len(eligible))

    def answer(self, play: Play[Table], outcome: cmd.WoundSamurai) -> None:
        wound(play, outcome.wounded_seat)


class LoseFamily(Chance[Table, cmd.RemoveFamily], frozen=True):
    """The family that is lost is drawn (SS-9.3, SS-10.2)."""

    clause = clause.CLAUSE_9_3
    closed_by = (ev.FamilyLost,)
    takes = (cmd.RemoveFamily,)

    def draw(self, table: Table, draws: Draws) -> cmd.RemoveFamily:
        return cmd.RemoveFamily(family=FAMILY_BONUSES.value(draws.pick(table.families)))

    def probability(self, table: Table, outcome: cmd.RemoveFamily) -> Fraction:
        return Fraction(FAMILY_BONUSES.word(outcome.family) in table.families, len(table.families))

    def answer(self, play: Play[Table], outcome: cmd.RemoveFamily) -> None:
        play.emit(ev.FamilyLost(family=outcome.family))
