"""Disputes on the command line: which is meant, whose token reads it, and its lines."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from clients.cli.screen.sentences import refusal_line
from clients.cli.session import Session
from gunbai.referee.v1 import disputes_pb2 as pb

Number = Annotated[int, typer.Argument(help="The number of the dispute in the game.", metavar="NUMBER")]
OwnSeat = Annotated[int, typer.Option("--seat", min=0, help="Your seat; 0 for your only one.")]


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


def lines_of(answer: pb.GetDisputeResponse) -> list[str]:
    """Return a dispute with its evidence as lines of markup."""
    evidence = answer.evidence
    lines = [f"[bold]{escape(line_of(answer.dispute))}[/]"]
    lines += [f"Seat {statement.seat} says: {escape(statement.text)}" for statement in answer.dispute.statements]
    if answer.dispute.HasField("inspection"):
        lines.append(f"The arbiter saw what is hidden ({answer.dispute.inspection.create_time.ToJsonString()}).")
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
    lines += [f"Legal was: {escape(command.sentence)}" for command in evidence.legal_commands]
    lines += [f"Outcome {outcome.outcome} of chance: {escape(outcome.sentence)}" for outcome in evidence.outcomes]
    return lines


def saved_token(session: Session, game: str, seat: int) -> str:
    """Return the token of a seat, or for 0 any that is saved."""
    return session.tokens.find(game, seat) if seat else session.tokens.any(game)
