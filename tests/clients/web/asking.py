"""Requests to the pages without a browser."""

from __future__ import annotations

from email.message import Message
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

NOWHERE = "aaaaaaaaaaaaaaaa"
"""The id of a game that nobody created."""


def answer(
    address: str, body: bytes | None = None, headers: dict[str, str] | None = None, *, binary: bool = False
) -> tuple[int, Message, str]:
    """Return the status, the headers and the text of an answer; of a binary one a character for each byte."""
    coding = "latin-1" if binary else "utf-8"
    try:
        with urlopen(Request(address, body, headers or {})) as found:
            return found.status, found.headers, found.read().decode(coding)
    except HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode(coding)


def posted(pages: str, path: str, **form: str) -> tuple[int, str]:
    """Return the status and the text of what a form leads to."""
    status, _, text = answer(pages + path, urlencode(form).encode(), {"origin": pages})
    return status, text
