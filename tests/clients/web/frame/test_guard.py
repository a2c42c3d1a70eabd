"""Who may post to the pages, and what every answer forbids a browser to load."""

from __future__ import annotations

import pytest

from clients.web.frame.guard import HEADERS, MOST_BODY
from tests.clients.web.http_requests import NOWHERE, answer


def test_every_answer_forbids_what_does_not_come_from_this_site(pages: str) -> None:
    for path in ("/", "/nowhere", f"/games/{NOWHERE}", "/static/game.js"):
        _, headers, _ = answer(pages + path)
        assert {name: headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize("origin", ["", "null", "https://elsewhere.example", "http://127.0.0.1:1"])
def test_only_a_page_of_this_site_may_post(pages: str, origin: str) -> None:
    headers = {"origin": origin} if origin else {}
    status, _, text = answer(f"{pages}/games/{NOWHERE}/start", b"", headers)
    assert (status, text) == (403, "Only a page of this site may send this.\n")


def test_a_large_body_is_not_read(pages: str) -> None:
    status, _, text = answer(f"{pages}/games/{NOWHERE}/commands", b"x" * (MOST_BODY + 1), {"origin": pages})
    assert (status, text) == (403, "The request is too large.\n")
