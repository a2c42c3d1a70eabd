"""Records of one title with what others hardly have, such as clocks and orders: those of the fixtures, as lines.

Their tables say what the rules wait for, and whose decision it is, as an export does.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gunbai.record.v1 import entry_pb2 as record
from gunbai_record import record_file
from gunbai_record.verify.entry_checks import opened
from lab.paths import FIXTURES
from referee.game.fold import followed, founded
from referee.game.titles import finished
from referee.services.visible_positions import table_of
from tools.fixtures.builders import abandoned, created, file_of

TITLE = "liars_dice"
"""The title of the records, which hides something."""


class Kind(NamedTuple):
    """A record: its name, what it has, and the verdict of a verifier that knows no rules."""

    name: str
    has: str
    verdict: str


KINDS = (
    Kind(
        "unstarted",
        "a game that is abandoned before its start: its one position is that of its last entry",
        "consistent",
    ),
    Kind(
        "voided", "a start that is void, since a seat does not reveal its share, though it is asked again", "consistent"
    ),
    Kind("stalled", "shared chance for which a seat does not give its share in time", "consistent"),
    Kind(
        "seated",
        "seats that are left, freed and taken again, other tokens by key and by notice, a veto, "
        "a name that was removed",
        "consistent",
    ),
    Kind("set_up", "a table and an edition that the game was created with", "consistent"),
    Kind("dealt", "a dealer with a correction, and an arbiter who rules, sets the position and decides", "incomplete"),
    Kind("agreed", "seats that agree on the result, one after it gave another word", "consistent"),
    Kind("forfeited", "a penalty under appeal, a position that was set, and a forfeit", "incomplete"),
    Kind("paused", "a time for each decision: a pause, its end, a stop that is excused, and a default", "incomplete"),
    Kind("flagged", "banks of time that run out", "incomplete"),
    Kind("with_bot", "a bot that decides for a seat whose time is up, and is late itself", "incomplete"),
    Kind("taken_back", "a game with shared chance and clocks of which moves were taken back", "consistent"),
    Kind("continuing", "the branch in which that game went on", "consistent"),
    Kind(
        "attested",
        "a head after a new key of the service, leaves of its log, and signatures under the result",
        "consistent",
    ),
)
"""The records in the order of the page."""


def listed() -> list[dict[str, Any]]:
    """Return the records as `kinds.json` lists them."""
    return [kind._asdict() | {"entries": len(_read(kind.name)[1]), "tables": True} for kind in KINDS]


def files() -> Iterator[tuple[str, bytes]]:
    """Yield the records' files by name: the lines of each, and its positions."""
    for kind in KINDS:
        header, entries = _read(kind.name)
        secrets = {above.game: above.secret for above in header.ancestors}
        yield f"records/{kind.name}.jsonl", "".join(record_file.as_lines(header, entries)).encode()
        yield f"records/{kind.name}.tables.jsonl", "".join(_positions(entries, secrets)).encode()


def _read(name: str) -> tuple[Any, list[record.Entry]]:
    """Return the header and the entries of a record."""
    if name == "unstarted":
        content = file_of(abandoned(created(TITLE)))
    else:
        content = (FIXTURES / f"{TITLE}.{name}.gunbai").read_bytes()
    header, entries = record_file.read(io.BytesIO(content))
    return header, [*entries]


def _positions(entries: Sequence[record.Entry], ancestors: Mapping[str, bytes]) -> Iterator[str]:
    """Yield a line for each position of a record, as `gunbai record export --tables` writes it."""
    secrets, game = {**opened(entries), **ancestors}, None
    for entry in entries:
        game = founded(finished(), entry, secrets) if game is None else followed(game, entry, secrets)
        if entry.position_digest:
            response = table_of(game)
            fields = {"version": entry.version, "table": response.table_json, "step": response.step_json}
            line = json.dumps(fields | {"seats": [*response.seats]}, ensure_ascii=False, separators=(",", ":"))
            yield f"{line}\n"
