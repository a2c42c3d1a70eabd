"""The finished games that ship with the pages or with a title's package, one for each title, as record files.

`make samples` plays those that ship with the pages. A package has an entry point of the group `gunbai.samples`, which
has the name of the title and leads to a Python package with the file `NAME.gunbai`. Nothing of it is imported.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT
from gunbai_record.errors import GunbaiError
from gunbai_record.record_file import read

_log = logging.getLogger(__name__)
FOLDER = Path(__file__).parent
GROUP = "gunbai.samples"
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
    samples = {sample.title: sample for sample in map(_read, sorted(FOLDER.glob("*.gunbai")))}
    for file in _find_packaged():
        try:
            samples.setdefault(file.stem, _read(file))
        except (GunbaiError, OSError) as error:
            _log.warning("the sample game %s is left out: %s", file, error)
    return MappingProxyType(samples)


def _find_packaged() -> Iterator[Path]:
    """Yield the files that packages of titles ship, in the order of their titles."""
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        spec = find_spec(point.module)
        for folder in spec.submodule_search_locations or () if spec is not None else ():
            yield Path(folder) / f"{point.name}.gunbai"


def _read(file: Path) -> Sample:
    with file.open("rb") as source:
        header, entries = read(source)
        decided = Counter(entry.actor.seat for entry in entries if entry.actor.kind == ACTOR_KIND_SEAT)
    moves = round(decided.total() / max(len(decided), 1))
    return Sample(file, file.stem, header.game, round(header.head * PART), moves)
