"""The table of Titan Race: everything that lies on it at one moment, hidden cards included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

import msgspec

from games.decider import Table
from games.edition import Edition
from games.titan_race.data import TEAM_SIZES, TRACKS, Card, Components
from games.titan_race.track import Course, course


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree before the race: its track, or three for a Grand Slam, bottom to top; the teams."""

    tracks: tuple[str, ...] = ("kaldheira",)
    teams: tuple[int, ...] = ()


class Titan(msgspec.Struct, frozen=True):
    """A titan in the race: on no field at the start and past the finish; down, then resting, once it is knocked out."""

    id: str
    seat: int
    life: int
    field: str = ""
    laps: int = 0
    state: Literal["upright", "down", "resting"] = "upright"
    ready: bool = True
    die: str = ""

    @property
    def knocked_out(self) -> bool:
        """Whether it lies on the track (TR-8.8, TR-8.12)."""
        return self.state != "upright"


class Turn(msgspec.Struct, frozen=True):
    """What the titan in turn has done: die, card, pentagram; and whether its own move ended where it stands."""

    acted: bool = False
    carded: bool = False
    rerolled: bool = False
    rested: bool = False


class RaceTable(Table, frozen=True, kw_only=True):
    """The complete state of a race."""

    edition: Edition[Components]
    tracks: tuple[str, ...]
    teams: tuple[int, ...] = ()
    hands: tuple[tuple[str, ...], ...]
    """The cards of each seat, as they came."""
    deck: tuple[str, ...]
    """The cards in the face-down deck, whose order nobody knows."""
    discard: tuple[str, ...] = ()
    in_play: tuple[str, ...] = ()
    """Cards whose effect is not over."""
    titans: tuple[Titan, ...] = ()
    """The titans as they were chosen."""
    ordered: tuple[int, ...] = ()
    """Of two players, the seats that have put their titans in order."""
    order: tuple[str, ...] = ()
    """The titans in turn order, once the first is found."""
    traps: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()
    """The dice that may be chosen, by the colours they show."""
    round: int = 1
    place: int = 0
    """The place in the order of the titan whose turn it is, or is next."""
    turn: Turn | None = None
    winner: str = ""

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @property
    def seats(self) -> range:
        """The seats at the table."""
        return range(1, len(self.hands) + 1)

    @property
    def titans_each(self) -> int:
        """How many titans each player takes (TR-2.2, TR-15.1)."""
        return 2 if len(self.hands) == 2 else 1

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
        """What the titan in turn has done; nothing between turns."""
        return self.turn or Turn()

    def titan(self, titan_id: str) -> Titan:
        """Return a titan of the race. Raises LookupError for one that does not race."""
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
        """Return the titan that stands on a field, other than `besides`."""
        for titan in self.titans:
            if titan.field == field and field and titan.id != besides:
                return titan
        return None

    def standing_on(self, fields: dict[str, str]) -> Iterator[Titan]:
        """Yield the titans on the fields of a zone, in zone order."""
        for field in fields.values():
            titan = self.on(field)
            if titan is not None:
                yield titan

    def hand(self, seat: int) -> tuple[str, ...]:
        """Return the cards of a seat."""
        return self.hands[seat - 1]

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
        """Return the seats that win with a seat, itself included (TR-17.3)."""
        if not self.teams:
            return (seat,)
        return tuple(other for other in self.seats if self.teams[other - 1] == self.teams[seat - 1])

    def with_titan(self, titan_id: str, **changes: object) -> RaceTable:
        """Return the table with something changed about one titan."""
        return self.but(
            titans=tuple(
                msgspec.structs.replace(titan, **changes) if titan.id == titan_id else titan for titan in self.titans
            )
        )

    def with_hand(self, seat: int, hand: tuple[str, ...]) -> RaceTable:
        """Return the table with another hand of one seat."""
        return self.but(hands=self.hands[: seat - 1] + (hand,) + self.hands[seat:])


def setup(seats: int, options: Options, edition: Edition[Components]) -> RaceTable:
    """Return the table before titans are chosen. Raises ValueError for unfit options (TR-2.1, TR-16.1, TR-17)."""
    for wrong in (*track_faults(options.tracks, edition.data), *team_faults(seats, options.teams)):
        raise ValueError(wrong)
    return RaceTable(
        edition=edition,
        tracks=options.tracks,
        teams=options.teams,
        hands=((),) * seats,
        deck=tuple(sorted(card.id for card in edition.data.cards)),
    )


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
        yield f"the teams {teams} do not divide {seats} players as TR-17.1 allows"
    if not all(1 <= team <= seats for team in teams):
        yield f"the teams {teams} are not numbered from 1"
    if any(team == teams[place - 1] for place, team in enumerate(teams)):
        yield f"the teams {teams} seat members of one team next to each other (TR-17.2)"
