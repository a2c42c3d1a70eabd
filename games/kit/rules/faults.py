"""The faults of options and tables: sentences that may cite a broken clause in parentheses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from games.kit.rules.decider import Rules, T

_CITATION = re.compile(r"\(([A-Z]{2}-[0-9]+(?:\.[0-9]+)*)[),;]")


def cited_clause(fault: str) -> str:
    """Return the number of the clause that a fault cites last, such as "TR-2.2", or "" if it cites none.

    Quotes from the set-up precede the citation.
    """
    citations = _CITATION.findall(fault)
    return citations[-1] if citations else ""


def seats_fault(rules: Rules[T], seats: int) -> str:
    """Return why a number of seats cannot play these rules, with the clause, or "" if they can."""
    if seats in rules.seats:
        return ""
    return f"{rules.label} is played with {', '.join(map(str, rules.seats))} seats, not {seats} ({rules.seats_clause})"


def first_faults(table: T, *checks: Callable[[T], Iterable[str]]) -> Iterator[str]:
    """Yield the sentences of the first failing check: later checks rely on earlier ones."""
    for check in checks:
        # All of one check, and none of the next, which may rely on what this one found wanting.
        sentences = tuple(check(table))
        if sentences:
            yield from sentences
            return
