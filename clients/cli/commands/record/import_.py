"""`gunbai record import`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clients.cli.account.keys import private_key
from clients.cli.account.tokens import SPECTATOR
from clients.cli.errors import FAILED
from clients.cli.screen.markup import escape, escape_lines
from clients.cli.session import Session, session_of, token_in
from clients.cli.sources.served_files import from_notation, meant_as, recorded
from gunbai.record.v1.lifecycle_pb2 import CreateGame
from gunbai.referee.v1.game_pb2 import STANDING_CONSISTENT, STANDING_UNVERIFIED, GameInfo, Standing
from gunbai.referee.v1.record_pb2 import ImportRecordResponse
from gunbai_client import Gunbai, NotAllowed
from gunbai_client.reasons import RecordRefused
from gunbai_record.data_folder import data_file
from gunbai_record.record_file import RecordFileError, read
from gunbai_record.tokens import game_id, new_token
from gunbai_record.verify.attestation import read_keys

OPERATOR = data_file("gunbai.operator")
PIECE = 64 * 1024


def import_(
    context: typer.Context,
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Record files (*.gunbai).", exists=True, dir_okay=False)
    ],
    operator: Annotated[
        Path, typer.Option("--operator", metavar="FILE", help="The operator's token file, unless you give --token.")
    ] = OPERATOR,
    keys: Annotated[
        list[str] | None,
        typer.Option("--key", metavar="KEY", help="Trusted verifier key, NAME+ID+KEY, or a file of keys. Repeatable."),
    ] = None,
    *,
    moves: Annotated[bool, typer.Option("--moves", help="The files are lists of moves from a real table.")] = False,
    notation: Annotated[bool, typer.Option("--notation", help="The files are games in notation.")] = False,
    arbiter_key: Annotated[
        Path | None,
        typer.Option(
            "--arbiter-key",
            metavar="FILE",
            help="With --moves or --notation: the arbiter's private key.",
        ),
    ] = None,
    keep_unverified: Annotated[
        bool,
        typer.Option(
            "--keep-unverified", help="Keep records that fail verification, permanently marked as unverified."
        ),
    ] = False,
) -> None:
    """Import finished games from elsewhere, as the operator of a service.

    The service judges every entry again. If a file does not verify, the service names the first bad entry and stores
    nothing. The game gets a new id; `gunbai game list` shows how far to trust its record. With --moves or --notation,
    gunbai stops at the first illegal move.
    """
    if moves and notation:
        raise typer.BadParameter("choose one of --moves and --notation")
    session, failed, signer, trusted = session_of(context), False, private_key(arbiter_key), _trusted(keys or [])
    token = session.token or token_in(operator, "--operator", "`gunbai serve` creates it next to its database")
    reads = recorded if moves else from_notation if notation else None
    with session.connect(token) as gunbai, _operators(session, operator):
        for file in files:
            try:
                content = reads(file, signer, _id_of(file, signer, token)) if reads else None
                _import(session, gunbai, file, content, trusted, keep_unverified=keep_unverified)
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


def _trusted(keys: list[str]) -> list[str]:
    """Return the keys that are named, or that are in named files. Raises BadParameter."""
    try:
        return [str(key) for text in keys for key in read_keys(text)]
    except (ValueError, OSError) as error:
        raise typer.BadParameter(str(error), param_hint="--key") from None


@contextmanager
def _operators(session: Session, file: Path) -> Iterator[None]:
    """Add to an error that a token is not the operator's where it came from."""
    try:
        yield
    except NotAllowed as error:
        where = "--token gives a different token" if session.token else f"{file} has the token of another service"
        error.add_note(
            f"Importing needs the operator's token of {session.target}, but {where}. With --operator, name the file "
            "that `gunbai serve` created next to its database."
        )
        raise


def _id_of(file: Path, key: Ed25519PrivateKey | None, token: str) -> str:
    """Return the game id for notes: equal notes give equal ids, and only the operator can tell which notes."""
    arbiter = key.public_key().public_bytes_raw() if key is not None else b""
    return game_id(token, sha256(arbiter + file.read_bytes()).hexdigest())


def _imported_before(gunbai: Gunbai, content: bytes) -> GameInfo | None:
    """Return the game that notes became before, None for new ones."""
    head, entries = read(BytesIO(content))
    created = CreateGame.FromString(next(entries).command.open.value)
    day = (created.played_on, created.played_on) if created.played_on else (None, None)
    alike = gunbai.games(title=created.title, label=created.label, standing=STANDING_CONSISTENT, played_on=day)
    return next((info for info in alike if info.provenance.header.game == head.game), None)


def _import(
    session: Session, gunbai: Gunbai, file: Path, content: bytes | None, keys: list[str], *, keep_unverified: bool
) -> None:
    """Send a record file, or the record made from notes, unless these already became a game."""
    if content is None and (option := meant_as(file)):
        raise RecordFileError(f"this is not a record file; import it with {option}")
    if content is not None and (info := _imported_before(gunbai, content)):
        made = ImportRecordResponse(info=info, repeated=True)
        session.output.answer(made, _sentence(file, made, is_record=content is None))
        return
    spectator, size = new_token(), file.stat().st_size if content is None else len(content)
    with (
        session.output.progress() as progress,
        file.open("rb") if content is None else BytesIO(content) as source,
    ):
        sent = progress.track(_pieces(source), total=-(-size // PIECE), description=file.name)
        made = gunbai.import_record(sent, keys=keys, keep_unverified=keep_unverified, spectator_token=spectator)
    if made.info.private and not made.repeated:
        session.tokens.save(made.info.game, SPECTATOR, spectator)
    session.output.answer(made, _sentence(file, made, is_record=content is None))


def _pieces(source: BinaryIO) -> Iterator[bytes]:
    while piece := source.read(PIECE):
        yield piece


def _sentence(file: Path, made: ImportRecordResponse, *, is_record: bool) -> str:
    """Return what became of a file as a line of markup, without the id that a record made from notes got."""
    game, source = made.info, made.info.provenance
    standing = Standing.Name(game.standing).removeprefix("STANDING_").lower()
    again = "was already imported as" if made.repeated else "is now" if is_record else "imported as"
    if game.standing == STANDING_UNVERIFIED:
        where = f"entry {source.bad_version}: " if source.bad_version else ""
        standing = f"[red]{standing}[/] ({escape(where + source.problem)})"
    vouched = f" by {escape(source.attesting_key)}" if source.attesting_key else ""
    of = f"{escape(source.header.game)} " if is_record else ""
    return f"{escape(str(file))}: {of}{again} [bold]{game.game}[/], {standing}{vouched}"


def _refusal(file: Path, error: Exception) -> str:
    return f"[red]Refused[/] {escape(str(file))}: {escape_lines(str(error))}"
