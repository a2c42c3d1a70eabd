"""`gunbai title clauses`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.table import Table

from clients.cli.options.arguments import installed_titles
from clients.cli.screen.explanations import clauses_on, explain
from clients.cli.screen.markup import escape
from clients.cli.screen.word_matching import plain
from clients.cli.session import session_of
from clients.cli.sources.rule_sources import open_rules
from gunbai.rules.v1.clauses_pb2 import Clause
from gunbai_record.clauses import code_of

Subject = Annotated[
    str,
    typer.Argument(
        help="Title, or number of a clause or house ruling (IN-4.2).",
        metavar="TITLE|NUMBER",
        autocompletion=installed_titles,
    ),
]


def clauses(
    context: typer.Context,
    subject: Subject,
    number: Annotated[str, typer.Argument(help="Clause number within the title, such as 4.2.", metavar="NUMBER")] = "",
    *,
    search: Annotated[str, typer.Option("--search", metavar="TEXT", help="Only clauses that contain this text.")] = "",
) -> None:
    """List the rules of a title, or explain one rule.

    An explanation gives the place in the rulebook, the house ruling, and the code and cases that cite the rule.

    gunbai reads the titles installed here, or asks the service named by --target or GUNBAI_TARGET.
    """
    session = session_of(context)
    output = session.output
    named = context.get_parameter_source("target")
    at_service = named is not None and named.name != "DEFAULT"
    with open_rules(subject, session.connect, at_service=at_service) as rules:
        title = rules.title_of(subject)
        listing = rules.clauses(title, session.language)
        number = _number(subject, number)
        if not number:
            on = clauses_on(listing, search)
            matches = [clause for clause in listing.clauses if clause in on or _contains(clause, search)]
            output.answer(matches, _table(matches))
            return
        explanation = explain(listing, number)
        if explanation is None:
            raise typer.BadParameter(f"{title} has no clause or house ruling {number}", param_hint="NUMBER")
        citations = rules.citations(title, explanation.numbers)
    output.answer(explanation.as_fields(citations), *explanation.lines(citations))
    if at_service:
        output.remark(
            "[dim]A service does not show code or cases. To see them, leave out --target and unset GUNBAI_TARGET.[/]"
        )


def _number(subject: str, number: str) -> str:
    """Return the number to explain, "" if none is named. Raises typer.BadParameter for two."""
    if code_of(subject) and number:
        raise typer.BadParameter(f"{subject} is not a title: name a title before {number}", param_hint="NUMBER")
    return subject if code_of(subject) else number


def _contains(clause: Clause, text: str) -> bool:
    return plain(text) in plain(f"{clause.number} {clause.sentence} {clause.place}")


def _table(rows: Sequence[Clause]) -> Table:
    table = Table("clause", "rule", "place", "house ruling", box=None, header_style="dim")
    for clause in rows:
        number, place = f"[bold]{clause.number}[/]", f"[dim]{escape(clause.place)}[/]"
        table.add_row(number, escape(clause.sentence), place, clause.house_ruling)
    return table
