"""The keys for names: one per game, in a message of its own, which is erased when a name is removed."""

from __future__ import annotations

import secrets
from collections import OrderedDict

from store.jetstream.sealing import NO_KEY, Message, NameKey, Sealing, token_of
from store.jetstream.stream import Delivered, Overtaken, Stream

_SUBJECT = "names"
_REMEMBERED = 10_000


class Names:
    """The most recently used games' keys, each with the sequence of its message."""

    def __init__(self, stream: Stream, sealing: Sealing) -> None:
        self._stream, self._sealing = stream, sealing
        self._keys: OrderedDict[str, tuple[int, NameKey]] = OrderedDict()

    def take(self, token: str, at: Delivered) -> None:
        """Remember a key that was found in the stream. Raises Altered."""
        self._remember(token, at.sequence, self._sealing.name_key(at.subject, at.data))

    async def of(self, message: Message) -> NameKey | None:
        """Return the key under which a message's names were written; None if it was erased. Raises Altered."""
        if not message.names:
            return None
        _, key = await self.newest(message.call.game)
        if key.generation == message.generation:
            return key
        return await self._older(message.call.game, message.generation)

    async def newest(self, game: str) -> tuple[int, NameKey]:
        """Return a game's newest key and its message's sequence; NO_KEY and 0 if it has none."""
        token = token_of(game)
        if token not in self._keys:
            message = await self._stream.last(f"{_SUBJECT}.{token}")
            if message is None:
                return 0, NO_KEY
            self.take(token, message)
        return self._keys[token]

    async def made(self, game: str) -> NameKey:
        """Return a game's key, making one if it has none."""
        _, key = await self.newest(game)
        # Overtaken, `_written` returns the other referee's key, or none if that was erased since.
        while key is NO_KEY:
            key = await self._written(game, 0, NO_KEY.next())
        return key

    async def renewed(self, game: str) -> NameKey:
        """Return a new key for a game, for all its names from now on."""
        # Another referee may have renewed it: ask the stream, not the memory.
        self._keys.pop(token_of(game), None)
        sequence, key = await self.newest(game)
        return await self._written(game, sequence, key.next())

    async def erase(self, game: str, generation: int) -> None:
        """Erase a game's keys from before a generation."""
        subject, sequence = f"{_SUBJECT}.{token_of(game)}", 0
        while message := await self._stream.next(subject, sequence + 1):
            sequence = message.sequence
            if self._sealing.name_key(message.subject, message.data).generation >= generation:
                return
            await self._stream.erase(sequence)

    async def _older(self, game: str, generation: int) -> NameKey | None:
        subject, sequence = f"{_SUBJECT}.{token_of(game)}", 0
        while message := await self._stream.next(subject, sequence + 1):
            sequence = message.sequence
            key = self._sealing.name_key(message.subject, message.data)
            if key.generation == generation:
                self._remember(token_of(game), sequence, key)
                return key
        return None

    async def _written(self, game: str, after: int, key: NameKey) -> NameKey:
        """Write a key after the last one, and return it; or the one that another referee wrote first."""
        token = token_of(game)
        subject = f"{_SUBJECT}.{token}"
        try:
            data = self._sealing.seal(subject, key)
            self._remember(token, await self._stream.publish(subject, data, secrets.token_hex(16), after), key)
        except Overtaken:
            self._keys.pop(token, None)
        return (await self.newest(game))[1]

    def _remember(self, token: str, sequence: int, key: NameKey) -> None:
        newest = self._keys.get(token)
        # Older keys are read for old messages: none of them may replace the newest.
        if newest is None or newest[0] <= sequence:
            self._keys[token] = (sequence, key)
            self._keys.move_to_end(token)
            if len(self._keys) > _REMEMBERED:
                self._keys.popitem(last=False)
