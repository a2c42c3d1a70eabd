"""The dealer's desk: what real dice and cards show is entered, and the last entry corrected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from google.protobuf.message import Message
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from clients.web.addresses import GAME
from clients.web.answers import ruled, sent
from clients.web.commands import command_of, forms_of
from clients.web.data import command_in_words, command_written, number_of, waiting_in_words
from clients.web.visitor import Visitor
from clients.web.words import components_in_words
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_CHANCE
from gunbai_client.aio import Gunbai, Seat
from gunbai_client.chain import type_name


def _dealer(visitor: Visitor) -> Seat:
    return visitor.holding("dealer").seat(visitor.game, 0)


async def asked(request: Request) -> Response:
    """Return what the dealer is asked to enter: what there may be, and as a form; and which entry may be corrected."""
    visitor = Visitor.of(request)
    dealer = _dealer(visitor)
    listed = await dealer.legal()
    last = await _last_outcome(dealer.gunbai, visitor.game, listed.version)
    return JSONResponse(
        {
            "version": listed.version,
            "expected": listed.expected_version,
            "waiting": waiting_in_words(listed.waiting),
            "outcomes": [command_in_words(each) for each in listed.commands],
            "forms": forms_of(listed.waiting.commands) if listed.waiting.chance else [],
            "components": await _components(visitor),
            "last": last,
        }
    )


async def _last_outcome(gunbai: Gunbai, game: str, version: int) -> dict[str, Any] | None:
    """Return the newest entry with its form if it is an outcome, on which nobody has acted then."""
    async for said in gunbai.entries_in_words(game, version - 1, version):
        if said.entry.actor.kind == ACTOR_KIND_CHANCE:
            name = type_name(said.entry.command.open.type_url)
            return {"version": version, "sentence": said.sentences.command, "forms": forms_of([name])}
    return None


async def _components(visitor: Visitor) -> list[dict[str, str]]:
    """Return the names of the things that texts in outcomes name."""
    info = await visitor.reader.game(visitor.game)
    found = await visitor.gunbai.title(info.title, info.rules_version)
    return components_in_words(found)


async def enter(request: Request) -> Response:
    """Enter an outcome, in place of the last one if its version is named, and return the ruling."""
    visitor, entered = Visitor.of(request), await sent(request)
    outcome, command_id = _outcome(entered), str(entered.get("id", ""))
    dealer = _dealer(visitor)
    if "corrects" in entered:
        wrong = number_of(str(entered["corrects"]), "corrects")
        return JSONResponse(ruled(await dealer.correct(outcome, wrong, command_id=command_id)))
    expected = number_of(str(entered.get("expected", "")), "expected")
    return JSONResponse(ruled(await dealer.submit(outcome, expected_version=expected, command_id=command_id)))


def _outcome(entered: Mapping[str, Any]) -> Message:
    """Return the outcome that was chosen, or that a form has. Raises InvalidRequest."""
    if "command" in entered:
        return command_written(entered["command"])
    return command_of(entered.get("name", ""), entered.get("fields", {}))


ROUTES = (
    Route(f"{GAME}/desk", asked),
    Route(f"{GAME}/desk", enter, methods=["POST"]),
)
