"""`gunbai dispute check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.disputes.checks import RULING, compared, findings, held_in, papers_in
from clients.cli.screen.markup import escape
from clients.cli.screen.output import AsJson, Output
from gunbai.record.v1.log_pb2 import LEAF_KIND_IMPORTED
from gunbai_record import record_file
from gunbai_record.checkpoint import Checkpoint
from gunbai_record.disputes import Finding
from gunbai_record.note import VerifierKey
from gunbai_record.text.counts import counted
from gunbai_record.verify.codes import FAILED, INCOMPLETE


def check(
    page: Annotated[Path, typer.Argument(help="Page written by `gunbai dispute print`.", metavar="PAGE")],
    record: Annotated[Path, typer.Argument(help="Record file of the game.", metavar="FILE")],
    *,
    keys: Annotated[
        list[str] | None,
        typer.Option("--key", metavar="KEY", help="Trusted verifier key of the service. Repeatable."),
    ] = None,
    against: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Signed head or checkpoint that you hold. Repeatable."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the rebuilt page to this file."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a dispute page offline: signatures, record, log and text.

    gunbai rebuilds the text from the record and the signed data in the page, and compares the two. The record holds the
    keys of the seats and the arbiter. Name the service's key with --key. The log must contain the creation of the game,
    and the verdict if there is one. With --against, the record and the log must agree with your head or checkpoint.

    Exit codes: 0 all checks passed; 1 a check failed; 3 a check could not run, or newer rules contradict the receipt.
    """
    named = [*map(VerifierKey.parse, keys or [])]
    with record.open("rb") as source:
        header, body = record_file.read(source)
        entries = [*body]
    papers = papers_in(page, record, entries, named)
    read = papers.page
    dispute, leaves = read.answer.dispute, read.answer.evidence.leaves
    imported = any(leaf.kind == LEAF_KIND_IMPORTED for leaf in leaves)
    if header.game != dispute.game and not imported:
        raise typer.BadParameter(f"{record} is the record of {header.game}, not of {dispute.game}")
    held = held_in(against, read, named) if against else []
    against_held = [compared(other, read, entries, named) for other in held]
    *shown, text = findings(papers)
    if read.growth and not any(isinstance(other.signed, Checkpoint) for other in held):
        size = counted(read.growth.old_size, "leaf")
        words = f"to check this, name your checkpoint of {size} with --against"
        shown.append(Finding("the growth of the log", words))
    shown += [*against_held, text]
    if output is not None:
        if isinstance(papers.again, str):
            raise typer.BadParameter(f"cannot write the page: {papers.again}", param_hint="--output")
        output.write_text(papers.again.text, encoding="utf-8")
    lines = [f"{_mark(finding)} {escape(finding.paper)}: {escape(finding.words)}" for finding in shown]
    Output(as_json).answer([finding._asdict() for finding in shown], *lines)
    if any(finding.holds is False for finding in shown):
        raise typer.Exit(FAILED)
    ruling = [finding for finding in shown if finding.paper == RULING] if named else []
    if any(finding.holds is None for finding in (*ruling, *against_held, text)):
        raise typer.Exit(INCOMPLETE)


def _mark(finding: Finding) -> str:
    if finding.holds is None:
        return "[dim]-[/]"
    return "[green]holds[/]" if finding.holds else "[red]FAILS[/]"
