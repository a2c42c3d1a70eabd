"""A service is one service however its address is spelled, and no other service gets its tokens."""

from __future__ import annotations

from pathlib import Path

import pytest

from clients.cli.account.services import folders_of
from clients.cli.account.tokens import Tokens
from tests.clients.cli.command_run import DUEL, Run


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("localhost:7070", "127.0.0.1:7070"),
        ("localhost:7070", "[::1]:7070"),
        ("127.0.0.1:7070", "LOCALHOST.:7070"),
        ("games.example:7070", "Games.Example.:7070"),
        ("a.example:1,b.example:2", "b.example:2"),
        ("a.example:1,b.example:2", "b.example:2, a.example:1"),
        ("ipv4:10.0.0.1:7070", "10.0.0.1:7070"),
        ("[2001:db8:0::1]:7070", "[2001:db8::1]:7070"),
    ],
)
def test_spellings_of_one_address_are_one_service(one: str, other: str, state: Path) -> None:
    Tokens(one).save("game", 1, "token")
    assert Tokens(other).find("game", 1) == "token"
    Tokens(other).save("game", 2, "second")
    assert Tokens(one).seats("game") == [1, 2]


@pytest.mark.parametrize("other", ["localhost:7071", "games.example:7070", "127.0.0.1.example:7070", "10.0.0.1:7070"])
def test_another_service_gets_no_token(other: str, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "socket.getaddrinfo", lambda host, _: [(0, 0, 0, "", ({"localhost": "::1"}.get(host, host), 0))]
    )
    Tokens("localhost:7070").save("game", 1, "token")
    assert not Tokens(other).find("game", 1)
    assert not Tokens(other).games()


def test_a_name_is_the_service_at_the_number_that_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = {"games.example": "10.0.0.1"}
    monkeypatch.setattr("socket.getaddrinfo", lambda host, _: [(0, 0, 0, "", (numbers.get(host, host), 0))])
    folder = tmp_path / "10.0.0.1%3A7070"
    folder.mkdir()
    assert folders_of("games.example:7070", tmp_path) == [folder]
    assert folders_of("games.example:7071", tmp_path) == [tmp_path / "games.example%3A7071"]


def test_a_seat_is_played_under_another_spelling(run: Run, address: str) -> None:
    port = address.rpartition(":")[2]
    game = run("new", DUEL, "--player", "Ann", "--target", f"localhost:{port}", "--json").json["info"]["game"]
    left = run("seat", "leave", game, "--target", f"127.0.0.1:{port}")
    assert left.code == 0, left.err
