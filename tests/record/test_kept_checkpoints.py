"""Checkpoints that are kept in files stay whole, however many write them."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from gunbai_record import text_files
from gunbai_record.checkpoint import Checkpoint, log_key
from gunbai_record.kept_checkpoints import keep_fork
from gunbai_record.note import sign_note
from referee.proof.identity import Identity

CLUB = Identity(bytes(32), "club")
SHOWN = Checkpoint("gunbai/0123456789abcdef", 8, bytes(32))
NOTE = sign_note(SHOWN.text, log_key(CLUB.verifier, SHOWN.origin), CLUB.sign)


def test_two_that_keep_one_checkpoint_at_once_do_not_disturb_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both, sync = Barrier(2, timeout=60), os.fsync

    def synced(descriptor: int) -> None:
        both.wait()
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", synced)
    with ThreadPoolExecutor(2) as writers:
        kept = [*writers.map(lambda _: keep_fork(tmp_path / "games.sqlite", NOTE), range(2))]
    assert kept[0] == kept[1]
    assert [*tmp_path.iterdir()] == kept[:1]
    assert kept[0].read_text("utf-8") == NOTE


def test_a_text_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    with pytest.raises(IsADirectoryError):
        text_files.replace_text(tmp_path / "state", NOTE)
    assert [path.name for path in tmp_path.iterdir()] == ["state"]
