"""The changelog of rulings, written from the titles: the verdicts that each version of their rules changed.

`make rulings` writes docs/rulings-changelog.md; `test_rulings.py` compares it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from games.kit.title import Title
from referee.game.titles import Rulebook
from titles.catalogue import TITLES

PAGE = Path(__file__).parents[2] / "docs" / "rulings-changelog.md"
HEAD = """# Changelog of rulings

`make rulings` writes this page. It lists what each [version of a title's rules](rules-versions.md) changed, by clause.
Other titles have only one version.
"""
REWORDED = {"The dice come before that.": "The dice are rolled before the damage is taken."}
"""Sentences of the rules that this page words better; the source of released rules stays as it is."""


def sentences(title: Title[Any]) -> dict[str, str]:
    """Return the sentences of a version's clauses by number."""
    return {clause.number: clause.sentence for clause in Rulebook(title).clauses.values()}


def changes(title: Title[Any], before: Title[Any]) -> Iterator[str]:
    """Yield a version's changes by clause, with the clause's sentence, and its old one if that differs."""
    was, now = sentences(before), sentences(title)
    for clause in dict.fromkeys(change.clause for change in title.rules.changes):
        yield wrapped(f"**{clause}** {now[clause]}") + "\n"
        if now[clause] != was.get(clause):
            yield wrapped(f"*Before:* {was.get(clause, 'no clause.')}") + "\n"
        for change in title.rules.changes:
            if change.clause == clause:
                yield wrapped(reworded(f"- {change.verdict} *Why:* {change.reason}"), "  ")
        yield ""


def reworded(text: str) -> str:
    """Return a text with its sentences as this page words them."""
    for sentence, better in REWORDED.items():
        text = text.replace(sentence, better)
    return text


def new_options(title: Title[Any], before: Title[Any]) -> list[str]:
    """Return the options that a version added, in the order of its form."""
    older = {*before.rules.options.__struct_fields__}
    return [f"`{name}`" for name in title.rules.options.__struct_fields__ if name not in older]


def wrapped(text: str, indent: str = "") -> str:
    """Return a paragraph in lines of the page."""
    return textwrap.fill(text, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def section(versions: Mapping[int, Title[Any]]) -> str:
    """Return the part of the page about a title."""
    newest, parts = versions[max(versions)], list[str]()
    for number in sorted(versions, reverse=True)[:-1]:
        title, before = versions[number], versions[number - 1]
        parts.append(f"### Version {number}\n")
        if options := new_options(title, before):
            parts.append(wrapped(f"New options: {', '.join(options)}") + "\n")
        parts += changes(title, before)
    return "\n".join((f"## {newest.label}\n", *parts)).rstrip("\n")


def page(titles: Mapping[str, Mapping[int, Title[Any]]] = TITLES) -> str:
    """Return the text of the page."""
    changed = (versions for versions in titles.values() if len(versions) > 1)
    return "\n\n".join((HEAD.rstrip(), *map(section, changed))) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
