"""`gunbai record diff`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import typer

from clients.cli.options.arguments import WholeTable
from clients.cli.options.positions import SourceAtVersion
from clients.cli.screen.output import Output
from clients.cli.screen.sentences import change_line, entry_lines
from clients.cli.session import Reading, session_of
from gunbai.referee.v1 import questions_pb2 as pb
from gunbai_record.messages import unpacked
from gunbai_record.values import ABSENT, changes


def diff(context: typer.Context, one: SourceAtVersion, other: SourceAtVersion, table: WholeTable = False) -> None:
    """Compare two games, or two versions of one game.

    gunbai shows where they diverge and how the positions differ.
    """
    session = session_of(context)
    if one.file is None and other.file is None:
        with session.reading(one) as (gunbai, game), session.output.progress() as progress:
            progress.add_task("comparing", total=None)
            comparison = gunbai.questions.differences(game, one.version, other.game, other.version, table=table)
    else:
        with session.reading(one) as first, session.reading(other) as second:
            comparison = _compared(session.output, (first, one.version), (second, other.version), table=table)
    session.output.answer(comparison, *_lines(comparison, str(one), str(other)))


def _compared(
    output: Output, one: tuple[Reading, int], other: tuple[Reading, int], *, table: bool
) -> pb.ComparePositionsResponse:
    """Return the same as ComparePositions, for two services."""
    versions = [version or reading.gunbai.game(reading.game).head for reading, version in (one, other)]
    digests = [
        (entry.digest for entry in reading.gunbai.entries(reading.game, 0, version))
        for (reading, _), version in zip((one, other), versions, strict=True)
    ]
    pairs = output.followed(enumerate(zip_longest(*digests)), lambda pair: pair[0], max(versions), "comparing")
    shared = next((number for number, (this, also) in pairs if this != also), min(versions))
    comparison = pb.ComparePositionsResponse(version=versions[0], other_version=versions[1], shared_version=shared)
    for (reading, _), version, field in zip(
        (one, other), versions, (comparison.next, comparison.other_next), strict=True
    ):
        for entry_read in reading.gunbai.entries_in_words(reading.game, shared, shared + 1) if shared < version else ():
            field.MergeFrom(pb.ExplainedEntry(entry=entry_read.entry, sentences=entry_read.sentences))
    positions = [_position(*pair, table=table) for pair in zip((one[0], other[0]), versions, strict=True)]
    for path, *values in changes(*positions):
        before, after = ("" if value is ABSENT else json.dumps(value, ensure_ascii=False) for value in values)
        comparison.differences.add(path=path, old_json=before, new_json=after)
    return comparison


def _position(reading: Reading, version: int, *, table: bool) -> Any:
    """Return a view, in English as the service compares it, or a table."""
    if table:
        return json.loads(reading.gunbai.table(reading.game, version))
    return unpacked(reading.gunbai.speaking("en").view(reading.game, version).view)


def _lines(comparison: pb.ComparePositionsResponse, one: str, other: str) -> Iterator[str]:
    shared = f"after version {comparison.shared_version}" if comparison.shared_version else "from the beginning"
    if comparison.HasField("next") and comparison.HasField("other_next"):
        yield f"[dim]They diverge {shared}.[/]"
    else:
        yield f"[dim]One continues the other {shared}.[/]"
    for name, entry in ((one, comparison.next), (other, comparison.other_next)):
        if entry.HasField("entry"):
            yield f"[dim]{name} continues:[/]"
            yield from entry_lines(entry.sentences)
    yield from map(change_line, comparison.differences)
    if not comparison.differences:
        yield "The positions are equal."
