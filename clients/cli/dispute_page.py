"""The printed page of a dispute: one file of HTML that needs nothing else, and from which the dispute is read again.

Whatever a service or a player said is text: it is escaped. The picture is an image of its own, in which no script runs
and which loads nothing; the page forbids both by its content security policy, too.
"""

from __future__ import annotations

import json
import re
import shlex
from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

import typer
from google.protobuf import json_format

from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client.fairness import FAIRNESS
from gunbai_client.leaves import kind_name
from gunbai_client.messages import unpacked
from gunbai_client.picture import text_board

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
STYLE = """
body { font: 11pt/1.45 serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 1.6em; border-bottom: 1px solid #999; }
img { max-width: 100%; max-height: 60vh; } pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 8.5pt; }
dt { font-weight: bold; } dd { margin: 0 0 .4em 1.5em; overflow-wrap: anywhere; } section { break-inside: avoid; }
@page { margin: 18mm; }
"""
_OPENING, _END = '<script type="application/json" id="dispute">', "</script>"


def page_of(found: pb.GetDisputeResponse, info: GameInfo) -> str:
    """Return the page of a dispute with its evidence."""
    title = f"Dispute {found.dispute.number} of game {found.dispute.game}"
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        *_sections(found, info),
        f"{_OPENING}{_data(found)}{_END}",
        "</body></html>\n",
    ]
    return "\n".join(parts)


def dispute_in(page: Path) -> pb.GetDisputeResponse:
    """Return the dispute that a page has. Raises typer.BadParameter."""
    try:
        text = page.read_text(encoding="utf-8")
        (data,) = re.findall(f"{re.escape(_OPENING)}(.*?){re.escape(_END)}", text, re.DOTALL)
        return json_format.Parse(str(json.loads(data)), pb.GetDisputeResponse())
    except (OSError, ValueError, TypeError, json_format.ParseError) as error:
        raise typer.BadParameter(f"{page} is no page of a dispute: {error}") from None


def _data(found: pb.GetDisputeResponse) -> str:
    """Return the dispute for programs, as a string of JSON that no parser of HTML takes for markup.

    It is without view and picture, which `gunbai show` and `gunbai draw` make of the record.
    """
    kept = pb.GetDisputeResponse()
    kept.CopyFrom(found)
    for part in ("view", "svg", "entry", "given", "newest", "legal_commands"):
        kept.evidence.ClearField(part)
    text = json.dumps(json_format.MessageToJson(kept, indent=None))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _sections(found: pb.GetDisputeResponse, info: GameInfo) -> Iterator[str]:
    dispute, evidence = found.dispute, found.evidence
    yield _section("The claim", _facts(_claim(dispute, info)))
    yield _section("Statements", _facts((f"Seat {each.seat}", each.text) for each in dispute.statements))
    yield _section("The position", _picture(evidence))
    yield _section("The command and the ruling", _facts(_ruling(evidence)))
    yield _section("The clause", _facts(_clause(evidence)))
    yield _section("What was legal", _list(each.sentence for each in evidence.legal_commands))
    yield _section("Chance", _facts(_chance(evidence)))
    yield _section("The verdict", _facts(_verdict(dispute)))
    yield _section("Digests and signatures", _facts(_digests(found), code=True))
    yield _section("How to check this page without a service", _list(_checks(dispute, evidence), code=True))


def _claim(dispute: pb.Dispute, info: GameInfo) -> Iterator[tuple[str, str]]:
    yield "Game", dispute.game
    yield "Title", f"{info.title}, rules version {info.rules_version}"
    yield "Seat", str(dispute.seat)
    yield ("Refusal on position" if dispute.receipt_sha256 else "Entry"), str(dispute.version)
    yield "Claim", dispute.claim
    yield "Opened", dispute.create_time.ToJsonString()
    if info.parent:
        yield "Branch", f"of {info.parent} at version {info.parent_version}"


def _picture(evidence: pb.Evidence) -> str:
    board = text_board(evidence.svg)
    image = b64encode(evidence.svg.encode()).decode()
    shown = f'<img alt="{escape(board)}" src="data:image/svg+xml;base64,{image}">' if image else ""
    seat = f"as seat {evidence.view.seat} may see it" if evidence.view.seat else "as everybody may see it"
    return f"<p>Version {evidence.view.version}, {seat}.</p>{shown}"


def _ruling(evidence: pb.Evidence) -> Iterator[tuple[str, str]]:
    yield "Actor", evidence.actor_name
    yield "Command", evidence.command_sentence or "(sealed)"
    for name, verdict in (("Ruling", evidence.given), ("By the newest rules", evidence.newest)):
        if verdict.HasField("refused"):
            values = ", ".join(each.words or f"{each.name}: {each.value}" for each in verdict.refused.values)
            cited = f"refused by {verdict.refused.clause}: {verdict.refused.sentence}"
            yield f"{name} (version {verdict.rules_version})", f"{cited} ({values})" if values else cited
        elif verdict.HasField("accepted"):
            events = " ".join(verdict.accepted.sentences)
            yield f"{name} (version {verdict.rules_version})", f"accepted. {events}"


def _clause(evidence: pb.Evidence) -> Iterator[tuple[str, str]]:
    if evidence.HasField("clause"):
        yield evidence.clause.number, evidence.clause.sentence
        yield "Place in the rulebook", evidence.clause.place
    if evidence.HasField("house_ruling"):
        ruling = evidence.house_ruling
        yield f"House ruling {ruling.number}", ruling.question
        yield from (("A reading", reading) for reading in ruling.readings)
        yield "The reading that is followed", f"{ruling.chosen} {ruling.reason}"


def _chance(evidence: pb.Evidence) -> Iterator[tuple[str, str]]:
    for proof in evidence.outcomes:
        yield f"Outcome {proof.outcome}, entry {proof.version}", proof.sentence or "(sealed)"
        yield "Resolved by", FAIRNESS[proof.source].name if proof.source in FAIRNESS else "nobody"
        yield "Commitment to the secret", proof.commitment.hex()
        yield "Secret", proof.secret.hex() or "closed until the end of the game"


def _verdict(dispute: pb.Dispute) -> Iterator[tuple[str, str]]:
    if dispute.HasField("inspection"):
        yield "The arbiter saw what is hidden", dispute.inspection.create_time.ToJsonString()
    if not dispute.HasField("verdict"):
        yield "Verdict", "none yet"
        return
    verdict = dispute.verdict
    upheld = verdict.outcome == pb.DISPUTE_OUTCOME_UPHELD
    yield "Verdict", "the ruling stands" if upheld else f"corrected by entry {verdict.correction_version}"
    yield "Reason", verdict.reason
    yield "Given", verdict.create_time.ToJsonString()


def _digests(found: pb.GetDisputeResponse) -> Iterator[tuple[str, str]]:
    dispute, evidence = found.dispute, found.evidence
    if evidence.entry.digest:
        yield "Digest of the entry", evidence.entry.digest.hex()
        yield "Digest of the position after it", evidence.entry.position_digest.hex() or "none"
    yield "Signed head", evidence.signed_head.note or "none"
    yield "Key of the service, as it says itself", evidence.signed_head.key or "none"
    for leaf in evidence.leaves:
        yield f"Proof that the log of all games has it: {kind_name(leaf.kind)}, version {leaf.version}", leaf.proof
    if dispute.receipt.note:
        yield "Receipt of the refusal", dispute.receipt.note
    signed = [("the claim", dispute.signature)]
    signed += [(f"statement {number}", each.signature) for number, each in enumerate(dispute.statements, 1)]
    signed += [("the inspection", dispute.inspection.signature)] if dispute.HasField("inspection") else []
    signed += [("the verdict", dispute.verdict.signature)] if dispute.HasField("verdict") else []
    yield from ((f"Signature of {paper}", signature.hex() or "none") for paper, signature in signed)


def _checks(dispute: pb.Dispute, evidence: pb.Evidence) -> Iterator[str]:
    file, position = f"{dispute.game}.gunbai", f"{dispute.game}.gunbai@{evidence.view.version}"
    yield f"gunbai verify {file} --key KEY --against HEAD"
    yield f"gunbai dispute check PAGE {file} --key KEY"
    yield f"gunbai fairness {file}"
    yield f"gunbai draw {position}"
    seat = dispute.seat if dispute.receipt_sha256 else evidence.entry.actor.seat
    if seat:
        yield f"gunbai legal {position} --seat {seat}"
    if command := _command(dispute, evidence):
        yield f"gunbai adjudicate {position} {command} --seat {seat}"
        yield f"gunbai repro {position} {command} --seat {seat} -o case.toml"
        yield "gunbai cases run case.toml"
    if evidence.HasField("clause"):
        yield f"gunbai clauses {evidence.clause.number}"


def _command(dispute: pb.Dispute, evidence: pb.Evidence) -> str:
    """Return the disputed command as the command line takes it; "" if it is not shown."""
    item = dispute.receipt.command if dispute.receipt_sha256 else evidence.entry.command
    if not item.HasField("open"):
        return ""
    command = unpacked(item.open)
    fields = json_format.MessageToJson(command, indent=None, preserving_proto_field_name=True)
    return f"{command.DESCRIPTOR.name} {shlex.quote(fields)}"


def _section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{body or '<p>None.</p>'}</section>"


def _facts(facts: Iterable[tuple[str, str]], *, code: bool = False) -> str:
    tag = "pre" if code else "span"
    rows = "".join(f"<dt>{escape(name)}</dt><dd><{tag}>{escape(text)}</{tag}></dd>" for name, text in facts)
    return f"<dl>{rows}</dl>" if rows else ""


def _list(items: Iterable[str], *, code: bool = False) -> str:
    tag = "code" if code else "span"
    rows = "".join(f"<li><{tag}>{escape(item)}</{tag}></li>" for item in items)
    return f"<ul>{rows}</ul>" if rows else ""
