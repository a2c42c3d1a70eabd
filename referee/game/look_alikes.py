"""Names that look alike, by Unicode's confusable characters (UTS #39)."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from unicodedata import normalize

import msgspec

from gunbai_record.text.foreign import without_unseen

_LETTERS = str.maketrans({"ي": "ی", "ك": "ک", "đ": "ð"})
"""Letters in names that look alike and are not in the table."""
_PAIRS = (("rn", "m"), ("vv", "w"), ("oe", "œ"), ("ae", "æ"))
"""Pairs of letters in names that look like one."""


class _Letter(msgspec.Struct):
    """A character that looks like another one, or several that do together."""

    c: str


@lru_cache(4096)
def skeleton(name: str) -> str:
    """Return what a name has in common with all that look like it."""
    like = _prototypes()
    seen = without_unseen(normalize("NFD", name)).translate(_LETTERS)
    seen = "".join(like.get(letter, letter) for letter in seen)
    for pair, letter in _PAIRS:
        seen = seen.replace(pair, letter)
    # Once more, because a prototype may be composed (UTS #39, section 4).
    return normalize("NFD", seen)


def looks(name: str) -> frozenset[str]:
    """Return a name's skeletons, as it is and in one case: names that share one look alike."""
    return frozenset((skeleton(name), skeleton(name.casefold())))


@cache
def _prototypes() -> dict[str, str]:
    """Return, for each character, the first of those that look like it."""
    # Only the file is read, and only now: the package keeps all of it in memory, 18 MB.
    table = (files("confusable_homoglyphs") / "confusables.json").read_bytes()
    alike, first = msgspec.json.decode(table, type=dict[str, list[_Letter]]), dict[str, str]()

    def prototype(letter: str) -> str:
        while (other := first.get(letter, letter)) != letter:
            letter = other
        return letter

    for letter, others in alike.items():
        for other in others:
            one, two = sorted((prototype(letter), prototype(other.c)), key=lambda word: (len(word), word))
            if one != two and len(two) == 1:
                first[two] = one
    return {letter: prototype(letter) for letter in first}
