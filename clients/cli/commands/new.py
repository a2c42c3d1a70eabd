"""`gunbai new`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from clients.cli.options.arguments import RulesVersion, TitleName, read_text
from clients.cli.options.game_terms import agreed_terms, described
from clients.cli.options.grouped import bundled
from clients.cli.seating.hosted_bots import check_rules
from clients.cli.seating.new_seats import Company, check_seats, company, login, seat_lines, seated
from clients.cli.seating.seats import warn_dealer
from clients.cli.session import session_of
from clients.cli.sources.title_names import titles_meant
from gunbai.referee.v1.lobby_pb2 import Title
from gunbai_client import NewTokens
from gunbai_client.new_game import ids_of
from gunbai_record.text.counts import counted

OptionsJson = Annotated[str, typer.Option("--options", metavar="JSON", help="Options (see `gunbai title show`).")]
TableFile = Annotated[
    Path | None, typer.Option("--table", metavar="FILE", help="Start from the table in this file (JSON).")
]
EditionFile = Annotated[
    Path | None, typer.Option("--edition", metavar="FILE", help="Use the edition in this file (JSON).")
]


Tables = Annotated[
    int,
    typer.Option(
        "--tables", min=1, max=64, metavar="COUNT", help="Number of games to create, all with the same dice and cards."
    ),
]
Seed = Annotated[str, typer.Option("--seed", metavar="SEED", help="Random seed for the dice and cards, for tests.")]


@bundled(company, "sits")
@bundled(described, "about")
@bundled(agreed_terms, "terms", chance="committed")
def new(
    context: typer.Context,
    *,
    title: TitleName,
    seats: Annotated[
        int, typer.Option("--seats", min=0, metavar="COUNT", help="Number of seats (0: the title's minimum).")
    ] = 0,
    options: OptionsJson = "",
    rules: RulesVersion = 0,
    table: TableFile = None,
    edition: EditionFile = None,
    tables: Tables = 1,
    seed: Seed = "",
    terms: dict[str, Any],
    about: dict[str, Any],
    sits: Company,
) -> None:
    """Create a game and save its tokens. Players join with `gunbai join`, bots with --bots."""
    session, tokens = session_of(context), [NewTokens() for _ in range(tables)]
    if tables > 1 and (sits.player or sits.bots or sits.start or seed):
        raise typer.BadParameter("leave out --player, --bots, --start and --seed", param_hint="--tables")
    if sits.start and not sits.player:
        sits = sits._replace(player=login())
    with session.connect() as gunbai:
        titles = gunbai.titles()
        seats = seats or max(_fewest(titles, title), sits.bots + 1 if sits.bots else 0)
        check_seats(seats, sits)
        if sits.bots:
            check_rules(titles, title)
        for token in tokens:
            with titles_meant(titles, title), session.tokens.of_new(token):
                created = gunbai.create(
                    title,
                    seats=seats,
                    options=options,
                    rules_version=rules,
                    table=read_text(table),
                    edition=read_text(edition),
                    seed=seed,
                    duplicate_games=ids_of(tokens) if tables > 1 else (),
                    tokens=token,
                    **terms,
                    **about,
                )
            session.tokens.save_all(created)
            info = seated(session, gunbai, created.info, sits)
            session.output.answer(
                vars(created) | {"info": info},
                f"Created [bold]{info.game}[/]: {info.title} with {counted(len(info.seats), 'seat')}.",
                *seat_lines(info, sits=bool(sits.player), hosted=session.tokens.hosted(info.game)),
                *([f"[dim]Start it when its seats are taken:[/] gunbai game start {info.game}"] if tables > 1 else ()),
            )
            warn_dealer(session, gunbai, info)


def _fewest(titles: Iterable[Title], title: str) -> int:
    return next((candidate.seats_min for candidate in titles if candidate.name == title), 0)
