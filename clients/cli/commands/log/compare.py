"""`gunbai log compare`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from clients.cli.screen.markup import escape
from clients.cli.session import session_of
from gunbai_record.checkpoint import Checkpoint, LogForked, log_signer
from gunbai_record.note import Note, NoteError, VerifierKey
from gunbai_record.text_files import read_text
from gunbai_record.verify.attestation import read_keys

File = Annotated[Path, typer.Argument(metavar="FILE", help="Checkpoint.", exists=True, dir_okay=False)]


def compare(
    context: typer.Context,
    one: File,
    other: File,
    *,
    service_keys: Annotated[
        list[str], typer.Option("--service-key", metavar="KEY", help="Key of the service, or a file of keys.")
    ],
) -> None:
    """Check a proof of a fork: compare two checkpoints, without a service.

    Two checkpoints of the same size with different roots prove a fork. Checkpoints of different sizes need the log
    itself: `gunbai log checkpoint --since FILE`.

    Exit codes: 0 both show the same log; 1 a fork, or a file is not a checkpoint that the service signed; 3 not
    comparable.
    """
    session = session_of(context)
    try:
        keys = [key for text in service_keys for key in read_keys(text)]
    except (ValueError, OSError) as error:
        raise typer.BadParameter(str(error), param_hint="--service-key") from None
    first, second = _read(one, keys), _read(other, keys)
    if first.contradicts(second):
        roots = f"{first.root.hex()} and {second.root.hex()}"
        raise LogForked(f"FORKED: the service signed two versions of {first.label}, with the roots {roots}")
    same = first[:3] == second[:3]
    words = "Both show the same log." if same else f"Not comparable: {first.label}, and {second.label}."
    session.output.answer({"same": same, "logs": [first.label, second.label]}, escape(words))
    raise typer.Exit(0 if same else 3)


def _read(file: Path, keys: Sequence[VerifierKey]) -> Checkpoint:
    """Return the checkpoint in a file, which one of the keys must have signed. Raises NoteError."""
    try:
        note = Note.parse(read_text(file))
        checkpoint, by = Checkpoint.parse(note.text), log_signer(note, keys)
    except (NoteError, UnicodeDecodeError) as error:
        raise NoteError(f"{file}: {error}") from None
    if by is None:
        raise NoteError(f"{file} is not signed by a key you named")
    return checkpoint
