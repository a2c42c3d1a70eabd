"""`gunbai game fork`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from clients.cli.account.tokens import HOST
from clients.cli.options.game_terms import agreed_terms, described
from clients.cli.options.grouped import bundled
from clients.cli.options.positions import GameAtVersion
from clients.cli.seating.new_seats import Company, check_seats, company, login, seat_lines, seated
from clients.cli.seating.seats import reader
from clients.cli.session import session_of
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import NewTokens

HEADING = "Find and start"


@bundled(company, "sits")
@bundled(described, "about")
@bundled(agreed_terms, "terms")
def fork(
    context: typer.Context,
    *,
    position: GameAtVersion,
    consent: Annotated[
        list[str] | None, typer.Option("--consent", metavar="CONSENT", help="Consent of a seat. Repeatable.")
    ] = None,
    terms: dict[str, Any],
    about: dict[str, Any],
    sits: Company,
) -> None:
    """Create a branch: a new game from a position of another game.

    With --player you take the seat that you hold in GAME. --bots fills other seats, and --start starts the branch. You
    can also take a seat later with `gunbai join BRANCH`, and seat bots with `gunbai bot BRANCH`. If the branch reveals
    hidden facts, each player takes their own seat with `gunbai join BRANCH --parent GAME`.
    """
    session, (game, version), tokens = session_of(context), position, NewTokens()
    if consent and (sits.player or sits.bots or sits.start):
        raise typer.BadParameter(
            "if you give consents, the players take their seats themselves, with `gunbai join`", param_hint="--player"
        )
    with session.connect(session.tokens.find(game, HOST)) as gunbai:
        parent = gunbai.game(game)
        version, own = version or parent.head, min(reader(session, gunbai, game), default=0)
        if sits.start and not sits.player:
            sits = sits._replace(player=(own and parent.seats[own - 1].player) or login())
        check_seats(len(parent.seats), sits)
        if terms["chance"] is None and _is_of_paper(parent):
            terms["chance"] = "committed"
            session.output.remark(
                "[dim]The game was played on a real table; the service draws for the branch "
                "(`--chance committed`). With `--chance dealer` you enter the dice and cards "
                "yourself.[/]"
            )
        with session.tokens.of_new(tokens):
            forked = gunbai.fork(game, version, consents=consent or (), tokens=tokens, **terms, **about)
        session.tokens.save_all(forked)
        info = seated(session, gunbai.holding(""), forked.info, sits, own)
    branch, again = info.game, f"[dim]Take your seat:[/] gunbai join {info.game} --parent {game}"
    session.output.answer(
        vars(forked) | {"info": info},
        f"Created branch [bold]{branch}[/] of {game}@{version}.",
        *([again] if consent else seat_lines(info, sits=bool(sits.player), hosted=session.tokens.hosted(branch))),
    )


def _is_of_paper(game: GameInfo) -> bool:
    """Return whether a game was written down after it was played: nobody is left to roll its dice."""
    return game.provenance.HasField("import_time") and game.chance_source == CHANCE_SOURCE_DEALER
