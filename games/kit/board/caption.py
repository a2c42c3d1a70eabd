"""Captions: what a picture shows besides the view, and its language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from games.kit.rules.decider import Step
from games.kit.words.phrasebook import Phrasebook, Speaker
from gunbai_record.plain import Plain

PLAIN = Phrasebook({})
"""English, without the names of components."""


class Caption(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The caption of a picture: the game, its players, the seats to act, and the last move."""

    label: str
    """The name on the box."""
    game: str = ""
    """The game's id; empty for a position that is not from a recorded game."""
    version: int = 0
    players: Mapping[int, str] = {}
    """The known names of the players, by seat."""
    reader: int = 0
    """The seat that the picture is drawn for; 0 for a spectator."""
    asked_seats: tuple[int, ...] = ()
    """The seats whose decision the rules wait for."""
    steps: tuple[Step[Any], ...] = ()
    """The step that the rules wait for, then the steps that follow it; none after the end."""
    events: tuple[Plain, ...] = ()
    """The events of the last move. Law: only those that the reader of the view can see."""
    recalled: tuple[Plain, ...] = ()
    """The events of the game so far, including those of the last move, that its title continues to show."""
    book: Phrasebook = PLAIN
    """The language of the picture."""

    @cached_property
    def _speaker(self) -> Speaker:
        return Speaker(self.book)

    def say(self, template: str, **values: Any) -> str:
        """Return a label of the picture, which is given in English, with its values."""
        return self._speaker.label(template, **values)

    def word(self, value: str, field: str = "") -> str:
        """Return the word of an enum value in a field, or the name of a component."""
        return self._speaker.name(value, field)

    def name(self, seat: int) -> str:
        """Return the name of a seat's player; "seat 2" if it is unknown, "Ada (seat 2)" if it is not unique."""
        given, place = self.players.get(seat), self._place(seat)
        if not given:
            return place
        return given if list(self.players.values()).count(given) == 1 else f"{given} ({place})"

    def seat(self, seat: int) -> str:
        """Return a seat, its player if known, and whether it is the reader: "seat 2 (Ada, you)"."""
        you = self.book.language.you if seat == self.reader else ""
        details = ", ".join(filter(None, (self.players.get(seat), you)))
        return f"{self._place(seat)} ({details})" if details else self._place(seat)

    def _place(self, seat: int) -> str:
        return self.book.language.seat.format(seat)
