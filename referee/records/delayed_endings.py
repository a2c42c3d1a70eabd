"""Endings that wait: a game's end opens its secret, and so might reveal what a running branch still hides.

A branch with the seats' consent shares hidden facts with its parent. While it, or any branch of it, is played, the
parent does not end: it is not abandoned, its time is not called, and after its last move it is not closed. A branch
that has not started delays nothing: anyone who takes a seat there sees that the parent is over.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import NamedTuple

from referee.game.entries import Added
from referee.game.fold import continued
from referee.game.game import Game
from referee.game.titles import Titles
from store.contract import Filter, GameNotFound, Page, StorageCorrupt, Store

_PLAYED = frozenset({"revealing", "running", "appealed"})
"""The states of a game that is played."""


def begins(before: Game, after: Game) -> bool:
    """Return whether a change begins a game's play."""
    return after.status in _PLAYED and before.status not in _PLAYED


def reveals(before: Game, after: Game) -> bool:
    """Return whether a change ends a game, and so opens facts that it hides."""
    return after.over and not before.over and before.sealed


class Branch(NamedTuple):
    """A game's branch, and whether it is played: if the catalogue lost its row, it may be."""

    game: str
    played: bool


class Endings:
    """Which endings have to wait, by a store's catalogue."""

    def __init__(self, store: Store, titles: Titles) -> None:
        self._store, self._titles = store, titles

    async def awaited(self, game: str) -> list[str]:
        """Return the played branches, at any depth, that share hidden facts with a game."""
        games: list[str] = []
        for branch in await self.branches(game):
            if branch.played:
                games.append(branch.game)
            games += await self.awaited(branch.game)
        return games

    async def possible(self, before: Game, added: Added) -> Added:
        """Return what may be added to a game now: all of it, or all but the entry that ends it."""
        if not reveals(before, added.game) or not await self.awaited(before.id):
            return added
        # The last move stands: refusing it would tell whether it ended the game, which can depend on hidden facts.
        entries_before = added.entries[:-1]
        return Added(continued(self._titles, before, entries_before, {}), entries_before)

    async def undone_by(self, game: str) -> list[Filter]:
        """Return which games must not exist when an ending is written that was possible before: played branches.

        Another process may begin one meanwhile.
        """
        family = [game, *await self._below(game)]
        # Checked by the store in the transaction of the ending, because another referee cannot be locked out.
        return [Filter(parent=parent, held=True, status=status) for parent in family for status in sorted(_PLAYED)]

    async def _below(self, game: str) -> list[str]:
        """Return the branches that keep a game's seats, and their branches."""
        games: list[str] = []
        for branch in await self.branches(game):
            games += [branch.game, *await self._below(branch.game)]
        return games

    async def branches(self, game: str) -> list[Branch]:
        """Return the branches that keep a game's seats, and the branches without a row in the game list."""
        branches: list[Branch] = []
        page_token = ""
        while True:
            page = await self._store.games(Filter(parent=game, held=True), page_token)
            branches += [Branch(row.game, row.status in _PLAYED) for row in page.summaries]
            page_token = page.next_page_token
            if not page_token:
                return branches + [Branch(lost, played=True) async for lost in self._lost(game, page)]

    async def _lost(self, game: str, page: Page) -> AsyncIterator[str]:
        """Yield a game's branches that a page should have had; an unreadable one is not played."""
        for lost in (*page.astray, *page.private_astray):
            with suppress(StorageCorrupt, GameNotFound):
                if (await self._store.opening(lost)).parent == game:
                    yield lost
