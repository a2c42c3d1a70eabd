"""`gunbai game fairness`."""

from __future__ import annotations

from pathlib import Path

import pytest

import store.contract
from clients.cli.commands.game.fairness import TRUSTED
from gunbai.referee.v1.game_pb2 import GAME_STATUS_VOIDED
from gunbai_client import Gunbai
from gunbai_client.fairness import FAIRNESS
from referee.services.game_messages import STANDINGS
from tests.clients.cli.command_run import DUEL, Run


def test_the_games_that_count_are_those_that_count_at_the_service() -> None:
    assert {STANDINGS[standing] for standing in store.contract.TRUSTED} == TRUSTED


def test_a_game_of_the_service_is_described_and_its_players_voids_are_counted(run: Run, gunbai: Gunbai) -> None:
    game = run("new", DUEL, "--share-seconds", "1", "--json").json["info"]["game"]
    # These players join elsewhere and never play, so that nobody reveals their shares.
    for player in ("Shy", "Absent-minded"):
        gunbai.join(game, player)
    assert run("game", "start", game).code == 0
    for _ in gunbai.watch(game):
        pass
    assert gunbai.game(game).status == GAME_STATUS_VOIDED
    answer = run("game", "fairness", game, "--json").json
    assert answer["chance"] == "committed"
    assert [(seat["player"], seat["voids"]) for seat in answer["seats"]] == [("Shy", 1), ("Absent-minded", 1)]
    printed = run("game", "fairness", game).out
    assert "seat 2 (Absent-minded) gave no share of chance in time" in printed
    assert "seat 2 (Absent-minded): stopped 1 public game by withholding a share" in printed


def test_a_record_file_is_described_without_a_service(
    run: Run, finished: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "duel.gunbai"
    assert run("record", "export", finished, "-o", str(file)).code == 0
    monkeypatch.setenv("GUNBAI_TARGET", "localhost:1")
    answer = run("game", "fairness", str(file), "--json").json
    (referee, *_) = FAIRNESS.values()
    assert (answer["chance"], answer["steer"]) == ("referee", referee.steer)
    assert [seat["voids"] for seat in answer["seats"]] == [None, None]
