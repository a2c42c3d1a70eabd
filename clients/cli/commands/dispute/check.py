"""`gunbai dispute check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from clients.cli.disputes.checks import compared, findings, held_in
from clients.cli.errors import FAILED
from clients.cli.screen.output import AsJson, Output
from clients.render.dispute_page import page_in
from gunbai.record.v1.log_pb2 import LEAF_KIND_IMPORTED
from gunbai_record import disputes as papers
from gunbai_record import record_file
from gunbai_record.note import VerifierKey


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
        Path | None, typer.Option("--output", "-o", help="Write the page anew from the papers in it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a page without a service: its text, who signed its papers, the record, and the log of all games.

    Seats and the arbiter sign by their keys in the record, the service by --key. The log must have the creation of the
    game, and the verdict if there is one. With --against, record and log must agree with what you hold.
    """
    read, named = page_in(page), [*map(VerifierKey.parse, keys or [])]
    with record.open("rb") as source:
        header, body = record_file.read(source)
        entries = [*body]
    dispute, leaves = read.answer.dispute, read.answer.evidence.leaves
    imported = any(leaf.kind == LEAF_KIND_IMPORTED for leaf in leaves)
    if header.game != dispute.game and not imported:
        raise typer.BadParameter(f"{record} is the record of {header.game}, not of {dispute.game}")
    held = held_in(against, read, named) if against else []
    shown = [*findings(page, read, entries, named), *(compared(other, read, entries, named) for other in held)]
    if output is not None:
        output.write_text(read.anew, encoding="utf-8")
    lines = [f"{_mark(finding)} {finding.paper}: {escape(finding.words)}" for finding in shown]
    Output(as_json).answer([finding._asdict() for finding in shown], *lines)
    if any(finding.holds is False for finding in shown):
        raise typer.Exit(FAILED)


def _mark(finding: papers.Finding) -> str:
    if finding.holds is None:
        return "[dim]-[/]"
    return "[green]holds[/]" if finding.holds else "[red]FAILS[/]"
