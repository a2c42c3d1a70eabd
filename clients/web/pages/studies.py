"""Studies: chapters of comments on games and variations, stored next to the records, which authors share by link.

With another link, which the author can withdraw, others write too: they add notes, and remove their own. Readers see
only what they may see of the games anyway, and the referee answers a study's what-ifs for each reader.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.web.frame.address import read_address
from clients.web.frame.cookies import know_browser, remember_name
from clients.web.frame.paths import GAME, STUDY
from clients.web.frame.request_data import parse_count, parse_version, read_form
from clients.web.frame.responses import redirect, render
from clients.web.frame.visitor import Visitor, is_sample
from clients.web.parts.game_summary import load_summary
from clients.web.parts.held_games import held
from clients.web.parts.shown_studies import (
    build_address,
    drop_study,
    find_pen,
    find_token,
    hold_link,
    hold_token,
    is_seen,
    list_own,
    list_visible,
    read_start,
    studies_of,
)
from clients.web.storage.study_files import (
    FIRST,
    MOST_CHAPTERS,
    Chapter,
    Note,
    Pen,
    Shape,
    Study,
    WhatIf,
    check_study,
    parse_study,
)
from gunbai_client.errors import InvalidRequest, NotAllowed, NotNow
from gunbai_record.errors import GunbaiError

JSON = "application/json"


async def list_studies(request: Request) -> Response:
    """Show a game's studies in which the visitor can write, and forms for a new one."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    know_browser(request)
    own = list_own(request, visitor.game)
    return render(
        request,
        "studies.html",
        summary=await load_summary(request, visitor, info),
        studies=[
            (stored, chapter) for stored in own for chapter in stored.study.chapters if chapter.game == visitor.game
        ],
        fitting=[
            stored for stored in own if find_token(request, stored) and len(stored.study.chapters) < MOST_CHAPTERS
        ],
        version=read_start(request.query_params),
    )


async def add_study(request: Request) -> Response:
    """Make a study whose first chapter is a game, or import one from its file, and show it."""
    visitor, form = Visitor.of(request), await read_form(request)
    await visitor.reader.game(visitor.game)
    if form.get("file", "").strip():
        study = parse_study(form["file"])
        if all(chapter.game != visitor.game for chapter in study.chapters):
            other = study.chapters[0].game
            raise InvalidRequest(f"this study belongs to the game {other}", fields={"file": "of another game"})
    else:
        first = Chapter(id=FIRST, game=visitor.game, start=read_start(form))
        study = check_study(
            Study(name=form.get("name", "").strip(), author=form.get("author", "").strip(), chapters=(first,))
        )
    study_id, token = studies_of(request).add(study, read_address(request))
    stored = studies_of(request).get(study_id)
    try:
        hold_token(request, stored, token)
    except GunbaiError:
        # Without its token, nobody could write in it or delete it.
        with suppress(GunbaiError):
            studies_of(request).delete(study_id, token)
        raise
    chapter = next(chapter for chapter in study.chapters if chapter.game == visitor.game)
    return redirect(request, build_address(stored, chapter))


async def open_study(request: Request) -> Response:
    """Redirect from a study's short address to its first chapter that the visitor may see, or to the chapter named."""
    stored = studies_of(request).get(request.path_params["study"])
    named = request.query_params.get("chapter", "")
    chapters = (stored.study.find(named),) if named else stored.study.chapters
    for chapter in chapters:
        if await is_seen(request, chapter.game):
            return redirect(request, build_address(stored, chapter))
    # A redirect would name a game that the visitor may not see.
    raise NotAllowed("this study is about private games", "GAME_PRIVATE")


async def export_study(request: Request) -> Response:
    """Return as a file the chapters of a study whose games the visitor may see."""
    stored = studies_of(request).get(request.path_params["study"])
    visible = await list_visible(request, stored)
    if not visible:
        raise NotAllowed("this study is about private games", "GAME_PRIVATE")
    headers = {"content-disposition": f'attachment; filename="study-{stored.id}.json"'}
    study = msgspec.structs.replace(stored.study, chapters=tuple(visible))
    return Response(msgspec.json.format(msgspec.json.encode(study), indent=2), media_type=JSON, headers=headers)


async def add_note(request: Request) -> Response:
    """Add a note to a chapter, with a new branch as its variation if that is asked for."""
    form, studies = await read_form(request), studies_of(request)
    stored = studies.get(request.path_params["study"])
    chapter = stored.study.find(form.get("chapter", stored.study.chapters[0].id))
    pen, visitor = find_pen(request, stored) or Pen(""), Visitor.of(request, chapter.game)
    studies.check(stored.id, pen)
    if not stored.is_author(pen.token):
        # A writing link shows no game.
        await visitor.reader.game(visitor.game)
    version = parse_version(form.get("version", ""), "version")
    text, branch = form.get("text", "").strip(), form.get("branch") or None
    author = form.get("author", "").strip()
    note = Note(version, text, branch, _read_what_if(form), _read_shapes(form), author)
    if form.get("action") != "branch":
        if not (note.text or note.branch or note.what_if or note.shapes):
            raise InvalidRequest("text: the note is empty", fields={"text": "empty"})
        studies.note(stored.id, pen, chapter.id, note)
        _remember(request, author)
        return redirect(request, build_address(stored, chapter, version))
    if is_sample(request, visitor.game):
        raise NotNow("you cannot add to a sample game", "SAMPLE_GAME")
    made = await visitor.reader.fork(visitor.game, version, label=stored.study.name)
    async with held(request, visitor, made):
        note_tried = msgspec.structs.replace(note, branch=made.info.game)
        studies.note(stored.id, pen, chapter.id, note_tried)
    _remember(request, author)
    return redirect(request, build_address(stored, chapter, version))


def _remember(request: Request, author: str) -> None:
    """Remember the name under which a visitor wrote, if they gave one."""
    if author:
        remember_name(request, author)


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
    """Remove a note of a chapter."""
    form, studies = await read_form(request), studies_of(request)
    stored = studies.get(request.path_params["study"])
    chapter = stored.study.find(form.get("chapter", stored.study.chapters[0].id))
    studies.erase(stored.id, find_pen(request, stored) or Pen(""), chapter.id, form.get("note", ""))
    return redirect(request, build_address(stored, chapter))


async def show_link(request: Request) -> Response:
    """Show the page of a writing link; the token is in the part of the address that no server sees."""
    know_browser(request)
    return render(request, "write.html", study=request.path_params["study"])


async def follow_link(request: Request) -> Response:
    """Have the browser hold the token of a writing link, and show the study."""
    form, stored = await read_form(request), studies_of(request).get(request.path_params["study"])
    hold_link(request, stored, form.get("token", "").strip())
    return redirect(request, f"/studies/{stored.id}")


async def change_link(request: Request) -> Response:
    """Make a new writing link in a study, or withdraw the present one, as its author."""
    form, stored = await read_form(request), studies_of(request).get(request.path_params["study"])
    chapter = stored.study.find(form.get("chapter", stored.study.chapters[0].id))
    studies_of(request).share(stored.id, find_token(request, stored), writing=form.get("action") == "make")
    return redirect(request, build_address(stored, chapter))


async def delete_study(request: Request) -> Response:
    """Delete a study, and show the other studies of its first game."""
    studies = studies_of(request)
    stored = studies.get(request.path_params["study"])
    studies.delete(stored.id, find_token(request, stored))
    drop_study(request, stored)
    return redirect(request, f"/games/{stored.study.chapters[0].game}/studies")


ROUTES = (
    Route(f"{GAME}/studies", list_studies, name="studies"),
    Route(f"{GAME}/studies", add_study, methods=["POST"]),
    Route(STUDY, open_study, name="study"),
    Route(f"{STUDY}.json", export_study, name="study-file"),
    Route(f"{STUDY}/write", show_link, name="write-study"),
    Route(f"{STUDY}/write", follow_link, methods=["POST"]),
    Route(f"{STUDY}/link", change_link, methods=["POST"]),
    Route(f"{STUDY}/notes", add_note, methods=["POST"]),
    Route(f"{STUDY}/removed", remove_note, methods=["POST"]),
    Route(f"{STUDY}/deleted", delete_study, methods=["POST"]),
)
