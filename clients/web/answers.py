"""What every page is made with: a template, and what a form sent."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response


def page(request: Request, template: str, status: int = 200, /, **facts: Any) -> Response:
    """Return a page that a template makes of facts."""
    answer: Response = request.app.state.templates.TemplateResponse(request, template, facts, status_code=status)
    return answer


async def form_of(request: Request) -> dict[str, str]:
    """Return what a form sent, of a file its text."""
    async with request.form() as form:
        return {name: await _text(value) for name, value in form.items()}


async def _text(value: UploadFile | str) -> str:
    return (await value.read()).decode(errors="replace") if isinstance(value, UploadFile) else value
