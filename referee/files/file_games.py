"""A record file's game, for reading: everything open in the file is open to its reader."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from typing import Any

from referee.errors import FactsSealed
from referee.files.blind_titles import BlindTitles
from referee.game.game import Game
from referee.records.games import Games
from referee.records.loading import Loading
from referee.records.provenance import recorded_in
from referee.records.replaying import M, Moment
from store.contract import VersionNotFound
from store.position_cache import Positions


class FileGames(Games):
    """One record's game, whose first sealed item is in the entry `sealed_from`; 0 for none.

    From that entry on, the table is not known. The game at its head is folded without it, earlier positions with it.
    """

    def __init__(self, *given: Any, sealed_from: int, **named: Any) -> None:
        super().__init__(*given, **named)
        self.sealed_from = sealed_from
        self._seeing = self.loading
        if sealed_from:
            self.loading = Loading(self.store, BlindTitles(), Positions(), self.workers)

    def check_shown(self, game: Game) -> None:
        """Check that the rules are known, unless something is sealed: then earlier positions still have them."""
        if not self.sealed_from:
            super().check_shown(game)

    def last_shown(self, newest: Game) -> int:
        """Return the last version before something is sealed, or else the head."""
        return self.sealed_from - 1 if self.sealed_from else super().last_shown(newest)

    async def position(self, game: str, version: int) -> Game:
        newest = await self.game(game)
        wanted = version or newest.version
        if not self.sealed_from:
            return await super().position(game, version)
        if wanted > newest.version:
            raise VersionNotFound(game, wanted, newest.version)
        if wanted >= self.sealed_from:
            raise FactsSealed(game, self.sealed_from)
        with self.hot.used(game) as hot:
            return await self._seeing.position(game, wanted, self.entries, hot.milestones)

    async def replay(
        self, newest: Game, first: int, last: int, show: Callable[[Moment], M], start: Game | None = None
    ) -> AsyncGenerator[M, None]:
        sealed = self.sealed_from if 0 < self.sealed_from <= last else 0
        if not sealed or first < sealed:
            async for message in super().replay(newest, first, sealed - 1 if sealed else last, show, start):
                yield message
        if sealed:
            raise FactsSealed(newest.id, sealed)

    async def opened(self, game: Game) -> bool:
        return True

    async def hides(self, newest: Game, position: Game) -> bool:
        return False

    async def open_parts(self, game: Game) -> frozenset[str]:
        return recorded_in(game)
