"""What is impossible on a table of Shogun: the check that every set-up must pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.kit.rules.changes_of_mind import MOST_CHANGES
from games.kit.rules.faults import first_faults
from games.shogun.rules.agenda import AGENDA
from games.shogun.rules.battle import is_quiet
from games.shogun.rules.bids import groups, picking_order, tie
from games.shogun.rules.cubes import no_cubes
from games.shogun.rules.data import (
    ACTION,
    ARMIES,
    ARMY_GROUPS,
    BID,
    COLOURS,
    EVENT,
    EVENTS_A_YEAR,
    FACE_UP_ACTIONS,
    FARMERS,
    FEED_ARMIES,
    PROVINCE,
    SEASONS,
    SPACE,
    SPACES,
    SPECIALS,
    TILES,
    WAR_CHESTS,
    YEARS,
)
from games.shogun.rules.steps import PlaceGroup, SettleBattle, SettleRevolt, ThrowCubes, is_planning
from games.shogun.rules.steps.plan_actions import refuse_piece, refuse_plan
from games.shogun.rules.table import Daimyo, Land, ShogunTable

MOST = 1_000_000
"""More chests, rice, points or markers than any game brings."""


def invariants(table: ShogunTable) -> Iterator[str]:
    """Yield a sentence for everything on a table that cannot be."""
    return first_faults(table, _seats, _pieces, _calendar, _cards, _boards, _picks, _throws, AGENDA.faults)


# --- Who plays ---


def _seats(table: ShogunTable) -> Iterator[str]:
    """Yield what is wrong with the seats, and with whatever counts or names them."""
    for name in ("tower", "tray", "engaged"):
        if len(getattr(table, name)) != table.players + 1:
            yield f"{name} counts the cubes of {table.players} players and the farmers, not {getattr(table, name)}"
    colours = [seat.colour for seat in table.daimyo]
    if len(set(colours)) != len(colours) or not set(colours) <= set(COLOURS):
        yield f"every player has another colour, not {colours} (SH-2.1)"
    yield from _persons(table)


def _persons(table: ShogunTable) -> Iterator[str]:
    """Yield where a seat is named that nobody sits on, or owns what cannot be owned."""
    if len(table.places) != len(SPECIALS) or len(set(table.order)) != len(table.order):
        yield f"the five places bear each daimyo card once, not {table.places} (SH-8.4)"
    seats = {*table.order, *table.passed_over, *table.winners, table.oldest, *(land.owner for land in table.lands)}
    if strangers := seats - set(table.seats):
        yield f"there are no seats {sorted(strangers)}"
    for number, seat in enumerate(table.daimyo, 1):
        if not all(0 <= count < MOST for count in (seat.chests, seat.rice, seat.points)):
            yield f"seat {number} owns chests, rice and points, not {seat.chests}, {seat.rice}, {seat.points}"


# --- Cubes, tiles and provinces ---


def _pieces(table: ShogunTable) -> Iterator[str]:
    yield from _cubes(table)
    names = [land.province for land in table.lands]
    if names != sorted(set(names)):
        yield f"every owned province is listed once, in alphabetical order: {names} (SH-1.4)"
    for name in set(names) - set(table.ground.provinces(table.players)):
        yield f"{name} is not in the game (SH-2.3)"
    fought_for = {step.province for step in table.agenda if isinstance(step, SettleBattle | SettleRevolt)}
    for land in table.lands:
        yield from _land(land, fewest=0 if land.province in fought_for else 1)
    for building in TILES:
        if table.tiles_left(building) < 0:
            yield f"there are only {TILES[building]} tiles of the kind {building} (SH-1.5)"


def _cubes(table: ShogunTable) -> Iterator[str]:
    """Yield where the cubes of a colour do not add up (SH-1.5, SH-1.6)."""
    for number, seat in enumerate(table.daimyo, 1):
        board = [land.armies for land in table.lands if land.owner == number]
        heaps = [seat.supply, *seat.groups, *board, *_heaps(table, number - 1)]
        if sum(heaps) != ARMIES or min(heaps) < 0:
            yield f"seat {number} has {ARMIES} armies in all, not {sum(heaps)} in the heaps {heaps} (SH-1.6)"
    farmers = [table.farmers, *_heaps(table, -1)]
    if sum(farmers) != FARMERS or min(farmers) < 0:
        yield f"there are {FARMERS} farmers in all, not {sum(farmers)} in the heaps {farmers} (SH-1.6)"


def _heaps(table: ShogunTable, colour: int) -> tuple[int, int, int]:
    return table.engaged[colour], table.tower[colour], table.tray[colour]


def _land(land: Land, fewest: int) -> Iterator[str]:
    """Yield what is wrong with an owned province (SH-1.4, SH-10.2, SH-10.3)."""
    if land.armies < fewest:
        yield f"{land.province} holds at least one army, not {land.armies} (SH-1.4)"
    if not 0 <= land.revolts < MOST:
        yield f"{land.province} cannot have {land.revolts} revolt markers"
    if land.province in PROVINCE and len(land.buildings) > PROVINCE[land.province].sites:
        yield f"{land.province} has {PROVINCE[land.province].sites} sites, not {len(land.buildings)} (SH-10.2)"
    if len(set(land.buildings)) != len(land.buildings) or not set(land.buildings) <= set(TILES):
        yield f"{land.province} has at most one building of each kind, not {land.buildings} (SH-10.3)"


# --- The time of the game ---


def _calendar(table: ShogunTable) -> Iterator[str]:
    """Yield what cannot be at this time of the game (SH-1.1, SH-2.5, SH-4.1)."""
    if not 0 <= table.year <= YEARS or (not table.year and table.season != SEASONS[0]):
        yield f"there is no {table.season} of year {table.year} (SH-1.1)"
    elif not table.year:
        yield from _set_up(table)
    else:
        yield from _in_year(table)


def _set_up(table: ShogunTable) -> Iterator[str]:
    if table.tower != no_cubes(table.players) or table.tray != no_cubes(table.players):
        yield "the tower is empty before it is fed (SH-3.12)"
    for number, seat in enumerate(table.daimyo, 1):
        if seat.supply < FEED_ARMIES and table.engaged == no_cubes(table.players):
            yield f"seat {number} has {seat.supply} armies in the supply, too few to feed the tower (SH-3.12)"
        if Counter(seat.groups) - Counter(ARMY_GROUPS[table.players]):
            yield f"seat {number} cannot have the army groups {seat.groups} (SH-3.1)"
    yield from _draft(table)
    if table.events or table.spent or table.event or table.row or table.specials or table.order or table.winners:
        yield "no round has begun before the set-up is over (SH-2.5)"


def _draft(table: ShogunTable) -> Iterator[str]:
    if len(table.offer) != 2 and (table.offer or any(seat.groups for seat in table.daimyo)):
        yield f"two cards are offered in the draft, not {len(table.offer)} (SH-3.2)"
    if not table.offer and (table.deck or table.under or table.passed_over):
        yield "there is no deck without an offer (SH-3.9)"
    if table.start == "draft" and not table.lands and not table.offer:
        yield "a draft has an offer (SH-3.2)"


def _in_year(table: ShogunTable) -> Iterator[str]:
    """Yield what cannot be once the game runs: each round uses up one of the year's four event cards."""
    season = SEASONS.index(table.season)
    spent = EVENTS_A_YEAR * (table.year - 1) + season + bool(table.winners)
    if len(table.spent) != spent:
        yield f"{spent} event cards have left the game, not {len(table.spent)} (SH-9.8)"
    left = EVENTS_A_YEAR - season - bool(table.event) - bool(table.winners)
    if len(table.events) != left and (season or table.events or table.event):
        yield f"{left} event cards of the year are open, not {len(table.events)} (SH-4.1)"
    if table.offer or table.deck or table.under or table.passed_over or any(seat.groups for seat in table.daimyo):
        yield "the draft is over (SH-2.5)"
    if table.season == "winter" and not table.winners and len(table.order) != table.players:
        yield "the daimyo cards of autumn lie on their places in winter (SH-9.8)"
    if table.winners and (table.year < YEARS or table.season != "winter" or table.agenda):
        yield "the game ends with the second winter (SH-18.1)"


# --- Cards ---


def _cards(table: ShogunTable) -> Iterator[str]:
    """Yield where cards are missing, unknown or double (SH-2.2, SH-4.1, SH-5.2, SH-5.3)."""
    if table.offer:
        pending = [step.province for step in table.agenda if isinstance(step, PlaceGroup)]
        drafted = [*table.deck, *table.under, *(card for card in table.offer if card), *pending]
        if Counter([*drafted, *(land.province for land in table.lands)]) != Counter(_deck(table)):
            yield "the province cards in the draft are not those of the board (SH-2.2)"
    events = [*table.events, *([table.event] if table.event else []), *table.spent]
    if len(set(events)) != len(events) or not set(events) <= set(EVENT):
        yield f"every event card exists once: {events} (SH-4.1)"
    if len(set(table.row)) != len(table.row) or not set(table.row) <= set(ACTION):
        yield f"every action card exists once: {table.row} (SH-5.2)"
    if table.specials and sorted(table.specials) != sorted(SPECIALS):
        yield f"all five special cards lie on their places, not {table.specials} (SH-5.3)"
    yield from _round(table)


def _deck(table: ShogunTable) -> tuple[str, ...]:
    return table.ground.provinces(table.players)


def _round(table: ShogunTable) -> Iterator[str]:
    """Yield what cannot be in the course of a round (SH-5.1, SH-9.1)."""
    if (table.event and not table.specials) or (table.specials and not table.row):
        yield "action cards are laid before special cards, and these before the event is drawn (SH-5.1)"
    if table.row and (table.season == "winter" or not (table.events or table.event)):
        yield "action cards are laid in the three action rounds only (SH-5.1)"
    if table.row and len(table.row) < FACE_UP_ACTIONS:
        yield f"{FACE_UP_ACTIONS} action cards or more lie face up, not {len(table.row)} (SH-5.2)"
    if not 0 <= table.position <= len(table.row) or not 0 <= table.acted <= table.players:
        yield f"{table.position} actions cannot be done, and {table.acted} players have had their turn"
    if table.acted and table.position == len(table.row):
        yield "nobody acts when no action card lies face up (SH-9.1)"
    if (table.position or table.acted) and len(table.order) != table.players:
        yield "actions are carried out when all have picked their special cards (SH-9.1)"


# --- The players' boards ---


def _boards(table: ShogunTable) -> Iterator[str]:
    for number, seat in enumerate(table.daimyo, 1):
        laid = [card for card in (*seat.plan, *seat.shown) if card]
        # One more: a seat without changes left may still lay a whole plan over a begun one.
        if not 0 <= seat.changes <= MOST_CHANGES + 1:
            yield f"seat {number} changes its plan at most {MOST_CHANGES} times, not {seat.changes} (SH-6.11)"
        if len(set(laid)) != len(laid) or not set(laid) <= {*table.provinces_of(number), *WAR_CHESTS}:
            yield f"seat {number} lays cards of its own, each once, not {laid} (SH-6.3)"
        elif len(seat.plan) > len(SPACES) or len(seat.shown) != len(SPACES):
            yield f"seat {number} has eleven spaces (SH-6.1)"
        elif table.event:
            yield from _turned_up(table, number, seat)
        else:
            yield from _planned(table, number, seat)


def _planned(table: ShogunTable, number: int, seat: Daimyo) -> Iterator[str]:
    """Yield what is wrong with a plan before the event is drawn (SH-6)."""
    planned = is_planning(table) or bool(table.specials)
    if not planned and (seat.plan or seat.sealed or seat.changes):
        yield f"seat {number} has laid cards when nobody plans (SH-6.9)"
    if any(seat.shown) or seat.paid:
        yield f"seat {number} has turned up cards before the event is drawn (SH-9.2)"
    if seat.sealed and refuse_plan(table, number, seat.plan) is not None:
        yield f"seat {number} has sealed a plan that cannot be (SH-6.1)"
    if any(refuse_piece(table, number, seat.plan, space) is not None for space in range(len(seat.plan))):
        yield f"seat {number} is laying a plan that cannot be (SH-6.1)"


def _turned_up(table: ShogunTable, number: int, seat: Daimyo) -> Iterator[str]:
    """Yield where the cards that lie face up are not those of the actions done (SH-9.2)."""
    if not seat.sealed or len(seat.plan) != len(SPACES):
        yield f"seat {number} has a sealed plan of eleven spaces once the event is drawn (SH-5.1)"
        return
    most = WAR_CHESTS.get(seat.shown[SPACE[BID]], 0)
    fewest = 0 if table.overbid == "capped" else most
    if not fewest <= seat.paid <= most:
        yield f"seat {number} has paid {seat.paid} chests for a bid of {most} (SH-8.1)"
    done = {BID, *table.row[: table.position], *table.row[table.position : table.position + _has_acted(table, number)]}
    for space in SPACES:
        if (seat.plan if space in done else seat.shown)[SPACE[space]]:
            yield f"seat {number} has a card on {space} that lies the wrong way up (SH-9.2)"


def _has_acted(table: ShogunTable, seat: int) -> bool:
    return seat in table.order[: table.acted]


def _picks(table: ShogunTable) -> Iterator[str]:
    """Yield what is wrong while players pick their special cards (SH-8.3, SH-8.4)."""
    if not table.event:
        if table.lots or (table.order and table.season != "winter"):
            yield "lots are drawn, and special cards picked, when the event is drawn (SH-5.1)"
        return
    if table.position or table.acted:
        return
    ties = [frozenset(group) for group in groups(table) if len(group) > 1]
    lots = [frozenset(lot) for lot in table.lots if len(set(lot)) == len(lot)]
    picked = len(table.order)
    if len(lots) != len(table.lots) or lots != ties[: len(lots)]:
        yield f"the lots {table.lots} are not those of equal bidders (SH-8.3)"
    elif picked < table.players and picked and (tie(table) or set(table.order) != set(picking_order(table)[:picked])):
        yield f"players pick in the order of their bids, not {table.order} (SH-8.4)"


def _throws(table: ShogunTable) -> Iterator[str]:
    if is_quiet(table) == any(isinstance(step, ThrowCubes) for step in table.agenda):
        yield "cubes wait before the tower when they are to be thrown, and only then"
