"""The page of draws, written from the titles: what each chance step draws from its stream, and what the numbers mean.

`make draws` writes docs/draws.md; `test_draws.py` compares it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from games.kit.rules.decider import Chance
from games.kit.title import Title
from titles.catalogue import TITLES

PAGE = Path(__file__).parents[2] / "docs" / "draws.md"
HEAD = """# Draws

For each title and chance step: which numbers are drawn from [the stream of the outcome](record-format.md#chance), in
which order, and what each of them means. `make draws` writes this page from the steps, which draw by the same
declarations. Each version of a title's rules has a heading of its own.

The entry of an outcome is by chance, and its command is the outcome. Its step is the one whose outcome has the type of
the command. Where several have it, it is the one that `step` names in the last element of `agenda`, and where that
names none of them, any: then they draw the same.

What a step looks up, in `code`, are fields of the table before the entry, as its canonical JSON has them
([schemas](record-format.md#tables)); the fields of *the step* are those of the last element of `agenda`. The seat is
that of the outcome; seats are counted from 1, so that what belongs to seat 1 is the first element of a list by seat,
such as `cups` or `monsters`. The edition is the JSON in `edition_json` of `CreateGame`, or where that is empty the
title's own. A list is in the order in which the table, or this page, has it.

| form | numbers | result |
| --- | --- | --- |
| pick | one, below the count of the list | the thing with this index, from 0 |
| dice | one for each die in order, below the count of the faces | the faces with these indices |
| sample | one for each thing to be drawn, below the count of those left | see below |
| shuffle | as for a sample of all things of the list | see below |
| odds | one, below the denominator of the probability in lowest terms | yes if it is below the numerator |
| turn | one for each pool on the way | see below |

A sample is drawn as in Durstenfeld's shuffle: the thing with the drawn index is the next result, and the last of the
things left takes its place. `[a, b, c, d]` with the numbers 0, 0 and 1 gives a, d, b.

A turn begins with a place of a pile. While the place is a number, it is replaced by a pick from `unseen.pools` at this
index; a text is the card. A place that is a text from the beginning draws nothing.

A probability of 1, a list of one thing, and a bound of 1 in general, take no bytes of the stream. Where a field of the
outcome is an enum, a thing is the name of its value without the prefix, in lower case: `white` is `COLOUR_WHITE`.
"""
EDITION = re.compile("the edition's `([a-z]+)`")
ROW = "| {} | {} | {} |"


def shown_in(step: type[Chance[Any, Any]]) -> str:
    """Return the message of an outcome and the fields that show what was drawn: all but the seat that may see it."""
    (message,) = step.takes
    fields = message.__struct_fields__
    drawn = [name for name in fields if name != "seat"] or fields
    return f"`{message.__name__}`: " + ", ".join(f"`{name}`" for name in drawn)


def notes(steps: list[type[Chance[Any, Any]]]) -> Iterator[str]:
    """Yield what the words of the steps refer to, each once: the printed lists, then the remarks."""
    parts = [part for step in steps for part in step.form.parts]
    for printed in dict.fromkeys(printed for part in parts for printed in part.among):
        yield f"*{printed.words}*: " + ", ".join(f"`{thing}`" for thing in printed.things)
    yield from dict.fromkeys(part.remark for part in parts if part.remark)


def editions(title: Title[Any], steps: list[type[Chance[Any, Any]]]) -> Iterator[str]:
    """Yield what the title's own edition has where the words name one of its fields."""
    named = EDITION.findall(" ".join(step.form.words for step in steps))
    own = msgspec.json.decode(title.rules.edition.text)
    yield from (f"*the edition's `{name}`*, in the title's own: `{json.dumps(own[name])}`" for name in named)


def section(title: Title[Any]) -> str:
    """Return the part of the page about a title."""
    steps = [step for step in title.rules.steps if issubclass(step, Chance)]
    rows = [ROW.format(f"`{step.__name__}`", shown_in(step), step.form.words) for step in steps]
    table = "\n".join((ROW.format("step", "outcome", "drawn"), ROW.format("---", "---", "---"), *rows))
    heading = f"## {title.label}, rules version {title.rules_version}"
    digest = f"`edition_digest` of the title's own edition: `{title.rules.edition.digest}`."
    return "\n\n".join((heading, digest, table, *notes(steps), *editions(title, steps)))


def page() -> str:
    """Return the text of the page."""
    versions = (section(title) for each in TITLES.values() for title in each.values())
    return "\n\n".join((HEAD.rstrip(), *versions)) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
