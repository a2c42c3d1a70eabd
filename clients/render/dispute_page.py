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

from clients.render.languages import CATALOGUES
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai.referee.v1.record_pb2 import GetViewResponse
from gunbai_client.fairness import FAIRNESS
from gunbai_client.picture import text_board
from gunbai_record.checkpoint import encoded
from gunbai_record.leaves import kind_name
from gunbai_record.messages import UnknownMessageError, from_json, unpacked
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
_PICTURE = re.compile('src="data:image/svg\\+xml;base64,([A-Za-z0-9+/=]*)"')
_OPENING, _END = '<script type="application/json" id="dispute">', "</script>"


class Growth(NamedTuple):
    """The proof that the log of all games only grew from one size to another."""

    old_size: int
    new_size: int
    hashes: tuple[bytes, ...]


class Page(NamedTuple):
    """What a page is made of: a dispute with its evidence, its game, and what shows that the log only grew."""

    answer: pb.GetDisputeResponse
    info: GameInfo
    growth: Growth | None = None
    printed_by: str = VERSION
    """The version of gunbai that wrote it."""
    language: str = ENGLISH
    """The language in which it says what its parts are; what the service said is in it as the service said it."""

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

    @property
    def anew(self) -> str:
        """The page as if this version had written it first."""
        return self._replace(printed_by=VERSION).text


def page_of(answer: pb.GetDisputeResponse, info: GameInfo, asked: str = ENGLISH) -> str:
    """Return the text of the page of a dispute with its evidence, in one of the languages that are asked for."""
    return Page(answer, info, language=language_for(asked)).text


def language_for(asked: str) -> str:
    """Return the language of a page for a value of `accept-language`."""
    return CATALOGUES.lookup(asked).language.tag


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

    It is without the picture, which the page has once, and the view, of which `gunbai game show` is made.
    """
    kept = pb.GetDisputeResponse()
    kept.CopyFrom(page.answer)
    kept.evidence.ClearField("svg")
    kept.evidence.view.CopyFrom(
        GetViewResponse(version=page.answer.evidence.view.version, seat=page.answer.evidence.view.seat)
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
    # A page in English is as it was before pages had languages.
    language = {"language": page.language} if page.language != ENGLISH else {}
    about = {"printed_by": page.printed_by, **language, "game": game, "growth": growth, "dispute": dispute}
    text = json.dumps(about)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _page(data: dict[str, Any], text: str) -> Page:
    """Return what a page is made of by its data and its picture. Raises what `page_in` names."""
    answer = from_json(str(data["dispute"]), pb.GetDisputeResponse())
    pictures = _PICTURE.findall(text)
    answer.evidence.svg = b64decode(pictures[0]).decode() if pictures else ""
    growth = data["growth"]
    if growth is not None:
        hashes = tuple(b64decode(digest) for digest in growth["hashes"])
        growth = Growth(int(growth["old_size"]), int(growth["new_size"]), hashes)
    language = str(data.get("language", ENGLISH))
    if language not in CATALOGUES:
        raise ValueError(f"it is in {language!r}, which this version does not speak")
    return Page(answer, GameInfo(**data["game"]), growth, str(data["printed_by"]), language)


def _sections(page: Page, say: Catalogue) -> Iterator[str]:
    dispute, evidence = page.answer.dispute, page.answer.evidence
    statements = ((say("seat_of", seat=statement.seat), statement.text) for statement in dispute.statements)
    yield _section(say, "claim", _facts(_claim(dispute, page.info, say)))
    yield _section(say, "statements", _facts(statements))
    yield _section(say, "position", _picture(evidence, say))
    yield _section(say, "ruling", _facts(_ruling(evidence, say)))
    yield _section(say, "clause", _facts(_clause(evidence, say)))
    yield _section(say, "legal", _list(command.sentence for command in evidence.legal_commands))
    yield _section(say, "chance", _facts(_chance(evidence, say)))
    yield _section(say, "verdict", _facts(_verdict(dispute, say)))
    yield _section(say, "digests", _facts(_digests(page, say), code=True))
    yield _section(say, "checks", _list(_checks(dispute, evidence), code=True))


def _claim(dispute: pb.Dispute, info: GameInfo, say: Catalogue) -> Iterator[tuple[str, str]]:
    yield say("game"), dispute.game
    yield say("title"), say("title_rules", title=info.title, version=info.rules_version)
    yield say("seat"), str(dispute.seat)
    yield say("refusal" if dispute.receipt_sha256 else "entry"), str(dispute.version)
    yield say("claimed"), dispute.claim
    yield say("opened"), dispute.create_time.ToJsonString()
    if info.parent:
        yield say("branch"), say("branch_of", parent=info.parent, version=info.parent_version)


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
        yield say("place"), evidence.clause.place
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
    upheld = verdict.outcome == pb.DISPUTE_OUTCOME_UPHELD
    yield say("verdict"), say("upheld") if upheld else say("corrected", version=verdict.correction_version)
    yield say("reason"), verdict.reason
    yield say("given"), verdict.create_time.ToJsonString()


def _digests(page: Page, say: Catalogue) -> Iterator[tuple[str, str]]:
    dispute, evidence = page.answer.dispute, page.answer.evidence
    if evidence.entry.digest:
        yield say("digest"), evidence.entry.digest.hex()
        yield say("position_digest"), evidence.entry.position_digest.hex() or say("none")
    yield say("signed_head"), evidence.signed_head.note or say("none")
    yield say("key"), evidence.signed_head.key or say("none")
    for leaf in evidence.leaves:
        kind = f"kind.{kind_name(leaf.kind)}"
        name = say(kind if say.get(kind) is not None else "kind.unknown")
        yield say("leaf", kind=name, version=leaf.version), leaf.proof
    if page.growth:
        hashes = "\n".join(map(encoded, page.growth.hashes)) or say("growth_none")
        yield say("growth", old=page.growth.old_size, new=page.growth.new_size), hashes
    if dispute.receipt.note:
        yield say("receipt"), dispute.receipt.note
    yield from ((paper, signature.hex() or say("none")) for paper, signature in _signed(dispute, say))


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
    item = dispute.receipt.command if dispute.receipt_sha256 else evidence.entry.command
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
