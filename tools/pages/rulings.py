"""The changelog of rulings, written from the titles: what each version of their rules judges otherwise.

`make rulings` writes docs/rulings-changelog.md; `test_rulings.py` compares it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from games.kit.title import Title
from referee.game.titles import Rulebook
from titles.catalogue import TITLES

PAGE = Path(__file__).parents[2] / "docs" / "rulings-changelog.md"
HEAD = """# Changelog of rulings

What each [version of a title's rules](rules-versions.md) judges otherwise than the version before it, by the clause by
which it is judged. `make rulings` writes this page from the titles. A game is judged by the version that its record
names, for ever; `gunbai record audit --rules NEWEST` lists the recorded rulings that the newest version would give
otherwise.
"""
FIRST = "Version 1: the first. No verdict has changed since."
ROW = "| {} | {} | {} | {} |"


def sentences(title: Title[Any]) -> dict[str, str]:
    """Return the sentences of the clauses of a version by number."""
    return {clause.number: clause.sentence for clause in Rulebook(title).clauses.values()}


def rows(title: Title[Any], before: Title[Any]) -> Iterator[str]:
    """Yield what a version changes, with the sentence of the clause where that is another one."""
    was, now = sentences(before), sentences(title)
    for change in title.rules.changes:
        said = now[change.clause]
        clause = said if said == was.get(change.clause) else f"{said} *Before*: {was.get(change.clause, 'no clause.')}"
        yield ROW.format(change.clause, change.verdict, clause, change.reason)


def section(versions: Mapping[int, Title[Any]]) -> str:
    """Return the part of the page about a title."""
    newest, parts = versions[max(versions)], list[str]()
    for number in sorted(versions, reverse=True)[:-1]:
        top = (ROW.format("clause", "verdict", "sentence", "reason"), ROW.format(*["---"] * 4))
        parts.append(f"Version {number}:\n")
        parts.append("\n".join((*top, *rows(versions[number], versions[number - 1]))) + "\n")
    first = FIRST if len(versions) == 1 else "Version 1: the first."
    return "\n".join((f"## {newest.label}\n", *parts, first))


def page(titles: Mapping[str, Mapping[int, Title[Any]]] = TITLES) -> str:
    """Return the text of the page."""
    return "\n\n".join((HEAD.rstrip(), *map(section, titles.values()))) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
