"""The seal of a finished game: how far its record is proven, and what was checked, in plain words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from clients.web.frame.paths import GAME
from clients.web.frame.responses import render
from clients.web.frame.text import find_catalogue, read_languages
from clients.web.frame.visitor import Visitor, is_sample
from clients.web.parts.game_summary import load_summary
from clients.web.parts.latest import Latest
from clients.web.parts.results import rank_places, say_winners
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT, Verdict, Verification
from gunbai.referee.v1.game_pb2 import STANDING_ATTESTED, STANDING_UNVERIFIED, GameInfo
from gunbai.referee.v1.record_pb2 import ReplayGameResponse
from gunbai_client.errors import NotNow
from gunbai_client.statuses import OVER
from gunbai_record.text.catalogue import Catalogue

MOST_KEPT = 512
"""How many verifications are kept in memory: a finished game's verification does not change."""


class Seals:
    """Verifies finished games, and keeps the latest verifications."""

    def __init__(self) -> None:
        self._kept = Latest[tuple[bytes, str], Verification](MOST_KEPT)

    async def verify(self, visitor: Visitor, info: GameInfo, language: str) -> Verification:
        """Return the verification of a game that the visitor may see, in a language. Raises GunbaiError."""
        key = info.head_digest, language
        return self._kept.get(key) or self._kept.keep(key, await visitor.reader.verify(info.game))


class Check(NamedTuple):
    """Something that was checked."""

    kind: str
    """What, as the catalogue keys name it."""
    sentence: str
    number: int | None = None
    """How much of it, if that is counted."""
    total: int = 0
    """How much there is, if not all of it was checked."""


class Sealed(NamedTuple):
    """How much of a game is proven."""

    info: GameInfo
    verification: Verification
    ships: bool
    """Whether it is a game that ships with the pages, whose record is not in the service's log."""

    @property
    def verdict(self) -> str:
        """The verdict, as the catalogue keys name it."""
        if self.verification.verdict == VERDICT_CONSISTENT and self.info.standing == STANDING_ATTESTED:
            return "attested"
        return Verdict.Name(self.verification.verdict).removeprefix("VERDICT_").lower()


async def _load(request: Request, visitor: Visitor) -> Sealed:
    """Return how much of a request's game is proven. Raises NotNow while it is running."""
    info = await visitor.reader.game(visitor.game)
    if info.status not in OVER:
        raise NotNow("only a game that is over has a seal", "GAME_NOT_OVER")
    seals: Seals = request.app.state.seals
    return Sealed(info, await seals.verify(visitor, info, read_languages(request)), is_sample(request, info.game))


async def show_seal(request: Request) -> Response:
    """Return the verdict on a finished game."""
    return JSONResponse({"verdict": (await _load(request, Visitor.of(request))).verdict})


async def show_trust(request: Request) -> Response:
    """Show in plain words what was checked in a finished game."""
    visitor = Visitor.of(request)
    sealed, say = await _load(request, visitor), find_catalogue(request)
    return render(
        request,
        "trust.html",
        summary=await load_summary(request, visitor, sealed.info),
        verdict=sealed.verdict,
        headline=say_outcome(sealed, say),
        places=rank_places(sealed.info),
        checked=[*_list_checked(sealed, say)],
        verification=sealed.verification,
    )


def say_outcome(sealed: Sealed, say: Catalogue) -> str:
    """Return who won, and whether that follows from the rules: only if every move was checked, and no arbiter ruled.

    A record that failed says nothing.
    """
    if sealed.verdict == "failed" or sealed.info.standing == STANDING_UNVERIFIED:
        return say("seal_result.failed")
    places = rank_places(sealed.info)
    if not places:
        return say("seal_result.none")
    scores = "–".join(str(place.score) for place in places if place.score is not None)
    winners = say_winners(sealed.info, say)
    by_rules = sealed.verdict in {"attested", "consistent"} and not sealed.verification.irregular_entries
    result = f"{winners}, {scores}" if scores else winners
    return say("seal_result.checked" if by_rules else "seal_result.recorded", result=result)


def _list_checked(sealed: Sealed, say: Catalogue) -> Iterator[Check]:
    """Yield each thing that was checked."""
    verification, info = sealed.verification, sealed.info
    yield from _list_entries("linked", verification.linked, verification.entries, say)
    yield from _list_entries("judged", verification.adjudicated, verification.entries, say)
    if info.chance_source == CHANCE_SOURCE_DEALER:
        yield Check("dealt", say("trust.dealt"))
    elif chance := verification.chance_recomputed:
        yield Check("chance", say("trust.chance", chance=chance), chance)
    if verification.leaves and not sealed.ships:
        yield Check("log", say("trust.log", leaves=verification.leaves), verification.leaves)
    if sealed.verdict == "attested":
        yield Check("vouched", say("trust.vouched"))


def _list_entries(kind: str, count: int, entries: int, say: Catalogue) -> Iterator[Check]:
    """Yield a check of entries, if there are any that it looked at."""
    if count == entries:
        yield Check(kind, say(f"trust.{kind}", entries=entries), count)
    elif count:
        yield Check(kind, say(f"trust.{kind}_part", entries=entries, **{kind: count}), count, entries)


async def list_tables(request: Request) -> Response:
    """Return a finished game's tables as lines of JSON, for the check in the browser. Raises HiddenFacts."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    positions = visitor.reader.replay(visitor.game, 1, info.head, tables=True)
    first = await anext(positions)

    async def lines() -> AsyncIterator[bytes]:
        yield _line(first)
        async for position in positions:
            yield _line(position)

    return StreamingResponse(lines(), media_type="application/jsonl")


def _line(position: ReplayGameResponse) -> bytes:
    table = position.table
    return msgspec.json.encode({"table": table.table_json, "step": table.step_json, "seats": list(table.seats)}) + b"\n"


ROUTES = (
    Route(f"{GAME}/seal", show_seal),
    Route(f"{GAME}/trust", show_trust, name="trust"),
    Route(f"{GAME}/tables", list_tables),
)
