"""What the pages answer where there is nothing, or where the service refuses."""

from __future__ import annotations

import pytest

from tests.clients.web.http_requests import NOWHERE, answer


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        (f"/games/{NOWHERE}", 404),
        (f"/games/{NOWHERE}/positions?from=1&to=2", 404),
        (f"/games/{NOWHERE}/positions?from=0&to=2", 400),
        (f"/games/{NOWHERE}/entries?from=one&to=2", 400),
        ("/titles/chess/clauses?rules=1", 404),
        ("/new/chess", 404),
        ("/games?state=lost", 400),
    ],
)
def test_what_is_not_there_is_told_by_a_status_and_a_sentence(pages: str, path: str, status: int) -> None:
    for accept, part in (("text/html", "<h1>"), ("application/json", '"message"')):
        got, _, text = answer(pages + path, headers={"accept": accept})
        assert (got, part in text) == (status, True)
