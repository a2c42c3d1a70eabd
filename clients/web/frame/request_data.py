"""A request's data: a form's fields, a script's JSON, numbers in an address."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request

from clients.web.frame.paths import Number, Version
from gunbai_client.errors import InvalidRequest
from gunbai_record.numerals import is_whole


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a form, with files as their text. Raises InvalidRequest."""
    try:
        async with request.form() as form:
            fields = {name: await _read_text(value) for name, value in form.items()}
        check_text(*fields, *fields.values())
    except (UnicodeError, ValueError):
        raise InvalidRequest("the form does not match its content type") from None
    request.state.form = fields
    return fields


def read_sent(request: Request) -> Mapping[str, str]:
    """Return the fields of a request's form, for the page that refuses it; none if it was not read."""
    sent: Mapping[str, str] = getattr(request.state, "form", {})
    return sent


async def _read_text(value: UploadFile | str) -> str:
    return (await value.read()).decode(errors="replace") if isinstance(value, UploadFile) else value


async def read_json(request: Request) -> Mapping[str, Any]:
    """Return the JSON object that a script sent. Raises InvalidRequest."""
    try:
        value = parse_json(await request.body())
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise InvalidRequest("expected a JSON object")
    return value


def parse_json(text: str | bytes) -> Any:
    """Return the value of a visitor's JSON text. Raises ValueError, also for values that no request can carry."""
    try:
        value = json.loads(text)
        check_text(json.dumps(value, ensure_ascii=False))
    except RecursionError:
        raise ValueError("JSON that is nested too deeply") from None
    return value


def check_text(*texts: str) -> None:
    """Check that no text contains half of a surrogate pair, which is not a character. Raises ValueError."""
    for text in texts:
        text.encode()


def parse_version(text: str, name: str) -> int:
    """Return a game's version from a request. Raises InvalidRequest."""
    return _parse(text, name, Version)


def parse_number(text: str, name: str) -> int:
    """Return another positive number from a request. Raises InvalidRequest."""
    return _parse(text, name, Number)


def _parse(text: str, name: str, kind: type[Number]) -> int:
    if re.fullmatch(kind.regex, text) is None:
        raise InvalidRequest(f"{name}: expected a number", fields={name: "expected a number"})
    return int(text)


def parse_count(form: Mapping[str, str], name: str, default: int) -> int:
    """Return a small number from a form. Raises InvalidRequest."""
    text = form.get(name, "").strip()
    if not text:
        return max(default, 0)
    if not (is_whole(text) and len(text) < 3):
        raise InvalidRequest(f"{name}: expected a number", fields={name: "expected a number"})
    return int(text)
