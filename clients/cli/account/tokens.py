"""This user's saved tokens: one file each, in a folder that only they can read.

Next to a seat's token are the seed of its shares of chance, if it gives any, and the name of the seat's key file, if it
has a key. The key itself is not copied. Tokens are saved before they are sent: a lost answer loses no token.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict
from urllib.parse import quote, unquote

from clients.cli.account.services import folders_of
from gunbai_client import NewGame, NewTokens, Seat
from gunbai_client.errors import Exhausted, RequestError
from gunbai_client.reasons import StorageDamaged
from gunbai_record.errors import GunbaiError
from gunbai_record.numerals import is_whole
from gunbai_record.tokens import TOKEN_BYTES, game_id, new_token

if TYPE_CHECKING:
    from gunbai_client import aio

HOST, DEALER, SPECTATOR, BOT = "host", "dealer", "spectator", "bot"
_SEED = ".seed"
"""What follows a seat's number in the name of the file with its seed."""
_KEY = ".key"
"""What follows a seat's number in the name of the file that says where its private key is."""
_BOTS = ".bot"
"""The end of the file name that marks a bot's seat: it follows the seat's number and holds the bot's level."""


class Trial(TypedDict):
    """What a client makes for one request to join, so that it can be repeated exactly."""

    token: str
    entropy: bytes
    seed: bytes


def folder() -> Path:
    """Return the folder for tokens, below $XDG_STATE_HOME or ~/.local/state."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "gunbai" / "tokens"


def games() -> list[str]:
    """Return the ids of the games with a saved token, at all services, in order."""
    return sorted({unquote(path.name) for path in folder().glob("*/*") if _has_tokens(path)})


@dataclass(frozen=True)
class Tokens:
    """The tokens for one service's games. A role is one of those above, or the number of a seat."""

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
        """Save a seat's token, and before it the seed of its shares of chance, if it gives any. Raises OSError."""
        self.save(seat.game, f"{seat.number}{_SEED}", seat.seed.hex())
        self.save(seat.game, seat.number, seat.token)

    def seed(self, game: str, seat: int) -> bytes:
        """Return the seed of a seat's shares of chance, or b"" if it gives none."""
        return bytes.fromhex(self.find(game, f"{seat}{_SEED}"))

    def save_key(self, game: str, seat: int, file: Path | None) -> None:
        """Save where a seat's private key is; without a file nothing is saved. Raises OSError."""
        self.save(game, f"{seat}{_KEY}", quote(str(file.absolute())) if file is not None else "")

    def key_file(self, game: str, seat: int) -> Path | None:
        """Return where a seat's private key is; None if it joined without one."""
        name = self.find(game, f"{seat}{_KEY}")
        return Path(unquote(name)) if name else None

    def save_bots(self, seat: Seat | aio.Seat, level: int | None = None) -> None:
        """Save that a bot took a seat, so that `play` does not play it. Raises OSError.

        With a level, the bot is hosted: the process that plays the other seats runs it.
        """
        self.save(seat.game, f"{seat.number}{_BOTS}", "bot" if level is None else str(level))

    def is_bots(self, game: str, role: str | int) -> bool:
        """Return whether a role is a seat that a bot took."""
        return bool(self.find(game, f"{role}{_BOTS}"))

    def hosted(self, game: str) -> dict[int, int]:
        """Return the hosted bot's level at each seat."""
        levels = {seat: self.find(game, f"{seat}{_BOTS}") for seat in self.seats(game)}
        return {seat: int(level) for seat, level in levels.items() if is_whole(level)}

    def save_all(self, made: NewGame) -> None:
        """Save a new game's tokens, and no others."""
        of = {HOST: made.host_token, DEALER: made.dealer_token, SPECTATOR: made.spectator_token, BOT: made.bot_token}
        for role, token in of.items():
            if not token:
                self.forget(made.info.game, role)
            self.save(made.info.game, role, token)

    @contextmanager
    def of_new(self, made: NewTokens) -> Iterator[None]:
        """Save a game's tokens while it is being created; forget them if the service does not create it.

        Its id follows from them, so it can be found if the answer is lost.
        """
        game = game_id(made.host, "")
        of = {HOST: made.host, DEALER: made.dealer, SPECTATOR: made.spectator, BOT: made.bot}
        for role, token in of.items():
            self.save(game, role, token)
        try:
            yield
        except GunbaiError as error:
            if refused(error):
                for role in of:
                    self.forget(game, role)
            else:
                error.add_note(f"The game may have been created as {game}; its tokens are saved.")
            raise

    @contextmanager
    def trying(self, game: str, parent: str, player: str, seat: int) -> Iterator[Trial]:
        """Yield what to make a request to join with: the same as before if its answer was lost."""
        # A player's name may contain what no file's name can.
        digest = sha256(json.dumps([parent, player, seat]).encode()).hexdigest()[:16]
        role = f"joining {digest}"
        saved = self.find(game, role)
        if saved:
            token, entropy, seed = saved.split()
        else:
            token, entropy, seed = new_token(), secrets.token_hex(TOKEN_BYTES), secrets.token_hex(TOKEN_BYTES)
            self.save(game, role, f"{token} {entropy} {seed}")
        try:
            yield Trial(token=token, entropy=bytes.fromhex(entropy), seed=bytes.fromhex(seed))
        except GunbaiError as error:
            if refused(error):
                self.forget(game, role)
            raise
        self.forget(game, role)

    @contextmanager
    def looking(self, game: str, dispute: int) -> Iterator[str]:
        """Yield the token that opens a dispute's hidden facts to an arbiter. Later calls yield the same one."""
        role = f"looking {dispute}"
        saved = self.find(game, role)
        token = saved or new_token()
        self.save(game, role, token)
        try:
            yield token
        except GunbaiError as error:
            # With a saved token, an earlier call may have opened the facts.
            if refused(error) and not saved:
                self.forget(game, role)
            raise

    def forget(self, game: str, role: str | int) -> None:
        """Remove a role's saved token, with the files next to it, and the folder once it is empty."""
        for name in (str(role), f"{role}{_SEED}", f"{role}{_KEY}", f"{role}{_BOTS}"):
            (self._place(game) / name).unlink(missing_ok=True)
        with suppress(OSError):
            self._place(game).rmdir()

    def find(self, game: str, role: str | int) -> str:
        """Return a role's token, or "" if there is none."""
        try:
            return (self._place(game) / str(role)).read_text(encoding="ascii")
        except OSError:
            return ""

    def games(self) -> list[str]:
        """Return the ids of the games with a saved token, in order."""
        paths = (path for folder in self._folders for path in folder.glob("*"))
        return sorted({unquote(path.name) for path in paths if _has_tokens(path)})

    def seats(self, game: str) -> list[int]:
        """Return the seats with a saved token."""
        place = self._place(game)
        return sorted(int(path.name) for path in place.iterdir() if is_whole(path.name)) if place.is_dir() else []

    def arbiter(self, game: str) -> str:
        """Return the token of the dealer, who rules without an arbiter, or else one that shows the game."""
        return self.find(game, DEALER) or self.any(game)

    def any(self, game: str) -> str:
        """Return the token that shows most of a game: the only saved seat's without a bot, or else the host's."""
        seats = self.seats(game)
        own = [seat for seat in seats if not self.is_bots(game, seat)]
        roles = [*(own if len(own) == 1 else ()), HOST, SPECTATOR, *seats]
        return next((token for role in roles if (token := self.find(game, role))), "")

    @cached_property
    def _folders(self) -> list[Path]:
        """The folders with the service's tokens, however its address was spelled."""
        return folders_of(self.target, folder())

    def _place(self, game: str) -> Path:
        """Return a game's folder: the existing one, or the one for new games."""
        places = [folder / quote(game, safe="") for folder in self._folders]
        return next(filter(Path.is_dir, places), places[0])


def refused(error: GunbaiError) -> bool:
    """Return whether a service did not do what it was asked, now or earlier if the request was repeated."""
    if isinstance(error, StorageDamaged):  # its log of all games is short: it creates nothing
        return True
    # A quota may refuse the repetition of a request that was carried out.
    return isinstance(error, RequestError) and not isinstance(error, Exhausted)


def _has_tokens(place: Path) -> bool:
    return place.is_dir() and any(place.iterdir())


def _private(path: str, flags: int) -> int:
    # From the start: until a later chmod, others could read the token.
    return os.open(path, flags, 0o600)
