"""What forms send, and what pages are made with."""

from __future__ import annotations

from starlette.requests import Request
from starlette.types import Message

from clients.web.frame.request_data import read_form

BODY = b"\r\n".join(
    [
        b"--line",
        b'content-disposition: form-data; name="player"',
        b"",
        b"Ann",
        b"--line",
        b'content-disposition: form-data; name="table_file"; filename="table.json"',
        b"content-type: application/json",
        b"",
        b'{"seat": "\xc5\xa1"}',
        b"--line--",
        b"",
    ]
)


async def test_a_file_that_a_form_sent_is_its_text_and_is_closed() -> None:
    async def receive() -> Message:
        return {"type": "http.request", "body": BODY, "more_body": False}

    headers = [(b"content-type", b"multipart/form-data; boundary=line")]
    request = Request({"type": "http", "method": "POST", "headers": headers}, receive)
    assert await read_form(request) == {"player": "Ann", "table_file": '{"seat": "š"}'}
