"""The titles as tiles: each with its words and their language, and a finished game."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from starlette.requests import Request

from clients.web.frame.text import read_languages
from clients.web.frame.visitor import Visitor
from clients.web.samples.sample_files import Sample
from clients.web.samples.service import SampleService
from gunbai.referee.v1.lobby_pb2 import Title
from gunbai_record.text.negotiation import lookup


class Tile(NamedTuple):
    """A title that can be played at once."""

    title: Title
    spoken: str
    """The language that it speaks to the visitor."""
    aim: str
    hook: str
    """The line that invites people to play it; its aim if there is no such line."""
    hook_spoken: str
    """The language of that line."""
    sample: Sample | None
    """One of its finished games, whose picture represents it."""
    teaches: bool
    """Whether it has lessons for a first game."""


async def load_tiles(request: Request, visitor: Visitor) -> list[Tile]:
    """Return the titles of the service."""
    titles = await visitor.gunbai.titles()
    return await asyncio.gather(*(load_tile(request, visitor, title.name) for title in titles))


async def load_tile(request: Request, visitor: Visitor, title: str) -> Tile:
    """Return a title of the service."""
    details = await visitor.gunbai.title(title)
    samples: SampleService | None = request.app.state.samples
    sample = samples.games.get(details.title.name) if samples else None
    spoken = lookup(read_languages(request), details.languages)
    hook, said = details.tutorial.hook or details.aim, details.tutorial.language or spoken
    return Tile(details.title, spoken, details.aim, hook, said, sample, details.HasField("tutorial"))
