"""Checkpoints in files: locked while they are replaced, and kept as evidence if two of them contradict each other."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from gunbai_record.checkpoint import Checkpoint, LogForked, LogReplaced
from gunbai_record.note import Note
from gunbai_record.text_files import read_text, replace_text


@contextmanager
def fork_kept(file: Path) -> Iterator[None]:
    """Write the contradicting checkpoint next to `file` if the block finds a fork. Raises LogForked or OSError."""
    try:
        yield
    except LogForked as fork:
        if fork.shown is not None:
            note = fork.shown.note
            if isinstance(fork, LogReplaced):
                evidence = file.with_name(f"{file.name}.replaced-{_short(_checkpoint(note).origin)}")
                replace_text(evidence, note)
                fork.add_note(f"Keep {file} and {evidence}. To follow the new log from here on, move {file} away.")
            else:
                evidence = keep_fork(file, note)
                proof = "together they prove that the log forked"
                if not _checkpoint(read_text(file)).contradicts(_checkpoint(note)):
                    proof = "they prove the fork only together with the log itself, because their sizes differ"
                fork.add_note(f"Keep {file} and {evidence}: {proof}.")
        raise


def keep_fork(file: Path, note: str, kind: str = "forked") -> Path:
    """Write a contradicting checkpoint next to `file`, and return its path. Raises OSError."""
    size = _checkpoint(note).size
    evidence = file.with_name(f"{file.name}.{kind}-{size}-{_short(note)}")
    replace_text(evidence, note)
    return evidence


def _checkpoint(note: str) -> Checkpoint:
    return Checkpoint.parse(Note.parse(note).text)


def _short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Prevent other processes and threads from replacing a file while the block runs. Raises OSError."""
    # A lock on the file itself would go with it when another file takes its place.
    with file.with_name(f"{file.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
