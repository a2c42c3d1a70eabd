"""`gunbai record blame`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from clients.cli.options.arguments import WholeTable
from clients.cli.options.positions import SourceAtVersion
from clients.cli.screen.markup import escape
from clients.cli.screen.sentences import by_clause, change_line
from clients.cli.session import session_of
from gunbai.referee.v1.questions_pb2 import TraceValueResponse


def blame(
    context: typer.Context,
    source: SourceAtVersion,
    path: Annotated[str, typer.Argument(metavar="PATH", help="Path of a value in the view, such as monsters.2.life.")],
    table: WholeTable = False,
) -> None:
    """Show which entries changed a value, with the event and clause of each."""
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        changes = gunbai.questions.changes(game, path, source.version, table=table)
        last = source.version or gunbai.game(game).head
        traces = session.output.followed(changes, lambda trace: trace.entry.entry.version, last, "tracing")
        # Lines and a progress bar that redraws itself do not mix in a terminal.
        for trace in traces if session.output.as_json else list(traces):
            session.output.answer(trace, *_lines(trace))


def _lines(trace: TraceValueResponse) -> Iterator[str]:
    sentences, clauses = trace.entry.sentences, trace.entry.clauses
    for change in trace.changes:
        place, why = change.event - 1, escape(sentences.command)
        if change.event:
            why = f"{escape(sentences.events[place])}{by_clause(clauses[place])}"
        yield f"[dim]{sentences.version:>5}[/]  [bold]{escape(sentences.actor):<7}[/] {change_line(change)}  {why}"
