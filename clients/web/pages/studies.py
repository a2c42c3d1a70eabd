"""A game's studies: comments and variations stored next to its record, which authors share by link.

Readers see only what they may see of the game anyway, and the referee answers a study's what-ifs for each reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.web.frame.address import read_address
from clients.web.frame.cookies import drop_token, keep_token, know_browser, read_tokens
from clients.web.frame.paths import GAME
from clients.web.frame.request_data import parse_count, parse_version, read_form
from clients.web.frame.responses import redirect, render
from clients.web.frame.visitor import Visitor, is_sample
from clients.web.parts.game_summary import load_summary
from clients.web.parts.held_games import held
from clients.web.storage.study_files import Note, Shape, StoredStudy, Study, StudyFiles, WhatIf, parse_study
from gunbai_client.errors import InvalidRequest, NotFound, NotNow
from gunbai_record.errors import GunbaiError

STUDY = "/studies/{study:game}"
"""A study's path; its id looks like that of a game."""
HELD = "studies of "
"""The prefix of the key under which a browser holds the tokens of a game's studies."""


class ShownStudy(NamedTuple):
    """A study on its game's page."""

    stored: StoredStudy
    notes: Sequence[Note]
    """In the order of their positions."""
    writes: bool
    """Whether the visitor can write in it."""


def studies_of(request: Request) -> StudyFiles:
    """Return the studies of the server."""
    studies: StudyFiles = request.app.state.studies
    return studies


def _read_tokens(request: Request, game: str) -> Mapping[str, str]:
    """Return the tokens of those of a game's studies in which the visitor can write, by their ids."""
    return read_tokens(request, f"{HELD}{game}").held


def _read_token(request: Request, stored: StoredStudy) -> str:
    return _read_tokens(request, stored.study.game).get(stored.id, "")


def load_study(request: Request, game: str) -> ShownStudy | None:
    """Return the study that a game's page should show, if any. Raises NotFound."""
    study_id = request.query_params.get("study", "")
    if not study_id:
        return None
    if not (len(study_id) == 16 and study_id.isascii() and study_id.isalnum()):
        raise NotFound("unknown study", "STUDY_NOT_FOUND")
    stored = studies_of(request).get(study_id)
    if stored.study.game != game:
        raise NotFound(f"this game has no study {study_id!r}", "STUDY_NOT_FOUND")
    notes = sorted(stored.study.notes, key=lambda note: note.version)
    return ShownStudy(stored, notes, stored.is_writer(_read_token(request, stored)))


def _build_address(stored: StoredStudy, version: int = 0) -> str:
    """Return the address of a study, at a position if one is named."""
    return f"/games/{stored.study.game}{f'@{version}' if version else ''}?study={stored.id}"


async def list_studies(request: Request) -> Response:
    """Show a game's studies in which the visitor can write, and forms for a new one."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    know_browser(request)
    return render(
        request,
        "studies.html",
        summary=await load_summary(request, visitor, info),
        studies=_list_own(request, visitor.game),
    )


def _list_own(request: Request, game: str) -> list[StoredStudy]:
    """Return a game's studies in which the visitor can write."""
    own = list[StoredStudy]()
    for study in _read_tokens(request, game):
        # The browser may still hold the token of a deleted study.
        with suppress(NotFound):
            own.append(studies_of(request).get(study))
    return own


async def add_study(request: Request) -> Response:
    """Make a study of a game, or import one from its file, and show it."""
    visitor, form = Visitor.of(request), await read_form(request)
    await visitor.reader.game(visitor.game)
    if form.get("file", "").strip():
        study = parse_study(form["file"])
        if study.game != visitor.game:
            raise InvalidRequest(f"this study belongs to the game {study.game}", fields={"file": "of another game"})
    else:
        study = parse_study(
            msgspec.json.encode(
                Study(game=visitor.game, name=form.get("name", "").strip(), author=form.get("author", "").strip())
            ).decode()
        )
    study_id, token = studies_of(request).add(study, read_address(request))
    try:
        keep_token(request, f"{HELD}{visitor.game}", study_id, token)
    except GunbaiError:
        # Without its token, nobody could write in it or delete it.
        with suppress(GunbaiError):
            studies_of(request).delete(study_id, token)
        raise
    return redirect(request, f"/games/{visitor.game}?study={study_id}")


async def open_study(request: Request) -> Response:
    """Redirect from a study's short address to its game's page."""
    return redirect(request, _build_address(studies_of(request).get(request.path_params["study"])))


async def export_study(request: Request) -> Response:
    """Return a study as a file, to anyone who may see its game."""
    stored = studies_of(request).get(request.path_params["study"])
    await Visitor.of(request, stored.study.game).reader.game(stored.study.game)
    headers = {"content-disposition": f'attachment; filename="study-{stored.id}.json"'}
    content = msgspec.json.format(msgspec.json.encode(stored.study), indent=2)
    return Response(content, media_type="application/json", headers=headers)


async def add_note(request: Request) -> Response:
    """Add a note to a study, with a new branch as its variation if that is asked for."""
    form, studies = await read_form(request), studies_of(request)
    stored = studies.get(request.path_params["study"])
    token, visitor = _read_token(request, stored), Visitor.of(request, stored.study.game)
    version = parse_version(form.get("version", ""), "version")
    text, branch = form.get("text", "").strip(), form.get("branch") or None
    note = Note(version, text, branch, _read_what_if(form), _read_shapes(form))
    if form.get("action") != "branch":
        if not (note.text or note.branch or note.what_if or note.shapes):
            raise InvalidRequest("text: the note is empty", fields={"text": "empty"})
        studies.change(stored.id, token, lambda study: _append(study, note))
        return redirect(request, _build_address(stored, version))
    if is_sample(request, visitor.game):
        raise NotNow("you cannot add to a sample game", "SAMPLE_GAME")
    # Only the author of a study may make a branch for it.
    studies.change(stored.id, token, lambda study: study)
    made = await visitor.reader.fork(visitor.game, version, label=stored.study.name)
    async with held(request, visitor, made):
        note_tried = msgspec.structs.replace(note, branch=made.info.game)
        studies.change(stored.id, token, lambda study: _append(study, note_tried))
    return redirect(request, _build_address(stored, version))


def _append(study: Study, note: Note) -> Study:
    return msgspec.structs.replace(study, notes=(*study.notes, note))


def _read_what_if(form: dict[str, str]) -> WhatIf | None:
    """Return the command that a note is about, if any."""
    if not form.get("what_if_name"):
        return None
    seat = parse_count(form, "what_if_seat", 0)
    return WhatIf(seat, form["what_if_name"], form.get("what_if_fields", "{}"), form.get("what_if_sentence", ""))


def _read_shapes(form: dict[str, str]) -> tuple[Shape, ...]:
    """Return the shapes that a note draws on the board."""
    try:
        return msgspec.json.decode(form.get("shapes") or "[]", type=tuple[Shape, ...])
    except (msgspec.MsgspecError, ValueError) as error:
        raise InvalidRequest(f"shapes: {error}", fields={"shapes": str(error)}) from None


async def remove_note(request: Request) -> Response:
    """Remove a note of a study."""
    form, studies, name = await read_form(request), studies_of(request), request.path_params["study"]
    stored, gone = studies.get(name), form.get("note", "")
    studies.change(
        name,
        _read_token(request, stored),
        lambda study: msgspec.structs.replace(study, notes=tuple(note for note in study.notes if note.mark != gone)),
    )
    return redirect(request, _build_address(stored))


async def delete_study(request: Request) -> Response:
    """Delete a study, and show the other studies of its game."""
    studies = studies_of(request)
    stored = studies.get(request.path_params["study"])
    studies.delete(stored.id, _read_token(request, stored))
    drop_token(request, f"{HELD}{stored.study.game}", stored.id)
    return redirect(request, f"/games/{stored.study.game}/studies")


ROUTES = (
    Route(f"{GAME}/studies", list_studies, name="studies"),
    Route(f"{GAME}/studies", add_study, methods=["POST"]),
    Route(STUDY, open_study, name="study"),
    Route(f"{STUDY}.json", export_study, name="study-file"),
    Route(f"{STUDY}/notes", add_note, methods=["POST"]),
    Route(f"{STUDY}/removed", remove_note, methods=["POST"]),
    Route(f"{STUDY}/deleted", delete_study, methods=["POST"]),
)
