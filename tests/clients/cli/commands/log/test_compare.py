"""`gunbai log compare`."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai_record.checkpoint import Checkpoint, log_key
from gunbai_record.note import sign_note
from referee.proof.identity import Identity
from tests.clients.cli.command_run import Run

CLUB = Identity(bytes(32), "club")
KEY = str(CLUB.verifier)


def kept(folder: Path, size: int, root: int) -> str:
    """Return the file of a checkpoint that the club signed."""
    shown, file = Checkpoint("gunbai/0123456789abcdef", size, bytes([root]) * 32), folder / f"{size}-{root}"
    file.write_text(sign_note(shown.text, log_key(CLUB.verifier, shown.origin), CLUB.sign), encoding="utf-8")
    return str(file)


def test_two_checkpoints_of_one_size_prove_a_fork(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUNBAI_TARGET", "127.0.0.1:1")
    files = [kept(tmp_path, 8, root) for root in (1, 2)]
    forked = run("log", "compare", *files, "--service-key", KEY)
    assert (forked.code, "FORKED: the service signed two versions of gunbai/0123456789abcdef of 8" in forked.err) == (
        1,
        True,
    )
    same = run("log", "compare", files[0], files[0], "--service-key", KEY)
    assert (same.code, same.out) == (0, "Both show the same log.\n")
    sizes = run("log", "compare", files[0], kept(tmp_path, 6, 2), "--service-key", KEY)
    assert (sizes.code, "Not comparable: " in sizes.out, "of 6 leaves" in sizes.out) == (3, True, True)


def test_checkpoints_of_nobody_prove_nothing(run: Run, tmp_path: Path) -> None:
    files, stranger = [kept(tmp_path, 8, root) for root in (1, 2)], str(Identity(b"\1" * 32, "other").verifier)
    refused = run("log", "compare", *files, "--service-key", stranger)
    assert (refused.code, "is not signed by a key you named" in refused.err) == (1, True)
    assert run("log", "compare", *files, "--service-key", "none").code == 2
