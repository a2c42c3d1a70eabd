"""What holds on every table of Shogun, from the first card to the last (SH-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.shogun.data import (
    ACTION,
    ARMIES,
    BID,
    COLOURS,
    EVENT,
    EVENTS_A_YEAR,
    FARMERS,
    PROVINCE,
    SPACES,
    SPECIALS,
    START_CHESTS,
    TILES,
    WAR_CHESTS,
    YEARS,
)
from games.shogun.steps.place_group import PlaceGroup
from games.shogun.steps.plan_actions import is_planning
from games.shogun.table import Land, Seat, ShogunTable


def invariants(table: ShogunTable) -> Iterator[str]:
    """Yield a sentence for everything on a table that cannot be."""
    broken = list(_shape(table))
    if broken:
        yield from broken
        return
    yield from _cubes(table)
    yield from _board(table)
    yield from _cards(table)
    for number, seat in enumerate(table.seats, 1):
        yield from _plan(table, number, seat)
    yield from _calendar(table)


def _shape(table: ShogunTable) -> Iterator[str]:
    """Yield what is wrong with the number of seats, and with whatever counts by seat or colour."""
    if table.players not in START_CHESTS:
        yield f"three to five players sit at a table, not {table.players}"
    for name in ("tower", "tray", "engaged"):
        if len(getattr(table, name)) != table.players + 1:
            yield f"{name} counts the cubes of {table.players} players and the farmers, not {getattr(table, name)}"
    colours = [seat.colour for seat in table.seats]
    if len(set(colours)) != len(colours) or not set(colours) <= set(COLOURS):
        yield f"every player has a colour of his own, not {colours}"
    yield from _seats_named(table)


def _seats_named(table: ShogunTable) -> Iterator[str]:
    """Yield where a seat is named that nobody sits on."""
    if len(table.places) != len(SPECIALS) or any(not 0 <= seat <= table.players for seat in table.places):
        yield f"the five places bear the daimyo cards of seats, not {table.places}"
    for land in table.lands:
        if not 1 <= land.owner <= table.players:
            yield f"{land.province} belongs to a seat, not to {land.owner}"
    if table.oldest not in table.everybody:
        yield f"the oldest player sits at the table, not on seat {table.oldest}"


def _cubes(table: ShogunTable) -> Iterator[str]:
    """Yield where the cubes of a colour do not add up (SH-1.5, SH-1.6)."""
    for number, seat in enumerate(table.seats, 1):
        board = [land.armies for land in table.lands if land.owner == number]
        heaps = [seat.supply, *seat.groups, *board, *_heaps(table, number - 1)]
        if sum(heaps) != ARMIES:
            yield f"seat {number} has {ARMIES} armies in all, not {sum(heaps)}"
        if min(heaps) < 0:
            yield f"seat {number} has a negative number of armies somewhere: {heaps}"
    farmers = [table.farmers, *_heaps(table, -1)]
    if sum(farmers) != FARMERS or min(farmers) < 0:
        yield f"there are {FARMERS} farmers in all, not {farmers}"


def _heaps(table: ShogunTable, colour: int) -> tuple[int, int, int]:
    return table.engaged[colour], table.tower[colour], table.tray[colour]


def _board(table: ShogunTable) -> Iterator[str]:
    """Yield what is wrong with the provinces (SH-1.3, SH-1.4, SH-1.5, SH-2.3)."""
    names = [land.province for land in table.lands]
    if names != sorted(set(names)):
        yield f"every owned province stands once on the board, in the order of the alphabet: {names}"
    for name in set(names) - set(table.ground.provinces(table.players)):
        yield f"{name} is not in the game"
    open_fights = {step.province for step in table.agenda if hasattr(step, "province")}
    for land in table.lands:
        yield from _land(land, fought_for=land.province in open_fights)
    for building in TILES:
        if table.tiles_left(building) < 0:
            yield f"there are only {TILES[building]} tiles of the kind {building}"


def _land(land: Land, *, fought_for: bool) -> Iterator[str]:
    if land.armies < (0 if fought_for else 1):
        yield f"at least one army stands in {land.province}, not {land.armies}"
    if land.revolts < 0:
        yield f"{land.province} has a negative number of revolt markers"
    if land.province in PROVINCE and len(land.buildings) > PROVINCE[land.province].sites:
        yield f"{land.province} has {PROVINCE[land.province].sites} sites, not {len(land.buildings)}"
    if len(set(land.buildings)) != len(land.buildings) or not set(land.buildings) <= set(TILES):
        yield f"{land.province} has at most one building of each kind, not {land.buildings}"


def _cards(table: ShogunTable) -> Iterator[str]:
    """Yield where cards are missing, unknown or double (SH-2.2, SH-4.1, SH-5.2, SH-5.3)."""
    drafted = [*table.deck, *table.under, *(card for card in table.offer if card)]
    pending = [step.province for step in table.agenda if isinstance(step, PlaceGroup)]
    if table.offer:
        whole = Counter(table.ground.provinces(table.players))
        if Counter([*drafted, *pending, *(land.province for land in table.lands)]) != whole:
            yield "the province cards in the draft are not those of the board"
    events = [*table.events, table.event, *table.spent] if table.event else [*table.events, *table.spent]
    if len(set(events)) != len(events) or not set(events) <= set(EVENT):
        yield f"every event card exists once: {events}"
    if len(set(table.row)) != len(table.row) or not set(table.row) <= set(ACTION):
        yield f"every action card exists once: {table.row}"
    if table.specials and sorted(table.specials) != sorted(SPECIALS):
        yield f"all five special cards lie on their places, not {table.specials}"
    if len(set(table.order)) != len(table.order):
        yield f"every daimyo card exists once: {table.places}"


def _plan(table: ShogunTable, number: int, seat: Seat) -> Iterator[str]:
    """Yield what is wrong with a player's board (SH-6)."""
    laid = [card for card in (*seat.plan, *seat.shown) if card]
    own = {*table.provinces_of(number), *WAR_CHESTS}
    if len(set(laid)) != len(laid) or not set(laid) <= own:
        yield f"seat {number} lays cards of its own, each once, not {laid}"
    if len(seat.plan) > len(SPACES) or len(seat.shown) != len(SPACES):
        yield f"seat {number} has eleven spaces"
    elif (seat.sealed or table.event) and len(seat.plan) != len(SPACES):
        yield f"seat {number} has a plan of {len(seat.plan)} spaces"
    if seat.plan and not (table.event or is_planning(table) or seat.sealed):
        yield f"seat {number} has laid cards when nobody plans"
    if min(seat.chests, seat.rice, seat.points) < 0:
        yield f"seat {number} owes chests, rice or points"
    if seat.sealed and WAR_CHESTS.get(seat.plan[-1], 0) > seat.chests:
        yield f"seat {number} cannot pay the {BID} {seat.plan[-1]}"


def _calendar(table: ShogunTable) -> Iterator[str]:
    """Yield what cannot be at this time of the game (SH-1.1, SH-4.1, SH-9.1)."""
    if not 0 <= table.year <= YEARS:
        yield f"the game lasts {YEARS} years, not {table.year}"
    if not 0 <= table.position <= len(table.row):
        yield f"{table.position} actions are done of {len(table.row)} that lie face up"
    if not 0 <= table.acted <= table.players:
        yield f"{table.acted} of {table.players} players have acted"
    if len(table.events) > EVENTS_A_YEAR:
        yield f"{EVENTS_A_YEAR} event cards belong to a year, not {len(table.events)}"
    if table.season == "winter" and table.year and not table.winners and len(table.events) != 1:
        yield f"one event card is left for the winter, not {len(table.events)}"
    if table.event and (len(table.row) < 1 or not table.specials):
        yield "an event is in force only while actions are laid out"
