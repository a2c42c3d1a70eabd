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
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT, Verdict, Verification
from gunbai.referee.v1.game_pb2 import STANDING_ATTESTED, GameInfo
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
    sealed = await _load(request, visitor)
    return render(
        request,
        "trust.html",
        summary=await load_summary(request, visitor, sealed.info),
        verdict=sealed.verdict,
        checked=[*_say_checked(sealed, find_catalogue(request))],
        verification=sealed.verification,
    )


def _say_checked(sealed: Sealed, say: Catalogue) -> Iterator[str]:
    """Yield a sentence for each thing that was checked."""
    verification, info = sealed.verification, sealed.info
    if verification.linked:
        yield say(
            "trust.linked" if verification.linked == verification.entries else "trust.linked_part",
            **_counts(verification),
        )
    if verification.adjudicated:
        yield say(
            "trust.judged" if verification.adjudicated == verification.entries else "trust.judged_part",
            **_counts(verification),
        )
    if info.chance_source == CHANCE_SOURCE_DEALER:
        yield say("trust.dealt")
    elif verification.chance_recomputed:
        yield say("trust.chance", chance=verification.chance_recomputed)
    if verification.leaves and not sealed.ships:
        yield say("trust.log", leaves=verification.leaves)
    if sealed.verdict == "attested":
        yield say("trust.vouched")


def _counts(verification: Verification) -> dict[str, int]:
    return {"entries": verification.entries, "linked": verification.linked, "judged": verification.adjudicated}


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
