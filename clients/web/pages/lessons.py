"""The first game of a title, against bots, and the lessons that its page shows."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from clients.bots.levels import LEVELS
from clients.web.bots.bot_players import bots_of
from clients.web.frame.address import read_address
from clients.web.frame.cookies import know_browser, read_name
from clients.web.frame.request_data import parse_count
from clients.web.frame.responses import redirect
from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor
from clients.web.pages.new_game import Hired, fill
from clients.web.parts.held_games import held
from clients.web.parts.script_values import encode_command
from gunbai.referee.v1.lobby_pb2 import Lesson

EASIEST = LEVELS[1]
"""The level of the bots."""


async def begin(request: Request) -> Response:
    """Begin the first game of a title, and show it."""
    visitor = Visitor.of(request)
    title = request.path_params["title"]
    tutorial = await visitor.gunbai.tutorial(title)
    know_browser(request)
    say = find_catalogue(request)
    with bots_of(request).held(read_address(request), tutorial.seats - 1) as places:
        made = await visitor.gunbai.create_first_game(title, tutorial, label=say("practice_game"))
        async with held(request, visitor, made):
            await fill(
                request, visitor, made, read_name(request) or say("guest"), Hired(tutorial.seats - 1, EASIEST, places)
            )
    return redirect(request, f"/games/{made.info.game}")


async def list_lessons(request: Request) -> Response:
    """Return the lessons of a title, with their language."""
    version = parse_count(request.query_params, "rules", 0)
    tutorial = await Visitor.of(request).gunbai.tutorial(request.path_params["title"], version)
    lessons = [_in_words(lesson) for lesson in tutorial.lessons]
    return JSONResponse({"language": tutorial.language, "lessons": lessons})


def _in_words(lesson: Lesson) -> dict[str, object]:
    refused = {"sentence": lesson.refused_sentence, "command": encode_command(lesson.refused_move)}
    return {
        "text": lesson.text,
        "at": lesson.target,
        "clause": lesson.clause,
        "commands": list(lesson.commands),
        "refused": refused if lesson.HasField("refused_move") else None,
    }


ROUTES = (
    Route("/titles/{title}/learn", begin, methods=["POST"], name="learn"),
    Route("/titles/{title}/lessons", list_lessons),
)
