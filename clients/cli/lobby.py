"""`gunbai titles clauses games new join start abandon`: finding games and sitting down."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Column, Table

from clients.cli.session import Session, with_session
from clients.cli.telling import STATUS, tell_result
from clients.cli.tokens import HOST, Tokens
from gunbai.referee.v1.lobby_pb2 import Title
from gunbai.referee.v1.ruling_pb2 import GAME_STATUS_OPEN, GAME_STATUS_UNSPECIFIED, Game

GameId = Annotated[str, typer.Argument(help="The id of the game.", metavar="GAME")]
TitleName = Annotated[str, typer.Argument(help="The title, as `gunbai titles` names it.", metavar="TITLE")]


def register(app: typer.Typer) -> None:
    """Add the subcommands."""
    for command in (titles, clauses, games, new, join, start, abandon):
        app.command()(with_session(command))


def titles(session: Session) -> None:
    """List the titles that can be played."""
    with session.connect() as gunbai:
        found = gunbai.titles()
    table = Table("title", "on the box", "seats", "clauses", "rules", box=None, header_style="dim")
    for title in found:
        seats = f"{title.seats_min}–{title.seats_max}" if title.seats_min < title.seats_max else str(title.seats_min)
        versions = ", ".join(map(str, title.rules_versions))
        table.add_row(f"[bold]{title.name}[/]", title.label, seats, f"{title.clauses} ({title.code})", versions)
    session.answer(found, table)


def clauses(
    session: Session,
    title: TitleName,
    search: Annotated[str, typer.Option("--search", help="Only clauses whose number or sentence contains this.")] = "",
) -> None:
    """List the numbered rules of a title."""
    with session.connect() as gunbai:
        known = gunbai.clauses(title)
    found = [each for each in known if search.lower() in f"{each.number} {each.sentence}".lower()]
    table = Table("clause", "rule", "place", box=None, header_style="dim")
    for clause in found:
        table.add_row(f"[bold]{clause.number}[/]", escape(clause.sentence), f"[dim]{escape(clause.place)}[/]")
    session.answer(found, table)


def games(
    session: Session,
    *,
    title: Annotated[str, typer.Option("--title", help="Only games of this title.")] = "",
    status: Annotated[str, typer.Option("--status", help="Only open, running, finished or abandoned games.")] = "",
    player: Annotated[str, typer.Option("--player", help="Only games of a player whose name contains this.")] = "",
    parent: Annotated[str, typer.Option("--parent", help="Only branches of this game.")] = "",
    most: Annotated[int, typer.Option("--most", help="The most games to list.")] = 50,
) -> None:
    """List the public games, the newest first."""
    states = {word: value for value, word in STATUS.items()}
    if status and status not in states:
        raise typer.BadParameter(f"it is one of {', '.join(states)}", param_hint="--status")
    found: list[Game] = []
    with session.connect() as gunbai:
        wanted = states.get(status, GAME_STATUS_UNSPECIFIED)
        for game in gunbai.games(title=title, status=wanted, player=player, parent=parent):
            found.append(game)
            if len(found) == most:
                break
    table = Table(
        Column("game", no_wrap=True),
        "title",
        "players",
        "head",
        "changed",
        "how it stands",
        box=None,
        header_style="dim",
    )
    for game in found:
        players = ", ".join(seat.player or "–" for seat in game.seats)
        changed = datetime.fromtimestamp(game.changed_at_micros / 1e6).astimezone()
        row = (escape(players), str(game.head), f"{changed:%Y-%m-%d %H:%M}", escape(tell_result(game)))
        table.add_row(f"[bold]{game.game}[/]", game.title, *row)
    session.answer(found, table if found else "There is no such game. `gunbai new TITLE` creates one.")


def new(
    session: Session,
    *,
    title: TitleName,
    seats: Annotated[int, typer.Option("--seats", help="The number of seats; 0 for the fewest.")] = 0,
    options: Annotated[str, typer.Option("--options", help="The options of the game, as JSON.")] = "",
    dealer: Annotated[bool, typer.Option("--dealer", help="You enter what dice and cards show.")] = False,
    private: Annotated[bool, typer.Option("--private", help="Only holders of a token may watch.")] = False,
    label: Annotated[str, typer.Option("--label", help="A name for people.")] = "",
    table: Annotated[Path | None, typer.Option("--table", help="A file with the table to start from, as JSON.")] = None,
    edition: Annotated[Path | None, typer.Option("--edition", help="A file with the edition to use, as JSON.")] = None,
) -> None:
    """Create a game. Its tokens are kept for you; players take seats with `gunbai join`."""
    with session.connect() as gunbai:
        created = gunbai.create(
            title,
            seats=seats or _fewest(gunbai.titles(), title),
            options=options,
            dealer=dealer,
            private=private,
            label=label,
            table=_read(table),
            edition=_read(edition),
        )
    game = created.game.game
    Tokens(session.target).save_all(created)
    session.answer(
        created,
        f"Created [bold]{game}[/]: {created.game.title} with {len(created.game.seats)} seats.",
        f"[dim]Take a seat:[/] gunbai join {game} --player NAME",
    )


def join(
    session: Session,
    game: GameId,
    player: Annotated[
        str, typer.Option("--player", help="What you are called at the table.", envvar="USER")
    ] = "player",
    seat: Annotated[int, typer.Option("--seat", help="The seat, counted from 1; 0 for any free one.")] = 0,
) -> None:
    """Take a seat. Its token is kept for you; the host's last join also starts the game."""
    tokens = Tokens(session.target)
    with session.connect(tokens.find(game, HOST)) as gunbai:
        joined = gunbai.join(game, player, seat=seat)
        tokens.save(game, joined.number, joined.token)
        known = gunbai.game(game)
        full = all(each.player for each in known.seats)
        if full and known.status == GAME_STATUS_OPEN and tokens.find(game, HOST):
            known = gunbai.start(game)
    free = sum(not each.player for each in known.seats)
    waits = f"{free} more to come" if free else f"the game is {STATUS[known.status]}"
    session.answer(
        {"game": game, "seat": joined.number, "seat_token": joined.token, "status": STATUS[known.status]},
        f"{escape(player)} sits on seat [bold]{joined.number}[/]; {waits}.",
        f"[dim]Play:[/] gunbai play {game}",
    )


def start(session: Session, game: GameId) -> None:
    """Begin a game whose seats are all taken; for its host."""
    with session.connect(Tokens(session.target).find(game, HOST)) as gunbai:
        started = gunbai.start(game)
    session.answer(started, f"The game has begun. [dim]Play:[/] gunbai play {game}")


def abandon(
    session: Session,
    game: GameId,
    reason: Annotated[str, typer.Option("--reason", help="Why, for the record.")] = "",
) -> None:
    """End a game that is not over; for its host."""
    with session.connect(Tokens(session.target).find(game, HOST)) as gunbai:
        abandoned = gunbai.abandon(game, reason)
    session.answer(abandoned, "The game has been ended without a result; its record is open now.")


def _fewest(known: Iterable[Title], title: str) -> int:
    return next((each.seats_min for each in known if each.name == title), 0)


def _read(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise typer.BadParameter(str(error)) from None
