"""The three verifiers on the same records, and where they disagree.

A verifier that calls a record failed names the entry. Another one agrees if it fails the record too, or names that
entry among those that it could not check. What the verifier without rules fails, the other two fail.
"""

from __future__ import annotations

import io
import json
import shutil
import struct
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.verify.file import verify_source as verify_form
from gunbai_record.verify.report import Verdict
from lab.differing.mutation import Seed
from referee.proof.offline import verify_source as verify_rules

PEER = Path(__file__).parent / "peer.mjs"
NOWHERE = Path("record")


class Judgement(NamedTuple):
    """What a verifier says of a record: the entry at fault, 0 for the file, and the entries that it could not check."""

    verifier: str
    failed: bool
    version: int
    problem: str
    unchecked: Sequence[tuple[int, int]]

    def allows(self, version: int) -> bool:
        """Return whether an entry may be wrong although the record is not called failed."""
        return any(first <= version <= last for first, last in self.unchecked)


class Peer:
    """The verifier in JavaScript, in a process of its own."""

    def __init__(self, seeds: Sequence[Seed]) -> None:
        node = shutil.which("node") or "node"
        self._process = subprocess.Popen([node, str(PEER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._of = self._process.stdin, self._process.stdout
        tables = json.dumps([seed.tables for seed in seeds]).encode()
        self._to.write(struct.pack(">I", len(tables)) + tables)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._to.close()
        self._process.wait()
        self._of.close()

    def ask(self, records: Sequence[tuple[int, bytes]]) -> None:
        """Have records verified, each of a seed by its number: few enough for the pipes to hold the answers."""
        self._to.write(b"".join(struct.pack(">II", len(content), seed) + content for seed, content in records))
        self._to.flush()

    def answers(self, count: int) -> Iterator[Judgement]:
        """Yield the judgements on records that were asked for."""
        for _ in range(count):
            said: dict[str, Any] = json.loads(self._of.readline())
            unchecked = [(gap["firstVersion"], gap["lastVersion"]) for gap in said["unchecked"]]
            yield Judgement("JavaScript", said["verdict"] == "failed", said["badVersion"], said["problem"], unchecked)


def judged_by_rules(content: bytes) -> Judgement:
    """Return what `gunbai verify` says of a record."""
    said = verify_rules(io.BytesIO(content), NOWHERE).verification
    unchecked = [(gap.first_version, gap.last_version) for gap in said.unchecked]
    return Judgement("rules", said.verdict == pb.VERDICT_FAILED, said.bad_version, said.problem, unchecked)


def judged_by_form(content: bytes) -> Judgement:
    """Return what `python -m gunbai_record verify` says of a record."""
    said = verify_form(io.BytesIO(content), NOWHERE)
    unchecked = [(gap.first, gap.last) for gap in said.gaps]
    return Judgement("form", said.verdict == Verdict.FAILED, said.bad_version, said.problem, unchecked)


def disagreements(form: Judgement, rules: Judgement, script: Judgement) -> Iterator[tuple[Judgement, Judgement]]:
    """Yield the pairs that disagree: a verifier that fails a record, and one that should have."""
    for one, other in ((form, rules), (form, script), (rules, script), (script, rules)):
        if one.failed and not other.failed and not other.allows(one.version):
            yield one, other
