"""What chance takes from the village, and what the back of a destroyed farm does (SS-9.3, SS-10.1, SS-10.2)."""

from __future__ import annotations

from games.kit.rules.decider import Play
from games.kit.rules.forms import Known, Pick
from games.samurai_spirit.rules.battle import wound
from games.samurai_spirit.rules.data import FAMILY_BONUSES, FARM_PENALTIES
from games.samurai_spirit.rules.steps.close_round import is_round_over
from games.samurai_spirit.rules.steps.draw_lot import DrawLot
from games.samurai_spirit.rules.table import SamuraiTable
from games.samurai_spirit.rules.village import destroy_farm, fire, lose_family
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev


class DestroyFarm(DrawLot[cmd.TurnFarm], frozen=True):
    """The destroyed farm is drawn; its penalty is suffered on hard and heroic only (SS-10.1, SS-10.2, SS-10.3)."""

    clause = clause.CLAUSE_10_1
    takes = (cmd.TurnFarm,)
    closed_by = (ev.FarmDestroyed,)
    form = Pick(Known("`farms`", lambda step, table: table.farms))

    def showing(self, table: SamuraiTable, drawn: str) -> cmd.TurnFarm:
        return cmd.TurnFarm(penalty=FARM_PENALTIES.value(drawn))

    def answer(self, play: Play[SamuraiTable], outcome: cmd.TurnFarm) -> None:
        play.emit(ev.FarmDestroyed(penalty=outcome.penalty))
        if play.table.level.farm_penalties:
            suffer_farm(play, FARM_PENALTIES.word(outcome.penalty))


def suffer_farm(play: Play[SamuraiTable], penalty: str) -> None:
    """Carry out the back of a destroyed farm, as far as there is something to take (SS-10.2, SS-10.4)."""
    match penalty:
        case "remove_family":
            lose_family(play, by_farm=True)
        case "remove_farm":
            destroy_farm(play)
        case "remove_barricade":
            fire(play)
        case "wound_random":
            play.emit(ev.VillagersAttacked())


class WoundVillager(DrawLot[cmd.WoundSamurai], frozen=True):
    """A random samurai is wounded by the back of a farm; during a round, one who has not passed (SS-10.2)."""

    clause = clause.CLAUSE_10_2
    takes = (cmd.WoundSamurai,)
    closed_by = (ev.WoundTaken, ev.SpiritAwakened, ev.SamuraiDied)
    form = Pick(
        Known(
            "the seats of `samurai`, in order; while the `agenda` has no `CloseRound`, only those not `passed`",
            lambda step, table: table.seats if is_round_over(table) else table.fighting(),
        )
    )

    def showing(self, table: SamuraiTable, drawn: int) -> cmd.WoundSamurai:
        return cmd.WoundSamurai(wounded_seat=drawn)

    def answer(self, play: Play[SamuraiTable], outcome: cmd.WoundSamurai) -> None:
        wound(play, outcome.wounded_seat)


class TakeFamily(DrawLot[cmd.RemoveFamily], frozen=True):
    """The family that is lost is drawn: the base of its two causes."""

    takes = (cmd.RemoveFamily,)
    closed_by = (ev.FamilyLost,)
    form = Pick(Known("`families`", lambda step, table: table.families))

    def showing(self, table: SamuraiTable, drawn: str) -> cmd.RemoveFamily:
        return cmd.RemoveFamily(family=FAMILY_BONUSES.value(drawn))

    def answer(self, play: Play[SamuraiTable], outcome: cmd.RemoveFamily) -> None:
        play.emit(ev.FamilyLost(family=outcome.family))


class LoseFamily(TakeFamily, frozen=True):
    """A samurai without a doll loses a family (SS-9.3)."""

    clause = clause.CLAUSE_9_3


class LoseFamilyToFarm(TakeFamily, frozen=True):
    """The back of a farm takes a family (SS-10.2)."""

    clause = clause.CLAUSE_10_2
