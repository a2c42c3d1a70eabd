"""`gunbai join`."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

import pytest

from tests.clients.cli.command_run import DUEL, Run


def test_the_last_to_join_starts_the_game_of_the_same_host(run: Run, duel: str) -> None:
    (game,) = [game for game in run("game", "list", "--status", "running", "--json").json if game["game"] == duel]
    assert [seat["player"] for seat in game["seats"]] == ["Ann", "Bob"]


def test_a_seat_that_takes_a_key_signs_what_it_plays_and_its_branch_keeps_the_key(run: Run, tmp_path: Path) -> None:
    key = tmp_path / "Ann's kéy.pem"
    public = run("seat", "keygen", str(key)).out.strip()
    terms = ("--options", '{"starting_player": "red"}', "--chance", "referee")
    game = run("new", DUEL, *terms, "--json").json["info"]["game"]
    assert run("join", game, "--player", "Ann", "--seat", "1", "--seat-key", str(key)).code == 0
    assert run("join", game, "--player", "Bob").code == 0
    played = run("game", "submit", game, "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1", "--json")
    assert played.code == 0
    (entry,) = played.json["accepted"]["entries"][:1]
    assert entry["signature"]
    (info,) = [row for row in run("game", "list", "--status", "running", "--json").json if row["game"] == game]
    assert "".join(f"{byte:02x}" for byte in b64decode(info["seats"][0]["public_key"])) == public
    assert run("dispute", "open", f"{game}@{entry['version']}", "I meant the small one.", "--seat", "1").code == 0
    branch = run("game", "takeback", f"{game}@{int(entry['version']) - 1}", "--json").json["branch"]
    assert run("game", "submit", branch, "ChooseFigure", '{"figure": "FIGURE_SMALL"}', "--seat", "1").code == 0
    refused = run("join", branch, "--parent", game, "--seat-key", str(key))
    assert (refused.code, "your seat keeps the key" in refused.err) == (2, True)


def test_a_guest_with_the_last_seat_learns_that_the_host_can_start(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = run("new", DUEL, "--player", "Ann", "--json").json["info"]["game"]
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "guest"))
    assert "Bob has seat 2; the host can start the game now." in run("join", game, "--player", "Bob").out
