"""`gunbai game adjudicate`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated

import typer

from clients.cli.account.tokens import DEALER
from clients.cli.errors import FAILED
from clients.cli.options.arguments import CommandName, FieldsJson, RulesVersion, meant_in, parse_command
from clients.cli.options.positions import Source, SourceAtVersion
from clients.cli.screen.input_lines import is_terminal
from clients.cli.screen.markup import escape
from clients.cli.screen.sentences import refusal_advice, refusal_line
from clients.cli.screen.word_matching import plain
from clients.cli.seating.seats import acting_seat
from clients.cli.session import Session, session_of
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_CHANCE, ACTOR_KIND_SEAT, Actor
from gunbai_client.blocking.vocabulary import vocabulary_in

HEADING = "Look back"


def adjudicate(
    context: typer.Context,
    source: SourceAtVersion,
    command: CommandName,
    fields: FieldsJson = "{}",
    *,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            min=0,
            metavar="SEAT",
            help="Seat that gives the command (0: chance).",
            show_default=False,
        ),
    ] = None,
    rules: RulesVersion = 0,
) -> None:
    """Show how the referee would rule on a command. Records nothing."""
    session = session_of(context)
    if seat is None:
        seat = acting_seat(session, source)
    if seat is None:
        seat = _asked_for(session, source)
    with session.reading(source, seat or DEALER) as (gunbai, game):
        info = gunbai.game(game)
        move = parse_command(info.title, command, fields)
        actor = Actor(kind=ACTOR_KIND_SEAT, seat=seat) if seat else Actor(kind=ACTOR_KIND_CHANCE)
        judged = gunbai.adjudicate(game, actor, move, source.version, rules)
        meant = [*meant_in(vocabulary_in(gunbai, info), move)] if judged.HasField("refused") else []
    if judged.HasField("refused"):
        session.output.answer(judged, refusal_line(judged.refused))
        for line in meant:
            session.output.remark(f"[red]{escape(line)}[/]")
        session.output.remark(refusal_advice(judged.refused))
        raise typer.Exit(FAILED)
    events = [f"  [dim]→[/] {escape(event)}" for event in judged.accepted.sentences]
    if judged.accepted.events_withheld:
        events = ["  [dim]the events are hidden until the game is over[/]"]
    session.output.answer(judged, f"[green]Accepted[/] at version {judged.version}:", *events)


def _asked_for(session: Session, source: Source) -> int:
    """Ask a person which seat gives the command. Raises typer.BadParameter for a script, RequestError for no game."""
    with session.reading(source, DEALER) as (gunbai, game):
        players = {seat.seat: seat.player for seat in gunbai.game(game).seats}
    if not is_terminal(session.output):
        raise typer.BadParameter("name the seat that gives the command (0: chance)", param_hint="--seat")
    listed = ", ".join(("0 chance", *(f"{seat} {player}".rstrip() for seat, player in players.items())))
    number: int = typer.prompt(f"Whose command is it? {listed}", value_proc=partial(_seat_named, players))
    return number


def _seat_named(players: Mapping[int, str], typed: str) -> int:
    """Return the seat that a number or a player's name means, 0 for chance. Raises typer.BadParameter."""
    name = plain(typed.strip())
    named = {str(seat): seat for seat in (0, *players)} | {"chance": 0}
    seats = [named[name]] if name in named else [seat for seat, player in players.items() if plain(player) == name]
    if len(seats) != 1:
        raise typer.BadParameter(f"this game has no seat {typed!r}")
    return seats[0]
