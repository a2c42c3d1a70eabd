"""`gunbai record head`."""

from __future__ import annotations

import json
from pathlib import Path

from gunbai_record.heads import Head
from gunbai_record.note import Note
from tests.clients.cli.command_run import Run


def test_the_head_of_a_game_is_that_of_its_file(run: Run, finished: str, tmp_path: Path) -> None:
    path = tmp_path / "duel.gunbai"
    assert run("record", "export", finished, "--output", str(path)).code == 0
    printed = run("record", "head", finished).out
    assert printed == run("record", "head", str(path)).out
    head = Head.parse(Note.parse(printed).text)
    assert head.game == finished
    assert json.loads(run("record", "head", finished, "--json").out)["note"] == printed


def test_the_head_of_an_earlier_version_is_kept_and_compared_later(run: Run, finished: str, tmp_path: Path) -> None:
    path, head_file = tmp_path / "duel.gunbai", tmp_path / "duel.head"
    assert run("record", "export", finished, "--output", str(path)).code == 0
    head_file.write_text(run("record", "head", f"{finished}@5").out, encoding="utf-8")
    assert Head.parse(Note.parse(head_file.read_text(encoding="utf-8")).text).version == 5
    key = json.loads(run("record", "head", finished, "--json").out)["key"]
    assert run("verify", str(path), "--key", key, "--against", str(head_file)).code == 0
    assert run("record", "head", f"{finished}@9999").code == 3
