"""The pages' texts in the visitor's language, from a catalogue for each language (`languages/`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from starlette.requests import Request

from clients.web.frame.paths import is_framed
from clients.web.languages import CATALOGUES
from gunbai_record.text.catalogue import Catalogue
from gunbai_record.text.negotiation import ENGLISH

COOKIE = "gunbai-language"
"""The name of the cookie with the language that the visitor chose."""
IN_DETAIL = {"INVALID_FIELD", "RECORD_REFUSED"}
"""Reasons that say too little without the message."""
LONGEST = 200
"""The longest list of a browser's languages that is read, in characters."""
WEB = Path(__file__).parents[1]
QUOTED = re.compile(r"[\"'`]([A-Za-z_]+(?:\.\w*)?)(?:[\"'`{]|\$\{)")
"""A key in a source file, or the part of it before a value: `speed`, `state.`."""


def find_keys(*sources: Path) -> frozenset[str]:
    """Return the keys that source files use: those in quotation marks, in whole or by their first part."""
    quoted = {name for source in sources for name in QUOTED.findall(source.read_text(encoding="utf-8"))}
    keys = CATALOGUES[ENGLISH].templates
    return frozenset(key for key in keys if key in quoted or f"{key.partition('.')[0]}." in quoted)


@cache
def find_script_keys() -> frozenset[str]:
    """Return the keys that scripts use, including those of saved pages."""
    return find_keys(*WEB.glob("static/*.js"), WEB / "saved" / "main.js", WEB / "saved" / "page.html")


def select_script_words(say: Catalogue) -> Mapping[str, str]:
    """Return the templates that scripts need, by key."""
    return {key: say[key] for key in sorted(find_script_keys())}


def say_span(say: Catalogue, least: int, most: int) -> str:
    """Return a range of numbers, or one number."""
    return str(least) if least == most else say("span", least=least, most=most)


def say_problem(say: Catalogue, status: int, error: Exception) -> tuple[str, str]:
    """Return the text for a failure, and its English message if only that explains the problem."""
    reason, facts = getattr(error, "reason", ""), getattr(error, "facts", {})
    key = f"problem.{reason}"
    is_worded = say.get(key) is not None
    if is_worded and reason not in IN_DETAIL:
        return say(key, **facts), ""
    if say.language.tag == ENGLISH:
        return str(error), ""
    return say[key] if is_worded else say(f"problem.{status}"), str(error)


def read_languages(request: Request) -> str:
    """Return the language that a visitor chose, or those that their browser asks for.

    In a frame, cookies are ignored.
    """
    chosen = "" if is_framed(request) else request.cookies.get(COOKIE, "")
    accepted = request.headers.get("accept-language", "")[:LONGEST]
    return chosen if chosen in CATALOGUES else accepted.encode("ascii", "ignore").decode()


def find_catalogue(request: Request) -> Catalogue:
    """Return the catalogue for a visitor."""
    return CATALOGUES.lookup(read_languages(request))


def build_context(request: Request) -> dict[str, Any]:
    """Return the context of every template: the words, and the languages to choose from."""
    say = find_catalogue(request)
    languages = {tag: catalogue.language.name for tag, catalogue in CATALOGUES.items()}
    return {
        "root": request.scope.get("root_path", ""),
        "say": say,
        "say_span": partial(say_span, say),
        "script_words": partial(select_script_words, say),
        "languages": languages,
    }
