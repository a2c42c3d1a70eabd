"""A visitor's tokens, kept by the server under their browser's secret: a cookie that no script can read."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from clients.web.frame.address import read_address
from clients.web.storage.browser_keys import BrowserKeys
from gunbai_client import NewGame
from gunbai_record.numerals import is_whole
from gunbai_record.tokens import new_token, token_bytes

COOKIE = "gunbai-browser"
"""The name of the cookie with the secret of a browser."""
NAME = "gunbai-name"
"""The name of the cookie with the name under which a visitor plays."""
LONGEST_NAME = 60
"""The longest player's name that a form takes, in characters."""
YEAR = 365 * 24 * 3600
"""How long a browser keeps a cookie, in seconds."""
SET = "set-cookie"
"""The key under which a request holds the cookies that its answer sets, by name."""
ROLES = ("dealer", "host", "spectator")
"""The places at a table other than the seats, those that see the most first."""
OPENED = "opened."
"""What precedes the number of a seat through whose eyes others see a game, once nothing in it is hidden."""


@dataclass(frozen=True)
class Tokens:
    """The tokens that a visitor holds for a game, by role; a seat's role is its number."""

    game: str
    held: Mapping[str, str]
    view: str = ""
    """The role in which the visitor asks to see the game; "" for the one that sees the most."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The visitor's seats, in order."""
        return tuple(sorted(int(role) for role in self.held if is_whole(role)))

    def of(self, role: str) -> str:
        """Return the token of a role, or "" if the visitor has none."""
        return self.held.get(role, "").partition(".")[0]

    def seed_of(self, seat: int) -> bytes:
        """Return the seed of a seat's shares of chance; b"" if it gives none."""
        try:
            return bytes.fromhex(self.held.get(str(seat), "").partition(".")[2])
        except ValueError:
            return b""

    @property
    def opened_seat(self) -> int:
        """The seat through whose eyes the visitor asks to see the game without holding it; 0 for none."""
        seat = self.view.removeprefix(OPENED) if self.view.startswith(OPENED) else ""
        return int(seat) if is_whole(seat) and len(seat) <= 2 else 0

    @property
    def reading(self) -> str:
        """Return the token that the visitor reads with: of the role they ask for, of a seat, or of another place.

        For a role that they do not have it is "", and they see the public view.
        """
        if self.view and not self.opened_seat:
            return self.of(self.view)
        roles = (*map(str, self.seats), *ROLES)
        return next((self.of(role) for role in roles if role in self.held), "")


def read_tokens(request: Request, game: str) -> Tokens:
    """Return the tokens that a visitor holds for a game. Raises CannotStore."""
    secret = _read_secret(request)
    held = _keys_of(request).load(secret, game) if secret else {}
    return Tokens(game, held, request.query_params.get("as", ""))


def add_seed(token: str, seed: bytes) -> str:
    """Return a seat's token with the seed of its shares of chance, if it gives any, as they are stored together."""
    return f"{token}.{seed.hex()}" if seed else token


def keep_token(request: Request, game: str, role: str, token: str) -> None:
    """Store a role's token for the browser at once, so that it is not lost with the answer. Raises CannotStore."""
    _keys_of(request).keep(know_browser(request), game, role, token, read_address(request))


def note_game(request: Request, game: str) -> None:
    """Put a game first on the list of the browser's games. Raises Exhausted or CannotStore."""
    _keys_of(request).note_game(know_browser(request), game, read_address(request))


def list_games(request: Request) -> list[str]:
    """Return the browser's games, the latest first. Raises CannotStore."""
    secret = _read_secret(request)
    return _keys_of(request).list_games(secret) if secret else []


def drop_token(request: Request, game: str, role: str) -> None:
    """Forget the token of a role. Raises CannotStore."""
    _keys_of(request).drop(_read_secret(request), game, role)


def keep_tokens(request: Request, made: NewGame) -> None:
    """Keep the tokens of a new game for the browser. Raises CannotStore."""
    roles = {"host": made.host_token, "dealer": made.dealer_token, "spectator": made.spectator_token}
    for role, token in roles.items():
        if token:
            keep_token(request, made.info.game, role, token)
    note_game(request, made.info.game)


def know_browser(request: Request) -> bytes:
    """Return the browser's secret, and have it kept for a year from now; a new one if it has none.

    Pages with a form for a seat do so before it is sent, so that two forms sent at once share one secret.
    """
    secret = _read_secret(request) or token_bytes(new_token())
    request.state.secret = secret
    set_cookie(request, COOKIE, urlsafe_b64encode(secret).decode().rstrip("="))
    return secret


def forget_reading_token(request: Request) -> bool:
    """Forget the token with which the visitor reads a request's game, and return whether they had one."""
    tokens = read_tokens(request, request.path_params.get("game", ""))
    role = next((role for role in tokens.held if tokens.of(role) == tokens.reading != ""), "")
    if role:
        drop_token(request, tokens.game, role)
    return bool(role)


def remember_name(request: Request, name: str) -> None:
    """Have the browser keep the name under which its user plays."""
    set_cookie(request, NAME, quote(name))


def read_name(request: Request) -> str:
    """Return the name under which the browser's user plays; "" if unknown."""
    return unquote(request.cookies.get(NAME, ""), errors="ignore")[:LONGEST_NAME]


def _read_secret(request: Request) -> bytes:
    """Return the secret of the browser, or b"" if it has none."""
    secret: bytes = getattr(request.state, "secret", b"")
    return secret or token_bytes(request.cookies.get(COOKIE, ""))


def _keys_of(request: Request) -> BrowserKeys:
    keys: BrowserKeys = request.app.state.keys
    return keys


def set_cookie(request: Request, name: str, value: str) -> None:
    """Have the browser keep a value: for this site only, hidden from scripts, and encrypted if the page is."""
    answer = Response()
    answer.set_cookie(
        name,
        value,
        max_age=YEAR,
        path=f"{request.scope.get('root_path', '')}/",
        httponly=True,
        # A browser drops a cookie for TLS that comes over plain HTTP.
        secure=request.url.scheme == "https",
        # Not "strict": a link to a game, from a chat for example, would open it without the visitor's seat.
        samesite="lax",
    )
    request.scope.setdefault("state", {}).setdefault(SET, {})[name] = answer.headers["set-cookie"]


def write_cookies(scope: Scope, headers: MutableHeaders) -> None:
    """Add to an answer the cookies that the browser is to keep."""
    for cookie in scope.get("state", {}).get(SET, {}).values():
        headers.append("set-cookie", cookie)
