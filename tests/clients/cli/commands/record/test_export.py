"""`gunbai record export`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.clients.cli.command_run import Run


def test_an_exported_record_is_verified_offline_and_a_changed_one_is_not(
    run: Run, finished: str, tmp_path: Path
) -> None:
    path = tmp_path / "duel.gunbai"
    assert run("record", "export", finished, "--output", str(path)).code == 0
    assert run("verify", str(path)).code == 0
    header, *entries = map(json.loads, run("record", "export", finished, "--json").out.splitlines())
    assert header["magic"] == "gunbai record"
    assert [entry["version"] for entry in entries] == [str(number) for number in range(1, int(header["head"]) + 1)]
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    assert run("verify", str(path)).code == 1


def test_the_table_of_a_position_is_written_to_a_file(run: Run, finished: str, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    assert run("record", "export", f"{finished}@8", "--table", "--output", str(path)).code == 0
    written = path.read_text(encoding="utf-8")
    assert json.loads(written) == json.loads(run("record", "export", f"{finished}@8", "--table").out)
    assert written.startswith('{\n  "')


def test_a_record_in_lines_of_json_is_verified_like_any_other(run: Run, finished: str, tmp_path: Path) -> None:
    path, binary = tmp_path / "duel.jsonl", tmp_path / "duel.gunbai"
    assert run("record", "export", finished, "--jsonl", "--output", str(path)).code == 0
    assert run("record", "export", finished, "--output", str(binary)).code == 0
    assert run("verify", str(path)).out.partition(":")[2] == run("verify", str(binary)).out.partition(":")[2]
    assert run("record", "export", finished, "--jsonl", "--output", "-").out == path.read_text(encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace('"version":7,', '"version":8,'), encoding="utf-8")
    assert run("verify", str(path)).code == 1


def test_the_tables_of_all_positions_are_written_as_lines(run: Run, finished: str, tmp_path: Path) -> None:
    path = tmp_path / "tables.jsonl"
    assert run("record", "export", finished, "--tables", "--output", str(path)).code == 0
    lines = [*map(json.loads, path.read_text(encoding="utf-8").splitlines())]
    tables = {line["version"]: line["table"] for line in lines}
    _, *entries = map(json.loads, run("record", "export", finished, "--json").out.splitlines())
    assert [*tables] == [int(entry["version"]) for entry in entries]
    assert tables[8] == run("record", "export", f"{finished}@8", "--table").out.rstrip("\n")
    assert (lines[0]["step"], lines[-1]["step"], lines[-1]["seats"]) == ("", "", [])
    for line in lines[::9]:
        waiting = json.loads(run("game", "show", f"{finished}@{line['version']}", "--json").out)["waiting"]
        assert (json.loads(line["step"] or '{"step": ""}')["step"], line["seats"]) == (
            waiting.get("step", ""),
            waiting.get("seats", []),
        )


def test_the_tables_of_a_record_file_are_those_of_its_game(
    run: Run, finished: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, tables = tmp_path / "duel.gunbai", tmp_path / "tables.jsonl"
    assert run("record", "export", finished, "--output", str(path)).code == 0
    expected = run("record", "export", finished, "--tables", "--output", "-").out
    position = run("record", "export", f"{finished}@9", "--table").out
    monkeypatch.setenv("GUNBAI_TARGET", "127.0.0.1:1")
    assert run("record", "export", str(path), "--tables", "--output", str(tables)).code == 0
    assert tables.read_text(encoding="utf-8") == expected
    assert run("record", "export", f"{path}@9", "--table").out == position
    refused = run("record", "export", str(path))
    assert (refused.code, "is already a record file: add --table or --tables" in refused.err) == (2, True)


def test_one_form_is_exported_at_a_time(run: Run, finished: str) -> None:
    assert run("record", "export", finished, "--tables", "--jsonl").code == 2


def test_the_command_that_verifies_a_file_can_be_pasted_whatever_its_name(run: Run, duel: str, tmp_path: Path) -> None:
    path = tmp_path / "last night.gunbai"
    printed = run("record", "export", duel, "--output", str(path), "--token", "").out
    assert f"gunbai verify '{path}'" in printed
