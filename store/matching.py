"""Which games a list shows: how texts, dates and tags are compared, for all engines."""

from __future__ import annotations

import re
from unicodedata import combining, normalize

from store.contract import Filter, Summary

STROKES = str.maketrans("đħıłøŧ", "dhilot")
"""Letters with a stroke, and the dotless i: Unicode does not decompose them, but people type names without them."""

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


def folded(text: str) -> str:
    """Return a text in the form that is compared: without case and diacritics (compatibility decomposition, UAX 15)."""
    if text.isascii():
        return text.lower()
    apart = normalize("NFKD", text.casefold())
    # Decomposing can bring back capitals, so the case is folded twice.
    return _BEYOND_ASCII.sub(_base, apart).casefold().translate(STROKES)


def _base(match: re.Match[str]) -> str:
    """Return a character, or nothing for a combining mark."""
    return "" if combining(match[0]) else match[0]


def answers(summary: Summary, only: Filter) -> bool:
    """Return whether a summary meets all of a filter's conditions."""
    winners = [summary.players[seat - 1] for seat in summary.winners if seat <= len(summary.players)]
    return (
        only.title in {"", summary.title}
        and only.status in {"", summary.status}
        and only.standing in {"", summary.standing}
        and only.parent in {"", summary.parent}
        and only.seats in {0, summary.seats}
        and only.public in {None, summary.public}
        and only.has_deadlines in {None, summary.has_deadlines}
        and only.held in {None, summary.held}
        and only.key in {"", *summary.keys}
        and folded(only.label) in folded(summary.label)
        and folded(only.ending) in folded(summary.ending)
        # "" is in every text: without a condition, a game without players fits too.
        and any(folded(only.player) in folded(player) for player in (*summary.players, ""))
        and any(folded(only.winner) in folded(player) for player in (*winners, ""))
        and {*map(folded, only.tags)} <= {*map(folded, summary.tags)}
        and _between(only.min_created_at, summary.created_at, only.max_created_at)
        and _between(only.min_changed_at, summary.changed_at, only.max_changed_at)
        and _played_between(only.min_played_on, summary.played_on, only.max_played_on)
    )


def _between(least: int | None, time: int, most: int | None) -> bool:
    return (least is None or least <= time) and (most is None or time <= most)


def _played_between(least: str, date: str, most: str) -> bool:
    """Return whether any day of a date is in a range: dates are compared to the length of the shorter one."""
    if not date:
        return not (least or most)
    return date >= least[: len(date)] and not (most and date[: len(most)] > most)
