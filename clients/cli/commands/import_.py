"""`gunbai import`."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.markup import escape

from clients.cli.errors import FAILED
from clients.cli.files import from_notation, recorded
from clients.cli.keys import private_key
from clients.cli.session import Session, session_of, token_in
from clients.cli.tokens import SPECTATOR
from gunbai.referee.v1.game_pb2 import STANDING_UNVERIFIED, Standing
from gunbai.referee.v1.record_pb2 import ImportRecordResponse
from gunbai_client import Gunbai
from gunbai_client.reasons import RecordRefused
from gunbai_client.record_file import RecordFileError
from gunbai_client.tokens import new_token

HEADING = "Read games"
OPERATOR = Path("gunbai.operator")
PIECE = 64 * 1024


def import_(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(help="Record files (*.gunbai).", exists=True, dir_okay=False)],
    operator: Annotated[
        Path, typer.Option("--operator", help="The file of the operator's token, unless --token is given.")
    ] = OPERATOR,
    vouching: Annotated[
        list[str] | None,
        typer.Option("--vouching", help="A verifier key, NAME+ID+KEY, that may vouch for the files; can be repeated."),
    ] = None,
    *,
    moves: Annotated[
        bool, typer.Option("--moves", help="The files are lists of moves (docs/move-lists.md), from a real table.")
    ] = False,
    notation: Annotated[
        bool, typer.Option("--notation", help="The files are games in the notation (docs/notation.md), as on paper.")
    ] = False,
    arbiter_key: Annotated[
        Path | None,
        typer.Option(
            "--arbiter-key",
            help="With --moves or --notation: the file of the key that signs what was ruled and decided.",
        ),
    ] = None,
    keep_unverified: Annotated[
        bool, typer.Option("--keep-unverified", help="Keep a record that does not verify, marked for ever.")
    ] = False,
) -> None:
    """Store the records of games that were played elsewhere and are over, as the operator of a service.

    Every entry is judged again first. A file that does not verify is refused with its first bad entry, and leaves
    nothing. The game gets another id; `gunbai games` shows how far its record can be trusted. With --moves a file is a
    list of moves, with --notation a game as people write it down: both stop at the first that is no legal move.
    """
    if moves and notation:
        raise typer.BadParameter("choose one of --moves and --notation")
    session, failed, key = session_of(context), False, private_key(arbiter_key)
    with session.connect(
        session.token or token_in(operator, "--operator", "`gunbai serve` makes it beside its database")
    ) as gunbai:
        for file in files:
            try:
                content = recorded(file, key) if moves else from_notation(file, key) if notation else None
                _import(session, gunbai, file, content, vouching or [], keep_unverified=keep_unverified)
            except RecordRefused as error:
                failed = True
                session.output.answer({"file": str(file), "refused": error.facts}, _refusal(file, error))
            except RecordFileError as error:
                failed = True
                session.output.answer(
                    {"file": str(file), "refused": {"problem": str(error), **error.facts}}, _refusal(file, error)
                )
    if failed:
        raise typer.Exit(FAILED)


def _import(
    session: Session, gunbai: Gunbai, file: Path, content: bytes | None, vouching: list[str], *, keep_unverified: bool
) -> None:
    """Send a record file, or the record that was made of it."""
    spectator, size = new_token(), file.stat().st_size if content is None else len(content)
    with (
        session.output.progress() as progress,
        file.open("rb") if content is None else BytesIO(content) as source,
    ):
        sent = progress.track(_pieces(source), total=-(-size // PIECE), description=file.name)
        made = gunbai.import_record(sent, keys=vouching, keep_unverified=keep_unverified, spectator_token=spectator)
    if made.info.private and not made.repeated:
        session.tokens.save(made.info.game, SPECTATOR, spectator)
    session.output.answer(made, _sentence(file, made))


def _pieces(source: BinaryIO) -> Iterator[bytes]:
    while piece := source.read(PIECE):
        yield piece


def _sentence(file: Path, made: ImportRecordResponse) -> str:
    """Return as a line of markup what became of a file."""
    game, source = made.info, made.info.provenance
    standing = Standing.Name(game.standing).removeprefix("STANDING_").lower()
    again = "was imported before as" if made.repeated else "is now"
    if game.standing == STANDING_UNVERIFIED:
        where = f"entry {source.bad_version}: " if source.bad_version else ""
        standing = f"[red]{standing}[/] ({escape(where + source.problem)})"
    vouched = f" by {escape(source.attesting_key)}" if source.attesting_key else ""
    return f"{escape(str(file))}: {escape(source.header.game)} {again} [bold]{game.game}[/], {standing}{vouched}"


def _refusal(file: Path, error: Exception) -> str:
    return f"[red]Refused[/] {escape(str(file))}: {escape(str(error))}"
