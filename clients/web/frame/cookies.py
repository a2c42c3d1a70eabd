"""The tokens of a visitor: cookies that no script can read, one for each place at a game's table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from gunbai_client import NewGame
from gunbai_record.numerals import is_whole

YEAR = 365 * 24 * 3600
"""How long a browser keeps a token, in seconds."""
ROLES = ("dealer", "host", "spectator")
"""The places at a table other than the seats, those that see the most first."""
OPENED = "opened."
"""What stands before the number of a seat as which a game is seen by others, once nothing in it is hidden."""


@dataclass(frozen=True)
class Tokens:
    """The tokens that a visitor holds for a game, by role; a seat's role is its number."""

    game: str
    held: Mapping[str, str]
    view: str = ""
    """The role as which the visitor asks to see the game; "" for the one that sees the most."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the visitor has, in order."""
        return tuple(sorted(int(role) for role in self.held if is_whole(role)))

    def of(self, role: str) -> str:
        """Return the token of a role, or "" if the visitor has none."""
        return self.held.get(role, "").partition(".")[0]

    def seed_of(self, seat: int) -> bytes:
        """Return what a seat makes its shares of chance from; b"" if it gives none."""
        try:
            return bytes.fromhex(self.held.get(str(seat), "").partition(".")[2])
        except ValueError:
            return b""

    @property
    def opened_seat(self) -> int:
        """The seat of anybody as which the visitor asks to see the game; 0 for none."""
        seat = self.view.removeprefix(OPENED) if self.view.startswith(OPENED) else ""
        return int(seat) if is_whole(seat) and len(seat) <= 2 else 0

    @property
    def reading(self) -> str:
        """Return the token with which the visitor reads: that of the role they ask for, of a seat, or of another place.

        For a role that they do not have it is "": then they see what everybody does.
        """
        if self.view and not self.opened_seat:
            return self.of(self.view)
        roles = (*map(str, self.seats), *ROLES)
        return next((self.of(role) for role in roles if role in self.held), "")


def read_tokens(request: Request, game: str) -> Tokens:
    """Return the tokens that a visitor holds for a game."""
    return Tokens(game, dict(_read_cookies(request, game)), request.query_params.get("as", ""))


def _read_cookies(request: Request, game: str) -> Iterator[tuple[str, str]]:
    for name, value in request.cookies.items():
        kind, _, rest = name.partition(".")
        owner, _, role = rest.partition(".")
        if kind == "gunbai" and owner == game and (role in ROLES or is_whole(role)):
            yield role, value


def add_seed(token: str, seed: bytes) -> str:
    """Return a seat's token with the seed of its shares of chance, if it gives any, as they are kept together."""
    return f"{token}.{seed.hex()}" if seed else token


def keep_token(request: Request, response: Response, game: str, role: str, token: str) -> None:
    """Have the browser keep the token of a role."""
    set_cookie(request, response, f"gunbai.{game}.{role}", token)


def set_cookie(request: Request, response: Response, name: str, token: str) -> None:
    """Have the browser keep a token: for this site only, out of reach of scripts, and encrypted where the page is."""
    response.set_cookie(
        name,
        token,
        max_age=YEAR,
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="lax",
    )


def keep_tokens(request: Request, answer: Response, made: NewGame) -> None:
    """Have the browser keep the tokens of a new game."""
    roles = {"host": made.host_token, "dealer": made.dealer_token, "spectator": made.spectator_token}
    for role, token in roles.items():
        if token:
            keep_token(request, answer, made.info.game, role, token)
