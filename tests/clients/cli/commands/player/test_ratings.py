"""`gunbai player ratings`: players by their keys, from a folder of records, without a service."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai_client import connect
from gunbai_record.players import fingerprint
from tests.clients.cli.command_run import DUEL, Run, each_moves


@pytest.fixture
def folder(run: Run, address: str, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the key of the service, and with the record of a duel that Ann conceded to Bob."""
    records = tmp_path / "records"
    records.mkdir()
    game = run("new", DUEL, "--chance", "referee", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        monkeypatch.setenv("GUNBAI_PLAYER_KEY", str(state / f"{player}.pem"))
        assert run("player", "new").code == 0
        assert run("join", game, "--player", player).code == 0
    with connect(address) as gunbai:
        each_moves(run, gunbai, game)
        assert run("game", "concede", game, "--seat", "1").code == 0
        assert run("record", "export", game, "--output", str(records / "duel.gunbai")).code == 0
        (records / "service.key").write_text(f"{gunbai.log.checkpoint().key}\n")
    return records


def test_who_won_is_rated_above_who_lost(run: Run, folder: Path) -> None:
    rated = run("player", "ratings", str(folder), "--key", str(folder / "service.key"), "--json").json
    assert rated["games"] == 1
    assert [(rating["player"], rating["mu"], rating["games"]) for rating in rated["ratings"]] == [
        ("Bob", 27.635389, 1),
        ("Ann", 22.364611, 1),
    ]
    table = run("player", "ratings", str(folder), "--key", str(folder / "service.key")).out
    assert f"Bob #{fingerprint(bytes.fromhex(rated['ratings'][0]['key']))[:6]}" in table


def test_standings_can_count_players_by_their_keys(run: Run, folder: Path) -> None:
    keyed = run("game", "standings", "--title", DUEL, "--keys", "--json").json
    assert {("Bob #" in row["player"], row["won"]) for row in keyed} >= {(True, 1)}
    assert all("#" in row["player"] for row in keyed)


def test_a_record_counts_for_a_named_key_alone(run: Run, folder: Path) -> None:
    assert run("player", "ratings", str(folder)).code == 2
    refused = run("player", "ratings", str(folder), "--key", "nobody")
    assert (refused.code, "nor a verifier key (NAME+ID+KEY)" in refused.err) == (2, True)
