"""What players say to each other at their tables: kept in memory for a day, next to the records and in none of them.

Nothing is written to a disk. There are bounds on how long a message is, how often a seat speaks, how many messages a
table keeps, and at how many tables there is talk, in all and begun by one visitor.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from clients.web.room import Place, Room
from gunbai_client.errors import Exhausted, InvalidRequest

LONGEST = 300
"""The longest message, in characters."""
KEPT = 50
"""How many messages a table keeps: the latest."""
BURST, SPAN = 5, 15.0
"""How many messages a seat may send within how many seconds."""
IN_ALL = 1000
"""At how many tables there is talk."""
FOR_ONE = 30
"""At how many of them one visitor was the first to speak."""
LASTS = 24 * 3600.0
"""After how many seconds of silence a table's talk is gone."""


class Message(NamedTuple):
    """Something that a player said."""

    number: int
    """Its number at its table, counted from 1."""
    seat: int
    text: str


@dataclass
class _Talk:
    """What was said at a table; its place belongs to whoever spoke first."""

    place: Place
    messages: deque[Message] = field(default_factory=lambda: deque(maxlen=KEPT))
    spoken: int = 0
    last: float = 0.0
    times: dict[int, deque[float]] = field(default_factory=dict)
    """When each seat spoke, as far as that limits it."""


class TableTalk:
    """The talk of one site's tables."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with no talk; the clock counts seconds."""
        self._clock = clock
        self._talks: dict[str, _Talk] = {}
        self._room = Room("TALK", IN_ALL, FOR_ONE)

    def say(self, game: str, seat: int, text: str, visitor: str) -> int:
        """Add what a seat says, and return how many messages there were at its table.

        Raises InvalidRequest for an empty or long text, and Exhausted.
        """
        said, now = " ".join(text.split()), self._clock()
        if not 1 <= len(said) <= LONGEST:
            problem = f"expected 1 to {LONGEST} characters"
            raise InvalidRequest(f"text: {problem}", fields={"text": problem})
        self._forget(now)
        talk = self._talks.get(game)
        if talk is None:
            (place,) = self._room.take(visitor)
            talk = self._talks[game] = _Talk(place)
        times = talk.times.setdefault(seat, deque(maxlen=BURST))
        if len(times) == BURST and times[0] > now - SPAN:
            raise Exhausted(f"a seat can send at most {BURST} messages in {SPAN:.0f} s", "TALK_TOO_FAST")
        times.append(now)
        talk.spoken, talk.last = talk.spoken + 1, now
        talk.messages.append(Message(talk.spoken, seat, said))
        return talk.spoken

    def read(self, game: str) -> Sequence[Message]:
        """Return what was said last at a table."""
        self._forget(self._clock())
        talk = self._talks.get(game)
        return tuple(talk.messages) if talk is not None else ()

    def _forget(self, now: float) -> None:
        for game in [game for game, talk in self._talks.items() if talk.last < now - LASTS]:
            self._talks.pop(game).place.leave()
