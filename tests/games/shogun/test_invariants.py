"""What cannot be on a table is named, with the clause that it breaks; each position of a game has no fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.shogun import SHOGUN
from games.shogun.invariants import invariants
from games.shogun.steps import ChooseProvince, TurnUpBlindDraw
from games.shogun.table import Daimyo, ShogunTable
from games.shogun.view import view
from tests.games.shogun.positions import acting
from tests.games.walk import set_up, walk

GAME = [turn.accepted.table for turn in walk(SHOGUN, set_up(SHOGUN, 3, "{}").table, seed=3)]

Change = Callable[[ShogunTable], ShogunTable]


def first(holds: Callable[[ShogunTable], object]) -> ShogunTable:
    """Return the first position of a game for which something holds."""
    found: ShogunTable = next(table for table in GAME if holds(table))
    return found


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
    drafting = SHOGUN.turn(table)
    assert isinstance(drafting, ChooseProvince)
    deck = (*table.deck, table.offer[1])
    return table.but(offer=(table.offer[0], ""), deck=deck, agenda=(TurnUpBlindDraw(drafting.seat),))


FAULTS: list[tuple[str, ShogunTable, Change]] = [
    ("tower counts the cubes", ACTING, more("tower", 0)),
    ("tray counts the cubes", ACTING, more("tray", 0)),
    ("engaged counts the cubes", ACTING, more("engaged", 0)),
    ("another colour", ACTING, lambda table: seat(colour=table.daimyo[1].colour)(table)),
    ("another colour", ACTING, seat(colour="mauve")),
    ("the five places", ACTING, more("places", 0)),
    ("the five places", ACTING, but(places=(1, 1, 2, 0, 0))),
    ("no seats [4]", ACTING, but(oldest=4)),
    ("owns chests, rice and points", ACTING, seat(chests=-1)),
    ("owns chests, rice and points", ACTING, seat(rice=1_000_000)),
    ("owns chests, rice and points", ACTING, seat(points=-1)),
    ("armies in all", ACTING, seat(supply=0)),
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
    ("army groups", DRAFT, lambda table: seat(groups=(9,), supply=freed(table) - 9)(table)),
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
    ("lays cards of its own", PLANNING, seat(plan=("chest_3", "chest_3"))),
    ("lays cards of its own", PLANNING, seat(plan=("atlantis",))),
    ("eleven spaces", PLANNING, seat(plan=("",) * 12)),
    ("eleven spaces", PLANNING, seat(shown=("",))),
    ("when nobody plans", WINTER, seat(sealed=True)),
    ("before the event is drawn (SH-9.2)", PLANNING, seat(paid=1)),
    ("before the event is drawn (SH-9.2)", PLANNING, shown_early),
    ("sealed a plan that cannot be", PLANNING, seat(sealed=True, plan=())),
    ("a sealed plan of eleven spaces", ACTING, seat(sealed=False)),
    ("chests for a bid of", ACTING, seat(paid=9)),
    ("the wrong way up", ACTING, but(position=0)),
    ("when the event is drawn (SH-5.1)", PLANNING, but(lots=((1, 2),))),
    ("when the event is drawn (SH-5.1)", PLANNING, but(places=(1, 0, 0, 0, 0))),
    ("not those of equal bidders", PICKING, more("lots", (1, 2, 3))),
    ("only then", ACTING, thrown),
    ("armies in all", ACTING, lambda table: seat(supply=-1)(heaped(table, "tower", table.daimyo[0].supply + 1))),
    ("the tower is empty before it is fed", DRAFT, lambda table: taken(heaped(table, "tower", 1))),
    ("the tower is empty before it is fed", DRAFT, lambda table: taken(heaped(table, "tray", 1))),
    ("two cards are offered in the draft", DRAFT, but(offer=(), deck=(), under=(), passed_over=())),
    ("two cards are offered in the draft", DRAFTED, more("offer", "mino")),
    ("the draft is over", ACTING, lambda table: seat(groups=(3,), supply=table.daimyo[0].supply - 3)(table)),
    ("laying a plan that cannot be", PLANNING, seat(plan=("",) * 9, sealed=False)),
    ("not those of equal bidders", TIED, but(lots=((1, 2, 1),))),
    ("in the order of their bids", TIED, but(places=(1, 0, 0, 0, 0), lots=())),
    ("two cards are offered", DRAFT, blind),
]


def test_no_position_of_a_game_has_a_fault() -> None:
    assert [list(invariants(table)) for table in (DRAFT, PLANNING, PICKING, ACTING, WINTER, OVER)] == [[]] * 6


def test_a_player_who_does_not_plan_has_no_next_space() -> None:
    assert [view(table, 1).own.next_space for table in (DRAFT, ACTING, WINTER, OVER)] == [""] * 4


@pytest.mark.parametrize(("sentence", "table", "change"), FAULTS, ids=[sentence for sentence, _, _ in FAULTS])
def test_what_cannot_be_is_named(sentence: str, table: ShogunTable, change: Change) -> None:
    faults = list(invariants(change(table)))
    assert any(sentence in fault for fault in faults), faults
