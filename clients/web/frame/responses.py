"""Responses: a page made of a template, and a file to save."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any, AnyStr

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.types import Send

LINES = "application/x-ndjson"
"""The type of JSON lines that are read as they arrive."""
AT_ONCE = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""The headers of lines that are read as they arrive: nginx, for one, would hold them back."""


def render(request: Request, template: str, status: int = 200, /, **facts: Any) -> Response:
    """Return a page that a template makes from facts."""
    answer: Response = request.app.state.templates.TemplateResponse(request, template, facts, status_code=status)
    return answer


def redirect(request: Request, path: str) -> RedirectResponse:
    """Return the answer to a form that leads to a path of this site, below its pages' prefix."""
    return RedirectResponse(f"{request.scope.get('root_path', '')}{path}", 303)


class _Lines(StreamingResponse):
    """Lines as they come; their source is closed with the answer, however that ends."""

    def __init__(self, lines: AsyncGenerator[str, None]) -> None:
        super().__init__(lines, media_type=LINES, headers=AT_ONCE)
        self._made = lines

    async def stream_response(self, send: Send) -> None:
        async with aclosing(self._made):
            await super().stream_response(send)


def stream_lines(values: AsyncGenerator[Mapping[str, Any], None]) -> Response:
    """Return objects as lines of JSON, each sent as it comes."""

    async def lines() -> AsyncGenerator[str, None]:
        async with aclosing(values):
            async for value in values:
                yield json.dumps(value, ensure_ascii=False) + "\n"

    return _Lines(lines())


async def stream_file(pieces: AsyncIterator[AnyStr], name: str, media_type: str) -> Response:
    """Return a file to save under a name, piece by piece. Errors are raised before the first piece."""
    first = await anext(pieces)

    async def all_pieces() -> AsyncIterator[AnyStr]:
        yield first
        async for piece in pieces:
            yield piece

    disposition = {"content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(all_pieces(), media_type=media_type, headers=disposition)
