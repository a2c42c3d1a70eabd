"""A visitor calls the service in their language, with the tokens of the game that they look at."""

from __future__ import annotations

import json
from types import SimpleNamespace

from starlette.requests import Request

from clients.web.frame.cookies import Tokens
from clients.web.frame.visitor import Visitor
from gunbai_client import Seat, aio
from tests.clients.web.http_requests import answer


async def test_a_client_holds_the_token_of_the_role_that_it_is_for() -> None:
    async with aio.connect("localhost:1") as gunbai:
        visitor = Visitor(gunbai, "one", Tokens("one", {"1": "a.01", "2": "b", "host": "h"}))
        assert visitor.reader.token == "a"
        assert visitor.holding("host").token == "h"
        assert visitor.holding("dealer").token == ""
        seats = {number: visitor.seat(number) for number in (1, 2, 3)}
        held_by_seat = {number: (seat.token, seat.seed) for number, seat in seats.items()}
        assert held_by_seat == {1: ("a", b"\x01"), 2: ("b", b""), 3: ("", b"")}


async def test_a_forwarder_says_for_which_visitor_it_calls() -> None:
    async with aio.connect("localhost:1") as gunbai:
        for credential, carried in (("c", (("gunbai-visitor", "203.0.113.5"), ("gunbai-forwarder", "c"))), ("", ())):
            app = SimpleNamespace(state=SimpleNamespace(gunbai=gunbai, forwarder=credential, samples=None))
            scope = {"type": "http", "path": "/", "headers": [], "query_string": b"", "path_params": {}, "app": app}
            visitor = Visitor.of(Request({**scope, "client": ("203.0.113.5", 5000)}))
            assert visitor.reader.metadata == carried
            assert Visitor.of(Request({**scope, "client": None})).reader.metadata == ()


def test_sentences_come_in_the_language_of_the_browser(pages: str, seats: list[Seat]) -> None:
    commands_by_language = {}
    for language in ("en", "cs"):
        path = f"/games/{seats[0].game}/entries?from=1&to=3"
        _, _, text = answer(pages + path, headers={"accept-language": language})
        commands_by_language[language] = [entry["command"] for entry in json.loads(text)]
    assert len(commands_by_language["en"]) == len(commands_by_language["cs"])
    assert commands_by_language["en"] != commands_by_language["cs"]
