"""`gunbai notate`, and `gunbai import --notation`."""

from __future__ import annotations

from pathlib import Path

from tests.clients.cli.command_run import Run


def test_a_record_and_its_game_are_written_down_alike(run: Run, finished: str, tmp_path: Path) -> None:
    record = tmp_path / "duel.gunbai"
    assert run("export", finished, "--output", str(record)).code == 0
    written = run("notate", finished).out
    assert written.startswith("Game: INFLUDANCE Duel\nPlayers: Ann, Bob\n")
    assert run("notate", str(record)).out == written
    assert run("notate", str(record), "--json").json["notation"] == written
    assert run("notate", finished, "-o", str(tmp_path / "duel.txt")).code == 0
    assert (tmp_path / "duel.txt").read_text(encoding="utf-8") == written


def test_a_game_that_runs_and_one_that_is_not_there_are_not_written_down(run: Run, tmp_path: Path) -> None:
    cups = run("new", "liars_dice", "--player", "Ann", "--bots", "1", "--start", "--json").json["info"]["game"]
    sealed = run("notate", cups)
    assert (sealed.code, "is sealed: a game is written down whole after its end" in sealed.err) == (1, True)
    assert run("notate", "abcdefghijkmnpqr").code == 3
    assert run("notate", str(tmp_path / "gone.gunbai")).code == 2
    assert run("import", __file__, "--moves", "--notation").code == 2
