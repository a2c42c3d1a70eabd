"""`gunbai games`."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, TypeAlias

import typer
from rich.markup import escape
from rich.table import Column, Table

from clients.cli.sentences import STATUS, result_sentence
from clients.cli.session import session_of
from gunbai.referee.v1.game_pb2 import GAME_STATUS_UNSPECIFIED, STANDING_UNSPECIFIED, GameInfo, GameStatus, Standing
from gunbai_client.game_list import Order

HEADING = "Find and join games"
FORMATS = ["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]

Moment: TypeAlias = datetime | None


def games(
    context: typer.Context,
    *,
    title: Annotated[str, typer.Option("--title", help="Only games of this title.")] = "",
    status: Annotated[str, typer.Option("--status", help="Only games in this state, such as open or running.")] = "",
    standing: Annotated[
        str, typer.Option("--standing", help="Only refereed, attested, consistent or unverified records.")
    ] = "",
    player: Annotated[str, typer.Option("--player", help="Only games of a player whose name contains this.")] = "",
    label: Annotated[str, typer.Option("--label", help="Only games whose label contains this.")] = "",
    seats: Annotated[int, typer.Option("--seats", help="Only games with so many seats.", min=0)] = 0,
    ending: Annotated[str, typer.Option("--ending", help="Only games with an ending that contains this.")] = "",
    winner: Annotated[str, typer.Option("--winner", help="Only games that such a player won.")] = "",
    tag: Annotated[list[str] | None, typer.Option("--tag", help="Only games with this tag; can be repeated.")] = None,
    parent: Annotated[str, typer.Option("--parent", help="Only branches of this game.")] = "",
    created_from: Annotated[Moment, typer.Option(help="Only games created then or later.", formats=FORMATS)] = None,
    created_to: Annotated[Moment, typer.Option(help="Only games created then or earlier.", formats=FORMATS)] = None,
    changed_from: Annotated[Moment, typer.Option(help="Only games changed then or later.", formats=FORMATS)] = None,
    changed_to: Annotated[Moment, typer.Option(help="Only games changed then or earlier.", formats=FORMATS)] = None,
    played_from: Annotated[str, typer.Option(help="Only games played on this date, such as 1972, or later.")] = "",
    played_to: Annotated[str, typer.Option(help="Only games played on this date or earlier.")] = "",
    order: Annotated[Order, typer.Option("--order", help="What comes first: by creation, change or play.")] = "newest",
    most: Annotated[int, typer.Option("--most", help="The most games to list.")] = 50,
) -> None:
    """List the public games that meet all conditions. Case and diacritics do not count; times are local."""
    session, wanted, trusted = session_of(context), _status(status), _standing(standing)
    with session.connect() as gunbai:
        every = gunbai.games(
            title=title,
            status=wanted,
            standing=trusted,
            player=player,
            label=label,
            seats=seats,
            ending=ending,
            winner=winner,
            tags=tag or (),
            parent=parent,
            created=(_local(created_from), _local(created_to)),
            changed=(_local(changed_from), _local(changed_to)),
            played_on=(played_from, played_to),
            order=order,
        )
        found = list(itertools.islice(every, most))
    session.output.answer(found, _table(found) if found else "No games found. `gunbai new TITLE` creates one.")


def _status(word: str) -> GameStatus.ValueType:
    values = {"": GAME_STATUS_UNSPECIFIED, **{known: value for value, known in STATUS.items()}}
    if word not in values:
        raise typer.BadParameter(f"it is one of {', '.join(STATUS.values())}", param_hint="--status")
    return values[word]


def _standing(word: str) -> Standing.ValueType:
    words = {name.removeprefix("STANDING_").lower(): number for name, number in Standing.items() if number}
    if word and word not in words:
        raise typer.BadParameter(f"it is one of {', '.join(words)}", param_hint="--standing")
    return words[word] if word else STANDING_UNSPECIFIED


def _local(moment: Moment) -> Moment:
    """Return a moment of the clock on the wall with its time zone."""
    return moment and moment.astimezone()


def _table(games: Iterable[GameInfo]) -> Table:
    game_id = Column("game", no_wrap=True)
    names = ("title", "players", "head", "changed", "result", "played", "label", "tags")
    table = Table(game_id, *names, box=None, header_style="dim")
    for game in games:
        players = ", ".join(seat.player or "–" for seat in game.seats)
        changed = game.update_time.ToDatetime(UTC).astimezone()
        row = (escape(players), str(game.head), f"{changed:%Y-%m-%d %H:%M}", escape(result_sentence(game)))
        own = (escape(game.played_on), escape(game.label), escape(", ".join(game.tags)))
        table.add_row(f"[bold]{game.game}[/]", game.title, *row, *own)
    return table
