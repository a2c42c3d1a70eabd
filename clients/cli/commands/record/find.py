"""`gunbai record find`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from clients.cli.options.arguments import WholeTable
from clients.cli.options.game_filters import Wanted, wanted_games
from clients.cli.options.grouped import bundled
from clients.cli.options.positions import Source, parse_source
from clients.cli.screen.markup import escape
from clients.cli.screen.output import as_json
from clients.cli.screen.sentences import sentence_or_seal
from clients.cli.session import Session, session_of
from gunbai.referee.v1.game_pb2 import STANDING_UNVERIFIED
from gunbai.referee.v1.questions_pb2 import FindPositionsResponse
from gunbai_record.text.counts import counted


@bundled(wanted_games, "wanted")
def find(
    context: typer.Context,
    words: Annotated[
        list[str],
        typer.Argument(
            help="A game or record file, then a condition such as 'monsters.0.life < 3'.",
            metavar="[GAME|FILE[@VERSION]] EXPRESSION",
        ),
    ],
    *,
    every: Annotated[
        bool, typer.Option("--all", help="Search all public games that the options below select.")
    ] = False,
    first: Annotated[bool, typer.Option("--first", help="Show only the first match of each game.")] = False,
    table: WholeTable = False,
    wanted: Wanted,
) -> None:
    """Find the positions where a condition becomes true or false.

    If you give a version, the search starts at that version.
    """
    session = session_of(context)
    wanted_words = "one condition" if every else "a game or a file, and one condition"
    if len(words) != (1 if every else 2):
        raise typer.BadParameter(f"expected {wanted_words}; put the condition in quotation marks")
    if every and not wanted.conditions["title"]:
        raise typer.BadParameter("add --title to --all: a condition belongs to one title")
    if every:
        _find_in_all(session, words[0], wanted, first=first, table=table)
    else:
        _find_in(session, parse_source(words[0]), words[1], first=first, table=table)


def _find_in(session: Session, source: Source, expression: str, *, first: bool, table: bool) -> None:
    with session.reading(source) as (gunbai, game):
        held = False
        for position in gunbai.questions.positions(game, expression, source.version, table=table, one=first):
            held = True
            session.output.answer(position, *_lines(position))
    if not held:
        session.output.remark("No position matches.")


def _find_in_all(session: Session, expression: str, wanted: Wanted, *, first: bool, table: bool) -> None:
    with session.connect() as gunbai, session.output.progress() as progress:
        games = [game for game in wanted.of(gunbai) if game.standing != STANDING_UNVERIFIED]
        matches = 0
        for game in progress.track(games, description="games"):
            positions = list(gunbai.questions.positions(game.game, expression, table=table, one=first))
            matches += bool(positions)
            for position in positions:
                value = {"game": game.game} | as_json(position)
                session.output.answer(value, *_lines(position, f"[bold]{game.game}[/]@"))
    session.output.remark(f"Matches in {matches} of {counted(len(games), 'game')}.")


def _lines(position: FindPositionsResponse, game: str = "") -> Sequence[str]:
    values = ", ".join(f"{value.path} = {value.value_json or 'nothing'}" for value in position.values)
    holds = "[green]holds[/]    " if position.holds else "[red]no longer[/]"
    sentences = position.entry.sentences
    move = escape(f"{sentences.actor}: {sentence_or_seal(sentences.command)}")
    return (f"{game}[dim]{position.version:>{1 if game else 5}}[/]  {holds} {escape(values)}  [dim]{move}[/]",)
