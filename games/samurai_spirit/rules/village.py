"""What burns and what is lost: barricades, farms and families (SS-5.3, SS-10)."""

from __future__ import annotations

from games.kit.rules.decider import Play
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import events as ev


def fire(play: Play[SamuraiTable]) -> None:
    """Burn a barricade, or else a farm, or else nothing (SS-5.3)."""
    if play.table.barricades:
        play.emit(ev.BarricadeDestroyed())
    else:
        destroy_farm(play)


def destroy_farm(play: Play[SamuraiTable]) -> None:
    """Begin to destroy a farm, if one is left (SS-10.1, SS-9.6)."""
    if play.table.farms:
        play.emit(ev.FarmAttacked())


def lose_family(play: Play[SamuraiTable], *, by_farm: bool = False) -> None:
    """Begin to remove a family, if one is left: at the end of a round or by a farm (SS-9.3, SS-9.6, SS-10.2)."""
    if play.table.families:
        play.emit(ev.FamilyAttacked(by_farm=by_farm))


def build_barricade(play: Play[SamuraiTable]) -> None:
    """Add a barricade, unless there are as many as at the start (SS-8.8)."""
    if play.table.barricades < play.table.barricade_limit:
        play.emit(ev.BarricadeBuilt())
