"""Responses: a page made of a template, and a file to save."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, AnyStr

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse


def render(request: Request, template: str, status: int = 200, /, **facts: Any) -> Response:
    """Return a page that a template makes of facts."""
    answer: Response = request.app.state.templates.TemplateResponse(request, template, facts, status_code=status)
    return answer


async def stream_file(pieces: AsyncIterator[AnyStr], name: str, media_type: str) -> Response:
    """Return a file that is saved under a name, piece by piece. What is refused is refused before it begins."""
    first = await anext(pieces)

    async def all_pieces() -> AsyncIterator[AnyStr]:
        yield first
        async for piece in pieces:
            yield piece

    disposition = {"content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(all_pieces(), media_type=media_type, headers=disposition)
