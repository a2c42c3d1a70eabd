"""`gunbai import`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.clients.cli.ran import Run

ROOT = Path(__file__).parents[4]


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


def test_a_list_of_moves_is_imported_or_refused_with_its_line_and_clause(
    run: Run, tmp_path: Path, operator: Path
) -> None:
    path = tmp_path / "night.jsonl"
    path.write_text((ROOT / "docs" / "moves" / "liars_dice.jsonl").read_text(encoding="utf-8"), encoding="utf-8")
    made = run("import", "--moves", str(path), "--operator", str(operator), "--json")
    assert made.code == 0
    assert made.json["info"]["status"] == "GAME_STATUS_FINISHED"
    assert made.json["info"]["chance_source"] == "CHANCE_SOURCE_DEALER"
    lines = path.read_text(encoding="utf-8").splitlines()
    bids = [number for number, line in enumerate(lines) if json.loads(line).get("command") == "MakeBid"]
    lines[bids[1]] = lines[bids[0]].replace('"actor": 1', '"actor": 2')
    path.write_text("\n".join(lines), encoding="utf-8")
    refused = run("import", "--moves", str(path), "--operator", str(operator))
    assert refused.code == 1
    assert f"line {bids[1] + 1}: refused by LD-" in refused.out
    assert "irregularity" in refused.out
