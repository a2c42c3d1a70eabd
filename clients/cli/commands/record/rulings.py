"""`gunbai record rulings`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC
from typing import Annotated

import typer

from clients.cli.options.positions import GameId
from clients.cli.screen.markup import escape
from clients.cli.screen.sentences import refusal_line, sentence_or_seal
from clients.cli.session import Session, session_of
from clients.render.wording import place_in
from gunbai.referee.v1.audit_pb2 import GivenRuling
from gunbai_client import Gunbai
from gunbai_record.text.counts import counted


def rulings(
    context: typer.Context,
    game: GameId,
    refused: Annotated[bool, typer.Option("--refused", help="List only refusals.")] = False,
) -> None:
    """List the rulings of a game, including refusals. Times are local."""
    session = session_of(context)
    with session.connect(session.tokens.any(game)) as gunbai:
        places = _places(session, gunbai, game)
        given = None
        for given in gunbai.rulings(game, refused_only=refused):
            session.output.answer(given, _line(given), *_place(given, places))
    if given is None:
        session.output.remark("[dim]Nothing was refused.[/]")


def _places(session: Session, gunbai: Gunbai, game: str) -> dict[str, str]:
    """Return where the rulebook has a game's clauses; nothing for a script, which reads their numbers."""
    if session.output.as_json:
        return {}
    info = gunbai.game(game)
    rules = gunbai.clauses(info.title, info.rules_version)
    return {clause.number: place_in(rules.rulebook, clause.place) for clause in rules.clauses}


def _line(given: GivenRuling) -> str:
    """Return a ruling as a line of markup: its version, local time, actor and outcome."""
    refused = given.HasField("refused")
    version = given.refused.version if refused else given.accepted_version
    at = given.judge_time.ToDatetime(UTC).astimezone()
    verdict = refusal_line(given.refused) if refused else f"accepted as {version}"
    ruling_line = f"[bold]{escape(given.actor_name):<7}[/] {escape(_command(given))} → {verdict}"
    return f"[dim]{version:>5}  {at:%Y-%m-%d %H:%M:%S}[/]  {ruling_line}"


def _place(given: GivenRuling, places: Mapping[str, str]) -> Iterator[str]:
    """Yield the rulebook's places for a refusal's clause."""
    place = places.get(given.refused.clause, "")
    if place:
        yield f"[dim]{'':7}{given.refused.clause}: {escape(place)}[/]"


def _command(given: GivenRuling) -> str:
    """Return the command as a sentence, or the kept digest of a long one."""
    if not given.HasField("command_digest"):
        return sentence_or_seal(given.sentence)
    digest = given.command_digest
    return f"{digest.type.rpartition('.')[2]} of {counted(digest.size, 'byte')} (SHA-256 {digest.sha256.hex()[:12]}…)"
