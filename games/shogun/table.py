"""The table of Shogun: everything that lies before the players, as one immutable value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal, Self

import msgspec

from games import decider
from games.edition import Edition
from games.shogun.data import (
    ARMIES,
    ARMY_GROUPS,
    COLOURS,
    EVENT,
    FARMERS,
    LINEUP,
    LINEUPS,
    SPACES,
    SPECIALS,
    START_CHESTS,
    TILES,
    WAR_CHESTS,
    Board,
    BoardSide,
    EventCard,
    Side,
)
from games.shogun.tower import Cubes

Season = Literal["spring", "summer", "autumn", "winter"]
Start = Literal["draft", "preset"]
TowerSource = Literal["simulated", "table"]

NO_CARDS = ("",) * len(SPACES)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree before the game (SH-2.1)."""

    side: BoardSide = "sun"
    start: Start = "draft"
    lineups: str = ""
    """For a preset start: the letter of each seat's line-up, seat 1 first; empty to deal them at random."""
    tower: TowerSource = "simulated"
    """Whose tower is used: with one on the table, cubes that drop out of it by themselves can be told too."""
    oldest: int = 1
    """The seat that begins the draft."""
    colours: tuple[str, ...] = ()
    """Each seat's colour, seat 1 first; empty for the order of the daimyo cards."""


class Land(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A province that somebody owns: his armies, the buildings in the order in which they were built, revolt markers.

    While its armies are before the tower, and until the result is known, they are 0 and it is still its owner's.
    """

    province: str
    owner: int
    armies: int
    buildings: tuple[str, ...] = ()
    revolts: int = 0

    def but(self, **changes: Any) -> Land:
        """Return the province with these fields changed."""
        return msgspec.structs.replace(self, **changes)


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before one player.

    `plan` holds the cards that lie face down, in the order of the spaces ("" is an empty one); while it is being laid
    it ends before the first space that is still to be filled. `shown` holds the cards that were turned up.
    """

    colour: str
    supply: int
    chests: int
    rice: int = 0
    points: int = 0
    groups: tuple[int, ...] = ()
    plan: tuple[str, ...] = ()
    sealed: bool = False
    shown: tuple[str, ...] = NO_CARDS

    def but(self, **changes: Any) -> Seat:
        """Return the seat with these fields changed."""
        return msgspec.structs.replace(self, **changes)

    def space_of(self, card: str) -> str:
        """Return the space on which a card lies, face up or down, or "" if it is in the hand."""
        for cards in (self.plan, self.shown):
            if card in cards:
                return SPACES[cards.index(card)]
        return ""


class ShogunTable(decider.Table, frozen=True, kw_only=True, dict=True):
    """The complete state of a game. The set-up is over when `year` is 1.

    Cubes are counted by colour, the seats' armies in order and the farmers last: in the `tower`, in its `tray`, and
    `engaged` before it in an open battle.
    """

    edition: Edition[Board]
    side: BoardSide = "sun"
    start: Start = "draft"
    tower_source: TowerSource = "simulated"
    oldest: int = 1
    seats: tuple[Seat, ...]
    lands: tuple[Land, ...] = ()

    deck: tuple[str, ...] = ()
    """The cards that nobody has seen in the draft, in the order of the provinces."""
    under: tuple[str, ...] = ()
    """The cards that were put under the deck, the undermost last."""
    offer: tuple[str, ...] = ()
    passed_over: tuple[int, ...] = ()
    """The seats that drew blind while the present offer lay."""

    year: int = 0
    season: Season = "spring"
    events: tuple[str, ...] = ()
    """The open event cards of the year that were not drawn yet."""
    event: str = ""
    """The event card in force."""
    spent: tuple[str, ...] = ()
    """The event cards that left the game."""

    row: tuple[str, ...] = ()
    """The action cards that lie face up, in order."""
    position: int = 0
    """How many actions are done."""
    acted: int = 0
    """How many players have had their turn in the present action."""
    specials: tuple[str, ...] = ()
    """The special cards as they were laid on their places."""
    places: tuple[int, ...] = (0,) * len(SPECIALS)
    """The seat whose daimyo card lies on each place, or 0."""
    lots: tuple[tuple[int, ...], ...] = ()
    """The daimyo cards of equal bidders, as they were drawn."""

    farmers: int
    """The farmers in the stock."""
    tower: Cubes
    tray: Cubes
    engaged: Cubes
    winners: tuple[int, ...] = ()

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.seats)

    @property
    def everybody(self) -> range:
        """The seats, clockwise."""
        return range(1, len(self.seats) + 1)

    @property
    def ground(self) -> Side:
        """The side of the board that is played on."""
        board = self.edition.data
        return board.sun if self.side == "sun" else board.moon

    def neighbours(self, province: str) -> tuple[str, ...]:
        """Return the provinces in the game that share a border or sea route with one (SH-10.11)."""
        return self.ground.neighbours(len(self.seats)).get(province, ())

    def seat(self, seat: int) -> Seat:
        """Return what lies before a seat."""
        return self.seats[seat - 1]

    @cached_property
    def _owned(self) -> dict[str, Land]:
        return {land.province: land for land in self.lands}

    def land(self, province: str) -> Land | None:
        """Return an owned province, or None if it is neutral."""
        return self._owned.get(province)

    def its_land(self, province: str) -> Land:
        """Return a province that is known to be owned. Raises KeyError."""
        return self._owned[province]

    def owner(self, province: str) -> int:
        """Return the seat that owns a province, or 0."""
        land = self._owned.get(province)
        return land.owner if land else 0

    def armies_in(self, province: str) -> int:
        """Return how many armies stand in a province."""
        land = self._owned.get(province)
        return land.armies if land else 0

    def provinces_of(self, seat: int) -> tuple[str, ...]:
        """Return the provinces of a seat, which are the province cards in its hand and on its board."""
        return tuple([land.province for land in self.lands if land.owner == seat])

    def hand(self, seat: int) -> tuple[str, ...]:
        """Return the cards of a seat that lie on no space: provinces, then war chests."""
        laid = {*self.seat(seat).plan, *self.seat(seat).shown}
        return tuple([card for card in (*self.provinces_of(seat), *WAR_CHESTS) if card not in laid])

    @property
    def order(self) -> tuple[int, ...]:
        """The player order of the round: the daimyo cards from place 1 to 5 (SH-8.5)."""
        return tuple([seat for seat in self.places if seat])

    def holds(self, seat: int, special: str) -> bool:
        """Whether a seat has the power of a special card in this round."""
        return special in self.specials and self.places[self.specials.index(special)] == seat

    @property
    def in_force(self) -> EventCard | None:
        """The event card in force, if there is one."""
        return EVENT[self.event] if self.event else None

    def event_is(self, kind: str) -> bool:
        """Whether the event in force is of a kind."""
        return bool(self.event) and EVENT[self.event].kind == kind

    def tiles_left(self, building: str) -> int:
        """Return how many tiles of a kind are in the stock."""
        return TILES[building] - sum(building in land.buildings for land in self.lands)

    def with_seat(self, seat: int, **changes: Any) -> Self:
        """Return the table with these fields of a seat changed."""
        seats = self.seats
        changed = msgspec.structs.replace(seats[seat - 1], **changes)
        return msgspec.structs.replace(self, seats=(*seats[: seat - 1], changed, *seats[seat:]))

    def with_land(self, land: Land) -> Self:
        """Return the table with a province as it is now, be it new or known."""
        if land.province in self._owned:
            lands = [land if each.province == land.province else each for each in self.lands]
        else:
            lands = sorted([*self.lands, land], key=_by_province)
        return msgspec.structs.replace(self, lands=tuple(lands))

    def with_armies(self, province: str, change: int) -> Self:
        """Return the table with more or fewer armies in an owned province."""
        land = self._owned[province]
        return self.with_land(land.but(armies=land.armies + change))

    def without_land(self, province: str) -> Self:
        """Return the table on which a province is neutral and bare."""
        return msgspec.structs.replace(self, lands=tuple([land for land in self.lands if land.province != province]))

    def without_card(self, seat: int, card: str) -> Self:
        """Return the table on which a card lies on none of a seat's spaces."""
        before = self.seat(seat)
        plan = tuple(["" if each == card else each for each in before.plan])
        shown = tuple(["" if each == card else each for each in before.shown])
        return self.with_seat(seat, plan=plan, shown=shown)


def _by_province(land: Land) -> str:
    return land.province


def no_cubes(players: int) -> Cubes:
    """Return no cube of any colour."""
    return (0,) * (players + 1)


def some_cubes(players: int, armies: dict[int, int], farmers: int = 0) -> Cubes:
    """Return these armies by seat, and these farmers."""
    return (*(armies.get(seat, 0) for seat in range(1, players + 1)), farmers)


def together(one: Cubes, other: Cubes) -> Cubes:
    """Return the cubes of both."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def lined_up(table: ShogunTable, letters: Sequence[str]) -> ShogunTable:
    """Return the table on which every seat's armies stand in the provinces of its line-up (SH-3.10)."""
    for seat, letter in enumerate(letters, 1):
        lineup = LINEUP[table.players, letter]
        for province, armies in lineup.armies.items():
            table = table.with_land(Land(province, seat, armies))
        table = table.with_seat(seat, supply=table.seat(seat).supply - sum(lineup.armies.values()))
    return table


def setup(seats: int, options: Options, edition: Edition[Board]) -> ShogunTable:
    """Return the table on which nothing has happened. Raises ValueError if the options do not fit (SH-2.1, SH-3.10)."""
    colours = options.colours or COLOURS[:seats]
    _check(seats, options, colours)
    drafted = options.start == "draft"
    groups = ARMY_GROUPS[seats] if drafted else ()
    table = ShogunTable(
        edition=edition,
        side=options.side,
        start=options.start,
        tower_source=options.tower,
        oldest=options.oldest,
        seats=tuple(Seat(colour, ARMIES - sum(groups), START_CHESTS[seats], groups=groups) for colour in colours),
        farmers=FARMERS,
        tower=no_cubes(seats),
        tray=no_cubes(seats),
        engaged=no_cubes(seats),
    )
    if drafted:
        return table.but(deck=table.ground.provinces(seats), offer=("", ""))
    _check_lineups(table)
    return lined_up(table, options.lineups)


def _check_lineups(table: ShogunTable) -> None:
    """Raise ValueError if the printed line-ups stand where the edition has no provinces for so many players."""
    lined = {name for lineup in LINEUPS if lineup.players == table.players for name in lineup.provinces.split()}
    if missing := lined - set(table.ground.provinces(table.players)):
        raise ValueError(f"the line-ups need provinces that this edition reserves: {sorted(missing)}")


def _check(seats: int, options: Options, colours: tuple[str, ...]) -> None:
    if seats not in START_CHESTS:
        raise ValueError(f"three to five players, not {seats}")
    if len(colours) != seats or len(set(colours)) != seats or not set(colours) <= set(COLOURS):
        raise ValueError(f"each of {seats} seats needs a colour of its own among {COLOURS}, not {colours}")
    if not 1 <= options.oldest <= seats:
        raise ValueError(f"the oldest player sits on one of {seats} seats, not on {options.oldest}")
    if options.start == "preset" and options.side == "moon":
        raise ValueError("the line-ups are printed for the sun side only")
    letters = [letter for number, letter in LINEUP if number == seats]
    if options.lineups and (options.start == "draft" or sorted(options.lineups) != letters):
        raise ValueError(f"a preset start shares out the line-ups {letters}, not {options.lineups!r}")
