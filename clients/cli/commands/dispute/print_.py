"""`gunbai dispute print`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.disputes.checks import growth_of
from clients.cli.disputes.shown import Number, saved_token
from clients.cli.options.positions import GameId, OwnSeat
from clients.cli.screen.markup import escape
from clients.cli.session import session_of
from clients.render.dispute_page import Growth, Page
from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai_client import Gunbai
from gunbai_record.checkpoint import Checkpoint
from gunbai_record.kept_checkpoints import fork_kept
from gunbai_record.note import Note
from gunbai_record.text_files import read_text


def print_(
    context: typer.Context,
    game: GameId,
    number: Number,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="File to write.")] = None,
    *,
    since: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Add a proof that the log only grew since this checkpoint.", dir_okay=False),
    ] = None,
    seat: OwnSeat = 0,
) -> None:
    """Write a dispute as one self-contained HTML page, ready to print."""
    session = session_of(context)
    file = output or Path(f"{game}-dispute-{number}.html")
    with session.connect(saved_token(session, game, seat)) as gunbai:
        answer = gunbai.disputes(game).get(number)
        growth = _grown(gunbai, since, answer.evidence.checkpoint) if since else None
        page = Page(answer, gunbai.game(game).title, growth, accept_language=session.language)
    file.write_text(page.text, encoding="utf-8")
    session.output.answer({"file": str(file)}, f"Wrote the dispute to [bold]{escape(str(file))}[/].")


def _grown(gunbai: Gunbai, since: Path, shown: SignedCheckpoint) -> Growth:
    """Return the proof that a log continues that of a checkpoint in a file. Raises BadParameter or LogForked."""
    with fork_kept(since):
        return growth_of(gunbai, _checkpoint(since), shown)


def _checkpoint(file: Path) -> Checkpoint:
    """Return the checkpoint in a file, without checking its signature. Raises typer.BadParameter."""
    try:
        return Checkpoint.parse(Note.parse(read_text(file)).text)
    except (OSError, ValueError) as error:
        raise typer.BadParameter(f"{file} is not a checkpoint: {error}", param_hint="--since") from None
