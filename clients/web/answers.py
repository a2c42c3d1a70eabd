"""What pages are made with and asked by: a template, what a form or a script sent, a refusal."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import AsyncIterator, Mapping
from typing import Any, AnyStr

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from gunbai.referee.v1.ruling_pb2 import Refused, Ruling
from gunbai_client.errors import InvalidRequest


def page(request: Request, template: str, status: int = 200, /, **facts: Any) -> Response:
    """Return a page that a template makes of facts."""
    answer: Response = request.app.state.templates.TemplateResponse(request, template, facts, status_code=status)
    return answer


async def attachment(pieces: AsyncIterator[AnyStr], name: str, media_type: str) -> Response:
    """Return a file that is saved under a name, piece by piece. What is refused is refused before it begins."""
    first = await anext(pieces)

    async def all_pieces() -> AsyncIterator[AnyStr]:
        yield first
        async for piece in pieces:
            yield piece

    disposition = {"content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(all_pieces(), media_type=media_type, headers=disposition)


async def form_of(request: Request) -> dict[str, str]:
    """Return what a form sent, of a file its text."""
    async with request.form() as form:
        return {name: await _text(value) for name, value in form.items()}


async def _text(value: UploadFile | str) -> str:
    return (await value.read()).decode(errors="replace") if isinstance(value, UploadFile) else value


async def sent(request: Request) -> Mapping[str, Any]:
    """Return the JSON object that a script sent. Raises InvalidRequest."""
    try:
        found = json.loads(await request.body())
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise InvalidRequest("a JSON object is expected")
    return found


def refused(found: Refused) -> dict[str, Any]:
    """Return a refusal for a script: the clause, its sentence, the values at fault, and the receipt."""
    values = ", ".join(each.words for each in found.values)
    receipt = b64encode(found.receipt.SerializeToString()).decode()
    return {"clause": found.clause, "sentence": found.sentence, "values": values, "receipt": receipt}


def ruled(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling for a script: the version of the newest entry, or the refusal."""
    if ruling.HasField("refused"):
        return {"refused": refused(ruling.refused)}
    return {"accepted": max(each.version for each in ruling.accepted.entries)}
