"""A dispute's printed page: one self-contained HTML file, from which its papers can be read again.

For programs it contains the papers and what is signed. Everything else on it that people read is made from the game's
record: whoever has the record can write the page again, and compare.

Whatever a service or a player said is treated as text and escaped. The picture is a separate image, in which no script
runs and which loads nothing; the page's content security policy forbids both, too.
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
from typing import Any, NamedTuple, Self

import typer
from google.protobuf import json_format

from clients.render.languages import CATALOGUES
from clients.render.wording import place_in
from gunbai.record.v1.head_pb2 import SignedHead
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai_client.fairness import FAIRNESS
from gunbai_client.picture import text_board
from gunbai_record.checkpoint import LogProof, encoded
from gunbai_record.disputes import receipt_shown
from gunbai_record.heads import sole_signer
from gunbai_record.leaves import kind_name
from gunbai_record.messages import UnknownMessageError, from_json, unpacked
from gunbai_record.note import NoteError
from gunbai_record.text.catalogue import Catalogue
from gunbai_record.text.negotiation import ENGLISH

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
STYLE = """
body { font: 11pt/1.45 serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 1.6em; border-bottom: 1px solid #999; }
img { max-width: 100%; max-height: 60vh; } pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 8.5pt; }
dt { font-weight: bold; } dd { margin: 0 0 .4em 1.5em; overflow-wrap: anywhere; } section { break-inside: avoid; }
@page { margin: 18mm; }
"""
VERSION = version("gunbai")
_SECTION, _HEADING = re.compile("<section>.*?</section>", re.DOTALL), re.compile("<h2>(.*?)</h2>")
_OPENING, _END = '<script type="application/json" id="dispute">', "</script>"


class Growth(NamedTuple):
    """The proof that the log of all games only grew from one size to another."""

    old_size: int
    new_size: int
    hashes: tuple[bytes, ...]


class Page(NamedTuple):
    """What a page is made of: a dispute with its evidence, the title, and what shows that the log only grew.

    A page that was read has no title, and of the evidence only what is signed: `completed` adds what the record has.
    """

    answer: pb.GetDisputeResponse
    title: str = ""
    growth: Growth | None = None
    printed_by: str = VERSION
    """The version of gunbai that wrote it."""
    accept_language: str = ENGLISH
    """The languages that were asked for, as in `accept-language`."""

    @property
    def language(self) -> str:
        """The language of its headings; the title may speak another of the languages that were asked for."""
        return CATALOGUES.lookup(self.accept_language).language.tag

    def completed(self, evidence: pb.Evidence, title: str) -> Self:
        """Return the page as this version writes it, with what is signed unchanged and all else from `evidence`."""
        answer = pb.GetDisputeResponse(dispute=self.answer.dispute, evidence=evidence)
        answer.evidence.MergeFrom(_signed_part(self.answer.evidence))
        return self._replace(answer=answer, title=title, printed_by=VERSION)

    @property
    def text(self) -> str:
        """The page, as this version writes it."""
        say = CATALOGUES[self.language]
        title = say("heading", number=self.answer.dispute.number, game=self.answer.dispute.game)
        parts = [
            "<!doctype html>",
            f'<html lang="{self.language}"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            *_sections(self, say),
            f"{_OPENING}{_data(self)}{_END}",
            "</body></html>\n",
        ]
        return "\n".join(parts)


def page_in(file: Path) -> Page:
    """Return what the page in a file is made of. Raises typer.BadParameter."""
    try:
        text = file.read_text(encoding="utf-8")
        (data,) = re.findall(f"{re.escape(_OPENING)}(.*?){re.escape(_END)}", text, re.DOTALL)
        return _page(json.loads(data))
    except (OSError, ValueError, TypeError, KeyError, json_format.ParseError, UnknownMessageError) as error:
        raise typer.BadParameter(f"{file} is not a dispute page: {error}") from None


def differing(text: str, page: Page) -> list[str]:
    """Return the headings of the parts in which a text differs from a page; none if it is the page."""
    written = page.text
    ours, theirs = _SECTION.findall(written), _SECTION.findall(text)
    if len(ours) != len(theirs):
        return ["the number of its sections"]
    names = [_HEADING.findall(own)[0] for own, their in zip(ours, theirs, strict=True) if own != their]
    return names if names or text == written else ["the text outside its sections"]


def _data(page: Page) -> str:
    """Return the papers and what is signed, for programs, as a JSON string that no HTML parser takes for markup.

    The seat through whose eyes the position is seen, and the referee's version, say how to make the rest again.
    """
    evidence = page.answer.evidence
    data = pb.GetDisputeResponse(dispute=page.answer.dispute, evidence=_signed_part(evidence))
    data.evidence.view.seat, data.evidence.referee_version = evidence.view.seat, evidence.referee_version
    growth = page.growth._asdict() | {"hashes": [*map(encoded, page.growth.hashes)]} if page.growth else None
    dispute = json_format.MessageToJson(data, indent=None)
    about = {"printed_by": page.printed_by, "asked": page.accept_language, "growth": growth, "dispute": dispute}
    text = json.dumps(about)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _signed_part(evidence: pb.Evidence) -> pb.Evidence:
    """Return the signed part of the evidence, on which everything else on the page depends."""
    return pb.Evidence(
        signed_head=evidence.signed_head,
        head=evidence.head,
        papers=evidence.papers,
        leaves=evidence.leaves,
        checkpoint=evidence.checkpoint,
    )


def _page(data: dict[str, Any]) -> Page:
    """Return what a page says to programs about itself. Raises what `page_in` handles."""
    answer = from_json(str(data["dispute"]), pb.GetDisputeResponse())
    growth = data["growth"]
    if growth is not None:
        hashes = tuple(b64decode(digest) for digest in growth["hashes"])
        growth = Growth(int(growth["old_size"]), int(growth["new_size"]), hashes)
    return Page(answer, "", growth, str(data["printed_by"]), str(data["asked"]))


def _sections(page: Page, say: Catalogue) -> Iterator[str]:
    dispute, evidence = page.answer.dispute, page.answer.evidence
    statements = ((say("seat_of", seat=statement.seat), statement.text) for statement in dispute.statements)
    yield _section(say, "claim", _facts(_claim(page, say)))
    yield _section(say, "statements", _facts(statements))
    yield _section(say, "position", _picture(evidence, say))
    yield _section(say, "ruling", _facts(_ruling(evidence, say)))
    yield _section(say, "clause", _facts(_clause(evidence, say)))
    yield _section(say, "legal", _list(command.sentence for command in evidence.legal_commands))
    yield _section(say, "chance", _facts(_chance(evidence, say)))
    yield _section(say, "verdict", _facts(_verdict(dispute, say)))
    yield _section(say, "digests", _facts(_digests(page, say), code=True))
    yield _section(say, "checks", _list(_checks(dispute, evidence), code=True))


def _claim(page: Page, say: Catalogue) -> Iterator[tuple[str, str]]:
    dispute, version = page.answer.dispute, page.answer.evidence.given.rules_version
    yield say("game"), dispute.game
    yield say("title"), say("title_rules", title=page.title, version=version)
    yield say("seat"), str(dispute.seat)
    yield say("refusal" if dispute.receipt_sha256 else "entry"), str(dispute.version)
    yield say("claimed"), dispute.claim
    yield say("opened"), dispute.create_time.ToJsonString()


def _picture(evidence: pb.Evidence, say: Catalogue) -> str:
    board, view = text_board(evidence.svg), evidence.view
    image = b64encode(evidence.svg.encode()).decode()
    shown = f'<img alt="{escape(board)}" src="data:image/svg+xml;base64,{image}">' if image else ""
    seen = say("seen_as", version=view.version, seat=view.seat) if view.seat else say("seen", version=view.version)
    return f"<p>{seen}</p>{shown}"


def _ruling(evidence: pb.Evidence, say: Catalogue) -> Iterator[tuple[str, str]]:
    yield say("actor"), evidence.actor_name
    yield say("command"), evidence.command_sentence or say("sealed")
    for name, verdict in (("ruling", evidence.given), ("newest", evidence.newest)):
        if verdict.HasField("refused"):
            values = ", ".join(value.words or f"{value.name}: {value.value}" for value in verdict.refused.values)
            cited = say("refused", clause=verdict.refused.clause, sentence=verdict.refused.sentence)
            yield say(name, version=verdict.rules_version), f"{cited} ({values})" if values else cited
        elif verdict.HasField("accepted"):
            events = " ".join(verdict.accepted.sentences)
            yield say(name, version=verdict.rules_version), say("accepted", events=events)


def _clause(evidence: pb.Evidence, say: Catalogue) -> Iterator[tuple[str, str]]:
    if evidence.HasField("clause"):
        yield evidence.clause.number, evidence.clause.sentence
        yield say("place"), place_in(evidence.rulebook, evidence.clause.place)
    for clause in evidence.event_clauses:
        yield clause.number, f"{clause.sentence} ({clause.place})"
    if evidence.HasField("house_ruling"):
        ruling = evidence.house_ruling
        yield say("house_ruling", number=ruling.number), ruling.question
        yield from ((say("reading"), reading) for reading in ruling.readings)
        yield say("followed"), f"{ruling.chosen} {ruling.reason}"


def _chance(evidence: pb.Evidence, say: Catalogue) -> Iterator[tuple[str, str]]:
    for proof in evidence.outcomes:
        source = FAIRNESS[proof.source].name if proof.source in FAIRNESS else "nobody"
        yield say("outcome", outcome=proof.outcome, version=proof.version), proof.sentence or say("sealed")
        yield say("resolved"), say(f"source.{source}")
        yield say("commitment"), proof.commitment.hex()
        yield say("secret"), proof.secret.hex() or say("closed")


def _verdict(dispute: pb.Dispute, say: Catalogue) -> Iterator[tuple[str, str]]:
    if dispute.HasField("inspection"):
        yield say("inspected"), dispute.inspection.create_time.ToJsonString()
    if not dispute.HasField("verdict"):
        yield say("verdict"), say("none_yet")
        return
    verdict = dispute.verdict
    stands = verdict.outcome == pb.DISPUTE_OUTCOME_UPHELD
    yield say("verdict"), say("stands") if stands else say("wrong", version=verdict.correction_version)
    yield say("reason"), verdict.reason
    yield say("given"), verdict.create_time.ToJsonString()


def _digests(page: Page, say: Catalogue) -> Iterator[tuple[str, str]]:
    dispute, evidence = page.answer.dispute, page.answer.evidence
    if evidence.entry.digest:
        yield say("digest"), evidence.entry.digest.hex()
        yield say("position_digest"), evidence.entry.position_digest.hex() or say("none")
    yield say("signed_head"), _note(evidence.signed_head) or say("none")
    yield say("key"), evidence.signed_head.key or say("none")
    yield say("head"), _note(evidence.head) or say("none")
    yield say("papers"), _note(evidence.papers) or say("none")
    for leaf in evidence.leaves:
        kind = f"kind.{kind_name(leaf.kind)}"
        name = say(kind if say.get(kind) is not None else "kind.unknown")
        yield say("leaf", kind=name, version=leaf.version), _proof(leaf.proof)
    if page.growth:
        hashes = "\n".join(map(encoded, page.growth.hashes)) or say("growth_none")
        yield say("growth", old=page.growth.old_size, new=page.growth.new_size), hashes
    if receipt := receipt_shown(dispute).note:
        yield say("receipt"), receipt
    yield from ((paper, signature.hex() or say("none")) for paper, signature in _signed(dispute, say))


def _note(signed: SignedHead | pb.SignedPapers) -> str:
    """Return a note that is signed by exactly the key that it names; otherwise ""."""
    try:
        sole_signer(signed)
    except NoteError:
        return ""
    return signed.note


def _proof(text: str) -> str:
    """Return a proof without extra data and cosignatures, as readers name no witnesses; other texts unchanged."""
    try:
        return LogProof.parse(text).own.text
    except NoteError:
        return text


def _signed(dispute: pb.Dispute, say: Catalogue) -> Iterator[tuple[str, bytes]]:
    yield say("signature.claim"), dispute.signature
    for number, statement in enumerate(dispute.statements, 1):
        yield say("signature.statement", number=number), statement.signature
    if dispute.HasField("inspection"):
        yield say("signature.inspection"), dispute.inspection.signature
    if dispute.HasField("verdict"):
        yield say("signature.verdict"), dispute.verdict.signature


def _checks(dispute: pb.Dispute, evidence: pb.Evidence) -> Iterator[str]:
    file, position = f"{dispute.game}.gunbai", f"{dispute.game}.gunbai@{evidence.view.version}"
    yield f"gunbai verify {file} --key KEY --against HEAD"
    yield f"gunbai dispute check PAGE {file} --key KEY --against HEAD"
    yield f"gunbai game fairness {file}"
    yield f"gunbai game draw {position}"
    seat = dispute.seat if dispute.receipt_sha256 else evidence.entry.actor.seat
    if seat:
        yield f"gunbai game legal {position} --seat {seat}"
    if command := _command(dispute, evidence):
        yield f"gunbai game adjudicate {position} {command} --seat {seat}"
        yield f"gunbai record repro {position} {command} --seat {seat} -o case.toml"
        yield "gunbai title cases run case.toml"
    if evidence.HasField("clause"):
        yield f"gunbai title clauses {evidence.clause.number}"


def _command(dispute: pb.Dispute, evidence: pb.Evidence) -> str:
    """Return the disputed command as the command line takes it; "" if it is not shown."""
    item = receipt_shown(dispute).command if dispute.receipt_sha256 else evidence.entry.command
    if not item.HasField("open"):
        return ""
    command = unpacked(item.open)
    fields = json_format.MessageToJson(command, indent=None, preserving_proto_field_name=True)
    return f"{command.DESCRIPTOR.name} {shlex.quote(fields)}"


def _section(say: Catalogue, name: str, body: str) -> str:
    heading, empty = say(f"section.{name}"), f"<p>{say('empty')}</p>"
    return f"<section><h2>{heading}</h2>{body or empty}</section>"


def _facts(facts: Iterable[tuple[str, str]], *, code: bool = False) -> str:
    tag = "pre" if code else "span"
    rows = "".join(f"<dt>{escape(name)}</dt><dd><{tag}>{escape(text)}</{tag}></dd>" for name, text in facts)
    return f"<dl>{rows}</dl>" if rows else ""


def _list(items: Iterable[str], *, code: bool = False) -> str:
    tag = "code" if code else "span"
    rows = "".join(f"<li><{tag}>{escape(item)}</{tag}></li>" for item in items)
    return f"<ul>{rows}</ul>" if rows else ""
