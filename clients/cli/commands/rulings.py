"""`gunbai rulings`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from clients.cli.positions import GameId
from clients.cli.sentences import refusal_line, sentence_or_seal
from clients.cli.session import session_of
from gunbai.referee.v1.audit_pb2 import GivenRuling

HEADING = "Ask the referee"


def rulings(
    context: typer.Context,
    game: GameId,
    refused: Annotated[bool, typer.Option("--refused", help="Only refusals.")] = False,
) -> None:
    """List the rulings of a game in order: the command that was submitted, and the verdict."""
    session = session_of(context)
    with session.connect(session.tokens.any(game)) as gunbai:
        for given in gunbai.rulings(game, refused_only=refused):
            session.output.answer(given, _line(given))


def _line(given: GivenRuling) -> str:
    verdict = refusal_line(given.refused) if given.HasField("refused") else f"accepted as {given.accepted_version}"
    return f"[bold]{escape(given.actor_name):<7}[/] {escape(_command(given))} → {verdict}"


def _command(given: GivenRuling) -> str:
    """Return the command as a sentence, or the digest that is kept of a long one."""
    if not given.HasField("command_digest"):
        return sentence_or_seal(given.sentence)
    digest = given.command_digest
    return f"{digest.type.rpartition('.')[2]} of {digest.size} bytes (SHA-256 {digest.sha256.hex()[:12]}…)"
