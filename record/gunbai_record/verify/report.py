"""The outcome of checking a record file, in words and as JSON.

A verdict covers what needs no rules. It never says that a record is consistent: for that, the title's rules must judge
every command, draw every outcome of chance and compute every position again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from gunbai_record.text.counts import counted
from gunbai_record.text.foreign import visible
from gunbai_record.verify.attestation import Attestation
from gunbai_record.verify.codes import CONTRADICTED, FAILED, HOLDS, INCOMPLETE, NOT_ATTESTED
from gunbai_record.verify.irregularities import Irregularity
from gunbai_record.verify.trail import Counts

ELSEWHERE = "use `gunbai verify` (package gunbai), or the JavaScript verifier for chance and positions"
"""What checks the rest; the JavaScript verifier knows chance draws, but no other rules."""


_LONGEST = 1000


class Verdict(StrEnum):
    """The verdict on a record file, from the checks that need no rules."""

    FAILED = "failed"
    """A check failed: no referee wrote this file."""
    INCOMPLETE = "incomplete"
    """Nothing that could be checked is wrong, but something could not be checked."""
    INTACT = "intact"
    """Every check that needs no rules holds. Anybody could have written the record, though."""
    ATTESTED = "attested"
    """It is intact, a key that the reader named signed its head, and nothing that they named contradicts it."""


class Gap(NamedTuple):
    """Entries that could not be fully checked, and why."""

    first: int
    last: int
    sentence: str

    def __str__(self) -> str:
        place = f"entry {self.first}" if self.first == self.last else f"entries {self.first} to {self.last}"
        return f"{place}: {self.sentence}"


class Check(NamedTuple):
    """One check: its name, and what it covered."""

    name: str
    words: str


class Cosigned(NamedTuple):
    """How many of a file's checkpoints a witness cosigned."""

    witness: str
    times: int


def sentence_of_sealed(signatures: int) -> str:
    """Say that signatures could not be checked."""
    return f"{counted(signatures, 'signature')} of sealed commands could not be checked"


def sentence_of_removed(versions: Sequence[int]) -> str:
    """Say that players' names were removed, and where the first is."""
    return f"{counted(len(versions), 'name')} of players removed, {_first(versions)}"


def sentence_of_uncanonical(versions: Sequence[int]) -> str:
    """Say that commands are not in the canonical encoding, and where the first is."""
    few = f"{counted(len(versions), 'command')} not in the canonical encoding, which services accepted before 1.1"
    return f"{few}: {_first(versions)}"


def _first(versions: Sequence[int]) -> str:
    return f"{'first ' if len(versions) > 1 else ''}in entry {versions[0]}"


def printable(words: str) -> str:
    """Return text from a foreign file as one line that no terminal obeys, cut after 1,000 characters."""
    shown = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
    return visible(shown)


@dataclass(slots=True)
class Report:
    """The checks of a record file."""

    file: Path
    game: str = ""
    verdict: Verdict = Verdict.FAILED
    entries: int = 0
    bad_version: int = 0
    """The first bad entry; 0 if the file or its header is at fault."""
    problem: str = ""
    counts: Counts = field(default_factory=Counts)
    checks: list[Check] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    irregular: list[Irregularity] = field(default_factory=list)
    seeded: bool = False
    """Whether chance follows from a seed."""
    cosigned: list[Cosigned] = field(default_factory=list)
    attestation: Attestation = field(default_factory=Attestation)

    @property
    def code(self) -> int:
        """The exit code for the file, the same as for `gunbai verify`."""
        if self.attestation.contradictions:
            return CONTRADICTED
        if self.verdict == Verdict.FAILED:
            return FAILED
        if self.attestation.lacking or self.unwitnessed:
            return NOT_ATTESTED
        return INCOMPLETE if self.verdict == Verdict.INCOMPLETE else HOLDS

    @property
    def unwitnessed(self) -> bool:
        """Whether a witness that must have cosigned did not."""
        return self.attestation.unwitnessed or not all(witness.times for witness in self.cosigned)

    def as_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "file": str(self.file),
            "game": self.game,
            "verdict": self.verdict,
            "entries": self.entries,
            "bad_version": self.bad_version,
            "problem": self.problem,
            "checks": [check._asdict() for check in self.checks],
            "irregular_entries": [{"version": entry.version, "sentence": entry.sentence} for entry in self.irregular],
            "unchecked": [gap._asdict() for gap in self.gaps],
            "not_judged": self._not_judged(),
            "cosigned": [cosigned._asdict() for cosigned in self.cosigned],
            **self.attestation._asdict(),
        }

    def lines(self) -> Iterator[str]:
        """Yield the report as lines of text: the file, each check, what is missing, and the verdict."""
        yield printable(str(self.file))
        named = [
            *self.checks,
            *(Check("except", f"entry {entry.version}: {entry.sentence}") for entry in self.irregular),
        ]
        named += [Check("unchecked", str(gap)) for gap in self.gaps]
        named += [Check("contradiction", contradiction) for contradiction in self.attestation.contradictions]
        if self.entries and (self.verdict != Verdict.FAILED or self.attestation.lacking):
            named += [Check("attested", words) for words in [self.attestation.nobody] if words]
        if self.entries:
            named.append(Check("not judged", self._not_judged()))
        for name, words in (*named, Check("verdict", self._sentence())):
            yield f"  {name:<13} {printable(words)}"

    def _not_judged(self) -> str:
        """Say what only the rules can judge."""
        counts = self.counts
        what = f"{counts.commands:,} rulings, {counts.outcomes:,} outcomes of chance, {counts.positions:,} positions"
        about = ", ".join(f"{kind} {number:,}" for kind, number in sorted(counts.unfollowed.items()))
        return f"{what}{f'; entries about {about}' if about else ''}: these need the rules; {ELSEWHERE}"

    def _sentence(self) -> str:
        if self.verdict == Verdict.FAILED:
            return f"FAILED: {f'entry {self.bad_version}: ' if self.bad_version else ''}{self.problem}"
        if self.verdict == Verdict.ATTESTED:
            return f"attested by {self.attestation.signer}"
        if self.verdict == Verdict.INTACT and self.attestation.signer:
            but = "contradicted" if self.attestation.contradictions else "not by enough witnesses"
            return f"signed by {self.attestation.signer}, but {but}"
        return str(self.verdict)
