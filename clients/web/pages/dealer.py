"""The dealer's desk: entering real dice and cards, and correcting the last entry."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from clients.web.frame.paths import GAME
from clients.web.frame.request_data import parse_version, read_json
from clients.web.frame.visitor import Visitor
from clients.web.parts.script_values import components_in_words, ruling_in_words, waiting_in_words
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_CHANCE
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client.aio import Gunbai, Seat
from gunbai_client.aio.vocabulary import vocabulary_in
from gunbai_client.errors import InvalidRequest
from gunbai_record.messages import texts_in, unpacked
from gunbai_record.notation.outcomes import ChanceQuestion, asked_again, asked_of, choices_of, outcome_in, unlisted
from gunbai_record.notation.short_forms import Vocabulary
from gunbai_record.notation.words import ShortFormError


def _take_seat(visitor: Visitor) -> Seat:
    return visitor.holding("dealer").seat(visitor.game, 0)


async def show_question(request: Request) -> Response:
    """Return the question to the dealer: the possible outcomes, names for completion, the entry to correct."""
    visitor = Visitor.of(request)
    dealer = _take_seat(visitor)
    listed = await dealer.legal()
    info = await dealer.gunbai.game(visitor.game)
    words, title = await _load_vocabulary(visitor, info), await visitor.gunbai.title(info.title, info.rules_version)
    return JSONResponse(
        {
            "version": listed.version,
            "expected": listed.expected_version,
            "waiting": waiting_in_words(listed.waiting),
            **_list_outcomes(asked_of(listed, words), words),
            "components": _list_possible(asked_of(listed, words), components_in_words(title)),
            "last": await _load_last_outcome(dealer.gunbai, visitor.game, listed.version, words),
        }
    )


def _list_possible(question: ChanceQuestion, components: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return the components that can come up, those with the same name once; nothing if it is not known which can."""
    possible = {text for outcome in question.listed for text in texts_in(outcome)}
    named = {component["name"]: component for component in reversed(components) if component["id"] in possible}
    return [component for component in components if named.get(component["name"]) == component]


async def _load_vocabulary(visitor: Visitor, info: GameInfo) -> Vocabulary:
    return await vocabulary_in(visitor.gunbai, info)


def _list_outcomes(question: ChanceQuestion, words: Vocabulary) -> dict[str, Any]:
    """Return what may come up: every outcome if they are few, and the dice's words, which can be clicked."""
    return {"outcomes": choices_of(question, words), "faces": question.faces, "values": question.expected}


async def _load_last_outcome(gunbai: Gunbai, game: str, version: int, words: Vocabulary) -> dict[str, Any] | None:
    """Return the newest entry, with its possible corrections, if it is a chance outcome that nobody has acted on."""
    async for entry_read in gunbai.entries_in_words(game, version - 1, version):
        if entry_read.entry.actor.kind == ACTOR_KIND_CHANCE:
            again = asked_again(unpacked(entry_read.entry.command.open))
            return {"version": version, "sentence": entry_read.sentences.command, **_list_outcomes(again, words)}
    return None


async def enter(request: Request) -> Response:
    """Enter an outcome in words, or correct the last one if its version is named, and return the ruling."""
    visitor, entered = Visitor.of(request), await read_json(request)
    text, command_id = str(entered.get("words", "")), str(entered.get("id", ""))
    dealer = _take_seat(visitor)
    words = await _load_vocabulary(visitor, await dealer.gunbai.game(visitor.game))
    if "corrects" in entered:
        wrong = parse_version(str(entered["corrects"]), "corrects")
        outcome = _parse(text, await _load_corrected(dealer.gunbai, visitor.game, wrong), words)
        return JSONResponse(ruling_in_words(await dealer.correct(outcome, wrong, command_id=command_id)))
    expected = parse_version(str(entered.get("expected", "")), "expected")
    question = asked_of(await dealer.legal(), words)
    outcome = _parse(text, question, words)
    if question.listed and (problem := unlisted(outcome, question, words, unpacked((await dealer.view()).view))):
        raise InvalidRequest(problem, fields={"words": problem})
    return JSONResponse(ruling_in_words(await dealer.submit(outcome, expected_version=expected, command_id=command_id)))


async def _load_corrected(gunbai: Gunbai, game: str, version: int) -> ChanceQuestion:
    """Return what may replace an entry. Raises InvalidRequest if it is not an outcome."""
    async for entry in gunbai.entries(game, version - 1, version):
        if entry.actor.kind == ACTOR_KIND_CHANCE:
            return asked_again(unpacked(entry.command.open))
    raise InvalidRequest("corrects: not a chance outcome", fields={"corrects": "not a chance outcome"})


def _parse(text: str, question: ChanceQuestion, words: Vocabulary) -> Message:
    """Return the outcome that words mean. Raises InvalidRequest if they mean none, or several."""
    try:
        return outcome_in(text, question, words)
    except ShortFormError as error:
        raise InvalidRequest(str(error), fields={"words": str(error)}) from None


ROUTES = (
    Route(f"{GAME}/dealer", show_question),
    Route(f"{GAME}/dealer", enter, methods=["POST"]),
)
