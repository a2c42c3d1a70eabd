"""`gunbai log compare`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.screen.markup import escape
from clients.cli.session import session_of
from gunbai_record.checkpoint import Checkpoint, log_signer
from gunbai_record.errors import GunbaiError
from gunbai_record.note import Note, NoteError
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

    Two checkpoints of one size with different roots prove a fork. Checkpoints of different sizes need the log itself:
    `gunbai log checkpoint --since FILE`.
    """
    session = session_of(context)
    try:
        keys = [key for text in service_keys for key in read_keys(text)]
    except (ValueError, OSError) as error:
        raise typer.BadParameter(str(error), param_hint="--service-key") from None
    shown = [Note.parse(read_text(file)) for file in (one, other)]
    for file, note in zip((one, other), shown, strict=True):
        if log_signer(note, keys) is None:
            raise NoteError(f"{file}: no key you named signed it")
    first, second = (Checkpoint.parse(note.text) for note in shown)
    if first.contradicts(second):
        roots = f"{first.root.hex()} and {second.root.hex()}"
        raise GunbaiError(f"FORKED: the service signed two logs {first.origin} of {first.size} leaves, {roots}")
    same = first[:3] == second[:3]
    words = "Both show the same log." if same else f"Not comparable: {_said(first)}, and {_said(second)}."
    session.output.answer({"same": same, "logs": [_said(first), _said(second)]}, escape(words))
    raise typer.Exit(0 if same else 3)


def _said(checkpoint: Checkpoint) -> str:
    return f"{checkpoint.origin} of {checkpoint.size} leaves"
