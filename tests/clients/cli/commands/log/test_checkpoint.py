"""`gunbai log checkpoint`."""

from __future__ import annotations

from pathlib import Path

from gunbai_record.checkpoint import Checkpoint
from gunbai_record.note import Note
from referee.proof.identity import Identity
from tests.clients.cli.command_run import Run

KEY = str(Identity(bytes(32), "another.example").verifier)


def test_a_checkpoint_is_kept_and_the_log_continues_it(run: Run, finished: str, tmp_path: Path) -> None:
    checkpoint_file = tmp_path / "kept"
    printed = run("log", "checkpoint")
    checkpoint_file.write_text(printed.out, encoding="utf-8")
    size = Checkpoint.parse(Note.parse(printed.out).text).size
    assert size >= 2, finished
    run("new", "liars_dice")
    newest = run("log", "checkpoint", "--since", str(checkpoint_file))
    assert newest.code == 0
    assert Checkpoint.parse(Note.parse(newest.out).text).size == size + 1
    key = run("log", "checkpoint", "--json").json["key"]
    assert run("log", "checkpoint", "--since", str(checkpoint_file), "--service-key", key).out == newest.out
    ran = run("log", "checkpoint", "--since", str(checkpoint_file), "--service-key", KEY)
    assert (ran.code, "no named key vouches" in ran.err) == (1, True)


def test_a_checkpoint_of_another_log_is_refused(run: Run, finished: str, tmp_path: Path) -> None:
    checkpoint_file = tmp_path / "kept"
    checkpoint_file.write_text(run("log", "checkpoint").out.replace("\n", "x\n", 1), encoding="utf-8")
    ran = run("log", "checkpoint", "--since", str(checkpoint_file))
    assert ran.code != 0, finished
    assert "no named key vouches for the checkpoint" in ran.err
