"""Names that look alike: by the confusable characters of Unicode (UTS #39)."""

from __future__ import annotations

from functools import cache, lru_cache
from unicodedata import normalize

from confusable_homoglyphs.confusables import confusables_data


@lru_cache(4096)
def skeleton(name: str) -> str:
    """Return what a name has in common with all that look like it."""
    like = _prototypes()
    # Of pairs of letters that look like one, this is the one in names.
    return normalize("NFD", "".join(like.get(letter, letter) for letter in normalize("NFD", name)).replace("rn", "m"))


@cache
def _prototypes() -> dict[str, str]:
    """Return the first of the characters that look like each other, for each of them."""
    first: dict[str, str] = {}

    def found(letter: str) -> str:
        while (other := first.get(letter, letter)) != letter:
            letter = other
        return letter

    for letter, others in confusables_data.items():
        for other in others:
            one, two = sorted((found(letter), found(other["c"])), key=lambda each: (len(each), each))
            if one != two and len(two) == 1:
                first[two] = one
    return {letter: found(letter) for letter in first}
