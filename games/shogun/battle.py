"""Who fights in a province, and what the cubes in the tray decide (SH-14, SH-15)."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.shogun.data import EVENT
from games.shogun.table import ShogunTable, no_cubes

NEUTRAL_FARMERS = 1

Result = Literal["conquered", "defended", "devastated", "repelled"]


class Strength(msgspec.Struct, frozen=True):
    """The cubes in the tray that count: the attacker's, the owner's, and the farmers on his side."""

    attacker: int
    owner: int
    farmers: int

    @property
    def defence(self) -> int:
        """The cubes of the defending side."""
        return self.owner + self.farmers


def farmers_defend(table: ShogunTable, province: str) -> bool:
    """Whether farmers side with the defence: not against revolt markers (SH-14.4)."""
    land = table.land(province)
    return land is None or not land.revolts


def neutral_farmers(table: ShogunTable) -> int:
    """Return how many farmers the stock sends to defend a neutral province (SH-14.2, SH-11.2)."""
    wanted = EVENT[table.event].figure if table.event_is("neutral_farmers") else NEUTRAL_FARMERS
    return min(wanted, table.farmers)


def rebels(table: ShogunTable, province: str, extra: int) -> int:
    """Return how many farmers the stock sends into a revolt (SH-15.2)."""
    land = table.land(province)
    return min((land.revolts if land else 0) + extra, table.farmers)


def castle_army(table: ShogunTable, province: str) -> bool:
    """Whether the event gives the owner of a province one more army from his supply (SH-11.3)."""
    land = table.land(province)
    return (
        land is not None
        and "castle" in land.buildings
        and table.event_is("castle_defence")
        and table.seat(land.owner).supply > 0
    )


def may_reinforce(table: ShogunTable, province: str) -> bool:
    """Whether the owner of an attacked province is asked for his defence bonus (SH-12.4)."""
    owner = table.owner(province)
    return owner > 0 and table.holds(owner, "defence_bonus") and table.seat(owner).supply > 0


def strength(table: ShogunTable, province: str, attacker: int) -> Strength:
    """Return the cubes that count in a battle, wherever they came from (SH-14.3, SH-14.4)."""
    owner = table.owner(province)
    return Strength(
        attacker=table.tray[attacker - 1],
        owner=table.tray[owner - 1] if owner else 0,
        farmers=table.tray[-1] if farmers_defend(table, province) else 0,
    )


def result(table: ShogunTable, province: str, force: Strength) -> Result:
    """Return how a battle ends (SH-14.5 to SH-14.8)."""
    if force.attacker > force.defence:
        return "conquered"
    if not table.owner(province):
        return "repelled"
    if force.attacker < force.defence and force.owner:
        return "defended"
    return "devastated"


def leave(table: ShogunTable, *seats: int, farmers: bool) -> ShogunTable:
    """Return the table on which the cubes of these seats, and maybe the farmers, have left the tray (SH-14.9)."""
    tray = list(table.tray)
    for seat in seats:
        table = table.with_seat(seat, supply=table.seat(seat).supply + tray[seat - 1])
        tray[seat - 1] = 0
    freed = tray[-1] if farmers else 0
    tray[-1] -= freed
    return table.but(tray=tuple(tray), farmers=table.farmers + freed)


def garrison(table: ShogunTable, province: str, armies: int) -> ShogunTable:
    """Return the table on which armies stand again in a province whose fighters have left."""
    land = table.its_land(province)
    seat = table.seat(land.owner)
    return table.with_seat(land.owner, supply=seat.supply - armies).with_land(land.but(armies=armies))


def is_quiet(table: ShogunTable) -> bool:
    """Whether no cubes wait before the tower."""
    return table.engaged == no_cubes(table.players)
