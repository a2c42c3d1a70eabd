"""A game as one file: a page with its record, its pictures and its sentences, which checks itself.

The page loads nothing: script and style are included. Its Content Security Policy allows only what has their hashes,
and `blob:` addresses, by which the script runs its modules: only a script that is already running can make one. The
record is in the lines of `gunbai_record.record_lines`; players and result are read from it. Pictures and sentences are
in lines of JSON, each after its SHA-256, which reveals damage; no signature covers them, and the page says so with its
verdict.
"""

from __future__ import annotations

import io
import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from clients.web.frame.text import select_script_words
from clients.web.languages import CATALOGUES
from clients.web.parts.script_values import clauses_in_words, entry_in_words
from clients.web.saved.modules import script
from clients.web.saved.packing import ELEMENTS, VALUES, Packer
from gunbai.referee.v1.audit_pb2 import ListClausesResponse
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai.referee.v1.lobby_pb2 import GetTitleResponse
from gunbai.referee.v1.questions_pb2 import ExplainedEntry
from gunbai.referee.v1.record_pb2 import ReplayGameResponse
from gunbai_client import Gunbai
from gunbai_client.errors import NotAllowed
from gunbai_client.statuses import OVER
from gunbai_record import record_file
from gunbai_record.text.catalogue import Catalogue
from gunbai_record.text.negotiation import lookup

STATIC = Path(__file__).parents[1] / "static"
SHEETS = ("tokens.css", "frame.css", "table.css")
BEGINNING = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'sha256-{script_hash}' blob:; \
style-src 'sha256-{style_hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>gunbai</title>
<style>{style}</style>
</head>
<body>
<main id="main"><p id="badge" data-verdict="failed" role="alert" data-damaged="{damaged}" data-insecure="{insecure}">\
{did_not_run}</p></main>
"""
END = """\
<script>{script}</script>
</body>
</html>
"""
Follow: TypeAlias = Callable[[Iterator[ReplayGameResponse]], Iterable[ReplayGameResponse]]
compact = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))


class Facts(NamedTuple):
    """A game's facts on the page, besides its entries and positions."""

    info: GameInfo
    title: str
    """The name on the box."""
    spoken: str
    """The language of pictures and sentences: English if the title does not speak the page's language."""
    words: Catalogue
    """The language of the page."""
    clauses: ListClausesResponse


def facts_of(info: GameInfo, title: GetTitleResponse, words: Catalogue, clauses: ListClausesResponse) -> Facts:
    """Return a game's facts, with those about its title."""
    return Facts(info, title.title.label, lookup(words.language.tag, title.languages), words, clauses)


@cache
def _style() -> str:
    return "".join((STATIC / name).read_text(encoding="utf-8") for name in SHEETS)


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def beginning(facts: Facts, record: bytes) -> Iterator[str]:
    """Yield the page up to the first position, from the game's facts and record file."""
    style = _style()
    say = facts.words
    yield BEGINNING.format(
        script_hash=_digest(script()),
        style=style,
        style_hash=_digest(style),
        language=say.language.tag,
        did_not_run=say("did_not_run"),
        damaged=say("about_damaged"),
        insecure=say("not_secure"),
    )
    yield from _block("words", [_line(select_script_words(say))])
    yield from _block("about", [_line(_about(facts))])
    lines = record_file.as_lines(*record_file.read(io.BytesIO(record)))
    yield from _block("record", map(_safe, lines))
    yield '<script type="application/json" id="positions">\n'


def end() -> str:
    """Return the page after the last position."""
    return "</script>\n" + END.format(script=script())


def _block(name: str, lines: Iterable[str]) -> Iterator[str]:
    yield f'<script type="application/json" id="{name}">\n'
    yield from lines
    yield "</script>\n"


def _safe(line: str) -> str:
    """Return a line of JSON that is safe within a page's element: without `<`, which could end the element."""
    return line.replace("<", "\\u003c")


def _line(value: Mapping[str, Any]) -> str:
    text = _safe(compact(value))
    return f"{_digest(text)} {text}\n"


def _about(facts: Facts) -> dict[str, Any]:
    return {
        "game": facts.info.game,
        "title": facts.title,
        "spoken": facts.spoken,
        "clauses": clauses_in_words(facts.clauses),
    }


class Positions:
    """The lines of a page's positions, which share what their pictures and tables have in common."""

    def __init__(self) -> None:
        self._pictures, self._tables = Packer(), Packer()

    def line(self, explained: ExplainedEntry, position: ReplayGameResponse) -> str:
        """Return a position's line: its entry in words, its picture, and its table if nothing in it is hidden."""
        value = entry_in_words(explained) | {"picture": self._pictures.pack(position.picture.svg, ELEMENTS)}
        if position.HasField("table"):
            response = position.table
            table = self._tables.pack(response.table_json, VALUES)
            value["position"] = {"table": table, "step": response.step_json, "seats": list(response.seats)}
        return _line(value)


def saved_game(gunbai: Gunbai, info: GameInfo, followed: Follow = iter) -> Iterator[str]:
    """Yield a game as one file, in pieces, as the holder of the client's token may see it.

    `followed` gets its positions and passes them on.
    """
    facts = facts_of(
        info,
        gunbai.title(info.title, info.rules_version),
        CATALOGUES.lookup(gunbai.language),
        gunbai.clauses(info.title, info.rules_version),
    )
    yield from beginning(facts, b"".join(gunbai.export(info.game)))
    lines, entries = Positions(), gunbai.questions.entries(info.game, 0, info.head)
    for explained, position in zip(entries, followed(_positions(gunbai, info)), strict=True):
        yield lines.line(explained, position)
    yield end()


def _positions(gunbai: Gunbai, info: GameInfo) -> Iterator[ReplayGameResponse]:
    """Yield a game's positions, with their tables if none of them hides anything."""
    try:
        yield from gunbai.replay(info.game, 1, info.head, pictures=True, tables=info.status in OVER)
    except NotAllowed:
        # A refusal comes before the first position.
        yield from gunbai.replay(info.game, 1, info.head, pictures=True)
