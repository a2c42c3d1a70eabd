"""`gunbai audit`."""

from __future__ import annotations

from collections.abc import Iterator

import typer
from rich.markup import escape

from clients.cli.errors import FAILED
from clients.cli.positions import GameId
from clients.cli.session import session_of
from gunbai.referee.v1.audit_pb2 import VERDICT_FAILED, Verdict, Verification

HEADING = "Ask the referee"


def audit(context: typer.Context, game: GameId) -> None:
    """Have the service verify a game: its chain, every ruling, and after the end every outcome of chance.

    Exits with 1 if a check failed. `gunbai verify` does the same to a record file, without trust in the service.
    """
    session = session_of(context)
    with session.connect(session.tokens.any(game)) as gunbai, session.output.progress() as progress:
        bar = progress.add_task("verifying", total=None)

        def advance(done: int, entries: int) -> None:
            progress.update(bar, completed=done, total=entries)

        found = gunbai.verify(game, progress=advance)
    session.output.answer(found, *_lines(found))
    if found.verdict == VERDICT_FAILED:
        raise typer.Exit(FAILED)


def _lines(found: Verification) -> Iterator[str]:
    """Yield a verification as lines of markup: the verdict, what could not be checked, what an arbiter ruled."""
    verdict = Verdict.Name(found.verdict).removeprefix("VERDICT_").lower()
    if found.verdict == VERDICT_FAILED:
        where = f"entry {found.bad_version}: " if found.bad_version else ""
        yield f"[red]{verdict}[/]: {escape(where + found.problem)}"
        return
    checked = f"{found.adjudicated} judged again, {found.chance_recomputed} outcomes of chance recomputed"
    yield f"[bold]{verdict}[/]: {found.linked} entries linked, {checked}"
    for each in found.unchecked:
        yield f"  entries {each.first_version} to {each.last_version}: {escape(each.sentence)}"
    for entry in found.irregular_entries:
        yield f"  entry {entry.version}: {escape(entry.sentence)}"
    for seat in found.seats_without_entropy:
        yield f"  entry {seat.version}: seat {seat.seat} gave no entropy"
