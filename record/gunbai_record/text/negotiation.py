"""Which language to speak to somebody: looked up among the available ones, as HTTP and RFC 4647 say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

ENGLISH = "en"
"""The language that is always available."""
RANGE = re.compile(r"\s*(?P<tag>[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=(?P<weight>[01](?:\.[0-9]{0,3})?)\s*)?")


def lookup(accept_language: str, spoken: Collection[str]) -> str:
    """Return the most wanted of the requested languages that is available; English if none is.

    `accept_language` is a value of the header `accept-language` (RFC 9110, section 12.5.4). The lookup follows RFC
    4647, section 3.4: "cs-CZ" finds "cs". A value that cannot be read asks for nothing.
    """
    return found_in(accept_language, spoken) or ENGLISH


def found_in(accept_language: str, spoken: Collection[str]) -> str:
    """Like `lookup`, but return "" if none of the requested languages is available."""
    for tag in _wanted(accept_language):
        parts = tag.lower().split("-")
        while parts:
            if "-".join(parts) in spoken:
                return "-".join(parts)
            parts.pop()
            if parts and len(parts[-1]) == 1:
                parts.pop()  # A subtag of one letter only introduces the one after it.
    return ""


def _wanted(accept_language: str) -> Iterator[str]:
    """Yield a value's language ranges by their weight, without wildcards and unacceptable ones."""
    ranges = [match for text in accept_language.split(",") if (match := RANGE.fullmatch(text))]
    for match in sorted(ranges, key=lambda match: -float(match["weight"] or 1)):
        if float(match["weight"] or 1):
            yield match["tag"]
