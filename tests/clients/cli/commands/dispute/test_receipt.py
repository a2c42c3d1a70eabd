"""`gunbai dispute receipt`, and `gunbai game submit --receipt`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.clients.cli.command_run import Run


def test_a_refusal_is_kept_as_a_receipt_that_is_checked_without_the_service(
    run: Run, duel: str, tmp_path: Path
) -> None:
    file = tmp_path / "refusal.json"
    assert run("game", "submit", duel, "Shoot", "--seat", "1", "--receipt", str(file)).code == 1
    key = json.loads(file.read_text("utf-8"))["key"]
    checked = run("dispute", "receipt", str(file), "--key", key, "--json")
    assert (checked.code, checked.json["clause"], checked.json["vouched"]) == (0, "IN-3.10", True)
    without_key = run("dispute", "receipt", str(file)).out
    assert f"At {duel}@4, the rules refused Shoot by seat 1 under IN-3.10" in without_key
    assert "Not checked: a key that calls itself gunbai signed it," in without_key
    file.write_text(file.read_text("utf-8").replace("IN-3.10", "IN-3.11"), "utf-8")
    altered = run("dispute", "receipt", str(file), "--key", key)
    assert altered.code == 1
    assert "is not valid" in altered.err


def test_an_accepted_command_has_no_receipt(run: Run, duel: str, tmp_path: Path) -> None:
    file = tmp_path / "refusal.json"
    submitted = run(
        "game", "submit", duel, "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1", "--receipt", str(file)
    )
    assert (submitted.code, file.exists()) == (0, False)
    missing = run("dispute", "receipt", str(file))
    assert missing.code == 2
    assert "is not a receipt" in missing.err
