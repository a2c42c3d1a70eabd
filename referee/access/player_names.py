"""Names of players as requests give them: in one form, to be seen, and no role of the game's own.

The form is the nickname profile of PRECIS (RFC 8266 over RFC 8264), with case, and besides it sequences that make one
emoji. Names in records are read as they are.
"""

from __future__ import annotations

import re

from precis_i18n import get_profile

from referee.errors import InvalidField
from referee.game.look_alikes import skeleton

LONGEST_NAME = 100
"""The most characters of a name."""
_PICTURE = "[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff]"
_SHOWN = f"{_PICTURE}\ufe0f?[\U0001f3fb-\U0001f3ff]?"
_EMOJI = re.compile(
    f"(?:\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]+\U000e007f"
    f"|{_SHOWN}(?:\u200d{_SHOWN})+|{_PICTURE}\ufe0f|[0-9#*]\ufe0f\u20e3)"
)
"""A flag of a region, people and things that are joined, or a sign that is shown as a picture."""
_PICTURED = "\u2603"
"""What takes the place of an emoji where a profile judges the rest of a name."""
_BLANK = "\u2800"
"""A letter of Braille without a dot, which looks like a space."""
_PROFILE = get_profile("NicknameCasePreserved")
ROLES = frozenset(
    [
        *("arbiter", "bot", "chance", "dealer", "everybody", "host", "moderator", "nobody", "operator", "referee"),
        *("service", "spectator", "system"),
        *("hostitel", "náhoda", "nikdo", "provozovatel", "rozhodčí", "soudce", "krupiér", "divák"),
        *("gospodarz", "krupier", "los", "nikt", "sędzia", "widz"),
    ]
)
"""What nobody is called, in the languages of the service: the words for others than players."""
_SEAT = re.compile(r"(?:seat|místo|miejsce)\s*[0-9]+")
_ROLES_SEEN = frozenset(skeleton(role) for role in ROLES)


def name_of(field: str, text: str) -> str:
    """Return the name of a player in its one form: spaces once and within, letters composed. Raises InvalidField."""
    _check_length(field, text)
    emoji = _EMOJI.findall(text)
    if _BLANK in text or (emoji and _PICTURED in text):
        raise InvalidField(field, "a name that can be seen and told apart is expected")
    try:
        name: str = _PROFILE.enforce(_EMOJI.sub(_PICTURED, text))
    except UnicodeEncodeError as error:
        letter = ascii(error.object[error.start])
        raise InvalidField(field, f"a name that can be seen and told apart is expected, without {letter}") from None
    for picture in emoji:
        name = name.replace(_PICTURED, picture, 1)
    _check_length(field, name)
    _check_role(field, name)
    return name


def _check_length(field: str, name: str) -> None:
    if not 1 <= len(name) <= LONGEST_NAME:
        raise InvalidField(field, f"1 to {LONGEST_NAME} characters are expected, not {len(name)}")


def composed(text: str) -> str:
    """Return the name of a player in its one form, or the text where it is none: that of a branch may be older."""
    try:
        return name_of("player", text)
    except InvalidField:
        return text


def _check_role(field: str, name: str) -> None:
    """Check that a name is not that of a role or a seat, nor looks like one. Raises InvalidField."""
    plain = name.casefold()
    if plain in ROLES or skeleton(plain) in _ROLES_SEEN or _SEAT.fullmatch(plain):
        raise InvalidField(field, f"{name!r} is a word for somebody else at the table, not the name of a player")
