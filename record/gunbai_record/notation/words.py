"""Words: what a person writes in a line, as tokens with their places, and how words are compared."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import NamedTuple

from gunbai_record.errors import GunbaiError

_TOKEN = re.compile(r'\s*,?\s*(?:("(?:[^"\\]|\\.)*")|([()])|([^\s,()"]+))')


class ShortFormError(GunbaiError, ValueError):
    """Words that are not a command or outcome; the message says what is expected.

    `at` is where the word that is not understood begins; None if the whole text is not.
    """

    def __init__(self, message: str, at: int | None = None) -> None:
        super().__init__(message)
        self.at = at


class Token(NamedTuple):
    """A word, a quoted text or a parenthesis, and where it begins in its line or text."""

    text: str
    at: int = 0
    quoted: bool = False

    @property
    def word(self) -> str:
        """Return it in the form that is compared."""
        return plain(self.text)


def tokens_of(text: str, at: int = 0) -> list[Token]:
    """Return the tokens of a text that begins at a place. Raises ShortFormError for an unclosed quote."""
    tokens, end = [], 0
    stripped = text.rstrip(" \t\r\n,")
    while end < len(stripped):
        mark = _TOKEN.match(stripped, end)
        if mark is None:
            raise ShortFormError(f"expected text in double quotes: {stripped[end:].strip()}", at + end)
        end = mark.end()
        if mark[1]:
            try:
                tokens.append(Token(json.loads(mark[1]), at + mark.start(1), quoted=True))
            except ValueError:
                raise ShortFormError(f"{mark[1]} is not JSON", at + mark.start(1)) from None
        else:
            group = 2 if mark[2] else 3
            tokens.append(Token(mark[group], at + mark.start(group)))
    return tokens


@lru_cache(maxsize=65536)
def plain(text: str) -> str:
    """Return a text in the form that is compared: in lower case, its words joined by underscores."""
    return re.sub(r"[\W_]+", "_", text.casefold()).strip("_") or text.casefold()


def singulars(word: str) -> set[str]:
    """Return what a word may be the plural or the object form of, itself included, in English, Czech and Polish."""
    endings = (("ies", "y"), ("es", ""), ("s", ""), ("y", ""), ("i", ""), ("e", ""), ("i", "e"))
    return {word, *(word.removesuffix(old) + new for old, new in endings if word.endswith(old))}
