"""Disputes on the command line: which one is meant, whose token reads it, and its lines."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.screen.markup import escape
from clients.cli.screen.sentences import refusal_line, sentence_or_seal
from clients.cli.session import Session
from clients.render.wording import place_in
from gunbai.referee.v1 import disputes_pb2 as pb

Number = Annotated[int, typer.Argument(help="Number of the dispute in the game.", metavar="NUMBER")]

UNKNOWN = "(hidden from you)"
MOST_LEGAL = 8
"""The most legal commands that are listed."""


def line_of(dispute: pb.Dispute) -> str:
    """Return a dispute in a line."""
    what = "a refusal at" if dispute.receipt_sha256 else "entry"
    disputed = f"Seat {dispute.seat} disputes {what} {dispute.version}"
    return f"{dispute.number}. {disputed}: {dispute.claim} {outcome_of(dispute)}"


def outcome_of(dispute: pb.Dispute) -> str:
    """Return a dispute's outcome in words."""
    if not dispute.HasField("verdict"):
        return "(open)"
    if dispute.verdict.outcome == pb.DISPUTE_OUTCOME_UPHELD:
        return f"(the ruling stands: {dispute.verdict.reason})"
    return f"(the ruling was wrong; entry {dispute.verdict.correction_version} corrects it: {dispute.verdict.reason})"


def lines_of(answer: pb.GetDisputeResponse) -> list[str]:
    """Return a dispute with its evidence as lines of markup."""
    evidence = answer.evidence
    lines = [f"[bold]{escape(line_of(answer.dispute))}[/]"]
    lines += [f"Seat {statement.seat} says: {escape(statement.text)}" for statement in answer.dispute.statements]
    if answer.dispute.HasField("inspection"):
        lines.append(f"The arbiter saw the hidden facts ({answer.dispute.inspection.create_time.ToJsonString()}).")
    lines.append(f"{escape(evidence.actor_name)}: {escape(evidence.command_sentence or '(sealed)')}")
    lines.append(f"Ruling: {_ruling(evidence.given)}")
    if _ruling(evidence.newest) not in {_ruling(evidence.given), UNKNOWN}:
        lines.append(f"By rules version {evidence.newest.rules_version}: {_ruling(evidence.newest)}")
    if evidence.HasField("clause"):
        clause = evidence.clause
        lines.append(escape(f"{clause.number} ({place_in(evidence.rulebook, clause.place)}): {clause.sentence}"))
    lines += [
        escape(f"{event_clause.number} ({event_clause.place}): {event_clause.sentence}")
        for event_clause in evidence.event_clauses
    ]
    if evidence.HasField("house_ruling"):
        ruling = evidence.house_ruling
        lines.append(escape(f"{ruling.number}: {ruling.question} {ruling.chosen}"))
    legal = [command.sentence for command in evidence.legal_commands]
    lines += [f"Legal here: {escape(sentence)}" for sentence in legal[:MOST_LEGAL]]
    if len(legal) > MOST_LEGAL:
        lines.append(
            f"[dim]{len(legal) - MOST_LEGAL} more commands were legal; --json and the printed page list them.[/]"
        )
    for outcome in evidence.outcomes:
        lines.append(f"Outcome {outcome.outcome} of chance: {escape(sentence_or_seal(outcome.sentence))}")
    return lines


def _ruling(verdict: pb.RulesVerdict) -> str:
    """Return a ruling as markup."""
    if verdict.HasField("refused"):
        return refusal_line(verdict.refused)
    if verdict.HasField("accepted"):
        return escape(" ".join(["accepted.", *verdict.accepted.sentences]))
    return UNKNOWN


def saved_token(session: Session, game: str, seat: int) -> str:
    """Return a seat's saved token, or any saved one for 0."""
    return session.tokens.find(game, seat) if seat else session.tokens.any(game)
