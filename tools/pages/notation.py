"""Writes every title's short forms on the page about the notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.kit.rules.decider import Chance, Decision
from games.kit.title import Title
from gunbai_record.notation.short_forms import words_of
from titles.catalogue import TITLES, newest

PAGE = Path(__file__).parents[2] / "docs" / "notation.md"
FORMS = re.compile(r"(<!-- forms: .*? -->\n).*(<!-- end of the forms -->)", re.DOTALL)


def written() -> str:
    """Return the page with the titles' forms as they are."""
    forms = "".join(line + "\n" for name in sorted(TITLES) for line in _lines(newest(name)))
    return FORMS.sub(lambda match: f"{match[1]}\n{forms}{match[2]}", PAGE.read_text(encoding="utf-8"))


def _lines(title: Title[Any]) -> Iterator[str]:
    """Yield the lines of a title: its moves, then what chance shows."""
    yield f"### {title.label}"
    for heading, which in (("move", Decision), ("chance shows", Chance)):
        kinds = dict.fromkeys(kind for step in title.rules.steps if issubclass(step, which) for kind in step.takes)
        rows = [
            f"| {words_of(kind.__name__)} | `{title.words.forms[kind]}` |"
            for kind in kinds
            if kind in title.words.forms
        ]
        yield from ("", f"| {heading} | written |", "| --- | --- |", *rows)
    yield ""


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
