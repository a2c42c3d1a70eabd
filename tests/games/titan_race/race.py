"""Tables of Titan Race in a few words, and the idiom of the tests: given(table).when(seat, command).then(events)."""

from __future__ import annotations

from typing import Any

from games.kit.rules import decider
from games.kit.rules.decider import Accepted, Actor, Refusal
from games.kit.rules.edition import Edition
from games.titan_race import TITAN_RACE
from games.titan_race.rules.data import EDITION, TITAN, Components
from games.titan_race.rules.table import Options, RaceTable, Rider, Titan, Turn, setup
from gunbai_record.plain import Plain

CARDS = tuple(sorted(card.id for card in TITAN_RACE.rules.edition.data.cards))


def titan(titan_id: str, field: str = "", **changes: Any) -> Titan:
    """Return a titan on a field, with its full life unless `changes` say otherwise."""
    usual: dict[str, Any] = {"seat": 0, "life": TITAN[titan_id].life, "field": field}
    return Titan(titan_id, **(usual | changes))


def race(
    *titans: Titan,
    track: str | tuple[str, ...] = "kaldheira",
    die: str = "yellow",
    hands: dict[int, tuple[str, ...]] | None = None,
    edition: Edition[Components] = EDITION,
    **changes: Any,
) -> RaceTable:
    """Return a table in round 2, on which the first titan has chosen a die and its player is to choose an action."""
    tracks = (track,) if isinstance(track, str) else track
    seated = tuple(with_changes(racer, seat=racer.seat or seat) for seat, racer in enumerate(titans, 1))
    ids = tuple(racer.id for racer in seated)
    place = changes.get("place", 0)
    racing = tuple(with_changes(racer, die=die) if racer.id == ids[place] else racer for racer in seated)
    held = hands or {}
    taken = {card for cards in held.values() for card in cards} | set(changes.get("discard", ()))
    table = setup(max(racer.seat for racer in seated), Options(tracks=tracks), edition)
    return table.but(
        **{
            "titans": racing,
            "order": ids,
            "round": 2,
            "turn": Turn(),
            "riders": tuple(Rider(held.get(seat, ())) for seat in table.seats),
            "deck": tuple(card for card in CARDS if card not in taken),
        }
        | changes
    )


def with_changes(racer: Titan, **changes: Any) -> Titan:
    """Return a titan with something changed."""
    return Titan(**({name: getattr(racer, name) for name in racer.__struct_fields__} | changes))


class Ruling:
    """What the rules answered."""

    def __init__(self, ruling: Accepted[RaceTable] | Refusal) -> None:
        self.ruling = ruling

    @property
    def table(self) -> RaceTable:
        """The table after an accepted command."""
        assert isinstance(self.ruling, Accepted), self.ruling
        return self.ruling.table

    @property
    def events(self) -> tuple[Plain, ...]:
        """The events of an accepted command."""
        assert isinstance(self.ruling, Accepted), self.ruling
        return self.ruling.events

    def then(self, *events: Plain) -> Ruling:
        """Assert that exactly these events follow."""
        assert list(self.events) == list(events)
        assert list(TITAN_RACE.rules.invariants(self.table)) == []
        return self

    def refused(self, clause: int) -> Ruling:
        """Assert that the command breaks a clause."""
        assert isinstance(self.ruling, Refusal), [type(event).__name__ for event in self.ruling.events]
        assert self.ruling.clause == clause
        return self


class Given:
    """A table to be asked about."""

    def __init__(self, table: RaceTable) -> None:
        assert list(TITAN_RACE.rules.invariants(table)) == []
        self.table = table

    def when(self, actor: Actor, command: Plain) -> Ruling:
        """Send a command to the rules."""
        return Ruling(decider.decide(TITAN_RACE.rules, self.table, actor, command))


def given(table: RaceTable) -> Given:
    """Begin a test from a table that the invariants accept."""
    return Given(table)
