"""`gunbai cases`: the subcommands that run the cases and tell what they leave out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import track

import gunbai_client
from games.catalogue import TITLES, newest
from gunbai_client import RequestError
from gunbai_client.cases import Case, CaseError, CaseFailure, Venue, read_files, run
from gunbai_client.cases.remote import RemoteVenue
from referee.cases import Coverage, InProcessVenue, coverage

FAILED, UNREADABLE = 1, 2

FOLDER = Path("tests/cases")

commands = typer.Typer(help="Run the numbered rule cases, or tell which clauses they leave out.", no_args_is_help=True)
console, remarks = Console(highlight=False, soft_wrap=True), Console(stderr=True, highlight=False, soft_wrap=True)

Paths = Annotated[list[Path] | None, typer.Argument(help="Files and folders of cases.", show_default=str(FOLDER))]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]


@commands.command("run")
def run_cases(
    *,
    paths: Paths = None,
    target: Annotated[str, typer.Option("--target", help="Ask the service at HOST:PORT, not this process.")] = "",
    as_json: AsJson = False,
) -> None:
    """Ask a referee every case. Exits with 1 if one does not hold, with 2 if a file cannot be read."""
    with _readable():
        cases = list(read_files(paths or [FOLDER]))
        with _venue(target) as venue:
            problems = [_problem(case, venue) for case in track(cases, "cases", console=remarks, disable=as_json)]
    _tell_problems(cases, problems, as_json=as_json)
    raise typer.Exit(FAILED if any(problems) else 0)


@commands.command("coverage")
def tell_coverage(
    *,
    paths: Paths = None,
    title: Annotated[str, typer.Option("--title", help="Only this title.")] = "",
    as_json: AsJson = False,
) -> None:
    """Tell which clauses no case cites, and which can refuse but refuse in no case. Exits with 1 if there is one."""
    if title and title not in TITLES:
        raise typer.BadParameter(f"the finished titles are {', '.join(TITLES)}", param_hint="--title")
    with _readable():
        cases = list(read_files(paths or [FOLDER]))
    found = [coverage(newest(name), cases) for name in TITLES if title in {"", name}]
    if as_json:
        typer.echo(json.dumps([asdict(each) for each in found]))
    else:
        for each in found:
            _tell_coverage(each)
    raise typer.Exit(0 if all(each.complete for each in found) else FAILED)


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except CaseError as error:
        remarks.print(f"[red]gunbai:[/] {escape(str(error))}")
        raise typer.Exit(UNREADABLE) from None


@contextmanager
def _venue(target: str) -> Iterator[Venue]:
    if not target:
        yield InProcessVenue()
        return
    with gunbai_client.connect(target) as gunbai:
        yield RemoteVenue(gunbai)


def _problem(case: Case, venue: Venue) -> str:
    """Return what does not hold, or "" if all does."""
    try:
        run(case, venue)
    except CaseFailure as failure:
        return str(failure)
    except RequestError as error:
        return f"{case.place}: the service did not take a request: {error}"
    return ""


def _tell_problems(cases: Sequence[Case], problems: Sequence[str], *, as_json: bool) -> None:
    failed = sum(map(bool, problems))
    if as_json:
        told = [
            {"title": case.title, "case": case.name, "clauses": case.clauses, "file": case.file, "problem": problem}
            for case, problem in zip(cases, problems, strict=True)
        ]
        typer.echo(json.dumps({"cases": len(cases), "failed": failed, "results": told}, ensure_ascii=False))
        return
    for problem in filter(None, problems):
        console.print(f"[red]✗[/] {escape(problem)}")
    for title in dict.fromkeys(case.title for case in cases):
        own = [not problem for case, problem in zip(cases, problems, strict=True) if case.title == title]
        console.print(f"{'[green]✓[/]' if all(own) else '[red]✗[/]'} {title}: {sum(own)} of {len(own)} cases hold")


def _tell_coverage(found: Coverage) -> None:
    mark = "[green]✓[/]" if found.complete else "[red]✗[/]"
    cited = len(found.clauses) - len(found.uncited)
    console.print(f"{mark} [bold]{found.title}[/]: {cited} of {len(found.clauses)} clauses cited")
    for what, clauses in (
        ("cited by no case", found.uncited),
        ("can refuse, but refuse in no case", found.unrefused),
        ("cited, but not clauses of the title", found.unknown),
    ):
        if clauses:
            console.print(f"    {what}: {', '.join(clauses)}")
