"""The options that select games from a service's list: one set for all commands that read it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, NamedTuple, TypeAlias

import typer

from clients.cli.options.arguments import OfTitle
from clients.render.wording import STATUS
from gunbai.referee.v1.game_pb2 import GAME_STATUS_UNSPECIFIED, STANDING_UNSPECIFIED, GameInfo, GameStatus, Standing
from gunbai_client import Gunbai
from gunbai_client.game_list import Conditions, Order

FORMATS = ["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]

Moment: TypeAlias = datetime | None


class Wanted(NamedTuple):
    """The conditions for games, their order, and how many to list at most."""

    conditions: Conditions
    order: Order
    most: int | None
    """None for all."""

    def of(self, gunbai: Gunbai) -> Iterator[GameInfo]:
        """Yield a service's public games that meet the conditions."""
        return itertools.islice(gunbai.games(order=self.order, **self.conditions), self.most)


def wanted_games(
    *,
    title: OfTitle = "",
    status: Annotated[
        str, typer.Option("--status", metavar="STATE", help="Only games in this state, such as open or running.")
    ] = "",
    standing: Annotated[
        str,
        typer.Option(
            "--standing",
            metavar="STANDING",
            help="Only games whose record has this standing, such as attested or unverified.",
        ),
    ] = "",
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="Only games with a player whose name contains this.")
    ] = "",
    label: Annotated[str, typer.Option("--label", metavar="TEXT", help="Only games whose label contains this.")] = "",
    seats: Annotated[int, typer.Option("--seats", metavar="COUNT", help="Only games with this many seats.", min=0)] = 0,
    ending: Annotated[
        str, typer.Option("--ending", metavar="TEXT", help="Only games whose ending contains this.")
    ] = "",
    winner: Annotated[
        str, typer.Option("--winner", metavar="NAME", help="Only games with a winner whose name contains this.")
    ] = "",
    tag: Annotated[
        list[str] | None, typer.Option("--tag", metavar="TAG", help="Only games with this tag. Repeatable.")
    ] = None,
    parent: Annotated[str, typer.Option("--parent", metavar="GAME", help="Only branches of this game.")] = "",
    created_from: Annotated[
        Moment, typer.Option(metavar="TIME", help="Only games created at or after this time.", formats=FORMATS)
    ] = None,
    created_to: Annotated[
        Moment, typer.Option(metavar="TIME", help="Only games created at or before this time.", formats=FORMATS)
    ] = None,
    changed_from: Annotated[
        Moment, typer.Option(metavar="TIME", help="Only games changed at or after this time.", formats=FORMATS)
    ] = None,
    changed_to: Annotated[
        Moment, typer.Option(metavar="TIME", help="Only games changed at or before this time.", formats=FORMATS)
    ] = None,
    played_from: Annotated[
        str, typer.Option(metavar="DATE", help="Only games played on or after this date, such as 1972-07.")
    ] = "",
    played_to: Annotated[str, typer.Option(metavar="DATE", help="Only games played on or before this date.")] = "",
    order: Annotated[
        Order, typer.Option("--order", help="Sort by when the games were created, changed or played.")
    ] = "newest",
    most: Annotated[
        int | None, typer.Option("--most", min=1, metavar="COUNT", help="Maximum number of games to list.")
    ] = None,
) -> Wanted:
    """Return the games that the options ask for."""
    conditions = Conditions(
        title=title,
        status=_status(status),
        standing=_standing(standing),
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
    )
    return Wanted(conditions, order, most)


def _status(word: str) -> GameStatus.ValueType:
    values = {"": GAME_STATUS_UNSPECIFIED, **{status: value for value, status in STATUS.items()}}
    if word not in values:
        raise typer.BadParameter(f"expected one of {', '.join(STATUS.values())}", param_hint="--status")
    return values[word]


def _standing(word: str) -> Standing.ValueType:
    words = {name.removeprefix("STANDING_").lower(): number for name, number in Standing.items() if number}
    if word and word not in words:
        raise typer.BadParameter(f"expected one of {', '.join(words)}", param_hint="--standing")
    return words[word] if word else STANDING_UNSPECIFIED


def _local(moment: Moment) -> Moment:
    """Return a local date and time with its time zone."""
    return moment and moment.astimezone()
