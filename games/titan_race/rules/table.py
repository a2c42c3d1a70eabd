"""The table of Titan Race: everything that lies on it at one moment, including hidden cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from games.kit.rules.agreed import under
from games.kit.rules.decider import Table
from games.kit.rules.edition import Edition
from games.titan_race.rules.data import TEAM_SIZES, TRACKS, Card, Components
from games.titan_race.rules.track import Course, course


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree before the race."""

    tracks: Annotated[tuple[str, ...], under("TR-2.1", "TR-16.1")] = ("kaldheira",)
    """The track, or the three of a Grand Slam from bottom to top, with all other rules (TR-16.6)."""
    teams: Annotated[tuple[int, ...], under("TR-17.1")] = ()
    """The team of each seat, or nothing if every player races alone."""


class Rider(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's player."""

    hand: tuple[str, ...] = ()
    """Their cards, in the order in which they came; one hand, even for two titans (TR-15.4)."""
    ordered: bool = False
    """Whether they have ordered their two titans, in a race of two players (TR-15.2)."""


class Titan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A titan in the race; each of a player's two has all of this for itself (TR-15.5)."""

    id: str
    seat: int
    life: int
    field: str = ""
    """The field on which it is; empty at the start and past the finish (TR-2.9)."""
    laps: int = 0
    state: Literal["upright", "down", "resting"] = "upright"
    """Down from a knock-out in any turn until it has passed a turn, then resting until it recovers (TR-8.11, TR-8.14).
    """
    ready: bool = True
    """Whether its ability card is face up (TR-12.1)."""
    die: str = ""
    """The colour of the die on its board."""
    rested: bool = False
    """Whether its own move this turn ended on the field where it is (TR-13.7)."""

    @property
    def knocked_out(self) -> bool:
        """Whether it lies on the track (TR-8.8, TR-8.12)."""
        return self.state != "upright"


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the titan in turn has done."""

    acted: bool = False
    """Whether its die action is complete."""
    carded: bool = False
    """Whether a card was played or discarded for it."""
    rerolled: bool = False
    """Whether it has used a pentagram."""


class RaceTable(Table, frozen=True, kw_only=True):
    """The complete state of a race."""

    rows = "riders"

    edition: Edition[Components]
    tracks: tuple[str, ...]
    teams: tuple[int, ...] = ()
    """The team of each seat, or nothing if every player races alone (TR-17.1)."""
    riders: tuple[Rider, ...]
    deck: tuple[str, ...]
    """The cards in the face-down deck, whose order nobody knows."""
    discard: tuple[str, ...] = ()
    in_play: tuple[str, ...] = ()
    """Cards whose effects are not over."""
    titans: tuple[Titan, ...] = ()
    """The titans in the order in which they were chosen."""
    order: tuple[str, ...] = ()
    """The titans in turn order, once the first has been determined."""
    traps: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()
    """The colours of the dice that may be chosen."""
    round: int = 1
    place: int = 0
    """The place in the order of the titan whose turn it is, or is next."""
    turn: Turn | None = None
    winner: str = ""

    @property
    def titans_each(self) -> int:
        """How many titans each player takes (TR-2.2, TR-15.1)."""
        return 2 if self.players == 2 else 1

    @property
    def course(self) -> Course:
        """The fields of the race and the ways between them."""
        return course(self.edition, self.tracks)

    @property
    def mover(self) -> Titan:
        """The titan whose turn it is, or is next."""
        return self.titan(self.order[self.place])

    @property
    def done(self) -> Turn:
        """What the titan in turn has done; empty between turns."""
        return self.turn or Turn()

    def at(self, seat: int) -> Rider:
        """Return a seat's row."""
        return self.riders[seat - 1]

    def titan(self, titan_id: str) -> Titan:
        """Return a titan in the race. Raises LookupError for one that is not racing."""
        for titan in self.titans:
            if titan.id == titan_id:
                return titan
        raise LookupError(titan_id)

    def races(self, titan_id: str) -> bool:
        """Return whether a titan takes part."""
        return any(titan.id == titan_id for titan in self.titans)

    def titans_of(self, seat: int) -> tuple[str, ...]:
        """Return the titans of a player, in their order."""
        return tuple(titan.id for titan in self.titans if titan.seat == seat)

    def on(self, field: str, besides: str = "") -> Titan | None:
        """Return the titan on a field, other than `besides`, or None."""
        for titan in self.titans:
            if titan.field == field and field and titan.id != besides:
                return titan
        return None

    def titans_on(self, fields: dict[str, str]) -> Iterator[Titan]:
        """Yield the titans on the fields of a zone, in zone order."""
        for field in fields.values():
            titan = self.on(field)
            if titan is not None:
                yield titan

    def card(self, card_id: str) -> Card:
        """Return a card of the edition."""
        return next(card for card in self.edition.data.cards if card.id == card_id)

    def effect(self, card_id: str) -> str:
        """Return what a card does."""
        return self.card(card_id).effect

    def colour(self, titan_id: str) -> str:
        """Return the colour of a titan."""
        return self.edition.data.colours[titan_id]

    def team(self, seat: int) -> tuple[int, ...]:
        """Return the seats that win with a seat, including itself (TR-17.3)."""
        if not self.teams:
            return (seat,)
        return tuple(other for other in self.seats if self.teams[other - 1] == self.teams[seat - 1])

    def with_titan(self, titan_id: str, **changes: object) -> RaceTable:
        """Return the table with these fields of a titan changed."""
        return self.but(
            titans=tuple(
                msgspec.structs.replace(titan, **changes) if titan.id == titan_id else titan for titan in self.titans
            )
        )


def sides(table: RaceTable) -> tuple[tuple[int, ...], ...]:
    """Return the players who win together: the teams, or each alone (TR-17.3)."""
    return tuple(dict.fromkeys(table.team(seat) for seat in table.seats))


def track_faults(tracks: tuple[str, ...], components: Components) -> Iterator[str]:
    """Yield why a race cannot be run on these tracks (TR-2.1, TR-16.1)."""
    for track in tracks:
        if track not in TRACKS:
            yield f"there is no track {track!r} (TR-2.1); the tracks are {', '.join(TRACKS)}"
            return
    if len(tracks) not in {1, 3}:
        yield f"a race has one track, a Grand Slam three, not {len(tracks)} (TR-2.1, TR-16.1)"
    if len({components.board(track) for track in tracks}) != len(tracks):
        yield f"the tracks {', '.join(tracks)} do not come from different boards (TR-16.1)"


def team_faults(seats: int, teams: tuple[int, ...]) -> Iterator[str]:
    """Yield why the players cannot be divided into these teams (TR-17.1, TR-17.2)."""
    if not teams:
        return
    sizes = set(Counter(teams).values())
    if len(teams) != seats or len(sizes) != 1 or not sizes <= set(TEAM_SIZES.get(seats, ())):
        yield f"the teams {teams} do not divide {seats} players into teams of two or three (TR-17.1)"
    if not all(1 <= team <= seats for team in teams):
        yield f"the teams {teams} are not numbered from 1 to the number of seats (TR-17.1)"
    if any(team == teams[place - 1] for place, team in enumerate(teams)):
        yield f"the teams {teams} seat members of one team next to each other (TR-17.2)"


def setup(seats: int, options: Options, edition: Edition[Components]) -> RaceTable:
    """Return the table before titans are chosen. Raises ValueError for options that do not fit (TR-2.4, TR-17.1)."""
    for wrong in (*track_faults(options.tracks, edition.data), *team_faults(seats, options.teams)):
        raise ValueError(wrong)
    return RaceTable(
        edition=edition,
        tracks=options.tracks,
        teams=options.teams,
        riders=(Rider(),) * seats,
        deck=tuple(sorted(card.id for card in edition.data.cards)),
    )
