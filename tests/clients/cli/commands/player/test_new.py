"""`gunbai player new`: a key is somebody, and every later seat has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai_record.players import fingerprint
from tests.clients.cli.command_run import DUEL, Run


def test_every_seat_that_a_player_takes_later_has_their_key(run: Run) -> None:
    keyless = run("new", DUEL, "--player", "Ann", "--json").json["info"]
    key = run("player", "new", "--json").json
    assert key["fingerprint"] == fingerprint(bytes.fromhex(key["public_key"]))
    assert run("player", "new", "--json").json == key
    made = run("new", DUEL, "--player", "Ann", "--json").json["info"]
    joined = run("join", keyless["game"], "--player", "Ann B", "--json").json["seat"]
    (listed,) = (row for row in run("game", "list", "--json").json if row["game"] == keyless["game"])
    seats = [keyless["seats"][0], made["seats"][0], listed["seats"][joined - 1]]
    assert [bool(seat.get("public_key")) for seat in seats] == [False, True, True]


def test_the_key_may_be_another_file_or_none(run: Run, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = state / "other.pem"
    monkeypatch.setenv("GUNBAI_PLAYER_KEY", str(other))
    assert run("player", "new", "--json").json["file"] == str(other)
    monkeypatch.setenv("GUNBAI_PLAYER_KEY", "")
    assert "GUNBAI_PLAYER_KEY is empty" in run("player", "new").err
    assert not run("new", DUEL, "--player", "Ann", "--json").json["info"]["seats"][0].get("public_key")


def test_a_player_joins_the_game_that_invites_their_key_without_a_code(run: Run) -> None:
    key = run("player", "new", "--json").json["public_key"]
    game = run("new", DUEL, "--invited-only", "--private", "--invite", key, "--json").json["info"]["game"]
    joined = run("join", game, "--player", "Ann")
    assert (joined.code, "Ann has seat 1" in joined.out) == (0, True)


def test_what_is_no_key_invites_nobody(run: Run) -> None:
    refused = run("new", DUEL, "--invite", "Ann")
    assert (refused.code, "expected 64 hexadecimal digits" in refused.err) == (2, True)


def test_a_key_that_the_variable_names_is_there(run: Run, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUNBAI_PLAYER_KEY", str(state / "elsewhere.pem"))
    refused = run("new", DUEL, "--player", "Ann", "--label", "Keyless")
    assert (refused.code, "elsewhere.pem" in refused.err) == (2, True)
    assert run("game", "list", "--label", "Keyless", "--json").json == []
