"""The page of draws, written from the titles: what each chance step draws from its stream, and what the numbers mean.

`make draws` writes docs/draws.md; `test_draws.py` compares it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from games.kit.rules.decider import Chance
from games.kit.title import Title
from titles.catalogue import TITLES

PAGE = Path(__file__).parents[2] / "docs" / "draws.md"
HEAD = """# Draws

For each title and chance step, this page says which numbers are drawn from [the stream of the
outcome](record-format.md#chance), in which order, and what they mean. `make draws` writes the page.

In the entry of an outcome, the actor is chance and the command is the outcome. The type of the command identifies the
step. If several steps have this type, the last element of `agenda` names the step. If that element names none of these
steps, they all draw the same numbers in the same way.

Names in `code` are fields of the table before the entry, in its [canonical JSON](record-format.md#tables). *The step*
is the last element of `agenda`. *The seat* is the seat in the outcome. The first element of a list such as `cups` or
`monsters` belongs to seat 1. The edition is `edition_json` of `CreateGame`, or the title's own if `edition_json` is
empty. Lists are in the order in which the table or this page gives them.

| form | numbers | result |
| --- | --- | --- |
| pick | one, below the length of the list | the element with this index, from 0 |
| dice | one per die, in order, below the number of faces | the faces with these indices |
| sample | one per element to draw, below the number of elements left | see below |
| shuffle | as for a sample of the whole list | see below |
| odds | one, below the denominator of the probability in lowest terms | yes if the number is below the numerator |
| turn | one per pool on the way | see below |

**Sample:** as in Durstenfeld's shuffle, the element with the drawn index is the next result, and the last remaining
element takes its place. `[a, b, c, d]` with the numbers 0, 0 and 1 gives a, d, b.

**Turn:** start with a place in a pile. While the place holds a number, replace the number with a pick from the list
that has this index in `unseen.pools`. Once the place holds a string, that string is the card.

A probability of 1, a list of one element, and any bound of 1 take no bytes from the stream. If a field of the outcome
is an enum, elements are the names of its values without the prefix, in lower case: `white` is `COLOUR_WHITE`.
"""
REWORDED = {
    "one for each of `samurai` without an `id`, in order, with the other `id`s in their places, from all samurai that "
    "are no `id` of `samurai`": "one for each element of `samurai` without an `id`, in order, from all samurai except "
    "the `id`s in `samurai`; these `id`s keep their places",
    "from the card `top_card`, if that is not empty; otherwise the cards of the game that are not in `market`, "
    "`discard`, `played`, or a `card` in the `cards` of `monsters`; if none is left, `discard`": "from the card "
    "`top_card`, if that is not empty; otherwise from the cards of the game that are not in `market`, `discard` or "
    "`played`, and not a `card` in the `cards` of `monsters`; if none is left, from `discard`",
    "or the one that the step's `place` names": "or of the one that the step's `place` names",
    "a place that is a number is turned differently": "for a place that is a number, the card is turned up differently",
    "as many as titans in `order`": "as many as there are titans in `order`",
    "the equal bidders, the seats of the outcome, by seat": "the tied bidders, which are the seats of the outcome, in "
    "seat order",
    "the sums of `engaged` and `tray`, colour by colour into `tower`, by the edition's `tower`: see below": "`engaged` "
    "plus `tray`, colour by colour, into the table's `tower`, with the figures of the edition's `tower`: see below",
    "It takes odds of *w*(*U* - 1, *D* - 1, *P* - 1, *N* - 1) / *w*(*U*, *D*, *P*, *N*), and then by a pick from the "
    "cards of `unseen.pools[0]` that show a doll, or after a no from those without one.": "First draw odds of *w*(*U* "
    "- 1, *D* - 1, *P* - 1, *N* - 1) / *w*(*U*, *D*, *P*, *N*). Then pick from the cards of `unseen.pools[0]`: after a "
    "yes, from the cards that show a doll; after a no, from the cards without one.",
    "*U* is the count of `unseen.pools[0]`, *D* of its cards that show a doll, *P* of the numbers in `raiders` and "
    "`intruders`. *N* is 2 less the raiders with a doll that": "*U* is the number of cards in `unseen.pools[0]`, *D* "
    "how many of these cards show a doll, and *P* how many numbers are in `raiders` and `intruders`. *N* is 2 minus "
    "the number of raiders that show a doll and",
    "the first 6 less the number of the `fired` of `gunmen[0]` are `red`, the rest `blue`": "the first *n* are "
    "`red`, the rest `blue`; *n* is 6 minus the length of `fired` in `gunmen[0]`",
    "those of the event cards that are not in `spent`": "the event cards that are not in `spent`",
    "those of the action cards that are not in `row`": "the action cards that are not in `row`",
    "A list of cubes is counts by colour": "A list of cubes has a count for each colour",
    "Cubes are taken in this order, and the result is a list like this.": "The throw takes cubes in this order, and "
    "its result is a list of the same kind.",
    "only those not `passed`": "only of the samurai that are not `passed`",
    "the `wounded` seats in order": "the seats of the `wounded` samurai, in order",
}
"""Phrases that this page words better than the rules, whose source has a fingerprint in the databases of services."""
EDITION = re.compile("the edition's `([a-z]+)`")
ROW = "| {} | {} | {} |"


def reworded(text: str) -> str:
    """Return a text with its phrases as this page words them."""
    for phrase, better in REWORDED.items():
        text = text.replace(phrase, better)
    return text


def shown_in(step: type[Chance[Any, Any]]) -> str:
    """Return an outcome's message and the fields that show what was drawn: all but the seat that may see it."""
    (message,) = step.takes
    fields = message.__struct_fields__
    drawn = [name for name in fields if name != "seat"] or fields
    return f"`{message.__name__}`: " + ", ".join(f"`{name}`" for name in drawn)


def notes(steps: list[type[Chance[Any, Any]]]) -> Iterator[str]:
    """Yield what the steps' words refer to, each once: the printed lists, then the remarks."""
    parts = [part for step in steps for part in step.form.parts]
    for printed in dict.fromkeys(printed for part in parts for printed in part.among):
        yield f"*{printed.words}*: " + ", ".join(f"`{thing}`" for thing in printed.things)
    yield from dict.fromkeys(part.remark for part in parts if part.remark)


def editions(title: Title[Any], steps: list[type[Chance[Any, Any]]]) -> Iterator[str]:
    """Yield what the title's own edition has where the words name one of its fields."""
    named = EDITION.findall(" ".join(step.form.words for step in steps))
    own = msgspec.json.decode(title.rules.edition.text)
    yield from (f"*the edition's `{name}`*, in the title's own: `{json.dumps(own[name])}`" for name in named)


def body(title: Title[Any]) -> str:
    """Return what the page says about a title's rules version; steps that draw the same share a row."""
    steps = [step for step in title.rules.steps if issubclass(step, Chance)]
    rows: dict[tuple[str, str], list[str]] = {}
    for step in steps:
        rows.setdefault((shown_in(step), step.form.words), []).append(f"`{step.__name__}`")
    lines = (ROW.format(", ".join(names), *drawn) for drawn, names in rows.items())
    table = "\n".join((ROW.format("step", "outcome", "drawn"), ROW.format("---", "---", "---"), *lines))
    digest = f"`edition_digest` of the title's own edition: `{title.rules.edition.digest}`."
    return reworded("\n\n".join((digest, table, *notes(steps), *editions(title, steps))))


def sections(versions: Iterable[Title[Any]]) -> Iterator[str]:
    """Yield the page's parts about a title; rules versions that draw the same share one."""
    for text, alike in groupby(versions, body):
        titles = [*alike]
        numbers = " and ".join(str(title.rules_version) for title in titles)
        yield f"## {titles[0].label}, rules version{'s' * (len(titles) > 1)} {numbers}\n\n{text}"


def page() -> str:
    """Return the text of the page."""
    parts = (part for versions in TITLES.values() for part in sections(versions.values()))
    return "\n\n".join((HEAD.rstrip(), *parts)) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
