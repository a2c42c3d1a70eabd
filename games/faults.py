"""Checks of a table in their order: how a title says what cannot be on one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from games.decider import T


def first_faults(table: T, *checks: Callable[[T], Iterable[str]]) -> Iterator[str]:
    """Yield the sentences of the first check that finds anything: the later ones build on what it holds."""
    for check in checks:
        found = tuple(check(table))
        if found:
            yield from found
            return
