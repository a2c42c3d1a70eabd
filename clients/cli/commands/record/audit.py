"""`gunbai record audit`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from clients.cli.errors import FAILED
from clients.cli.options.positions import names_file, parse_game
from clients.cli.screen.markup import escape
from clients.cli.session import session_of
from clients.cli.sources.database_audit import audit_of
from gunbai.referee.v1.audit_pb2 import VERDICT_FAILED, Verdict, Verification
from gunbai_record.data_folder import data_file
from gunbai_record.numerals import is_whole
from gunbai_record.text.counts import counted
from gunbai_record.verify.report import sentence_of_removed, sentence_of_uncanonical

DATABASE = data_file("gunbai.sqlite")
NEWEST, OWN = "NEWEST", "OWN"


Names = Annotated[
    list[str] | None,
    typer.Argument(help="Game id; with --rules, record files or folders.", metavar="GAME|FILE..."),
]
Rules = Annotated[
    str,
    typer.Option(
        metavar="VERSION", help="Rules version to judge by: a number, NEWEST, or OWN (the version in each record)."
    ),
]


def audit(
    context: typer.Context,
    names: Names = None,
    *,
    rules: Rules = "",
    database: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Database to judge, with --rules and no files.")
    ] = None,
    processes: Annotated[
        int, typer.Option(min=0, metavar="COUNT", help="With --rules: number of processes (0: one per core).")
    ] = 0,
) -> None:
    """Have the service verify a game, or try other rules (--rules).

    The service checks the chain, every ruling and, once the game is over, every die and card. `gunbai verify` does
    the same for a record file, without trusting the service. Exits with 1 if a check failed.

    With --rules gunbai works offline, on record files or on the database of a stopped service. It lists the recorded
    rulings that another version of the rules would change. Exits with 1 if there are any such rulings, otherwise with
    3 if some rulings could not be judged. Title authors can run `--rules OWN` on a folder of records to see whether a
    code change altered a verdict.
    """
    session = session_of(context)
    if rules:
        _check_sources(names or [], database)
        files = [*map(Path, names or [])]
        audit_of()(database or DATABASE, files, rules_version_of(rules), processes, as_json=session.output.as_json)
    game = _game(names or [])
    with session.connect(session.tokens.any(game)) as gunbai, session.output.progress() as progress:
        bar = progress.add_task("verifying", total=None)

        def advance(done: int, entries: int) -> None:
            progress.update(bar, completed=done, total=entries)

        verification = gunbai.verify(game, progress=advance)
    session.output.answer(verification, *_lines(verification))
    if verification.verdict == VERDICT_FAILED:
        raise typer.Exit(FAILED)


def rules_version_of(text: str) -> int:
    """Return a rules version, 0 for NEWEST, -1 for OWN. Raises typer.BadParameter."""
    if text.upper() in {NEWEST, OWN}:
        return 0 if text.upper() == NEWEST else -1
    if not (is_whole(text) and 0 < int(text) < 2**32):
        raise typer.BadParameter(f"expected a version number, NEWEST or OWN, not {text!r}", param_hint="--rules")
    return int(text)


def _game(names: Sequence[str]) -> str:
    """Return the one named game. Raises typer.BadParameter."""
    if len(names) != 1:
        raise typer.BadParameter("name one game, or use --rules", param_hint="GAME")
    if names_file(names[0]):
        raise typer.BadParameter("use `gunbai verify` for a record file", param_hint="GAME")
    return parse_game(names[0])


def _check_sources(names: Sequence[str], database: Path | None) -> None:
    """Raise typer.BadParameter unless the named files, or else the database, exist."""
    if names and database:
        raise typer.BadParameter("name files or a database, not both", param_hint="--database")
    missing = next((name for name in names if not Path(name).exists()), "")
    if missing:
        raise typer.BadParameter(
            f"no file {missing!r}; for one game of a service, use `gunbai game adjudicate --rules`",
            param_hint="FILE",
        )
    if not names and not (database or DATABASE).is_file():
        raise typer.BadParameter(f"no database {str(database or DATABASE)!r}", param_hint="--database")


def _lines(verification: Verification) -> Iterator[str]:
    """Yield a verification as lines of markup: the verdict, what could not be checked, what an arbiter ruled."""
    verdict = Verdict.Name(verification.verdict).removeprefix("VERDICT_").lower()
    if verification.verdict == VERDICT_FAILED:
        where = f"entry {verification.bad_version}: " if verification.bad_version else ""
        yield f"[red]{verdict}[/]: {escape(where + verification.problem)}"
        return
    recomputed = counted(verification.chance_recomputed, "outcome")
    checked = f"{verification.adjudicated} judged again, {recomputed} of chance recomputed"
    yield f"[bold]{verdict}[/]: {counted(verification.linked, 'entry')} linked, {checked}"
    for gap in verification.unchecked:
        yield f"  entries {gap.first_version} to {gap.last_version}: {escape(gap.sentence)}"
    for entry in verification.irregular_entries:
        yield f"  entry {entry.version}: {escape(entry.sentence)}"
    for seat in verification.seats_without_entropy:
        yield f"  entry {seat.version}: seat {seat.seat} gave no entropy"
    if verification.removed_names:
        yield f"  {sentence_of_removed(verification.removed_names)}"
    if verification.uncanonical_commands:
        yield f"  {sentence_of_uncanonical(verification.uncanonical_commands)}"
