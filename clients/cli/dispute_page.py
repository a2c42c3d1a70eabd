"""The printed page of a dispute: one file of HTML that needs nothing else, and from which the dispute is read again.

Whatever a service or a player said is text: it is escaped. The picture is an image of its own, in which no script runs
and which loads nothing; the page forbids both by its content security policy, too.
"""

from __future__ import annotations

import json
import re
import shlex
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import typer
from google.protobuf import json_format

from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai.referee.v1.record_pb2 import GetViewResponse
from gunbai_client.checkpoint import encoded
from gunbai_client.fairness import FAIRNESS
from gunbai_client.leaves import kind_name
from gunbai_client.messages import UnknownMessageError, from_json, unpacked
from gunbai_client.picture import text_board

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
STYLE = """
body { font: 11pt/1.45 serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 1.6em; border-bottom: 1px solid #999; }
img { max-width: 100%; max-height: 60vh; } pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 8.5pt; }
dt { font-weight: bold; } dd { margin: 0 0 .4em 1.5em; overflow-wrap: anywhere; } section { break-inside: avoid; }
@page { margin: 18mm; }
"""
VERSION = version("gunbai")
_PICTURE = re.compile('src="data:image/svg\\+xml;base64,([A-Za-z0-9+/=]*)"')
_OPENING, _END = '<script type="application/json" id="dispute">', "</script>"


class Growth(NamedTuple):
    """The proof that the log of all games only grew from one size to another."""

    old_size: int
    new_size: int
    hashes: tuple[bytes, ...]


class Page(NamedTuple):
    """What a page is made of: a dispute with its evidence, its game, and what shows that the log only grew."""

    found: pb.GetDisputeResponse
    info: GameInfo
    growth: Growth | None = None
    printed_by: str = VERSION
    """The version of gunbai that wrote it."""

    @property
    def text(self) -> str:
        """The page, as this version writes it."""
        title = f"Dispute {self.found.dispute.number} of game {self.found.dispute.game}"
        parts = [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            *_sections(self),
            f"{_OPENING}{_data(self)}{_END}",
            "</body></html>\n",
        ]
        return "\n".join(parts)

    @property
    def anew(self) -> str:
        """The page as if this version had written it first."""
        return self._replace(printed_by=VERSION).text


def page_of(found: pb.GetDisputeResponse, info: GameInfo) -> str:
    """Return the text of the page of a dispute with its evidence."""
    return Page(found, info).text


def page_in(file: Path) -> Page:
    """Return what the page in a file is made of. Raises typer.BadParameter."""
    try:
        text = file.read_text(encoding="utf-8")
        (data,) = re.findall(f"{re.escape(_OPENING)}(.*?){re.escape(_END)}", text, re.DOTALL)
        return _page(json.loads(data), text)
    except (OSError, ValueError, TypeError, KeyError, json_format.ParseError, UnknownMessageError) as error:
        raise typer.BadParameter(f"{file} is no page of a dispute: {error}") from None


def says_what_it_has(file: Path, page: Page) -> bool | None:
    """Return whether the text of a page, which people read, is that of what it has for programs.

    None if another version of gunbai wrote it, so that this one cannot know.
    """
    if page.printed_by != VERSION:
        return None
    return file.read_text(encoding="utf-8") == page.text


def _data(page: Page) -> str:
    """Return what a page is made of, for programs, as a string of JSON that no parser of HTML takes for markup.

    It is without the picture, which the page has once, and the view, of which `gunbai show` is made.
    """
    kept = pb.GetDisputeResponse()
    kept.CopyFrom(page.found)
    kept.evidence.ClearField("svg")
    kept.evidence.view.CopyFrom(
        GetViewResponse(version=page.found.evidence.view.version, seat=page.found.evidence.view.seat)
    )
    info = page.info
    game = {
        "title": info.title,
        "rules_version": info.rules_version,
        "parent": info.parent,
        "parent_version": info.parent_version,
    }
    growth = page.growth._asdict() | {"hashes": [*map(encoded, page.growth.hashes)]} if page.growth else None
    dispute = json_format.MessageToJson(kept, indent=None)
    text = json.dumps({"printed_by": page.printed_by, "game": game, "growth": growth, "dispute": dispute})
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _page(data: dict[str, Any], text: str) -> Page:
    """Return what a page is made of by its data and its picture. Raises what `page_in` names."""
    found = from_json(str(data["dispute"]), pb.GetDisputeResponse())
    pictures = _PICTURE.findall(text)
    found.evidence.svg = b64decode(pictures[0]).decode() if pictures else ""
    growth = data["growth"]
    if growth is not None:
        hashes = tuple(b64decode(each) for each in growth["hashes"])
        growth = Growth(int(growth["old_size"]), int(growth["new_size"]), hashes)
    return Page(found, GameInfo(**data["game"]), growth, str(data["printed_by"]))


def _sections(page: Page) -> Iterator[str]:
    dispute, evidence = page.found.dispute, page.found.evidence
    yield _section("The claim", _facts(_claim(dispute, page.info)))
    yield _section("Statements", _facts((f"Seat {each.seat}", each.text) for each in dispute.statements))
    yield _section("The position", _picture(evidence))
    yield _section("The command and the ruling", _facts(_ruling(evidence)))
    yield _section("The clause", _facts(_clause(evidence)))
    yield _section("What was legal", _list(each.sentence for each in evidence.legal_commands))
    yield _section("Chance", _facts(_chance(evidence)))
    yield _section("The verdict", _facts(_verdict(dispute)))
    yield _section("Digests and signatures", _facts(_digests(page), code=True))
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


def _digests(page: Page) -> Iterator[tuple[str, str]]:
    dispute, evidence = page.found.dispute, page.found.evidence
    if evidence.entry.digest:
        yield "Digest of the entry", evidence.entry.digest.hex()
        yield "Digest of the position after it", evidence.entry.position_digest.hex() or "none"
    yield "Signed head", evidence.signed_head.note or "none"
    yield "Key of the service, as it says itself", evidence.signed_head.key or "none"
    for leaf in evidence.leaves:
        yield f"Proof that the log of all games has it: {kind_name(leaf.kind)}, version {leaf.version}", leaf.proof
    if page.growth:
        hashes = "\n".join(map(encoded, page.growth.hashes)) or "none is needed"
        yield f"Proof that the log only grew, from {page.growth.old_size} to {page.growth.new_size} leaves", hashes
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
    yield f"gunbai dispute check PAGE {file} --key KEY --against HEAD"
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
