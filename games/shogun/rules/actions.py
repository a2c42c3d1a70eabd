"""What the ten actions do in a province, and what makes them lapse (SH-10, SH-11, SH-12).

An action is done completely or lapses (SH-9.5): each function in `_HINDRANCES` is a ladder that returns the clause of a
lapse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from games.kit.rules.decider import Play
from games.shogun.rules.data import ACTION, BUILDINGS, PROVINCE, SHORT_RECRUITS, SIX_ARMIES, Action
from games.shogun.rules.table import Land, ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import events as ev


def carry_out(play: Play[ShogunTable], seat: int, action: str, land: Land) -> None:
    """Do an action in a province of a seat, or let it lapse (SH-9.4, SH-9.5)."""
    hindrance = _HINDRANCES[action](play.table, seat, ACTION[action], land)
    if hindrance is None:
        _EFFECTS[action](play, seat, ACTION[action], land)
    else:
        play.emit(ev.ActionLapsed(seat=seat, action=action, province=land.province, clause=hindrance))


Hindrance: TypeAlias = "clause.Clause.ValueType | None"


def _building_hindrance(table: ShogunTable, seat: int, action: Action, land: Land) -> Hindrance:
    """Return why nothing can be built: no site, the same building, no tile or no chest (SH-10.2, SH-10.3, SH-10.4)."""
    hindrance = site_hindrance(action.builds, land.buildings, PROVINCE[land.province].sites)
    if hindrance is not None:
        return hindrance
    if not table.tiles_left(action.builds):
        return clause.CLAUSE_10_4
    if table.at(seat).chests < action.cost:
        return clause.CLAUSE_10_4
    return None


def site_hindrance(kind: str, buildings: Sequence[str], sites: int) -> Hindrance:
    """Return why a province has no room for a kind of building: no site, or one of the kind (SH-10.2, SH-10.3)."""
    if len(buildings) >= sites:
        return clause.CLAUSE_10_2
    return clause.CLAUSE_10_3 if kind in buildings else None


def _build(play: Play[ShogunTable], seat: int, action: Action, land: Land) -> None:
    building = BUILDINGS.value(action.builds)
    play.emit(ev.BuildingBuilt(seat=seat, province=land.province, building=building, chests=action.cost))
    if action.builds == "theatre" and land.revolts and play.table.event_is("theatre_relief"):
        play.emit(ev.RevoltMarkerRemoved(province=land.province))  # SH-11.1


def _no_hindrance(table: ShogunTable, seat: int, action: Action, land: Land) -> Hindrance:
    return None


def _press(play: Play[ShogunTable], seat: int, action: Action, land: Land) -> None:
    """Take rice or chests; farmers who were pressed before revolt, others get a marker (SH-10.7, SH-10.14)."""
    if not land.revolts:
        collect(play, seat, action.id, land.province)
        play.emit(ev.RevoltMarkerAdded(province=land.province))
        return
    # By this reading, the player gains it whatever the revolt brings (SH-A7).
    if play.table.revolt_yield == "kept":
        collect(play, seat, action.id, land.province)
    play.emit(ev.RevoltBegan(province=land.province, seat=seat, taxed=True))


def collect(play: Play[ShogunTable], seat: int, action: str, province: str) -> None:
    """Give a seat the yield of its action for rice or taxes in a province (SH-10.5, SH-10.6)."""
    if action == "rice":
        play.emit(ev.RiceConfiscated(seat=seat, province=province, rice=rice_yield(play.table, seat, province)))
    else:
        play.emit(ev.TaxesCollected(seat=seat, province=province, chests=tax_yield(play.table, seat, province)))


def rice_yield(table: ShogunTable, seat: int, province: str) -> int:
    """Return a province's rice for a seat: first the event, then the special card (SH-7.2, SH-10.5, SH-12.1)."""
    return _bounded(table, "rice", PROVINCE[province].rice) + table.holds(seat, "rice_bonus")


def tax_yield(table: ShogunTable, seat: int, province: str) -> int:
    """Return a province's chests for a seat: first the event, then the special card (SH-7.2, SH-10.6, SH-12.1)."""
    return _bounded(table, "tax", PROVINCE[province].chests) + table.holds(seat, "tax_bonus")


def _bounded(table: ShogunTable, kind: str, value: int) -> int:
    """Return a yield limited by the bound of the event in force, if it sets one (SH-11.5, SH-11.6)."""
    event = table.in_force
    if event is not None and event.kind == f"{kind}_max":
        return min(value, event.figure)
    if event is not None and event.kind == f"{kind}_min":
        return max(value, event.figure)
    return value


def recruits(table: ShogunTable, action: Action) -> int:
    """Return how many armies an action deploys without a special card (SH-10.8, SH-11.7)."""
    if table.event_is("short_recruiting"):
        return SHORT_RECRUITS.get(action.id, action.armies)
    return action.armies


def may_deploy_six(table: ShogunTable, seat: int, action: Action) -> bool:
    """Return whether a seat can choose six armies instead of the usual number (SH-12.2)."""
    return (
        action.id == "deploy5"
        and table.holds(seat, "six_armies")
        and table.at(seat).chests >= action.cost
        and table.at(seat).supply >= SIX_ARMIES
    )


def _deploying_hindrance(table: ShogunTable, seat: int, action: Action, land: Land) -> Hindrance:
    if table.at(seat).chests < action.cost:
        return clause.CLAUSE_9_5
    if table.at(seat).supply < recruits(table, action):
        return clause.CLAUSE_10_8
    return None


def _deploy(play: Play[ShogunTable], seat: int, action: Action, land: Land) -> None:
    if may_deploy_six(play.table, seat, action):
        play.emit(ev.SixArmiesOffered(seat=seat, province=land.province))
    else:
        deploy(play, seat, action, land.province, recruits(play.table, action))


def deploy(play: Play[ShogunTable], seat: int, action: Action, province: str, armies: int) -> None:
    """Put armies from the supply of a seat into its province, at the cost of the action (SH-10.8, SH-10.9, SH-12.2)."""
    play.emit(ev.ArmiesDeployed(seat=seat, province=province, armies=armies, chests=action.cost))


def _deploying_one_hindrance(table: ShogunTable, seat: int, action: Action, land: Land) -> Hindrance:
    if table.at(seat).chests < action.cost:
        return clause.CLAUSE_9_5
    if not table.at(seat).supply:
        return clause.CLAUSE_10_9
    return None


def _deploy_and_move(play: Play[ShogunTable], seat: int, action: Action, land: Land) -> None:
    deploy(play, seat, action, land.province, action.armies)
    if any(play.table.owner(province) == seat for province in play.table.neighbours(land.province)):
        play.emit(ev.MoveOffered(seat=seat, province=land.province))


def is_at_peace(table: ShogunTable, province: str) -> bool:
    """Return whether a temple keeps a province from being attacked (SH-11.4)."""
    land = table.land(province)
    return land is not None and "temple" in land.buildings and table.event_is("temple_peace")


def may_enter(table: ShogunTable, seat: int, province: str) -> bool:
    """Return whether a march may go into a province: one of the same seat, or one that can be attacked (SH-11.4)."""
    return table.owner(province) == seat or not is_at_peace(table, province)


def _marching_hindrance(table: ShogunTable, seat: int, action: Action, land: Land) -> Hindrance:
    """Return why nobody can march out of a province: too few armies, or nowhere to go (SH-10.12)."""
    if land.armies < 2:
        return clause.CLAUSE_10_12
    if not any(may_enter(table, seat, province) for province in table.neighbours(land.province)):
        return clause.CLAUSE_10_12
    return None


def _march(play: Play[ShogunTable], seat: int, action: Action, land: Land) -> None:
    play.emit(ev.MarchOrdered(seat=seat, province=land.province))


_HINDRANCES: Mapping[str, Callable[[ShogunTable, int, Action, Land], Hindrance]] = {
    "castle": _building_hindrance,
    "temple": _building_hindrance,
    "theatre": _building_hindrance,
    "rice": _no_hindrance,
    "tax": _no_hindrance,
    "deploy5": _deploying_hindrance,
    "deploy3": _deploying_hindrance,
    "deploy1": _deploying_one_hindrance,
    "march_a": _marching_hindrance,
    "march_b": _marching_hindrance,
}
_EFFECTS: Mapping[str, Callable[[Play[ShogunTable], int, Action, Land], None]] = {
    "castle": _build,
    "temple": _build,
    "theatre": _build,
    "rice": _press,
    "tax": _press,
    "deploy5": _deploy,
    "deploy3": _deploy,
    "deploy1": _deploy_and_move,
    "march_a": _march,
    "march_b": _march,
}
