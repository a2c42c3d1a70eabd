"""Pages of the catalogue and their tokens, for all engines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from store.contract import BadPageToken, Order, Page, Summary

# A place in the catalogue: what the order compares first, then the game's name.
Place = tuple[int | str, str]

COLUMNS: Final[Mapping[Order, str]] = {
    "newest": "created_at", "oldest": "created_at", "changed": "changed_at", "played": "played_on"
}  # fmt: skip
"""What each order compares."""
TIME = re.compile(r"[0-9]{1,15}", re.ASCII)
DATE = re.compile(r"[0-9-]{0,10}", re.ASCII)


def place_of(summary: Summary, order: Order) -> Place:
    """Return a game's place in the catalogue."""
    key: Any = getattr(summary, COLUMNS[order])
    return key, summary.game


def follows(place: Place, other: Place, order: Order) -> bool:
    """Return whether a place comes after another."""
    return place > other if order == "oldest" else place < other


def place_before(page_token: str, order: Order) -> Place | None:
    """Return the place where the page begins; None for the first page. Raises BadPageToken."""
    if not page_token:
        return None
    key, _, game = page_token.partition(":")
    dated = order == "played"
    if not (game and (DATE if dated else TIME).fullmatch(key)):
        raise BadPageToken(page_token)
    return key if dated else int(key), game


def page_of(
    summaries: list[Summary], page_size: int, order: Order, astray: Sequence[str] = (), private: Sequence[str] = ()
) -> Page:
    """Return a page of these summaries; one more than fits means that another page follows."""
    shown = summaries[:page_size]
    more = len(summaries) > page_size
    token = "{}:{}".format(*place_of(shown[-1], order)) if more else ""
    return Page(tuple(shown), token, tuple(astray), tuple(private))
