"""Pages of the catalogue and their tokens, common to all engines."""

from __future__ import annotations

from collections.abc import Sequence

from store.contract import BadPageToken, Page, Summary

# A place in the catalogue: newest game first, by creation and then by name.
Place = tuple[int, str]


def place_of(summary: Summary) -> Place:
    """Return the place of a game in the catalogue's order."""
    return summary.created_at, summary.game


def place_before(page_token: str) -> Place | None:
    """Return the place after which the page begins; None for the first page. Raises BadPageToken."""
    if not page_token:
        return None
    created_at, colon, game = page_token.partition(":")
    if not (colon and game and created_at.isascii() and created_at.isdigit() and len(created_at) < 16):
        raise BadPageToken(page_token)
    return int(created_at), game


def page_of(summaries: list[Summary], page_size: int, astray: Sequence[str] = ()) -> Page:
    """Return the first page of these summaries; there is one more than fits if another page follows."""
    shown = summaries[:page_size]
    more = len(summaries) > page_size
    return Page(tuple(shown), "{}:{}".format(*place_of(shown[-1])) if more else "", tuple(astray))
