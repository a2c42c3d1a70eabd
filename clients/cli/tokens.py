"""The saved tokens of this user: one file each, in a folder that only they may read.

Beside the token of a seat that gives shares of chance is the seed from which it makes them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from gunbai_client import NewGame, Seat, aio

HOST, DEALER, SPECTATOR = "host", "dealer", "spectator"
_SEED = ".seed"
"""What follows the number of a seat in the name of the file with its seed."""


def folder() -> Path:
    """Return the folder of the tokens, below $XDG_STATE_HOME or ~/.local/state."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "gunbai" / "tokens"


@dataclass(frozen=True)
class Tokens:
    """The tokens for the games of one service. A role is "host", "dealer", "spectator", or the number of a seat."""

    target: str

    def save(self, game: str, role: str | int, token: str) -> None:
        """Save a token; "" is not saved. Raises OSError."""
        if not token:
            return
        place = self._place(game)
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(place / str(role), "w", encoding="ascii", opener=_private) as file:
            file.write(token)

    def save_seat(self, seat: Seat | aio.Seat) -> None:
        """Save the token of a seat, and first the seed of its shares of chance, if it gives any. Raises OSError."""
        self.save(seat.game, f"{seat.number}{_SEED}", seat.seed.hex())
        self.save(seat.game, seat.number, seat.token)

    def seed(self, game: str, seat: int) -> bytes:
        """Return the seed of a seat's shares of chance, or b"" if it gives none."""
        return bytes.fromhex(self.find(game, f"{seat}{_SEED}"))

    def save_all(self, made: NewGame) -> None:
        """Save the tokens of a new game."""
        for role, token in ((HOST, made.host_token), (DEALER, made.dealer_token), (SPECTATOR, made.spectator_token)):
            self.save(made.info.game, role, token)

    def find(self, game: str, role: str | int) -> str:
        """Return the token of a role, or "" if there is none."""
        try:
            return (self._place(game) / str(role)).read_text(encoding="ascii")
        except OSError:
            return ""

    def seats(self, game: str) -> list[int]:
        """Return the seats whose token is saved."""
        place = self._place(game)
        return sorted(int(each.name) for each in place.iterdir() if each.name.isdecimal()) if place.is_dir() else []

    def any(self, game: str) -> str:
        """Return the token that shows most of a game: that of the only saved seat, or else the host's."""
        seats = self.seats(game)
        roles = [*(seats if len(seats) == 1 else ()), HOST, SPECTATOR, *seats]
        return next((token for role in roles if (token := self.find(game, role))), "")

    def _place(self, game: str) -> Path:
        return folder() / quote(self.target, safe="") / quote(game, safe="")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
