"""What an arbiter's correction changed: each value that differs from the position before."""

from __future__ import annotations

from collections.abc import Iterator

from clients.cli.screen.sentences import change_line
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.record.v1.irregularities_pb2 import REMEDY_CORRECTED, RuleIrregularity
from gunbai_client import Gunbai, RequestError

MOST = 12
"""The most values that are listed."""


def correction_lines(gunbai: Gunbai, game: str, entry: Entry) -> Iterator[str]:
    """Yield as lines of markup the values that an entry corrected, as the reader may see them; nothing for others."""
    ruled = RuleIrregularity()
    if not entry.command.open.Unpack(ruled) or ruled.remedy != REMEDY_CORRECTED:
        return
    try:
        answer = gunbai.questions.differences(game, entry.version - 1, game, entry.version)
    except RequestError:
        return
    yield from (f"{'':9}{change_line(change)}" for change in answer.differences[:MOST])
    if len(answer.differences) > MOST:
        yield f"[dim]{'':9}and {len(answer.differences) - MOST} more values[/]"
