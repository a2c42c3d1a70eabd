"""What cannot be on a table is named, with the clause that it breaks; each position of a game has no fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.shogun import SHOGUN
from games.shogun.rules.data import EDITION
from games.shogun.rules.invariants import invariants
from games.shogun.rules.steps import ChooseProvince, EndYear, SettleBattle, ThrowCubes, TurnUpBlindDraw
from games.shogun.rules.table import Daimyo, Land, Options, ShogunTable, setup
from games.shogun.rules.view import view
from tests.games.shogun.positions import acting, on_board, opened, planning
from titles.checks.walk import set_up, walk

GAME = [turn.accepted.table for turn in walk(SHOGUN, set_up(SHOGUN, 3, "{}").table, seed=3)]

Change = Callable[[ShogunTable], ShogunTable]


def first(holds: Callable[[ShogunTable], object]) -> ShogunTable:
    """Return the first position of a game for which something holds."""
    held_table: ShogunTable = next(table for table in GAME if holds(table))
    return held_table


DRAFT = first(lambda table: len(table.offer) == 2 and len(table.lands) > 3)
PLANNING = first(lambda table: table.specials and not table.event and any(seat.plan for seat in table.daimyo))
PICKING = first(lambda table: table.event and len(table.order) == 1)
ACTING = first(lambda table: table.event and table.position == 4 and not table.agenda)
WINTER = first(lambda table: table.season == "winter" and not table.winners)
OVER = GAME[-1]
DRAFTED = first(lambda table: table.lands and not any(seat.groups for seat in table.daimyo))
TIED = acting({}, ())
for number, chests in ((1, "chest_2"), (2, "chest_2"), (3, "chest_1")):
    TIED = TIED.but_at(number, shown=(*("",) * 10, chests), paid=int(chests[-1]))
TIED = TIED.but(places=(0,) * 5)


BIDDEN = TIED.but(places=(1, 2, 3, 0, 0), lots=((1, 3),))


def but(**changes: Any) -> Change:
    return lambda table: table.but(**changes)


def seat(**changes: Any) -> Change:
    """Change the first player's board."""

    def change(table: ShogunTable) -> ShogunTable:
        one, *others = table.daimyo
        return table.but(daimyo=(replaced(one, **changes), *others))

    return change


def replaced(daimyo: Daimyo, **changes: Any) -> Daimyo:
    values = {name: getattr(daimyo, name) for name in daimyo.__struct_fields__}
    return Daimyo(**(values | changes))


def freed(table: ShogunTable) -> int:
    """Return how many armies the first player has in the supply and in groups."""
    return table.daimyo[0].supply + sum(table.daimyo[0].groups)


def won(table: ShogunTable) -> ShogunTable:
    """Let the first player win at the end of a winter."""
    return table.but(winners=(1,), spent=table.spent + table.events[:1], events=())


def thrown(table: ShogunTable) -> ShogunTable:
    """Put an army of the first player before the tower."""
    engaged = (table.engaged[0] + 1, *table.engaged[1:])
    return seat(supply=table.daimyo[0].supply - 1)(table.but(engaged=engaged))


def land(**changes: Any) -> Change:
    """Change the first owned province."""
    return lambda table: table.but(lands=(table.lands[0].but(**changes), *table.lands[1:]))


def more(name: str, *values: Any) -> Change:
    """Put something at the end of a tuple of the table."""
    return lambda table: table.but(**{name: (*getattr(table, name), *values)})


def heaped(table: ShogunTable, heap: str, armies: int) -> ShogunTable:
    """Put armies of the first player into the tower or its tray."""
    first_colour, *others = getattr(table, heap)
    return table.but(**{heap: (first_colour + armies, *others)})


def owed_farmer(table: ShogunTable) -> ShogunTable:
    """Let the tray lack a farmer that the supply has too many."""
    *armies, farmers = table.tray
    return table.but(tray=(*armies, -1), farmers=table.farmers + farmers + 1)


def taken(table: ShogunTable) -> ShogunTable:
    """Take an army out of the first player's supply."""
    return seat(supply=table.daimyo[0].supply - 1)(table)


def shown_early(table: ShogunTable) -> ShogunTable:
    """Let the first player turn a card up while plans are laid."""
    shown = (table.provinces_of(1)[0], *("",) * 10)
    return seat(plan=(), sealed=False, shown=shown)(table)


def blind(table: ShogunTable) -> ShogunTable:
    """Let the player in turn draw unseen while a card of the offer is missing."""
    drafting = SHOGUN.rules.turn(table)
    assert isinstance(drafting, ChooseProvince)
    deck = (*table.deck, table.offer[1])
    return table.but(offer=(table.offer[0], ""), deck=deck, agenda=(TurnUpBlindDraw(drafting.seat),))


def castles(count: int) -> list[Land]:
    """Return so many provinces, each with a castle."""
    return [Land(name, 1, 1, buildings=("castle",)) for name in opened().ground.provinces(3)[:count]]


LINED_UP = setup(3, Options(start="preset", lineups="ABC"), EDITION)
FEW = (Land("mino", 1, 3), Land("suruga", 1, 3), Land("kii", 2, 3))
ALL_OF_FEW = ("mino", "suruga", "", "", "", "", "chest_4", "chest_3", "chest_2", "chest_1", "chest_0")

FAULTS: list[tuple[str, ShogunTable, Change]] = [
    ("tower counts the cubes", ACTING, more("tower", 0)),
    ("tray counts the cubes", ACTING, more("tray", 0)),
    ("engaged counts the cubes", ACTING, more("engaged", 0)),
    ("another colour", ACTING, lambda table: seat(colour=table.daimyo[1].colour)(table)),
    ("another colour", ACTING, seat(colour="mauve")),
    ("the five places", ACTING, more("places", 0)),
    ("the five places", ACTING, but(places=(1, 1, 2, 0, 0))),
    ("no seats [4]", ACTING, but(oldest=4)),
    ("seat 1 owns chests, rice and points", ACTING, seat(chests=-1)),
    ("seat 1 owns chests, rice and points", ACTING, seat(rice=1_000_000)),
    ("seat 1 owns chests, rice and points", ACTING, seat(points=-1)),
    ("seat 1 has 62 armies in all", ACTING, seat(supply=0)),
    ("farmers in all", ACTING, but(farmers=0)),
    ("farmers in all", ACTING, owed_farmer),
    ("the draft is over", ACTING, but(deck=("mino",))),
    ("when nobody plans", WINTER, seat(changes=1)),
    ("listed once", ACTING, lambda table: table.but(lands=tuple(reversed(table.lands)))),
    ("listed once", ACTING, lambda table: table.but(lands=(table.lands[0].but(armies=0), *table.lands))),
    ("atlantis is not in the game", ACTING, land(province="atlantis")),
    ("holds at least one army", ACTING, land(armies=0)),
    ("revolt markers", ACTING, land(revolts=-1)),
    ("revolt markers", ACTING, land(revolts=1_000_000)),
    ("sites", ACTING, land(buildings=("castle", "temple", "theatre", "castle"))),
    ("at most one building", ACTING, land(buildings=("castle", "castle"))),
    ("at most one building", ACTING, land(buildings=("tower",))),
    ("there is no spring of year 3", ACTING, but(year=3)),
    ("there is no winter of year 0", DRAFT, but(season="winter")),
    ("two cards are offered", DRAFT, more("offer", "mino")),
    ("no deck without an offer", DRAFT, but(offer=())),
    ("no round has begun", DRAFT, but(event="E1")),
    ("no round has begun", DRAFT, but(row=("march_a",))),
    ("no round has begun", DRAFT, but(winners=(1,))),
    ("province cards in the draft", DRAFT, lambda table: table.but(deck=table.deck[:-1])),
    ("seat 1 cannot have the army groups", DRAFT, lambda table: seat(groups=(9,), supply=freed(table) - 9)(table)),
    ("event cards have left the game", ACTING, more("spent", "E1")),
    ("event cards of the year are open", ACTING, lambda table: table.but(events=table.events[:-1])),
    ("the draft is over", ACTING, but(passed_over=(1,))),
    ("the draft is over", ACTING, but(offer=("mino", "kai"))),
    ("daimyo cards of autumn", WINTER, but(places=(0,) * 5)),
    (
        "ends with the second winter",
        WINTER,
        won,
    ),
    ("every event card exists once", ACTING, lambda table: table.but(event=table.events[0])),
    ("every action card exists once", ACTING, lambda table: table.but(row=(*table.row[:-1], table.row[0]))),
    ("every action card exists once", ACTING, lambda table: table.but(row=(*table.row[:-1], "rest"))),
    ("all five special cards", PLANNING, lambda table: table.but(specials=table.specials[:-1])),
    ("before special cards", ACTING, but(specials=())),
    ("before special cards", PLANNING, but(row=())),
    ("three action rounds only", WINTER, but(row=("march_a", "march_b", "rice", "tax", "deploy1"))),
    ("three action rounds only", PLANNING, but(events=())),
    ("action cards or more lie face up", PLANNING, lambda table: table.but(row=table.row[:4])),
    ("actions cannot be done", ACTING, but(position=99)),
    ("actions cannot be done", ACTING, but(acted=4)),
    ("nobody acts", ACTING, lambda table: table.but(position=len(table.row), acted=1)),
    ("all have picked", ACTING, but(places=(1, 0, 0, 0, 0))),
    ("seat 1 lays cards of its own", PLANNING, seat(plan=("chest_3", "chest_3"))),
    ("seat 1 lays cards of its own", PLANNING, seat(plan=("atlantis",))),
    ("seat 1 has eleven spaces", PLANNING, seat(plan=("",) * 12)),
    ("seat 1 has eleven spaces", PLANNING, seat(shown=("",))),
    ("when nobody plans", WINTER, seat(sealed=True)),
    ("before the event is drawn (SH-9.2)", PLANNING, seat(paid=1)),
    ("before the event is drawn (SH-9.2)", PLANNING, shown_early),
    ("seat 1 has sealed a plan that cannot be", PLANNING, seat(sealed=True, plan=())),
    ("a sealed plan of eleven spaces", ACTING, seat(sealed=False)),
    ("chests for a bid of", ACTING, seat(paid=9)),
    ("the wrong way up", ACTING, but(position=0)),
    ("when the event is drawn (SH-5.1)", PLANNING, but(lots=((1, 2),))),
    ("when the event is drawn (SH-5.1)", PLANNING, but(places=(1, 0, 0, 0, 0))),
    ("not those of equal bidders", PICKING, more("lots", (1, 2, 3))),
    ("only then", ACTING, thrown),
    (
        "seat 1 has 62 armies in all",
        ACTING,
        lambda table: seat(supply=-1)(heaped(table, "tower", table.daimyo[0].supply + 1)),
    ),
    ("the tower is empty before it is fed", DRAFT, lambda table: taken(heaped(table, "tower", 1))),
    ("the tower is empty before it is fed", DRAFT, lambda table: taken(heaped(table, "tray", 1))),
    ("two cards are offered in the draft", DRAFT, but(offer=(), deck=(), under=(), passed_over=())),
    ("two cards are offered in the draft", DRAFTED, more("offer", "mino")),
    ("the draft is over", ACTING, lambda table: seat(groups=(3,), supply=table.daimyo[0].supply - 3)(table)),
    ("seat 1 is laying a plan that cannot be", PLANNING, seat(plan=("",) * 9, sealed=False)),
    ("not those of equal bidders", TIED, but(lots=((1, 2, 1),))),
    ("in the order of their bids", TIED, but(places=(1, 0, 0, 0, 0), lots=())),
    ("two cards are offered", DRAFT, blind),
    ("no seats [4]", ACTING, but(places=(4, 2, 3, 0, 0))),
    ("no seats [4]", ACTING, but(passed_over=(4,))),
    ("no seats [4]", ACTING, but(winners=(4,))),
    ("no seats [4]", ACTING, land(owner=4)),
    *(("seat 1 owns chests, rice and points", ACTING, seat(**{name: 1_000_000})) for name in ("chests", "points")),
    ("seat 1 owns chests, rice and points", ACTING, seat(rice=-1)),
    ("only 28 tiles of the kind castle", PLANNING, lambda table: on_board(table, *castles(29))),
    ("sites", ACTING, lambda table: on_board(table, Land("mino", 1, 1, buildings=("castle", "temple")))),
    ("there is no spring of year -1", ACTING, but(year=-1)),
    *(("no round has begun", DRAFT, but(**{name: ("E1",)})) for name in ("events", "spent", "specials")),
    ("no round has begun", DRAFT, but(places=(1, 0, 0, 0, 0))),
    *(("no deck without an offer", DRAFTED, but(**{name: ("mino",)})) for name in ("deck", "under")),
    ("no deck without an offer", DRAFTED, but(passed_over=(1,))),
    ("a draft has an offer", setup(3, Options(), EDITION), but(offer=(), deck=())),
    ("seat 1 has 6 armies in the supply, too few", LINED_UP, lambda table: on_board(table, Land("mino", 1, 62 - 6))),
    ("event cards of the year are open", opened(), but(season="summer", spent=("E1",))),
    ("event cards have left the game", OVER, lambda table: table.but(spent=table.spent[1:])),
    ("the draft is over", ACTING, but(under=("mino",))),
    ("ends with the second winter", OVER, but(year=1)),
    ("ends with the second winter", OVER, but(season="autumn")),
    ("ends with the second winter", OVER, but(agenda=(EndYear(),))),
    ("every event card exists once", ACTING, lambda table: table.but(event="E13")),
    ("all five special cards", PLANNING, lambda table: table.but(specials=(*table.specials[:-1], "seven_armies"))),
    ("actions cannot be done", ACTING, but(position=-1)),
    ("actions cannot be done", ACTING, but(acted=-1)),
    ("actions cannot be done", ACTING, lambda table: table.but(position=len(table.row) + 1)),
    ("all have picked", PICKING, but(acted=1)),
    ("all have picked", PICKING, but(position=1)),
    *(("seat 1 changes its plan at most 100 times", PLANNING, seat(changes=changes)) for changes in (-1, 102)),
    ("when nobody plans", WINTER, seat(plan=("chest_0",))),
    ("sealed plan of eleven spaces", ACTING, lambda table: seat(plan=table.daimyo[0].plan[:10])(table)),
    ("chests for a bid of 2", TIED, seat(paid=1)),
    ("chests for a bid of 2", TIED.but(overbid="capped"), seat(paid=3)),
    ("the wrong way up", ACTING, lambda table: table.but(acted=table.acted + 1)),
    ("not those of equal bidders", TIED, but(lots=((1, 3),))),
    ("not those of equal bidders", BIDDEN, but(acted=0)),
    ("only then", ACTING, but(agenda=(SettleBattle("mino", 1), ThrowCubes()))),
]

TAKEN: list[tuple[str, ShogunTable]] = [
    ("as many armies as feed the tower", on_board(LINED_UP, Land("mino", 1, 62 - 7))),
    ("every tile of a kind is on the board", on_board(planning(), *castles(28))),
    ("a building of each kind", on_board(planning(), Land("etchu", 1, 1, buildings=("castle", "temple", "theatre")))),
    ("as much of everything as is counted", planning().but_at(1, chests=999_999, rice=999_999, points=999_999)),
    ("many markers", on_board(planning(), Land("etchu", 1, 1, revolts=999_999))),
    ("as many changes as can be made", seat(changes=101)(planning())),
    ("a year whose events are not turned up", opened()),
    ("a tie without lots", TIED),
    ("a tie with its lots", TIED.but(lots=((2, 1),))),
    ("the first of a tie has picked", TIED.but(lots=((2, 1),), places=(2, 0, 0, 0, 0))),
    ("lots of bids that were discarded when the first of all acted", BIDDEN.but(acted=1)),
    ("lots of bids that were discarded in the first action", BIDDEN.but(position=1)),
    ("a bid of more chests than there were", seat(paid=1)(TIED.but(overbid="capped", places=(0,) * 5))),
    ("a bid of no more chests than there were", seat(paid=0)(TIED.but(overbid="capped", places=(0,) * 5))),
    ("a start that is not dealt yet", setup(4, Options(start="preset"), EDITION)),
    ("every card of a hand is laid", on_board(planning(), *FEW).but_at(1, plan=ALL_OF_FEW)),
]


@pytest.mark.parametrize("table", [table for _, table in TAKEN], ids=[name for name, _ in TAKEN])
def test_what_can_be_is_taken(table: ShogunTable) -> None:
    assert list(invariants(table)) == []


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_new_table_has_no_fault(seats: int) -> None:
    assert list(invariants(setup(seats, Options(), EDITION))) == []


def test_no_position_of_a_game_has_a_fault() -> None:
    assert [fault for table in GAME for fault in invariants(table)] == []


def test_a_player_who_does_not_plan_has_no_next_space() -> None:
    assert [view(table, 1).own.next_space for table in (DRAFT, ACTING, WINTER, OVER)] == [""] * 4


@pytest.mark.parametrize(("sentence", "table", "change"), FAULTS, ids=[sentence for sentence, _, _ in FAULTS])
def test_what_cannot_be_is_named(sentence: str, table: ShogunTable, change: Change) -> None:
    faults = list(invariants(change(table)))
    assert any(sentence in fault for fault in faults), faults
