"""Studies of a game: comments and variations beside its record, by whoever looks at it, for whom they send the link to.

Whoever reads one sees the game as they may see it anyway, and the referee answers its what-ifs to them alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from clients.web.frame.cookies import keep, set_cookie
from clients.web.frame.paths import GAME
from clients.web.frame.request_data import form_of, number_of
from clients.web.frame.responses import page
from clients.web.frame.visitor import Visitor, address
from clients.web.parts.game_summary import card_of
from clients.web.storage.study_files import Kept, Note, Shelf, Study, WhatIf, study_of
from gunbai_client.errors import InvalidRequest, NotFound
from gunbai_client.new_game import NewTokens

STUDY = "/studies/{study:game}"
"""The path of a study, whose id looks like that of a game."""
COOKIE = "gunbai-study."
"""What begins the name of the cookie with the token of whoever writes in a study; its id follows."""


class Shown(NamedTuple):
    """A study on the page of its game."""

    kept: Kept
    notes: Sequence[Note]
    """In the order of their positions."""
    writes: bool
    """Whether the visitor writes in it."""


def shelf_of(request: Request) -> Shelf:
    """Return the studies of the server."""
    found: Shelf = request.app.state.shelf
    return found


def _token(request: Request, study: str) -> str:
    return request.cookies.get(f"{COOKIE}{study}", "")


def shown_with(request: Request, game: str) -> Shown | None:
    """Return the study with which the page of a game is asked for, if any. Raises NotFound."""
    asked = request.query_params.get("study", "")
    if not asked:
        return None
    if not (len(asked) == 16 and asked.isascii() and asked.isalnum()):
        raise NotFound("there is no such study", "STUDY_NOT_FOUND")
    kept = shelf_of(request).get(asked)
    if kept.study.game != game:
        raise NotFound(f"there is no study {asked!r} of this game", "STUDY_NOT_FOUND")
    notes = sorted(kept.study.notes, key=lambda note: note.version)
    return Shown(kept, notes, kept.written_with(_token(request, asked)))


def _address(kept: Kept, version: int = 0) -> str:
    """Return the address of a study, at a position if one is named."""
    return f"/games/{kept.study.game}{f'@{version}' if version else ''}?study={kept.id}"


async def listed(request: Request) -> Response:
    """Show the studies of a game in which the visitor writes, and forms for another one."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    return page(
        request,
        "studies.html",
        card=await card_of(request, visitor, info),
        studies=_own(request, visitor.game),
    )


def _own(request: Request, game: str) -> list[Kept]:
    """Return the studies of a game in which the visitor writes."""
    found = list[Kept]()
    for name in request.cookies:
        if name.startswith(COOKIE) and name.removeprefix(COOKIE).isalnum():
            try:
                kept = shelf_of(request).get(name.removeprefix(COOKIE))
            except NotFound:
                continue
            if kept.study.game == game:
                found.append(kept)
    return found


async def made(request: Request) -> Response:
    """Make a study of a game, or import one of it from its file, and show it."""
    visitor, form = Visitor.of(request), await form_of(request)
    await visitor.reader.game(visitor.game)
    if form.get("file", "").strip():
        study = study_of(form["file"])
        if study.game != visitor.game:
            raise InvalidRequest(f"this is a study of the game {study.game}", fields={"file": "of another game"})
    else:
        study = study_of(
            msgspec.json.encode(
                Study(game=visitor.game, name=form.get("name", "").strip(), author=form.get("author", "").strip())
            ).decode()
        )
    found, token = shelf_of(request).add(study, address(request))
    answer = RedirectResponse(f"/games/{visitor.game}?study={found}", 303)
    set_cookie(request, answer, f"{COOKIE}{found}", token)
    return answer


async def opened(request: Request) -> Response:
    """Lead from the short address of a study to the page of its game."""
    return RedirectResponse(_address(shelf_of(request).get(request.path_params["study"])), 303)


async def exported(request: Request) -> Response:
    """Return a study as a file, to whoever may see its game."""
    kept = shelf_of(request).get(request.path_params["study"])
    await Visitor.of(request, kept.study.game).reader.game(kept.study.game)
    headers = {"content-disposition": f'attachment; filename="study-{kept.id}.json"'}
    content = msgspec.json.format(msgspec.json.encode(kept.study), indent=2)
    return Response(content, media_type="application/json", headers=headers)


async def noted(request: Request) -> Response:
    """Add a note to a study, with a new branch as its variation if that is asked for."""
    form, shelf = await form_of(request), shelf_of(request)
    kept, token = shelf.get(request.path_params["study"]), _token(request, request.path_params["study"])
    version = number_of(form.get("version", ""), "version")
    note = Note(version, form.get("text", "").strip(), form.get("branch") or None, _what_if(form))
    answer = RedirectResponse(_address(kept, version), 303)
    if form.get("action") != "branch":
        if not (note.text or note.branch or note.what_if):
            raise InvalidRequest("text: a note says something", fields={"text": "empty"})
        shelf.change(kept.id, token, lambda study: _with(study, note))
        return answer
    # Nobody makes a branch for a study in which they do not write.
    shelf.change(kept.id, token, lambda study: study)
    tokens = NewTokens()
    reader = Visitor.of(request, kept.study.game).reader
    branch = (await reader.fork(kept.study.game, version, label=kept.study.name, tokens=tokens)).info.game
    keep(request, answer, branch, "host", tokens.host)
    shelf.change(kept.id, token, lambda study: _with(study, msgspec.structs.replace(note, branch=branch)))
    return answer


def _with(study: Study, note: Note) -> Study:
    return msgspec.structs.replace(study, notes=(*study.notes, note))


def _what_if(form: dict[str, str]) -> WhatIf | None:
    """Return the command that a note is about, if any."""
    if not form.get("what_if_name"):
        return None
    seat = int(form.get("what_if_seat", "") or 0) if form.get("what_if_seat", "").isdecimal() else 0
    return WhatIf(seat, form["what_if_name"], form.get("what_if_fields", "{}"), form.get("what_if_sentence", ""))


async def removed(request: Request) -> Response:
    """Remove a note of a study."""
    form, shelf, name = await form_of(request), shelf_of(request), request.path_params["study"]
    kept, gone = shelf.get(name), form.get("note", "")
    shelf.change(
        name,
        _token(request, name),
        lambda study: msgspec.structs.replace(study, notes=tuple(each for each in study.notes if each.mark != gone)),
    )
    return RedirectResponse(_address(kept), 303)


async def deleted(request: Request) -> Response:
    """Delete a study, and show the other ones of its game."""
    shelf, name = shelf_of(request), request.path_params["study"]
    game = shelf.get(name).study.game
    shelf.delete(name, _token(request, name))
    answer = RedirectResponse(f"/games/{game}/studies", 303)
    answer.delete_cookie(f"{COOKIE}{name}")
    return answer


ROUTES = (
    Route(f"{GAME}/studies", listed, name="studies"),
    Route(f"{GAME}/studies", made, methods=["POST"]),
    Route(STUDY, opened, name="study"),
    Route(f"{STUDY}.json", exported, name="study-file"),
    Route(f"{STUDY}/notes", noted, methods=["POST"]),
    Route(f"{STUDY}/removed", removed, methods=["POST"]),
    Route(f"{STUDY}/deleted", deleted, methods=["POST"]),
)
