"""The chapters of a study: its author adds games, and renames, moves and removes them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.web.frame.paths import GAME, STUDY
from clients.web.frame.request_data import read_form
from clients.web.frame.responses import redirect
from clients.web.frame.visitor import Visitor
from clients.web.parts.shown_studies import build_address, find_token, hold_token, read_start, studies_of
from clients.web.storage.study_files import Chapter, StoredStudy, Study, new_chapter_id
from gunbai_client.errors import InvalidRequest


async def add_chapter(request: Request) -> Response:
    """Add a game to one of the visitor's studies as its last chapter, and show it."""
    visitor, form, studies = Visitor.of(request), await read_form(request), studies_of(request)
    await visitor.reader.game(visitor.game)
    stored = studies.get(form.get("into", ""))
    chapter = Chapter(
        id=new_chapter_id(), game=visitor.game, name=form.get("chapter_name", "").strip(), start=read_start(form)
    )
    _change_chapters(request, stored, lambda study: study.add(chapter))
    return redirect(request, build_address(stored, chapter))


async def change_chapter(request: Request) -> Response:
    """Rename, move or remove a chapter, and show the chapter that was shown before, or else the first."""
    form, studies = await read_form(request), studies_of(request)
    stored, chapter = studies.get(request.path_params["study"]), form.get("chapter", "")
    match form.get("action"):
        case "name":
            renamed = msgspec.structs.replace(
                stored.study.find(chapter), name=form.get("chapter_name", "").strip(), start=read_start(form)
            )
            _change_chapters(request, stored, lambda study: study.put(renamed))
        case "up":
            _change_chapters(request, stored, lambda study: study.move(chapter, -1))
        case "down":
            _change_chapters(request, stored, lambda study: study.move(chapter, 1))
        case "remove":
            _change_chapters(request, stored, lambda study: study.remove(chapter))
        case other:
            raise InvalidRequest(f"action: unknown {other!r}", fields={"action": "unknown"})
    changed = studies.get(stored.id)
    shown = [one for one in changed.study.chapters if one.id == form.get("shown")] or changed.study.chapters
    return redirect(request, build_address(changed, shown[0]))


def _change_chapters(request: Request, stored: StoredStudy, changed: Callable[[Study], Study]) -> None:
    """Change which chapters a study has, as its author."""
    token = find_token(request, stored)
    hold_token(request, stored, token)
    studies_of(request).change(stored.id, token, changed)


ROUTES = (
    Route(f"{GAME}/chapters", add_chapter, methods=["POST"], name="chapters"),
    Route(f"{STUDY}/chapters", change_chapter, methods=["POST"]),
)
