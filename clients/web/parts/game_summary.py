"""The summary of a game wherever a page names it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from starlette.requests import Request

from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor
from clients.web.parts.results import Phrase, list_points, phrases, rank_places
from gunbai.referee.v1.game_pb2 import GAME_STATUS_APPEALED, GAME_STATUS_OPEN, GameInfo
from gunbai_client.statuses import OVER
from gunbai_record.players import marked
from gunbai_record.text.catalogue import Catalogue


class GameSummary(NamedTuple):
    """A game in a list."""

    info: GameInfo
    title: str
    names: Mapping[int, str]
    """Its players by their seats, and the word for a free seat."""
    phrases: Sequence[Phrase]
    """How it ended, or its state, in parts."""
    position: str = ""
    """Whose turn it is in a running game, in a few words; empty if that is not read."""
    standing: str = ""
    """The players with the numbers they play for, or with their scores; empty without such numbers."""

    @property
    def brief(self) -> Sequence[Phrase]:
        """Who won, how a game without winners or scores ended, or its state, as the first of its phrases."""
        told = self.phrases
        is_appealed = self.info.status == GAME_STATUS_APPEALED
        if not self.info.HasField("result") or self.info.absent_seats or is_appealed:
            return told
        return told[:1] if self.info.result.winners and self.standing else told[:2]

    @property
    def players(self) -> str:
        """Its players in one text."""
        return ", ".join(self.names.values())

    @property
    def has_free_seat(self) -> bool:
        """Whether anyone can take a seat."""
        info = self.info
        waits = info.status == GAME_STATUS_OPEN and not (info.went_back or info.invited_only)
        return waits and any(not seat.taken for seat in info.seats)

    @property
    def has_begun(self) -> bool:
        """Whether there is a position to look at."""
        return self.info.status != GAME_STATUS_OPEN

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
    names = {
        seat.seat: marked(seat.player, seat.public_key, unproven=seat.key_unproven) or say("free_seat")
        for seat in info.seats
    }
    scored = [(names[place.seat], place.score) for place in rank_places(info) if place.score is not None]
    title, standing = titles.get(info.title, info.title), say("scores", scores=list_points(scored)) if scored else ""
    return GameSummary(info, title, names, phrases(info, say), standing=standing)


async def load_summary(request: Request, visitor: Visitor, info: GameInfo) -> GameSummary:
    """Return the summary of a game on its page."""
    return summarise(info, await load_labels(visitor), find_catalogue(request))


async def load_labels(visitor: Visitor) -> dict[str, str]:
    """Return the names on the boxes of the titles, by their names in requests."""
    return {title.name: title.label for title in await visitor.gunbai.titles()}
