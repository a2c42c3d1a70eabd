"""The summary of a game wherever a page names it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from starlette.requests import Request

from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor
from clients.web.parts.results import Phrase, phrases
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GameInfo
from gunbai_client.statuses import OVER
from gunbai_record.players import marked
from gunbai_record.text.catalogue import Catalogue


class GameSummary(NamedTuple):
    """A game in a list."""

    info: GameInfo
    title: str
    players: str
    phrases: Sequence[Phrase]
    """How it ended, or its state, in parts."""
    position: str = ""
    """How a running game stands, in a line; empty if that is not read."""

    @property
    def has_free_seat(self) -> bool:
        """Whether anyone can take a seat."""
        info = self.info
        return info.status == GAME_STATUS_OPEN and not info.invited_only and any(not seat.taken for seat in info.seats)

    @property
    def goes_on(self) -> bool:
        """Whether it can still be watched."""
        return self.info.status not in OVER

    @property
    def text(self) -> str:
        """How it ended, or its state, as one text."""
        return "; ".join(phrase.text for phrase in self.phrases)


def summarise(info: GameInfo, titles: Mapping[str, str], say: Catalogue) -> GameSummary:
    """Return the summary of a game in a list."""
    players = ", ".join(marked(seat.player, seat.public_key) or say("free_seat") for seat in info.seats)
    return GameSummary(info, titles.get(info.title, info.title), players, phrases(info, say))


async def load_summary(request: Request, visitor: Visitor, info: GameInfo) -> GameSummary:
    """Return the summary of a game on its page."""
    return summarise(info, await load_labels(visitor), find_catalogue(request))


async def load_labels(visitor: Visitor) -> dict[str, str]:
    """Return the names on the boxes of the titles, by their names in requests."""
    return {title.name: title.label for title in await visitor.gunbai.titles()}
