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

from clients.web.frame.cookies import keep_token, set_cookie
from clients.web.frame.paths import GAME
from clients.web.frame.request_data import parse_number, read_form
from clients.web.frame.responses import render
from clients.web.frame.visitor import Visitor, read_address
from clients.web.parts.game_summary import load_summary
from clients.web.storage.study_files import Note, StoredStudy, Study, StudyFiles, WhatIf, parse_study
from gunbai_client.errors import InvalidRequest, NotFound
from gunbai_client.new_game import NewTokens
from gunbai_record.numerals import is_whole

STUDY = "/studies/{study:game}"
"""The path of a study, whose id looks like that of a game."""
COOKIE = "gunbai-study."
"""What begins the name of the cookie with the token of whoever writes in a study; its id follows."""


class ShownStudy(NamedTuple):
    """A study on the page of its game."""

    stored: StoredStudy
    notes: Sequence[Note]
    """In the order of their positions."""
    writes: bool
    """Whether the visitor writes in it."""


def studies_of(request: Request) -> StudyFiles:
    """Return the studies of the server."""
    studies: StudyFiles = request.app.state.studies
    return studies


def _read_token(request: Request, study: str) -> str:
    return request.cookies.get(f"{COOKIE}{study}", "")


def load_study(request: Request, game: str) -> ShownStudy | None:
    """Return the study with which the page of a game is asked for, if any. Raises NotFound."""
    study_id = request.query_params.get("study", "")
    if not study_id:
        return None
    if not (len(study_id) == 16 and study_id.isascii() and study_id.isalnum()):
        raise NotFound("there is no such study", "STUDY_NOT_FOUND")
    stored = studies_of(request).get(study_id)
    if stored.study.game != game:
        raise NotFound(f"there is no study {study_id!r} of this game", "STUDY_NOT_FOUND")
    notes = sorted(stored.study.notes, key=lambda note: note.version)
    return ShownStudy(stored, notes, stored.is_writer(_read_token(request, study_id)))


def _build_address(stored: StoredStudy, version: int = 0) -> str:
    """Return the address of a study, at a position if one is named."""
    return f"/games/{stored.study.game}{f'@{version}' if version else ''}?study={stored.id}"


async def list_studies(request: Request) -> Response:
    """Show the studies of a game in which the visitor writes, and forms for another one."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    return render(
        request,
        "studies.html",
        summary=await load_summary(request, visitor, info),
        studies=_list_own(request, visitor.game),
    )


def _list_own(request: Request, game: str) -> list[StoredStudy]:
    """Return the studies of a game in which the visitor writes."""
    own = list[StoredStudy]()
    for name in request.cookies:
        if name.startswith(COOKIE) and name.removeprefix(COOKIE).isalnum():
            try:
                stored = studies_of(request).get(name.removeprefix(COOKIE))
            except NotFound:
                continue
            if stored.study.game == game:
                own.append(stored)
    return own


async def add_study(request: Request) -> Response:
    """Make a study of a game, or import one of it from its file, and show it."""
    visitor, form = Visitor.of(request), await read_form(request)
    await visitor.reader.game(visitor.game)
    if form.get("file", "").strip():
        study = parse_study(form["file"])
        if study.game != visitor.game:
            raise InvalidRequest(f"this is a study of the game {study.game}", fields={"file": "of another game"})
    else:
        study = parse_study(
            msgspec.json.encode(
                Study(game=visitor.game, name=form.get("name", "").strip(), author=form.get("author", "").strip())
            ).decode()
        )
    study_id, token = studies_of(request).add(study, read_address(request))
    answer = RedirectResponse(f"/games/{visitor.game}?study={study_id}", 303)
    set_cookie(request, answer, f"{COOKIE}{study_id}", token)
    return answer


async def open_study(request: Request) -> Response:
    """Lead from the short address of a study to the page of its game."""
    return RedirectResponse(_build_address(studies_of(request).get(request.path_params["study"])), 303)


async def export_study(request: Request) -> Response:
    """Return a study as a file, to whoever may see its game."""
    stored = studies_of(request).get(request.path_params["study"])
    await Visitor.of(request, stored.study.game).reader.game(stored.study.game)
    headers = {"content-disposition": f'attachment; filename="study-{stored.id}.json"'}
    content = msgspec.json.format(msgspec.json.encode(stored.study), indent=2)
    return Response(content, media_type="application/json", headers=headers)


async def add_note(request: Request) -> Response:
    """Add a note to a study, with a new branch as its variation if that is asked for."""
    form, studies = await read_form(request), studies_of(request)
    stored, token = studies.get(request.path_params["study"]), _read_token(request, request.path_params["study"])
    version = parse_number(form.get("version", ""), "version")
    note = Note(version, form.get("text", "").strip(), form.get("branch") or None, _read_what_if(form))
    answer = RedirectResponse(_build_address(stored, version), 303)
    if form.get("action") != "branch":
        if not (note.text or note.branch or note.what_if):
            raise InvalidRequest("text: a note says something", fields={"text": "empty"})
        studies.change(stored.id, token, lambda study: _append(study, note))
        return answer
    # Nobody makes a branch for a study in which they do not write.
    studies.change(stored.id, token, lambda study: study)
    tokens = NewTokens()
    reader = Visitor.of(request, stored.study.game).reader
    branch = (await reader.fork(stored.study.game, version, label=stored.study.name, tokens=tokens)).info.game
    keep_token(request, answer, branch, "host", tokens.host)
    studies.change(stored.id, token, lambda study: _append(study, msgspec.structs.replace(note, branch=branch)))
    return answer


def _append(study: Study, note: Note) -> Study:
    return msgspec.structs.replace(study, notes=(*study.notes, note))


def _read_what_if(form: dict[str, str]) -> WhatIf | None:
    """Return the command that a note is about, if any."""
    if not form.get("what_if_name"):
        return None
    seat = int(form.get("what_if_seat", "") or 0) if is_whole(form.get("what_if_seat", "")) else 0
    return WhatIf(seat, form["what_if_name"], form.get("what_if_fields", "{}"), form.get("what_if_sentence", ""))


async def remove_note(request: Request) -> Response:
    """Remove a note of a study."""
    form, studies, name = await read_form(request), studies_of(request), request.path_params["study"]
    stored, gone = studies.get(name), form.get("note", "")
    studies.change(
        name,
        _read_token(request, name),
        lambda study: msgspec.structs.replace(study, notes=tuple(note for note in study.notes if note.mark != gone)),
    )
    return RedirectResponse(_build_address(stored), 303)


async def delete_study(request: Request) -> Response:
    """Delete a study, and show the other ones of its game."""
    studies, name = studies_of(request), request.path_params["study"]
    game = studies.get(name).study.game
    studies.delete(name, _read_token(request, name))
    answer = RedirectResponse(f"/games/{game}/studies", 303)
    answer.delete_cookie(f"{COOKIE}{name}")
    return answer


ROUTES = (
    Route(f"{GAME}/studies", list_studies, name="studies"),
    Route(f"{GAME}/studies", add_study, methods=["POST"]),
    Route(STUDY, open_study, name="study"),
    Route(f"{STUDY}.json", export_study, name="study-file"),
    Route(f"{STUDY}/notes", add_note, methods=["POST"]),
    Route(f"{STUDY}/removed", remove_note, methods=["POST"]),
    Route(f"{STUDY}/deleted", delete_study, methods=["POST"]),
)
