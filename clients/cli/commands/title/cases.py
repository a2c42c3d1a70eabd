"""`gunbai title cases`: run the cases, and show what they leave out.

The installed rules come from entry points of the group `gunbai.cases`: `venue`, where games are set up in this process,
and `coverages`, a function that takes the cases and a title's name, or "", and returns each title's `Coverage`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

import gunbai_client
from clients.cli.errors import FAILED, MISUSED, Failure
from clients.cli.screen.failures import show_failure
from clients.cli.screen.markup import escape, escape_lines
from clients.cli.screen.output import AsJson, Output
from gunbai_client import RequestError
from gunbai_client.remote_venue import RemoteVenue
from gunbai_record.cases import Case, CaseError, CaseFailure, Coverage, Venue, find_files, read_file, readable, run
from gunbai_record.errors import GunbaiError

GROUP = "gunbai.cases"

FOLDER = Path("tests/cases")

cases = typer.Typer(help="Run the rule cases, or list the clauses that have no case.", no_args_is_help=True)

Paths = Annotated[
    list[Path] | None, typer.Argument(help="Case files, or folders of case files.", show_default=str(FOLDER))
]


@cases.command("run")
def run_cases(
    *,
    paths: Paths = None,
    target: Annotated[
        str, typer.Option("--target", metavar="HOST:PORT", help="Ask this service instead of the rules installed here.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Run rule cases against a referee. Exits with 1 if a case fails or cannot be read."""
    all_cases, output = _cases(paths), Output(as_json)
    with _venue(target) as venue, output.progress() as progress:
        results = [_result(case, venue) for case in progress.track(all_cases, description="cases")]
    output.answer(_report(results), *_lines(results))
    raise typer.Exit(FAILED if any(result.problem for result in results) else 0)


@cases.command("coverage")
def show_coverage(
    *,
    paths: Paths = None,
    title: Annotated[str, typer.Option("--title", metavar="TITLE", help="Only this title.")] = "",
    as_json: AsJson = False,
) -> None:
    """List clauses without a case, and refusals that no case shows. Exits with 1 if the list is not empty."""
    try:
        all_cases = list(readable(_cases(paths)))
    except CaseError as error:
        raise _exit(error, FAILED) from None
    try:
        coverages: list[Coverage] = _installed("coverages")(all_cases, title)
    except CaseError as error:
        raise typer.BadParameter(str(error), param_hint="--title") from None
    shown = (line for coverage in coverages for line in _coverage_lines(coverage))
    Output(as_json).answer([asdict(coverage) for coverage in coverages], *shown)
    raise typer.Exit(0 if all(coverage.complete for coverage in coverages) else FAILED)


def _cases(paths: Sequence[Path] | None) -> list[Case | CaseError]:
    try:
        return [case for file in find_files(paths or [FOLDER]) for case in read_file(file)]
    except CaseError as error:
        raise _exit(error, MISUSED) from None


def _exit(error: CaseError, code: int) -> typer.Exit:
    show_failure(Failure(code, str(error)))
    return typer.Exit(code)


@contextmanager
def _venue(target: str) -> Iterator[Venue]:
    if not target:
        yield _installed("venue")()
        return
    with gunbai_client.connect(target) as gunbai:
        yield RemoteVenue(gunbai)


def _installed(name: str) -> Any:
    """Return what the package with the rules contributes under a name. Raises GunbaiError if it is not installed."""
    for point in entry_points(group=GROUP, name=name):
        return point.load()
    raise GunbaiError("no rules are installed here: name a service with --target")


class Result(NamedTuple):
    """The result of a case, or of an unreadable one; `problem` is "" if the case holds."""

    case: Case | None
    problem: str


def _result(case: Case | CaseError, venue: Venue) -> Result:
    if isinstance(case, CaseError):
        return Result(None, str(case))
    try:
        run(case, venue)
    except (CaseFailure, CaseError) as problem:
        return Result(case, str(problem))
    except RequestError as error:
        return Result(case, f"{case.place}: the service rejected a request: {error}")
    return Result(case, "")


def _report(results: Sequence[Result]) -> dict[str, Any]:
    failed = sum(bool(result.problem) for result in results)
    return {"cases": len(results), "failed": failed, "results": [*map(_fields, results)]}


def _fields(result: Result) -> dict[str, Any]:
    case = result.case
    about = {"title": case.title, "case": case.name, "clauses": case.clauses, "file": case.file} if case else {}
    return {**about, "problem": result.problem}


def _lines(results: Sequence[Result]) -> Iterator[str]:
    """Yield the results as lines of markup: the problems, then how many of each title's cases pass."""
    for result in results:
        if result.problem:
            yield f"[red]✗[/] {escape_lines(result.problem)}"
    for title in dict.fromkeys(result.case.title for result in results if result.case):
        held = [not result.problem for result in results if result.case and result.case.title == title]
        yield f"{'[green]✓[/]' if all(held) else '[red]✗[/]'} {escape(title)}: {sum(held)} of {len(held)} cases pass"
    if unread := sum(result.case is None for result in results):
        yield f"[red]✗[/] unreadable cases and files: {unread}"


def _coverage_lines(coverage: Coverage) -> Iterator[str]:
    mark = "[green]✓[/]" if coverage.complete else "[red]✗[/]"
    cited = len(coverage.clauses) - len(coverage.uncited)
    yield f"{mark} [bold]{coverage.title}[/]: {cited} of {len(coverage.clauses)} clauses cited"
    for what, clauses in (
        ("cited by no case", coverage.uncited),
        ("can refuse, but no case shows it", coverage.unrefused),
        ("can end a game, but no case shows it", coverage.unended),
        ("cited, but not a clause of the title", coverage.unknown),
    ):
        if clauses:
            yield f"    {what}: {', '.join(clauses)}"
