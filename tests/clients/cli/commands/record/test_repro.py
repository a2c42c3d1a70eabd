"""`gunbai record repro`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients.cli.command_run import Run


@pytest.mark.long
def test_the_case_of_an_entry_holds(run: Run, duel: str, tmp_path: Path) -> None:
    run("game", "submit", duel, "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1")
    case, file = tmp_path / "case.toml", tmp_path / "duel.gunbai"
    assert run("record", "repro", f"{duel}@5", "-o", str(case)).code == 0
    assert run("title", "cases", "run", str(case)).code == 0
    assert run("record", "export", duel, "-o", str(file)).code == 0
    assert run("record", "repro", f"{file}@5", "-o", "-").out == case.read_text("utf-8")
    case.write_text(case.read_text("utf-8").replace("FIGURE_LARGE", "FIGURE_SMALL", 1), "utf-8")
    assert run("title", "cases", "run", str(case)).code == 1


def test_the_case_of_a_refusal_holds(run: Run, duel: str, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    assert run("record", "repro", f"{duel}@4", "Shoot", "--seat", "1", "-o", str(case)).code == 0
    assert 'refused = "IN-3.10"' in case.read_text("utf-8")
    assert run("title", "cases", "run", str(case)).code == 0


def test_what_is_no_command_of_the_title_has_no_case(run: Run, duel: str) -> None:
    refused = run("record", "repro", f"{duel}@1")
    assert refused.code == 2
    assert "not a command of the title" in refused.err
