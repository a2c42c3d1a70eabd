"""The table of Shogun: everything that lies before the players, as one immutable value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Any, Literal, Self

import msgspec

from games.kit.rules import decider
from games.kit.rules.agreed import under
from games.kit.rules.edition import Edition
from games.shogun.rules.cubes import Cubes, no_cubes
from games.shogun.rules.data import (
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

Season = Literal["spring", "summer", "autumn", "winter"]
Start = Literal["draft", "preset"]
TowerSource = Literal["simulated", "table"]
Overbid = Literal["refused", "capped"]
RevoltYield = Literal["kept", "lost"]

NO_CARDS = ("",) * len(SPACES)
NO_PLACES = (0,) * len(SPECIALS)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game."""

    side: Annotated[BoardSide, under("SH-2.2", "SH-2.6")] = "sun"
    start: Annotated[Start, under("SH-3.10", "SH-3.13")] = "draft"
    lineups: Annotated[str, under("SH-3.10")] = ""
    """For a preset start: the letter of each seat's line-up, starting with seat 1; empty to deal them at random."""
    tower: Annotated[TowerSource, under("SH-13.6", "SH-13.7")] = "simulated"
    """Whose tower is used: with one on the table, the dealer enters what fell, even between two battles."""
    oldest: Annotated[int, under("SH-3.3")] = 1
    """The seat that begins the draft."""
    colours: Annotated[tuple[str, ...], under("SH-2.1")] = ()
    """Each seat's colour, starting with seat 1; empty for the order of the daimyo cards."""
    overbid: Overbid = "refused"
    """A bid of more chests than the player owns: refused, or counted as the chests that they own (SH-6.6)."""
    revolt_yield: RevoltYield = "kept"
    """Whether rice or chests from an action that raises a revolt are kept or lost if the farmers win (SH-10.14)."""


class Land(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A province that a seat owns: its armies, its buildings in the order in which they were built, its revolt markers.

    Farmers are never placed on the board (SH-1.10). While a fight's armies are in the tower, the province counts none
    and still belongs to its owner (SH-1.6).
    """

    province: str
    owner: int
    armies: int
    buildings: tuple[str, ...] = ()
    revolts: int = 0

    def but(self, **changes: Any) -> Land:
        """Return the province with these fields changed."""
        return msgspec.structs.replace(self, **changes)


class Daimyo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in front of one player.

    `plan` contains the face-down cards, in the order of the spaces ("" is an empty one); while it is being laid it ends
    before the first space still to be filled. `shown` contains the cards that were turned up.
    """

    colour: str
    supply: int
    chests: int
    rice: int = 0
    points: int = 0
    groups: tuple[int, ...] = ()
    plan: tuple[str, ...] = ()
    sealed: bool = False
    changes: int = 0
    """How often the round's plan was changed (SH-6.11)."""
    shown: tuple[str, ...] = NO_CARDS
    paid: int = 0
    """The chests paid for the round's bid, once it is shown."""

    def space_of(self, card: str) -> str:
        """Return the space on which a card lies, face up or down, or "" if it is in the hand."""
        for cards in (self.plan, self.shown):
            if card in cards:
                return SPACES[cards.index(card)]
        return ""


class ShogunTable(decider.Table, frozen=True, kw_only=True, dict=True):
    """The complete state of a game. The set-up is over when `year` is 1.

    Cubes are counted by colour, the seats' armies in order and the farmers last: in the `tower`, in its `tray`, and
    `engaged` in front of it in an open battle.
    """

    rows = "daimyo"

    edition: Edition[Board]
    side: BoardSide = "sun"
    start: Start = "draft"
    tower_source: TowerSource = "simulated"
    overbid: Overbid = "refused"
    revolt_yield: RevoltYield = "kept"
    oldest: int = 1
    # A table has `seats` as a property, so only the JSON calls it that.
    daimyo: tuple[Daimyo, ...] = msgspec.field(name="seats")
    lands: tuple[Land, ...] = ()

    deck: tuple[str, ...] = ()
    """The cards that nobody has seen in the draft, in the order of the provinces."""
    under: tuple[str, ...] = ()
    """The cards that were put under the deck, the bottom one last."""
    offer: tuple[str, ...] = ()
    passed_over: tuple[int, ...] = ()
    """The seats that drew blind while the present offer was open."""

    year: int = 0
    season: Season = "spring"
    events: tuple[str, ...] = ()
    """The year's open event cards that have not been drawn yet."""
    event: str = ""
    """The event card in force."""
    spent: tuple[str, ...] = ()
    """The event cards that have left the game."""

    row: tuple[str, ...] = ()
    """The action cards that lie face up, in order."""
    position: int = 0
    """How many actions are done."""
    acted: int = 0
    """How many players have had their turn in the present action."""
    specials: tuple[str, ...] = ()
    """The special cards as they were laid on their places."""
    places: tuple[int, ...] = NO_PLACES
    """The seat whose daimyo card lies on each place, or 0."""
    lots: tuple[tuple[int, ...], ...] = ()
    """The daimyo cards of equal bidders, in the order in which they were drawn."""

    farmers: int
    """The farmers in the stock."""
    tower: Cubes
    tray: Cubes
    engaged: Cubes
    winners: tuple[int, ...] = ()

    @property
    def ground(self) -> Side:
        """The side of the board that is played on."""
        board = self.edition.data
        return board.sun if self.side == "sun" else board.moon

    def neighbours(self, province: str) -> tuple[str, ...]:
        """Return the provinces in the game that share a border or sea route with one (SH-10.11)."""
        return self.ground.neighbours(self.players).get(province, ())

    def at(self, seat: int) -> Daimyo:
        """Return what lies in front of a seat."""
        return self.daimyo[seat - 1]

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
        """Return how many armies are in a province."""
        land = self._owned.get(province)
        return land.armies if land else 0

    def provinces_of(self, seat: int) -> tuple[str, ...]:
        """Return a seat's provinces, which are the province cards in its hand and on its board (SH-1.4)."""
        return tuple([land.province for land in self.lands if land.owner == seat])

    def hand(self, seat: int) -> tuple[str, ...]:
        """Return a seat's cards that lie on no space: provinces, then war chests (SH-6.3)."""
        laid = {*self.at(seat).plan, *self.at(seat).shown}
        return tuple([card for card in (*self.provinces_of(seat), *WAR_CHESTS) if card not in laid])

    @property
    def order(self) -> tuple[int, ...]:
        """The player order of the round: the daimyo cards from place 1 to 5 (SH-8.5)."""
        return tuple([seat for seat in self.places if seat])

    def holds(self, seat: int, special: str) -> bool:
        """Return whether a seat has a special card's power in this round."""
        return special in self.specials and self.places[self.specials.index(special)] == seat

    @property
    def in_force(self) -> EventCard | None:
        """The event card in force, if there is one."""
        return EVENT[self.event] if self.event else None

    def event_is(self, kind: str) -> bool:
        """Return whether the event in force is of a kind."""
        return bool(self.event) and EVENT[self.event].kind == kind

    def tiles_left(self, building: str) -> int:
        """Return how many tiles of a kind are in the stock: all but those on the board (SH-1.5, SH-14.12)."""
        return TILES[building] - sum(building in land.buildings for land in self.lands)

    def with_land(self, land: Land) -> Self:
        """Return the table with a province as it is now, whether new or known."""
        if land.province in self._owned:
            lands = [land if old.province == land.province else old for old in self.lands]
        else:
            # By name: when a province was won must not make another table.
            lands = sorted([*self.lands, land], key=_by_province)
        return msgspec.structs.replace(self, lands=tuple(lands))

    def with_armies(self, province: str, change: int) -> Self:
        """Return the table with more or fewer armies in an owned province."""
        land = self._owned[province]
        return self.with_land(land.but(armies=land.armies + change))

    def without_land(self, province: str) -> Self:
        """Return the table with a neutral province: without armies, buildings and revolt markers (SH-1.3)."""
        return msgspec.structs.replace(self, lands=tuple([land for land in self.lands if land.province != province]))

    def without_card(self, seat: int, card: str) -> Self:
        """Return the table with a card removed from all of a seat's spaces."""
        before = self.at(seat)
        plan = tuple(["" if laid == card else laid for laid in before.plan])
        shown = tuple(["" if laid == card else laid for laid in before.shown])
        return self.but_at(seat, plan=plan, shown=shown)


def _by_province(land: Land) -> str:
    return land.province


def lined_up(table: ShogunTable, letters: Sequence[str]) -> ShogunTable:
    """Return the table with every seat's armies in the provinces of its line-up (SH-3.10)."""
    for seat, letter in enumerate(letters, 1):
        lineup = LINEUP[table.players, letter]
        for province, armies in lineup.armies.items():
            table = table.with_land(Land(province, seat, armies))
        table = table.but_at(seat, supply=table.at(seat).supply - sum(lineup.armies.values()))
    return table


def _check_lineups(table: ShogunTable) -> None:
    """Raise ValueError if a printed line-up has a province that the edition leaves out for this many players."""
    lined = {name for lineup in LINEUPS if lineup.players == table.players for name in lineup.provinces.split()}
    if missing := lined - set(table.ground.provinces(table.players)):
        raise ValueError(f"the line-ups need provinces that this edition reserves: {sorted(missing)} (SH-3.10)")


def _check(seats: int, options: Options, colours: tuple[str, ...]) -> None:
    if seats not in START_CHESTS:
        raise ValueError(f"three to five players, not {seats} (SH-1.1)")
    if len(colours) != seats or len(set(colours)) != seats or not set(colours) <= set(COLOURS):
        raise ValueError(f"each of {seats} seats needs another colour of {COLOURS}, not {colours} (SH-2.1)")
    if not 1 <= options.oldest <= seats:
        raise ValueError(f"the oldest player is at one of {seats} seats, not at {options.oldest} (SH-2.1)")
    if options.start == "preset" and options.side == "moon":
        raise ValueError("the line-ups are printed for the sun side only (SH-3.13)")
    letters = [letter for number, letter in LINEUP if number == seats]
    if options.lineups and (options.start == "draft" or sorted(options.lineups) != letters):
        raise ValueError(f"a preset start deals the line-ups {letters}, not {options.lineups!r} (SH-3.10)")


def needs_dealer(table: ShogunTable) -> str:
    """Return why the game needs a dealer: only they can say what falls out of a tower on the table (SH-13.6, SH-19.1).

    Every other result of chance may be drawn by the referee or entered by a dealer (SH-19.2).
    """
    if table.tower_source == "simulated":
        return ""
    return "with a tower on the table, a dealer enters the cubes that really fell (SH-13.6)"


def setup(seats: int, options: Options, edition: Edition[Board]) -> ShogunTable:
    """Return a new game's table, with the armies that are in no group as supply (SH-2.4, SH-3.11).

    Raises ValueError if the options do not fit (SH-2.1, SH-3.10, SH-3.13).
    """
    colours = options.colours or COLOURS[:seats]
    _check(seats, options, colours)
    drafted = options.start == "draft"
    groups = ARMY_GROUPS[seats] if drafted else ()
    table = ShogunTable(
        edition=edition,
        side=options.side,
        start=options.start,
        tower_source=options.tower,
        overbid=options.overbid,
        revolt_yield=options.revolt_yield,
        oldest=options.oldest,
        daimyo=tuple(Daimyo(colour, ARMIES - sum(groups), START_CHESTS[seats], groups=groups) for colour in colours),
        farmers=FARMERS,
        tower=no_cubes(seats),
        tray=no_cubes(seats),
        engaged=no_cubes(seats),
    )
    if drafted:
        return table.but(deck=table.ground.provinces(seats), offer=("", ""))
    _check_lineups(table)
    return lined_up(table, options.lineups)
