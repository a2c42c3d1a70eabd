"""What burns and what is lost: barricades, farms and families (SS-5.3, SS-10)."""

from __future__ import annotations

from games.decider import Play
from games.samurai_spirit.table import SamuraiTable
from gunbai.samurai_spirit.v1 import events_pb2 as ev


def fire(play: Play[SamuraiTable]) -> None:
    """A barricade burns, or else a farm, or else nothing (SS-5.3)."""
    if play.table.barricades:
        play.emit(ev.BarricadeDestroyed())
    else:
        destroy_farm(play)


def destroy_farm(play: Play[SamuraiTable]) -> None:
    """A farm is about to be destroyed, if one is left (SS-10.1)."""
    if play.table.farms:
        play.emit(ev.FarmAttacked())


def lose_family(play: Play[SamuraiTable], *, by_farm: bool = False) -> None:
    """A family is about to be lost, if one is left: to the end of a round or to a farm (SS-9.3, SS-10.2)."""
    if play.table.families:
        play.emit(ev.FamilyAttacked(by_farm=by_farm))


def build_barricade(play: Play[SamuraiTable]) -> None:
    """A barricade is added, unless there are as many as at the start (SS-8.8)."""
    if play.table.barricades < play.table.barricade_limit:
        play.emit(ev.BarricadeBuilt())
