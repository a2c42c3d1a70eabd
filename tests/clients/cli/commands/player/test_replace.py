"""`gunbai player replace`, `claim` and `replaced`: both keys are one player, by the log of the service."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from clients.cli.account.keys import kept_key
from gunbai_client import connect
from gunbai_record.players import fingerprint
from tests.clients.cli.command_run import DUEL, Run, each_moves


class Club:
    """Players with keys, and the records of their games."""

    def __init__(self, run: Run, address: str, state: Path, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.run, self.address, self.state, self.folder, self.patch = run, address, state, folder, patch
        folder.mkdir()
        self.files = [str(folder), "--key", str(folder / "service.key")]
        with connect(address) as gunbai:
            (folder / "service.key").write_text(f"{gunbai.log.checkpoint().key}\n")

    def plays_as(self, player: str) -> Path:
        """Let a player's key be the one of the user, and return its file."""
        file = self.state / f"{player}.pem"
        self.patch.setenv("GUNBAI_PLAYER_KEY", str(file))
        assert self.run("player", "new").code == 0
        return file

    def key(self, player: str) -> bytes:
        """Return the public key of a player."""
        return kept_key(self.state / f"{player}.pem").public_key().public_bytes_raw()

    def duel(self, *players: str) -> str:
        """Play a duel that the first player concedes to the second, and export its record."""
        game: str = self.run("new", DUEL, "--chance", "referee", "--json").json["info"]["game"]
        for player in players:
            self.plays_as(player)
            assert self.run("join", game, "--player", player.partition("-")[0]).code == 0
        with connect(self.address) as gunbai:
            each_moves(self.run, gunbai, game)
        assert self.run("game", "concede", game, "--seat", "1").code == 0
        assert self.run("record", "export", game, "--output", str(self.folder / f"{game}.gunbai")).code == 0
        return game

    def ratings(self, *options: str) -> dict[bytes, tuple[int, float]]:
        """Return the games and the skill of each key."""
        rated = self.run("player", "ratings", *self.files, *options, "--json").json
        return {bytes.fromhex(rating["key"]): (rating["games"], rating["mu"]) for rating in rated["ratings"]}


@pytest.fixture
def club(run: Run, address: str, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return a club in which Ann lost to Bob with one key, and with another one later."""
    made = Club(run, address, state, tmp_path / "records", monkeypatch)
    made.duel("Ann", "Bob")
    made.duel("Ann-2", "Bob")
    return made


def test_the_old_key_names_a_new_one_and_anybody_gets_the_same_ratings(club: Club, tmp_path: Path) -> None:
    assert sorted(games for games, _ in club.ratings().values()) == [1, 1, 2]
    club.plays_as("Ann")
    done = club.run("player", "replace", str(club.state / "Ann-2.pem"))
    assert f"{fingerprint(club.key('Ann-2'))} replaces {fingerprint(club.key('Ann'))}" in done.out
    again = club.run("player", "replace", str(club.state / "Bob.pem"))
    assert (again.code, "this key has already been replaced" in again.err) == (3, True)
    club.plays_as("Ann-2")
    back = club.run("player", "replace", str(club.state / "Ann.pem"))
    assert (back.code, "make a new one" in back.err) == (3, True)
    replaced = tmp_path / "replaced.jsonl"
    assert club.run("player", "replaced", "--output", str(replaced)).code == 0
    found = club.ratings("--replaced", str(replaced))
    assert {key: games for key, (games, _) in found.items()} == {club.key("Ann-2"): 2, club.key("Bob"): 2}
    assert club.ratings("--replaced", str(replaced)) == found
    rows = club.run("game", "standings", "--title", DUEL, "--keys", "--json").json
    ann = [row for row in rows if row["player"] == f"Ann #{fingerprint(club.key('Ann-2'))[:6]}"]
    assert [(row["played"], row["lost"]) for row in ann] == [(2, 2)]


def test_of_a_lost_key_the_operator_says_it_with_a_reason(club: Club, operator: Path, tmp_path: Path) -> None:
    claim = tmp_path / "claim.json"
    club.plays_as("Ann-2")
    assert club.run("player", "claim", club.key("Ann").hex(), str(claim)).code == 0
    words = ("player", "replace", str(claim), "--operator", str(operator))
    assert "must give a reason" in club.run(*words).err
    assert club.run(*words, "--reason", "The disk broke.").code == 0
    table = club.run("player", "replaced").out
    assert "operator: The disk broke." in table
    replaced = tmp_path / "replaced.jsonl"
    assert club.run("player", "replaced", "--output", str(replaced)).code == 0
    assert club.ratings("--replaced", str(replaced))[club.key("Ann-2")][0] == 2


def test_nobody_else_replaces_a_key(club: Club, tmp_path: Path) -> None:
    claim = tmp_path / "claim.json"
    club.plays_as("Ann-2")
    assert club.run("player", "claim", club.key("Bob").hex(), str(claim)).code == 0
    wrong = tmp_path / "wrong.operator"
    wrong.write_text((club.folder / "service.key").read_text())
    assert club.run("player", "replace", str(claim), "--operator", str(wrong), "--reason", "Mine.").code != 0
    replaced = club.run("player", "replaced", "--json").json
    assert b64encode(club.key("Bob")).decode() not in {logged["replacement"]["old_key"] for logged in replaced}
    stranger = club.plays_as("Cleo")
    refused = club.run("player", "replace", str(club.state / "Ann.pem"), "--old", str(stranger))
    assert (refused.code, "no seat in a public game" in refused.err) == (2, True)


def test_a_file_that_the_services_log_does_not_vouch_for_counts_nothing(club: Club, tmp_path: Path) -> None:
    club.plays_as("Ann")
    assert club.run("player", "replace", str(club.state / "Ann-2.pem")).code == 0
    replaced = tmp_path / "replaced.jsonl"
    assert club.run("player", "replaced", "--output", str(replaced)).code == 0
    text = replaced.read_text()
    replaced.write_text(text.replace('"version": ', '"version": 1'))
    refused: Any = club.run("player", "ratings", *club.files, "--replaced", str(replaced))
    assert (refused.code, "its proof does not hold" in refused.err) == (2, True)
