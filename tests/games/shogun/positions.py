"""Tables of Shogun for the tests, three players on the sun side, in the provinces of the printed line-ups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.shogun.rules.cubes import no_cubes
from games.shogun.rules.data import ACTION, EDITION, SPACES, SPECIALS
from games.shogun.rules.table import Land, Options, ShogunTable, setup

EMPTY = ("",) * len(SPACES)
PLANS: Mapping[int, tuple[str, ...]] = {
    1: ("suruga", "mino", "tamba", "musashi", "harima", "izu", "owari", "sagami", "tajima", "chest_0", "chest_3"),
    2: ("yamato", "echizen", "shimotsuke", "shimosa", "ise", "hitachi", "kaga", "kii", "chest_4", "chest_0", "chest_2"),
    3: ("bizen", "omi", "hida", "etchu", "hoki", "bitchu", "bingo", "settsu", "shinano", "chest_0", "chest_1"),
}


def opened(**changes: Any) -> ShogunTable:
    """Return the table at the start of the first year, with all cubes of the feeding in the tower."""
    table = setup(3, Options(start="preset", lineups="ABC"), EDITION)
    fed = tuple([msgspec.structs.replace(seat, supply=seat.supply - 7) for seat in table.daimyo])
    return table.but(**{"year": 1, "daimyo": fed, "farmers": 10, "tower": (7, 7, 7, 10)} | changes)


def planning(**changes: Any) -> ShogunTable:
    """Return the table on which all begin to plan the first spring."""
    laid = {"events": ("E1", "E2", "E3", "E6"), "row": tuple(ACTION)[:5], "specials": tuple(SPECIALS)}
    return opened(**laid | changes)


def acting(plans: Mapping[int, Mapping[str, str]], row: Sequence[str], **changes: Any) -> ShogunTable:
    """Return the table on which the actions of the first spring begin, with these cards on these spaces."""
    rest = [action for action in ACTION if action not in row]
    table = opened(
        **{
            "events": ("E1", "E2", "E3"),
            "event": "E6",
            "row": (*row, *rest)[:5],
            "specials": tuple(SPECIALS),
            "places": (1, 2, 3, 0, 0),
        }
        | changes
    )
    for seat in table.seats:
        plan = tuple([plans.get(seat, {}).get(space, "") for space in SPACES])
        table = table.but_at(seat, plan=plan, sealed=True)
    return table


def on_board(table: ShogunTable, *lands: Land) -> ShogunTable:
    """Return the table with exactly these provinces owned; all other armies are in the supplies."""
    for seat in table.seats:
        board = sum(land.armies for land in lands if land.owner == seat)
        inside = table.tower[seat - 1] + table.tray[seat - 1]
        table = table.but_at(seat, supply=62 - board - inside)
    return table.but(lands=tuple(sorted(lands, key=lambda land: land.province)), engaged=no_cubes(table.players))
