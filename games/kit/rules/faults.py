"""The faults of options and tables: sentences, each of which may cite the clause that it breaks in parentheses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from games.kit.rules.decider import Rules, T

_CITATION = re.compile(r"\(([A-Z]{2}-[0-9]+(?:\.[0-9]+)*)[),;]")


def cited_clause(fault: str) -> str:
    """Return the number of the clause that a fault cites last, such as "TR-2.2", or "" if it cites none.

    What a fault quotes of the set-up comes before the citation.
    """
    citations = _CITATION.findall(fault)
    return citations[-1] if citations else ""


def seats_fault(rules: Rules[T], seats: int) -> str:
    """Return why so many seats cannot play a rules, with the clause that says how many do, or "" if they can."""
    if seats in rules.seats:
        return ""
    return f"{rules.label} is played with {', '.join(map(str, rules.seats))} seats, not {seats} ({rules.seats_clause})"


def first_faults(table: T, *checks: Callable[[T], Iterable[str]]) -> Iterator[str]:
    """Yield the sentences of the first check that finds anything: the later ones build on what it holds."""
    for check in checks:
        sentences = tuple(check(table))
        if sentences:
            yield from sentences
            return
