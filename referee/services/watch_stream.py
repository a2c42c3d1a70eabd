"""The watch stream: a game's history, a message that the reader has caught up, then new entries and heartbeats."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator

from gunbai.referee.v1 import record_pb2 as pb
from referee.access.callers import Caller, check_standing
from referee.game.game import Game
from referee.game.translator import Translator
from referee.records.games import Games
from referee.services.entry_sentences import entries_in_words, together
from referee.services.watchers import Message, Watchers, messages, reminders
from store.contract import VersionNotFound


class GameStream:
    """One reader of one game, from a version until the game ends or the service stops."""

    def __init__(
        self, games: Games, game: Game, caller: Caller, after: int, translator: Translator | None = None
    ) -> None:
        if after > game.version:
            raise VersionNotFound(game.id, after, game.version)
        self._games, self._game, self._caller, self._translator = games, game, caller, translator
        self._sent = after

    async def responses(self, watchers: Watchers) -> AsyncGenerator[bytes, None]:
        """Yield the stream's serialized messages."""
        head = self._game.version
        async for message in self._history(head):
            yield message.data
        yield pb.WatchGameResponse(caught_up=pb.CaughtUp(version=head)).SerializeToString()
        newest = await self._games.game(self._game.id, at_least=head)
        async for message in self._history(newest.version):
            yield message.data
        if newest.over:
            return
        with watchers.place(newest, self._caller, self._translator) as (place, begins):
            async for message in self._up_to_date(begins):
                yield message.data
            while (news := await place.next()) is not None:
                async for message in self._new_in(news):
                    yield message.data
                if news.ends:
                    return
        yield pb.WatchGameResponse(drained=pb.Drained(resume_after_version=self._sent)).SerializeToString()

    async def _up_to_date(self, version: int) -> AsyncIterator[Message]:
        """Yield the entries up to a version, and the other news for the watcher."""
        async for message in self._history(version):
            yield message
        newest = await self._games.game(self._game.id)
        check_standing(newest, self._caller)
        for message in reminders(self._games, newest, self._caller):
            yield message

    async def _new_in(self, message: Message) -> AsyncIterator[Message]:
        """Yield a message for the watchers, or the part of it that the reader does not have yet."""
        if message.last and message.first <= self._sent:
            async for part in self._history(message.last):
                yield part
            return
        self._sent = message.last or self._sent
        yield message

    async def _history(self, upto: int) -> AsyncIterator[Message]:
        """Yield the entries from the reader's place up to a version, several in each message."""
        game = await self._games.game(self._game.id, at_least=upto) if upto > self._game.version else self._game
        opened = await self._games.open_parts(game)
        async for entries in together(self._games.history(game.id, self._sent, upto)):
            says = await entries_in_words(self._games, game, self._translator, entries) if self._translator else None
            for message in messages(game, entries, self._caller, opened, says):
                self._sent = message.last
                yield message
