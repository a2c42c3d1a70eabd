"""Bots' seats, stored so that they go on after a restart: one file for each seat."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from clients.web.room import Room
from clients.web.storage.private_files import storing, write_private
from gunbai_record.tokens import TOKEN_BYTES, new_token

IN_ALL = 10_000
"""The most bots' seats that are stored, including those of sleeping bots."""
FOR_ONE = 500
"""How many of them one visitor may have."""


@dataclass(frozen=True)
class BotSeat:
    """A bot's seat, with everything that its requests are made from: a request to join is repeated exactly."""

    game: str
    seat: int
    """Its number; 0 for a bot that decides for players who have run out of time."""
    level: int
    visitor: str
    """The address of the visitor who added it."""
    token: str = field(default_factory=new_token, repr=False)
    entropy: str = field(default_factory=lambda: secrets.token_hex(TOKEN_BYTES), repr=False)
    seed: str = field(default_factory=lambda: secrets.token_hex(TOKEN_BYTES), repr=False)

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.game}.{self.seat}"


class BotSeats:
    """Stores bots' seats in a folder that only this user may read; without a folder, in memory."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._room = Room("BOTS", IN_ALL, FOR_ONE)
        self._seats = {seat.name: seat for seat in self._read()}
        self._places = {seat.name: self._room.keep(seat.visitor) for seat in self._seats.values()}

    def __iter__(self) -> Iterator[BotSeat]:
        """Yield the seats, those taken earliest first."""
        # A copy, because callers add and remove seats on the way.
        return iter(tuple(self._seats.values()))

    def list_at(self, game: str) -> list[BotSeat]:
        """Return the bots' seats at a table in order."""
        return sorted((seat for seat in self if seat.game == game), key=lambda seat: seat.seat)

    def add(self, seat: BotSeat) -> None:
        """Store a seat. Raises Exhausted or CannotStore."""
        with self._room.held(seat.visitor) as places:
            if self._folder is not None:
                write_private(self._folder / seat.name, json.dumps(asdict(seat)).encode("ascii"))
            for place in self._places.pop(seat.name, ()):
                place.leave()
            self._seats[seat.name], self._places[seat.name] = seat, [places.pop()]

    def remove(self, seat: BotSeat) -> None:
        """Remove a seat, if it is stored."""
        self._seats.pop(seat.name, None)
        for place in self._places.pop(seat.name, ()):
            place.leave()
        if self._folder is not None:
            with storing():
                (self._folder / seat.name).unlink(missing_ok=True)

    def _read(self) -> Iterator[BotSeat]:
        """Yield the folder's seats, oldest first; a damaged file does not count."""
        if self._folder is None or not self._folder.is_dir():
            return
        for path in sorted(self._folder.iterdir(), key=lambda path: path.stat().st_mtime):
            with suppress(OSError, ValueError, TypeError):
                seat = BotSeat(**json.loads(path.read_text(encoding="ascii")))
                # The file is found again by its name, to be removed.
                if seat.name == path.name:
                    yield seat
