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
from gunbai_record.verify.codes import FAILED, INCOMPLETE


def check(
    page: Annotated[Path, typer.Argument(help="A page, as `gunbai dispute print` writes it.", metavar="PAGE")],
    record: Annotated[Path, typer.Argument(help="The record file of the game.", metavar="FILE")],
    *,
    keys: Annotated[
        list[str] | None,
        typer.Option("--key", help="A verifier key of the service, from elsewhere than the page. Can be repeated."),
    ] = None,
    against: Annotated[
        list[Path] | None,
        typer.Option(help="A signed head of the game or a checkpoint of the log that you hold. Can be repeated."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the page again, from its papers and the record.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a page without a service: who signed its papers, the record, the log of all games, and its whole text.

    The text is written again from the papers and the record, and compared. Seats and the arbiter sign by their keys in
    the record, the service by --key. The log must have the creation of the game, and the verdict if there is one. With
    --against, record and log must agree with what you hold. Exits with 0 if all this holds, 1 if a check failed, 3 if
    one could not be made, or later rules rule otherwise than the receipt of a refusal.
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
    if read.growth and not any(isinstance(other.said, Checkpoint) for other in held):
        words = f"name your checkpoint of {read.growth.old_size} leaves with --against to check it"
        shown.append(Finding("the growth of the log", words))
    shown += [*against_held, text]
    if output is not None:
        if isinstance(papers.again, str):
            raise typer.BadParameter(f"it cannot be written: {papers.again}", param_hint="--output")
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
