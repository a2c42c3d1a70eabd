"""What a request carries: the fields of a form, the JSON of a script, numbers in an address."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request

from gunbai_client.errors import InvalidRequest
from gunbai_record.numerals import is_whole


async def read_form(request: Request) -> dict[str, str]:
    """Return what a form sent, of a file its text."""
    async with request.form() as form:
        return {name: await _read_text(value) for name, value in form.items()}


async def _read_text(value: UploadFile | str) -> str:
    return (await value.read()).decode(errors="replace") if isinstance(value, UploadFile) else value


async def read_json(request: Request) -> Mapping[str, Any]:
    """Return the JSON object that a script sent. Raises InvalidRequest."""
    try:
        value = json.loads(await request.body())
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise InvalidRequest("a JSON object is expected")
    return value


def parse_number(text: str, name: str) -> int:
    """Return a number of a request that is at least 1. Raises InvalidRequest."""
    if not is_whole(text) or not 0 < int(text) < 1 << 53:
        raise InvalidRequest(f"{name}: a number is expected", fields={name: "a number is expected"})
    return int(text)


def parse_count(form: Mapping[str, str], name: str, default: int) -> int:
    """Return a small number of a form. Raises InvalidRequest."""
    text = form.get(name, "").strip()
    if not text:
        return max(default, 0)
    if not (is_whole(text) and len(text) < 3):
        raise InvalidRequest(f"{name}: a number is expected", fields={name: "a number is expected"})
    return int(text)
