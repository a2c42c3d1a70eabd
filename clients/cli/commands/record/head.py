"""`gunbai record head`."""

from __future__ import annotations

from pathlib import Path

import typer

from clients.cli.options.positions import Source, SourceAtVersion
from clients.cli.screen.encodings import write_exactly
from clients.cli.session import Session, session_of
from gunbai.record.v1.head_pb2 import SignedHead
from gunbai_record import record_file
from gunbai_record.heads import head_of


def head(
    context: typer.Context,
    source: SourceAtVersion,
) -> None:
    """Print the signed head of a game: its version and digest.

    Keep it. `gunbai verify FILE --against HEAD` then tells you whether a record was changed.
    """
    session = session_of(context)
    signed = _head_in(source.file) if source.file else _head_of(session, source)
    head_of(signed)
    if session.output.as_json:
        session.output.answer(signed)
    else:
        write_exactly(signed.note)


def _head_of(session: Session, source: Source) -> SignedHead:
    with session.reading(source) as (gunbai, game):
        return gunbai.head(game, source.version)


def _head_in(file: Path) -> SignedHead:
    with file.open("rb") as source:
        signed: SignedHead = record_file.read(source)[0].signed_head
    if not signed.note:
        raise record_file.RecordFileError(f"{file} has no signed head")
    return signed
