"""Irregularities: entries that follow from an arbiter's ruling, not from the rules alone."""

from __future__ import annotations

from typing import NamedTuple, Self

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.irregularities_pb2 import REMEDY_CORRECTED, Remedy, RuleIrregularity
from gunbai_record.clauses import code_of
from gunbai_record.messages import url_of
from gunbai_record.text.foreign import quoted

RULE = url_of(RuleIrregularity)


class Irregularity(NamedTuple):
    """An arbiter's ruling: the entry, the broken clause, what was done, the remedy, and the arbiter's key.

    The key is empty if the arbiter is the dealer, who signs nothing.
    """

    version: int
    clause: str
    done: str
    remedy: Remedy.ValueType
    arbiter: bytes

    @classmethod
    def of(cls, entry: record.Entry, arbiter: bytes) -> Self:
        """Return the ruling of an entry with the command `RuleIrregularity`. Raises DecodeError."""
        ruling = RuleIrregularity.FromString(entry.command.open.value)
        return cls(entry.version, ruling.clause, ruling.done, ruling.remedy, arbiter)

    @property
    def sentence(self) -> str:
        """The ruling in words; the arbiter's own words are in quotes, so that nobody takes them for the verifier's."""
        by = f"the arbiter {self.arbiter.hex()}" if self.arbiter else "the dealer"
        remedy = "corrected" if self.remedy == REMEDY_CORRECTED else "it stands"
        clause = self.clause if code_of(self.clause) else quoted(self.clause)
        return f"{quoted(self.done)} ({remedy}), ruled by {by} under {clause}"
