"""What scripts load and send: entries with clauses, pictures, records; and what is no command."""

from __future__ import annotations

import json

import pytest

from gunbai_client import Gunbai, Seat
from tests.clients.web.http_requests import NOWHERE, answer


def test_entries_come_as_sentences_with_the_clause_of_each_event(pages: str, gunbai: Gunbai, seats: list[Seat]) -> None:
    game = seats[0].game
    seats[0].submit(seats[0].legal().commands[0].command)
    _, _, text = answer(f"{pages}/games/{game}/entries?from=1&to={gunbai.game(game).head}")
    entries = json.loads(text)
    assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))
    assert all(entry["command"] for entry in entries)
    assert any(event["clause"].startswith("IN-") for entry in entries for event in entry["events"])


def test_positions_are_the_pictures_of_the_service(pages: str, gunbai: Gunbai, seats: list[Seat]) -> None:
    game = seats[0].game
    _, _, text = answer(f"{pages}/games/{game}/positions?from=2&to=3")
    assert json.loads(text) == [{"version": number, "svg": gunbai.picture(game, number)} for number in (2, 3)]


def test_what_a_version_shows_is_kept_by_the_browser(pages: str, seats: list[Seat]) -> None:
    game = seats[0].game
    for path in (f"{game}@2.svg", f"{game}/positions?from=1&to=2"):
        _, headers, _ = answer(f"{pages}/games/{path}")
        assert headers["cache-control"] == "private, max-age=86400, immutable"
        assert headers["vary"].lower().startswith("accept-language, cookie")


def test_a_record_and_a_picture_can_be_kept(pages: str, gunbai: Gunbai, seats: list[Seat]) -> None:
    game = seats[0].game
    _, headers, text = answer(f"{pages}/games/{game}@2.svg")
    assert (headers["content-type"].partition(";")[0], text) == ("image/svg+xml", gunbai.picture(game, 2))
    _, headers, text = answer(f"{pages}/games/{game}/record", binary=True)
    assert headers["content-disposition"] == f'attachment; filename="{game}.gunbai"'
    assert text.encode("latin-1") == b"".join(gunbai.export(game))


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'{"seat": "one"}', b'{"seat": 1, "expected": 3, "command": "x y"}']
)
def test_a_command_that_is_none_is_refused(pages: str, body: bytes) -> None:
    status, _, text = answer(f"{pages}/games/{NOWHERE}/commands", body, {"origin": pages})
    assert (status, '"message"' in text) == (400, True)
