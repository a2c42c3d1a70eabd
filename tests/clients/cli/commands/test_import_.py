"""`gunbai import`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.clients.cli.ran import Run


@pytest.fixture
def file(run: Run, finished: str, tmp_path: Path) -> Path:
    path = tmp_path / "duel.gunbai"
    assert run("export", finished, "--output", str(path)).code == 0
    return path


def test_a_record_is_imported_and_shown_with_where_it_came_from(
    run: Run, finished: str, file: Path, operator: Path
) -> None:
    made = run("import", str(file), "--operator", str(operator), "--json").json
    assert made["info"]["standing"] == "STANDING_CONSISTENT"
    assert made["info"]["provenance"]["header"]["game"] == finished
    game = made["info"]["game"]
    again = run("import", str(file), "--operator", str(operator))
    assert again.code == 0
    assert f"{finished} was imported before as {game}, consistent" in again.out
    assert run("replay", game).code == 0


def test_a_record_that_was_changed_is_refused_with_its_bad_entry_or_kept_unverified(
    run: Run, finished: str, tmp_path: Path, operator: Path
) -> None:
    path = tmp_path / "duel.jsonl"
    assert run("export", finished, "--jsonl", "--output", str(path)).code == 0
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    header = json.loads(lines[0])
    header["head"] -= 1
    header["signed_head"] = None
    lines[0] = json.dumps(header, separators=(",", ":"), ensure_ascii=False) + "\n"
    del lines[7]
    path.write_text("".join(lines), encoding="utf-8")
    refused = run("import", str(path), "--operator", str(operator))
    assert refused.code == 1
    assert "entry 7" in refused.out
    kept = run("import", str(path), "--operator", str(operator), "--keep-unverified")
    assert kept.code == 0
    assert "unverified (entry 7" in kept.out


def test_it_takes_the_operators_token(run: Run, file: Path, tmp_path: Path) -> None:
    assert run("import", str(file), "--operator", str(tmp_path / "none.operator")).code == 2
    assert run("import", str(file), "--token", "x" * 43).code == 3
