"""Requests to the pages without a browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from email.message import Message
from http.cookiejar import CookieJar
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

from clients.web.frame.cookies import COOKIE, add_seed
from clients.web.storage.browser_keys import BrowserKeys
from gunbai_client import Seat, aio
from gunbai_record.tokens import new_token, token_bytes

KEPT = TemporaryDirectory(prefix="pages-")
"""The folder of the pages' server, by which tests give browsers what they hold."""
NOWHERE = "aaaaaaaaaaaaaaaa"
"""The id of a game that nobody created."""
ADDRESSES = count(1)


def elsewhere() -> dict[str, str]:
    """Return the headers of a visitor at an address of their own: what one visitor may have is bounded."""
    return {"x-forwarded-for": f"2001:db8:{next(ADDRESSES):x}::1"}


class Visitor:
    """A browser without scripts, which keeps its cookies."""

    def __init__(self, pages: str) -> None:
        self._pages = pages
        self.jar = CookieJar()
        self._from = elsewhere()
        self._opener = build_opener(HTTPCookieProcessor(self.jar))

    def sees(self, path: str, **form: str) -> tuple[str, str]:
        """Return the address and the text of a page, or of that to which a form leads."""
        body = urlencode(form).encode() if form else None
        with self._opener.open(Request(self._pages + path, body, {"origin": self._pages, **self._from})) as response:
            return response.url.removeprefix(self._pages), response.read().decode()

    def status(self, path: str) -> int:
        """Return the status of a page."""
        try:
            with self._opener.open(self._pages + path) as response:
                return int(response.status)
        except HTTPError as error:
            with error:
                return error.code


def answer(
    address: str, body: bytes | None = None, headers: dict[str, str] | None = None, *, binary: bool = False
) -> tuple[int, Message, str]:
    """Return the status, the headers and the text of an answer; of a binary one a character for each byte."""
    coding = "latin-1" if binary else "utf-8"
    try:
        with urlopen(Request(address, body, headers or {})) as response:
            return response.status, response.headers, response.read().decode(coding)
    except HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode(coding)


def posted(pages: str, path: str, headers: Mapping[str, str] | None = None, /, **form: str) -> tuple[int, str]:
    """Return the status and the text of what a form leads to."""
    status, _, text = answer(pages + path, urlencode(form).encode(), {"origin": pages, **(headers or {})})
    return status, text


def hold(game: str, *places: aio.Seat | Seat, folder: str = KEPT.name, **roles: str) -> str:
    """Have a new browser hold seats of a game, and its tokens of other roles, and return the value of its cookie."""
    browser = new_token()
    held = {**{str(place.number): add_seed(place.token, place.seed) for place in places}, **roles}
    with closing(BrowserKeys(Path(folder) / "browsers.sqlite")) as keys:
        for role, token in held.items():
            keys.keep(token_bytes(browser), game, role, token, "127.0.0.1")
        keys.note_game(token_bytes(browser), game, "127.0.0.1")
    return browser


def cookies(game: str, *places: Seat, **roles: str) -> dict[str, str]:
    """Return the headers of a visitor who has seats of a game, and its tokens of other roles."""
    return {"cookie": f"{COOKIE}={hold(game, *places, **roles)}"}


def sent(pages: str, path: str, headers: dict[str, str], **fields: object) -> tuple[int, Any]:
    """Return the status and the answer to what a script sends."""
    status, _, text = answer(pages + path, json.dumps(fields).encode(), {"origin": pages, **headers})
    return status, json.loads(text)
