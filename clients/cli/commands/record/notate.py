"""`gunbai record notate`."""

from __future__ import annotations

from pathlib import Path

import typer

from clients.cli.options.arguments import OutputFile
from clients.cli.options.positions import Source, WholeSource
from clients.cli.screen.encodings import write_exactly
from clients.cli.screen.markup import escape
from clients.cli.session import Session, session_of
from clients.cli.sources.served_files import notated

STDOUT = Path("-")


def notate(
    context: typer.Context,
    game: WholeSource,
    output: OutputFile = None,
) -> None:
    """Write a game in notation, the way people write games down.

    `gunbai record import --notation` reads the file back with the same moves, dice and cards. The notation leaves out
    the secret and the signatures. To keep the secret and the signatures, use `gunbai record export`.
    """
    session = session_of(context)
    text = notated(_record(session, game))
    if output is None or output == STDOUT:
        if session.output.as_json:
            session.output.answer({"game": str(game), "notation": text})
        else:
            write_exactly(text)
        return
    output.write_text(text, encoding="utf-8", newline="\n")
    value = {"game": str(game), "file": str(output)}
    session.output.answer(value, f"Wrote {text.count(chr(10))} lines to [bold]{escape(str(output))}[/].")


def _record(session: Session, source: Source) -> bytes:
    """Return a record file's bytes, or those of a game's record."""
    if source.file is not None:
        return source.file.read_bytes()
    with session.connect(session.tokens.any(source.game)) as gunbai:
        return b"".join(gunbai.export(source.game))
