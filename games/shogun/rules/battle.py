"""Who fights in a province, and what the cubes in the tray decide (SH-14, SH-15)."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.shogun.rules.cubes import no_cubes
from games.shogun.rules.data import EVENT
from games.shogun.rules.table import ShogunTable

NEUTRAL_FARMERS = 1

Result = Literal["conquered", "defended", "devastated", "repelled"]


class Strength(msgspec.Struct, frozen=True):
    """The cubes in the tray that count: those of the attacker and of the owner, and the farmers on the owner's side."""

    attacker: int
    owner: int
    farmers: int

    @property
    def defence(self) -> int:
        """Return the cubes of the defending side."""
        return self.owner + self.farmers


def farmers_defend(table: ShogunTable, province: str) -> bool:
    """Return whether farmers side with the defence: not against revolt markers (SH-14.4)."""
    land = table.land(province)
    return land is None or not land.revolts


def neutral_farmers(table: ShogunTable) -> int:
    """Return how many farmers from the stock defend a neutral province (SH-14.2, SH-11.2, SH-14.11)."""
    wanted = EVENT[table.event].figure if table.event_is("neutral_farmers") else NEUTRAL_FARMERS
    return min(wanted, table.farmers)


def rebels(table: ShogunTable, province: str, extra: int) -> int:
    """Return how many farmers from the stock join a revolt (SH-15.2, SH-14.11)."""
    land = table.land(province)
    return rising(land.revolts if land else 0, extra, table.farmers)


def rising(markers: int, extra: int, stock: int) -> int:
    """Return how many of a stock's farmers join a revolt where this many markers lie (SH-15.2, SH-14.11)."""
    return min(markers + extra, stock)


def castle_army(table: ShogunTable, province: str) -> bool:
    """Return whether the event gives a province's owner one more army from their supply (SH-11.3)."""
    land = table.land(province)
    return (
        land is not None
        and "castle" in land.buildings
        and table.event_is("castle_defence")
        and table.at(land.owner).supply > 0
    )


def may_reinforce(table: ShogunTable, province: str) -> bool:
    """Return whether the owner of an attacked province is asked about the defence bonus (SH-12.4)."""
    owner = table.owner(province)
    return owner > 0 and table.holds(owner, "defence_bonus") and table.at(owner).supply > 0


def strength(table: ShogunTable, province: str, attacker: int) -> Strength:
    """Return the cubes that count in a battle, wherever they came from (SH-14.3, SH-14.4)."""
    owner = table.owner(province)
    return Strength(
        attacker=table.tray[attacker - 1],
        owner=table.tray[owner - 1] if owner else 0,
        farmers=table.tray[-1] if farmers_defend(table, province) else 0,
    )


def result(table: ShogunTable, province: str, force: Strength) -> Result:
    """Return how a battle ends (SH-14.5, SH-14.6, SH-14.7, SH-14.8)."""
    if force.attacker > force.defence:
        return "conquered"
    if not table.owner(province):
        return "repelled"
    if force.attacker < force.defence and force.owner:
        return "defended"
    return "devastated"


def is_quiet(table: ShogunTable) -> bool:
    """Return whether no cubes wait before the tower."""
    return table.engaged == no_cubes(table.players)
