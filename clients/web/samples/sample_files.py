"""The finished games that ship with the pages, one for each title, as record files (`make samples`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT
from gunbai_record.record_file import read

FOLDER = Path(__file__).parent
PART = 0.6
"""How much of a game has been played at the position whose picture represents the title."""


class Sample(NamedTuple):
    """A game that ships with the pages."""

    file: Path
    title: str
    game: str
    shown: int
    """The version whose picture represents the title."""
    moves: int
    """How many decisions a player made, on average."""


@cache
def find_samples() -> Mapping[str, Sample]:
    """Return the games by their titles."""
    samples = map(_read, sorted(FOLDER.glob("*.gunbai")))
    return MappingProxyType({sample.title: sample for sample in samples})


def _read(file: Path) -> Sample:
    with file.open("rb") as source:
        header, entries = read(source)
        decided = Counter(entry.actor.seat for entry in entries if entry.actor.kind == ACTOR_KIND_SEAT)
    moves = round(decided.total() / max(len(decided), 1))
    return Sample(file, file.stem, header.game, round(header.head * PART), moves)
