"""Case files: each is read and its cases are played, or what is wrong with it is named."""

from __future__ import annotations

from collections.abc import Iterator

from gunbai_record.cases.format import CaseError, read_text
from gunbai_record.cases.places import CaseFailure
from gunbai_record.cases.runner import run
from lab.paths import ROOT
from referee.cases.in_process_venue import InProcessVenue

LONGEST = 4096
"""The bytes of the largest file that begins a search: short ones are searched faster."""


def seeds() -> Iterator[bytes]:
    """Yield the smaller case files of every title."""
    for file in sorted((ROOT / "tests/cases").rglob("*.toml")):
        if file.stat().st_size <= LONGEST:
            yield f'title = "{file.parent.name}"\n'.encode() + file.read_bytes()


def check(data: bytes) -> None:
    """Read and play an input. Raises anything that is neither a CaseError nor a CaseFailure."""
    for case in read_text(data.decode("utf-8", "replace"), "fuzz.toml"):
        if isinstance(case, CaseError):
            continue
        try:
            run(case, InProcessVenue())
        except (CaseError, CaseFailure):
            continue
