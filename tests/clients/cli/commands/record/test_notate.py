"""`gunbai record notate`, and `gunbai record import --notation`."""

from __future__ import annotations

from pathlib import Path

from tests.clients.cli.command_run import Run


def test_a_record_and_its_game_are_written_down_alike(run: Run, finished: str, tmp_path: Path) -> None:
    record = tmp_path / "duel.gunbai"
    assert run("record", "export", finished, "--output", str(record)).code == 0
    written = run("record", "notate", finished).out
    assert written.startswith("Game: INFLUDANCE Duel\nPlayers: Ann, Bob\n")
    assert run("record", "notate", str(record)).out == written
    assert run("record", "notate", str(record), "--json").json["notation"] == written
    assert run("record", "notate", finished, "-o", str(tmp_path / "duel.txt")).code == 0
    assert (tmp_path / "duel.txt").read_text(encoding="utf-8") == written


def test_a_game_that_runs_and_one_that_is_not_there_are_not_written_down(run: Run, tmp_path: Path) -> None:
    cups = run("new", "liars_dice", "--player", "Ann", "--bots", "1", "--start", "--json").json["info"]["game"]
    sealed = run("record", "notate", cups)
    assert (sealed.code, "is sealed: wait for the end of the game" in sealed.err) == (1, True)
    assert run("record", "notate", "abcdefghijkmnpqr").code == 3
    assert run("record", "notate", str(tmp_path / "gone.gunbai")).code == 2
    assert run("record", "import", __file__, "--moves", "--notation").code == 2
