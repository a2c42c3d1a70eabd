"""Players' names in requests: in one form, visible, and not a role in the game.

The form is PRECIS's nickname profile (RFC 8266 over RFC 8264), with case, and also sequences that make one emoji (UTS
#51). Names in records are read as they are.
"""

from __future__ import annotations

import re
from functools import cache
from unicodedata import category, decimal, normalize

from precis_i18n import get_profile

from gunbai_record.numerals import is_whole
from referee.errors import InvalidField
from referee.game.look_alikes import skeleton

LONGEST_NAME = 100
"""The maximum number of characters in a name."""
_STANDINS = [chr(dotted) for dotted in range(0x2801, 0x2801 + LONGEST_NAME + 1)]
"""Braille letters. One that a name lacks stands for its emoji while a profile judges the rest."""
_BLANK = "\u2800"
"""The Braille letter without a dot, which looks like a space."""
_MARKS = " \u061c\u200e\u200f"
"""What can surround a pasted name without belonging to it: spaces and direction marks."""
_PROFILE = get_profile("NicknameCasePreserved")
_ROLES = frozenset(
    [
        *("arbiter", "bot", "chance", "dealer", "everybody", "host", "moderator", "nobody", "operator", "referee"),
        *("service", "spectator", "system"),
        *("hostitel", "náhoda", "nikdo", "provozovatel", "rozhodčí", "soudce", "krupiér", "divák"),
        *("gospodarz", "krupier", "nikt", "sędzia", "widz"),
    ]
)
"""Names that nobody can have, in the service's languages: the words for anyone but players."""
_SEATS = frozenset(["seat", "místo", "hráč", "miejsce", "gracz"])
"""The words that name a seat, with its number."""
_NUMBERS = frozenset(
    [
        *["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
        *["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
        *["jeden", "jedna", "jedno", "dva", "dvě", "tři", "čtyři", "pět", "šest", "sedm", "osm", "devět", "deset"],
        *[
            "první",
            "druhý",
            "druhá",
            "druhé",
            "třetí",
            "čtvrtý",
            "čtvrtá",
            "čtvrté",
            "pátý",
            "pátá",
            "páté",
            "šestý",
            "šestá",
            "šesté",
        ],
        *[
            "sedmý",
            "sedmá",
            "sedmé",
            "osmý",
            "osmá",
            "osmé",
            "devátý",
            "devátá",
            "deváté",
            "desátý",
            "desátá",
            "desáté",
        ],
        *["dwa", "dwie", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć", "dziesięć"],
        *[
            "pierwszy",
            "pierwsza",
            "pierwsze",
            "drugi",
            "druga",
            "drugie",
            "trzeci",
            "trzecia",
            "trzecie",
            "czwarty",
            "czwarta",
            "czwarte",
        ],
        *[
            "piąty",
            "piąta",
            "piąte",
            "szósty",
            "szósta",
            "szóste",
            "siódmy",
            "siódma",
            "siódme",
            "ósmy",
            "ósma",
            "ósme",
        ],
        *["dziewiąty", "dziewiąta", "dziewiąte", "dziesiąty", "dziesiąta", "dziesiąte"],
        *["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"],
    ]
)
"""The numbers of seats as words, in the service's languages."""
_ARTICLES = frozenset(["a", "an", "the"])
_WORD = re.compile(r"[^\W_]+")
_NUMBERED = re.compile(r"(.+?)(?:[\W_]*([0-9]+)|[\W_]+(\w+))[\W_]*")
"""A word and its number, in digits or in letters that look like digits."""


def name_of(field: str, text: str) -> str:
    """Return a player's name in its one form: single spaces, composed letters. Raises InvalidField."""
    _check_length(field, text)
    if _BLANK in text:
        raise InvalidField(field, "expected only visible, distinguishable characters")
    text = text.strip(_MARKS)
    standin = next(letter for letter in _STANDINS if letter not in text)
    judged, emoji = _apart(text, standin)
    try:
        name: str = _PROFILE.enforce(judged)
    except UnicodeEncodeError as error:
        letter = ascii(error.object[error.start : error.start + 1])
        raise InvalidField(field, f"expected only visible, distinguishable characters, not {letter}") from None
    # In order: the profile may change what is between them, but not their order.
    for picture in emoji:
        name = name.replace(standin, picture, 1)
    _check_length(field, name)
    _check_role(field, name)
    return name


def _apart(text: str, standin: str) -> tuple[str, list[str]]:
    """Return a text with a letter for each emoji of several characters, and these emoji."""
    if text.isascii():
        return text, []
    from emoji import emoji_list  # whose table takes 6 MB

    emojis = [match for match in emoji_list(text) if len(match["emoji"]) > 1]
    # From the end, because each replacement moves what comes after it.
    for match in reversed(emojis):
        text = text[: match["match_start"]] + standin + text[match["match_end"] :]
    return text, [match["emoji"] for match in emojis]


def _check_length(field: str, name: str) -> None:
    if not 1 <= len(name) <= LONGEST_NAME:
        raise InvalidField(field, f"expected 1 to {LONGEST_NAME} characters, not {len(name)}")


def composed(text: str) -> str:
    """Return a player's name in its one form, or an invalid name unchanged: a branch may have an old one."""
    try:
        return name_of("player", text)
    except InvalidField:
        return text


def _check_role(field: str, name: str) -> None:
    """Check that a name neither is nor looks like that of a role or a seat. Raises InvalidField."""
    if _is_role(name) or _is_numbered_role(name):
        raise InvalidField(field, f"{name!r} is reserved for a role or a seat: choose another name")


def _is_role(name: str) -> bool:
    """Return whether a name's words name a role or a seat: signs, emoji and articles are decoration."""
    words = _WORD.findall(normalize("NFC", name))
    if _in_every_case("".join(words)) & _seen(_ROLES):
        return True
    kinds = {_kind_of(word) for word in words if word.casefold() not in _ARTICLES}
    return ("role" in kinds and kinds <= {"role", "seat", "number"}) or kinds == {"seat", "number"}


def _kind_of(word: str) -> str:
    """Return whether a word names a role, a seat or a number."""
    seen = _in_every_case(word)
    if seen & _seen(_ROLES):
        return "role"
    if seen & _seen(_SEATS):
        return "seat"
    return "number" if seen & _seen(_NUMBERS) or is_whole(skeleton(word)) else "other"


def _is_numbered_role(name: str) -> bool:
    parts = _NUMBERED.fullmatch("".join(str(decimal(sign, sign)) for sign in name))
    if not parts or not _in_every_case(parts[1]) & (_seen(_ROLES) | _seen(_SEATS)):
        return False
    return bool(parts[2]) or is_whole(skeleton(parts[3]))


def _in_every_case(word: str) -> set[str]:
    """Return what a word looks like, as it is and in every case: letters may look alike in only one."""
    return {skeleton(form) for form in (word, word.upper(), word.casefold(), word.capitalize())}


# When the first player comes: the table of look-alikes takes 20 ms, which no start needs to wait for.
@cache
def _seen(words: frozenset[str]) -> frozenset[str]:
    """Return what words look like, with and without their diacritics."""
    return frozenset(look for word in words for form in (word, _bare(word)) for look in _in_every_case(form))


def _bare(word: str) -> str:
    return "".join(letter for letter in normalize("NFD", word) if category(letter) != "Mn")
