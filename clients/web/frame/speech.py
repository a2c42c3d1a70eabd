"""What the pages say in the language of the visitor: by keys, from a catalogue for each language (`languages/`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from starlette.requests import Request

from clients.web.frame.guard import FRAMES
from clients.web.languages import cs, en, pl
from gunbai_record.languages import ENGLISH, lookup

LANGUAGES = {"en": "English", "cs": "Čeština", "pl": "Polski"}
"""What the languages of the pages call themselves, by their tags (RFC 5646)."""
WORDS: Mapping[str, Mapping[str, str]] = {"en": en.WORDS, "cs": cs.WORDS, "pl": pl.WORDS}
COOKIE = "gunbai-language"
"""The name of the cookie with the language that the visitor chose."""
IN_DETAIL = {"INVALID_FIELD", "RECORD_REFUSED"}
"""Reasons that say too little without the message."""
LONGEST = 200
"""The longest list of languages of a browser that is read, in characters."""
WEB = Path(__file__).parents[1]
QUOTED = re.compile(r"[\"'`]([A-Za-z_]+(?:\.\w*)?)(?:[\"'`{]|\$\{)")
"""A key as a source has it, or the part of it before a value: `speed`, `state.`."""


def find_keys(*sources: Path) -> frozenset[str]:
    """Return the keys that sources use: those that stand in them in quotation marks, or whose first part does."""
    quoted = {name for source in sources for name in QUOTED.findall(source.read_text(encoding="utf-8"))}
    return frozenset(key for key in en.WORDS if key in quoted or f"{key.partition('.')[0]}." in quoted)


@cache
def find_script_keys() -> frozenset[str]:
    """Return the keys that scripts use, those of saved pages too."""
    return find_keys(*WEB.glob("static/*.js"), WEB / "saved" / "main.js", WEB / "saved" / "page.html")


class Speech(NamedTuple):
    """A language in which pages are said. Called with a key and values, it returns their words."""

    tag: str
    words: Mapping[str, str]

    def __call__(self, key: str, /, **values: object) -> str:
        return self.words[key].format(**values)

    @property
    def of_scripts(self) -> Mapping[str, str]:
        """The words that scripts need."""
        return {key: self.words[key] for key in sorted(find_script_keys())}

    def span(self, least: int, most: int) -> str:
        """Return a range of numbers, or one number."""
        return str(least) if least == most else self("span", least=least, most=most)

    def problem(self, status: int, error: Exception) -> tuple[str, str]:
        """Return what to say of a failure, and its message, in English, where only that says what is wrong."""
        reason = getattr(error, "reason", "")
        by_reason = self.words.get(f"problem.{reason}")
        if by_reason is not None and reason not in IN_DETAIL:
            return by_reason.format_map({name: str(fact) for name, fact in getattr(error, "facts", {}).items()}), ""
        return (str(error), "") if self.tag == ENGLISH else (by_reason or self(f"problem.{status}"), str(error))


def speech_for(languages: str) -> Speech:
    """Return the speech for a value of `accept-language`."""
    tag = lookup(languages, WORDS)
    return Speech(tag, WORDS[tag])


def read_languages(request: Request) -> str:
    """Return the language that a visitor chose, or those that their browser asks for. In a frame no cookie is read."""
    chosen = "" if request.url.path.startswith(FRAMES) else request.cookies.get(COOKIE, "")
    return chosen if chosen in LANGUAGES else request.headers.get("accept-language", "")[:LONGEST]


def find_speech(request: Request) -> Speech:
    """Return the speech for a visitor."""
    return speech_for(read_languages(request))


def build_context(request: Request) -> dict[str, Any]:
    """Return what every template has: the words, and the languages to choose from."""
    return {"say": find_speech(request), "languages": LANGUAGES}
