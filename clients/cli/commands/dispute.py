"""`gunbai dispute`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from clients.cli.account.keys import ArbiterKey, SeatKey, private_key
from clients.cli.account.seats import only_seat
from clients.cli.disputes.checks import compared, findings, growth_of, held_in
from clients.cli.disputes.receipts import read_receipt
from clients.cli.errors import FAILED
from clients.cli.options.positions import GameAtVersion, GameId
from clients.cli.screen.output import AsJson, Output
from clients.cli.screen.sentences import refusal_line
from clients.cli.session import ServiceCommand, Session, session_of
from clients.render.dispute_page import Page, language_for, page_in, page_of
from gunbai.record.v1.log_pb2 import LEAF_KIND_IMPORTED
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai_record import disputes as papers
from gunbai_record import record_file
from gunbai_record.checkpoint import Checkpoint
from gunbai_record.note import Note, VerifierKey

HEADING = "Ask the referee"

dispute = typer.Typer(help="Dispute a ruling, read what the record has on it, and settle it.", no_args_is_help=True)

Number = Annotated[int, typer.Argument(help="The number of the dispute in the game.", metavar="NUMBER")]
OwnSeat = Annotated[int, typer.Option("--seat", min=0, help="Your seat; 0 for your only one.")]


@dispute.command("open", cls=ServiceCommand)
def open_(
    context: typer.Context,
    position: GameAtVersion,
    claim: Annotated[str, typer.Argument(help="What you claim, in words.", metavar="CLAIM")],
    *,
    receipt: Annotated[
        Path | None, typer.Option("--receipt", help="The receipt of the refusal that is disputed.")
    ] = None,
    seat: OwnSeat = 0,
    seat_key: SeatKey = None,
) -> None:
    """Dispute the entry GAME@VERSION, or with --receipt a refusal."""
    session = session_of(context)
    if bool(position.version) == (receipt is not None):
        raise typer.BadParameter("name either an entry, as GAME@VERSION, or a refusal with --receipt")
    with session.connect() as gunbai:
        mine = only_seat(session, gunbai, position.game, seat)
        disputes = mine.gunbai.disputes(position.game, private_key(seat_key) or mine.key)
        made = disputes.open(
            claim, version=position.version, receipt=read_receipt(receipt) if receipt is not None else None
        )
    session.output.answer(made, f"Dispute [bold]{made.number}[/] of {made.game} is open.")


@dispute.command("list", cls=ServiceCommand)
def list_(context: typer.Context, game: GameId) -> None:
    """List the disputes of a game."""
    session = session_of(context)
    with session.connect(session.tokens.any(game)) as gunbai:
        for each in gunbai.disputes(game).all():
            session.output.answer(each, escape(line_of(each)))


@dispute.command(cls=ServiceCommand)
def show(context: typer.Context, game: GameId, number: Number, *, seat: OwnSeat = 0) -> None:
    """Print a dispute: what was said of it, what the record has on it, and the verdict."""
    session = session_of(context)
    with session.connect(_token(session, game, seat)) as gunbai:
        found = gunbai.disputes(game).get(number)
    session.output.answer(found, *lines_of(found))


@dispute.command(cls=ServiceCommand)
def say(
    context: typer.Context,
    game: GameId,
    number: Number,
    text: Annotated[str, typer.Argument(help="What you say, in words.", metavar="TEXT")],
    *,
    allow_inspection: Annotated[
        bool, typer.Option("--allow-inspection", help="Consent that the arbiter sees what is hidden.")
    ] = False,
    seat: OwnSeat = 0,
    seat_key: SeatKey = None,
) -> None:
    """Add a statement of your seat to a dispute."""
    session = session_of(context)
    with session.connect() as gunbai:
        mine = only_seat(session, gunbai, game, seat)
        disputes = mine.gunbai.disputes(game, private_key(seat_key) or mine.key)
        said = disputes.say(number, text, inspection_allowed=allow_inspection)
    session.output.answer(said, f"Dispute {number} has {len(said.statements)} statements.")


@dispute.command(cls=ServiceCommand)
def inspect(
    context: typer.Context,
    game: GameId,
    number: Number,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write the page of the dispute with what is hidden."),
    ] = None,
    *,
    table: Annotated[
        Path | None,
        typer.Option("--table", help="Write the whole table of the position, as JSON."),
    ] = None,
    arbiter_key: ArbiterKey = None,
) -> None:
    """See what is hidden in a dispute as the arbiter: with every seat's consent, or after the end.

    The look is recorded among the papers of the dispute, for everybody to see. You alone can look again: the token for
    that is saved like the token of a seat.
    """
    session = session_of(context)
    with session.connect(session.tokens.arbiter(game)) as gunbai:
        with session.tokens.looking(game, number) as token:
            seen = gunbai.disputes(game, private_key(arbiter_key)).inspect(number, token)
        found = pb.GetDisputeResponse(dispute=seen.dispute, evidence=seen.evidence)
        if output is not None:
            output.write_text(page_of(found, gunbai.game(game), session.language), encoding="utf-8")
    if table is not None:
        table.write_text(seen.table_json + "\n", encoding="utf-8")
    session.output.answer(seen, *lines_of(found), f"[dim]The look is recorded in dispute {number} of {game}.[/]")


@dispute.command(cls=ServiceCommand)
def settle(
    context: typer.Context,
    game: GameId,
    number: Number,
    reason: Annotated[str, typer.Argument(help="The reason, in words.", metavar="REASON")],
    *,
    correction: Annotated[
        int,
        typer.Option("--correction", min=0, help="The version of the order that corrected the ruling; 0 if it stands."),
    ] = 0,
    arbiter_key: ArbiterKey = None,
) -> None:
    """Settle a dispute as the arbiter: with the private key that the game names, or else as its dealer."""
    session = session_of(context)
    with session.connect(session.tokens.arbiter(game)) as gunbai:
        settled = gunbai.disputes(game, private_key(arbiter_key)).settle(number, reason, correction_version=correction)
    session.output.answer(settled, escape(line_of(settled)))


@dispute.command("print", cls=ServiceCommand)
def print_(
    context: typer.Context,
    game: GameId,
    number: Number,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file to write.")] = None,
    *,
    since: Annotated[
        Path | None,
        typer.Option(help="A checkpoint that was kept: the page proves that the log only grew since.", dir_okay=False),
    ] = None,
    seat: OwnSeat = 0,
) -> None:
    """Write a dispute as one page of HTML, which needs nothing else and prints to PDF."""
    session = session_of(context)
    file = output or Path(f"{game}-dispute-{number}.html")
    kept = _checkpoint(since)
    with session.connect(_token(session, game, seat)) as gunbai:
        found = gunbai.disputes(game).get(number)
        growth = growth_of(gunbai, kept, found.evidence.checkpoint) if kept else None
        page = Page(found, gunbai.game(game), growth, language=language_for(session.language))
    file.write_text(page.text, encoding="utf-8")
    session.output.answer({"file": str(file)}, f"Wrote the dispute to [bold]{escape(str(file))}[/].")


def _checkpoint(file: Path | None) -> Checkpoint | None:
    """Return the checkpoint in a file, whoever signed it. Raises typer.BadParameter."""
    try:
        return Checkpoint.parse(Note.parse(file.read_text(encoding="utf-8")).text) if file is not None else None
    except (OSError, ValueError) as error:
        raise typer.BadParameter(f"{file} is no checkpoint: {error}", param_hint="--since") from None


@dispute.command()
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
        header, found = record_file.read(source)
        entries = [*found]
    dispute, leaves = read.found.dispute, read.found.evidence.leaves
    imported = any(each.kind == LEAF_KIND_IMPORTED for each in leaves)
    if header.game != dispute.game and not imported:
        raise typer.BadParameter(f"{record} is the record of {header.game}, not of {dispute.game}")
    held = held_in(against, read, named) if against else []
    shown = [*findings(page, read, entries, named), *(compared(each, read, entries, named) for each in held)]
    if output is not None:
        output.write_text(read.anew, encoding="utf-8")
    lines = [f"{_mark(each)} {each.paper}: {escape(each.words)}" for each in shown]
    Output(as_json).answer([each._asdict() for each in shown], *lines)
    if any(each.holds is False for each in shown):
        raise typer.Exit(FAILED)


def line_of(dispute: pb.Dispute) -> str:
    """Return a dispute in a line."""
    what = "a refusal at" if dispute.receipt_sha256 else "the entry"
    disputed = f"Seat {dispute.seat} disputes {what} {dispute.version}"
    return f"{dispute.number}. {disputed}: {dispute.claim} {outcome_of(dispute)}"


def outcome_of(dispute: pb.Dispute) -> str:
    """Return what became of a dispute, in words."""
    if not dispute.HasField("verdict"):
        return "(open)"
    if dispute.verdict.outcome == pb.DISPUTE_OUTCOME_UPHELD:
        return f"(upheld: {dispute.verdict.reason})"
    return f"(corrected by entry {dispute.verdict.correction_version}: {dispute.verdict.reason})"


def lines_of(found: pb.GetDisputeResponse) -> list[str]:
    """Return a dispute with its evidence as lines of markup."""
    evidence = found.evidence
    lines = [f"[bold]{escape(line_of(found.dispute))}[/]"]
    lines += [f"Seat {each.seat} says: {escape(each.text)}" for each in found.dispute.statements]
    if found.dispute.HasField("inspection"):
        lines.append(f"The arbiter saw what is hidden ({found.dispute.inspection.create_time.ToJsonString()}).")
    lines.append(f"{escape(evidence.actor_name)}: {escape(evidence.command_sentence or '(sealed)')}")
    for name, verdict in (("Then", evidence.given), ("By the newest rules", evidence.newest)):
        if verdict.HasField("refused"):
            lines.append(f"{name}: {refusal_line(verdict.refused)}")
        elif verdict.HasField("accepted"):
            lines.append(f"{name}: [green]accepted[/]")
    if evidence.HasField("clause"):
        lines.append(f"{evidence.clause.number} ({escape(evidence.clause.place)}): {escape(evidence.clause.sentence)}")
    if evidence.HasField("house_ruling"):
        lines.append(f"{evidence.house_ruling.number}: {escape(evidence.house_ruling.chosen)}")
    lines += [f"Legal was: {escape(each.sentence)}" for each in evidence.legal_commands]
    lines += [f"Outcome {each.outcome} of chance: {escape(each.sentence)}" for each in evidence.outcomes]
    return lines


def _token(session: Session, game: str, seat: int) -> str:
    """Return the token of a seat, or for 0 any that is saved."""
    return session.tokens.find(game, seat) if seat else session.tokens.any(game)


def _mark(finding: papers.Finding) -> str:
    if finding.holds is None:
        return "[dim]-[/]"
    return "[green]holds[/]" if finding.holds else "[red]FAILS[/]"
