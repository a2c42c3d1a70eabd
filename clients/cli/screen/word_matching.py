"""What a person types: its words and numbers, the sentences they match, and what a misspelled word may have been."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from gunbai_record.notation.words import singulars
from gunbai_record.numerals import is_whole

_TOKEN = re.compile(
    r"""(?<![^\W_])[+\-−][0-9]+            # a number with its sign
      | [^\W_]+(?:['’][^\W_]+)*         # a word or a number
      | [^\s\w,;.:!?()\[\]{}"'’„“”…→/|&+\-−–]+  # a sign that separates nothing""",
    re.VERBOSE,
)
_UNSIGNED = re.compile(r"[+\-−](?=[0-9])")
_DENIAL = re.compile(r"no|not|none|nothing|unused|nic|bez|zadn\w*|nie\w*|ne\w{4,}")
"""The words that negate a command's sentence, in English, Czech and Polish."""
_TIMES = re.compile(r"(?<=[0-9])\s*[x×*]\s*(?=[0-9])")
"""What stands between two numbers, as in `3x5`; it is not a word."""
_UNDIVIDED = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ı": "i"})
"""Letters that Unicode does not decompose into a letter and a stroke."""
_ALIKE = 0.7
"""How similar a word must be to the one that was typed for gunbai to ask about it."""


def plain(text: str) -> str:
    """Return a text in lower case, without diacritics."""
    divided = unicodedata.normalize("NFKD", text.casefold().translate(_UNDIVIDED))
    return "".join(character for character in divided if not unicodedata.combining(character))


def tokens(text: str) -> list[str]:
    """Return a text's words and numbers, plain, without separators; a sign stays with its number."""
    return _TOKEN.findall(_TIMES.sub(" ", plain(text)))


def has(text: str, name: str, *, whole: bool = False) -> bool:
    """Return whether a text has the words of a name in sequence; the last may be in the plural.

    Unless it must be `whole`, the last may also be a beginning.
    """
    words, wanted = tokens(text.replace("-", " ")), tokens(name.replace("-", " "))
    if not wanted:
        return False
    first, last, length = wanted[:-1], wanted[-1], len(wanted) - 1
    follows = (words[place + length] for place in range(len(words) - length) if words[place : place + length] == first)
    forms = singulars(last)
    return any(word in forms or (not whole and word.startswith(last)) for word in follows)


class Wording(NamedTuple):
    """The words that find a move: those of its sentence, then those of the picture, in order."""

    sentence: tuple[str, ...]
    row: tuple[str, ...]
    every: Counter[str]


def wording(sentence: str, others: Iterable[str] = ()) -> Wording:
    """Return the words of a sentence, and of other texts that belong to it."""
    words, beside = tokens(sentence), [token for text in others for token in tokens(text)]
    added = {*beside, *(_UNSIGNED.sub("", token) for token in words)}
    return Wording(tuple(words), (*words, *beside), Counter(words) | Counter(added))


def fitting(typed: Sequence[str], wordings: Sequence[Wording], *, whole: bool) -> list[int]:
    """Return the indices of the wordings that match best.

    A whole sentence ranks before one that begins like that, then come consecutive words in order, then words in any
    order.

    A word that is typed twice must occur twice. Unless they must be `whole`, beginnings of words match too.
    """
    alike = str.__eq__ if whole else _begins
    ways: tuple[Callable[[Wording], bool], ...] = (
        lambda words: tuple(typed) == words.sentence,
        lambda words: whole and tuple(typed) == words.sentence[: len(typed)],
        lambda words: _in_order(typed, words.row, alike),
        lambda words: _in_any_order(typed, words.every, alike),
    )
    matches = ([place for place, words in enumerate(wordings) if fits(words)] for fits in ways)
    return next(filter(None, matches), []) if typed else []


Alike = Callable[[str, str], bool]


def _begins(word: str, typed: str) -> bool:
    return word == typed if is_whole(typed) else word.startswith(typed)


def _in_order(typed: Sequence[str], words: Sequence[str], alike: Alike) -> bool:
    rest = iter(words)
    return all(any(alike(word, token) for word in rest) for token in typed)


def _in_any_order(typed: Sequence[str], words: Counter[str], alike: Alike) -> bool:
    left = list(words.elements())
    for token in sorted(typed, key=len, reverse=True):
        match = next((word for word in left if alike(word, token)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def denies(sentence: Iterable[str], typed: Iterable[str]) -> bool:
    """Return whether a sentence negates something that the typed words do not negate."""
    typed_words = set(typed)
    return any(_DENIAL.fullmatch(word) and word not in typed_words for word in sentence)


def meant(typed: Sequence[str], texts: Iterable[str]) -> str:
    """Return the typed words with unknown ones replaced by the texts' most similar words, or ""."""
    spellings = {plain(word): word for text in texts for word in re.findall(r"[^\W0-9_]{2,}", text)}
    words = [_closest(token, spellings) for token in typed]
    return " ".join(filter(None, words)) if all(words) and words != list(typed) else ""


def _closest(word: str, spellings: dict[str, str]) -> str:
    if any(map(is_whole, word)) or any(spelling.startswith(word) for spelling in spellings):
        return word
    alike = get_close_matches(word, spellings, 1, _ALIKE)
    return spellings[alike[0]] if alike else ""
