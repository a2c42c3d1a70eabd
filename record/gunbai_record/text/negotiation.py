"""The language that is spoken to somebody: looked up among those that there are, as HTTP and RFC 4647 have it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

ENGLISH = "en"
"""The language that is always spoken."""
RANGE = re.compile(r"\s*(?P<tag>[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=(?P<weight>[01](?:\.[0-9]{0,3})?)\s*)?")


def lookup(accept_language: str, spoken: Collection[str]) -> str:
    """Return the first of the languages asked for that is spoken, the most wanted first; English if none is.

    `asked` is a value of the header `accept-language` (RFC 9110, section 12.5.4); the language is looked up as
    RFC 4647, section 3.4, describes: "cs-CZ" finds "cs". What cannot be read asks for nothing.
    """
    return found_in(accept_language, spoken) or ENGLISH


def found_in(accept_language: str, spoken: Collection[str]) -> str:
    """Return the same, but "" if none of the languages asked for is spoken."""
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
    """Yield the language ranges of a value by their weight, without wildcards and those that are not acceptable."""
    ranges = [match for text in accept_language.split(",") if (match := RANGE.fullmatch(text))]
    for match in sorted(ranges, key=lambda match: -float(match["weight"] or 1)):
        if float(match["weight"] or 1):
            yield match["tag"]
