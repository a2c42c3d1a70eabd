"""The three verifiers on the same records, and where they disagree.

A verifier that calls a record failed names the entry. Another one agrees if it fails that entry or an earlier one, or
names it among those that it could not check. What the verifier without rules fails, the other two fail.
"""

from __future__ import annotations

import io
import json
import shutil
import struct
import subprocess
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.record_file import RecordFileError, delimited, read
from gunbai_record.verify import trail as form
from gunbai_record.verify.file import judged
from gunbai_record.verify.file import verify_source as verify_form
from gunbai_record.verify.report import Report, Verdict
from lab.differing.mutation import Mutant, Seed
from lab.differing.trails import Secrets, Trails, secrets_of
from referee.game.titles import finished
from referee.proof import verification as rules
from referee.proof.offline import reported
from referee.proof.offline import verify_source as verify_rules

PEER = Path(__file__).parent / "peer.mjs"
NOWHERE = Path("record")
_WHOLE = 2**32 - 1
"""Replaces the number of entries that a record shares with its seed: a file to judge from its beginning."""


class Judgement(NamedTuple):
    """What a verifier says about a record: the entry at fault, 0 for the file, and entries that it could not check."""

    verifier: str
    failed: bool
    version: int
    problem: str
    unchecked: Sequence[tuple[int, int]]

    def allows(self, version: int) -> bool:
        """Return whether an entry may be wrong although the record is not called failed."""
        return any(first <= version <= last for first, last in self.unchecked)


class Peer:
    """The JavaScript verifier, in a separate process."""

    def __init__(self, seeds: Sequence[Seed]) -> None:
        node = shutil.which("node") or "node"
        self._process = subprocess.Popen([node, str(PEER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._of = self._process.stdin, self._process.stdout
        self._numbers = {seed.name: number for number, seed in enumerate(seeds)}
        files = [(b"".join(map(delimited, (seed.header, *seed.entries))), seed.tables.encode()) for seed in seeds]
        self._to.write(_number(len(seeds)) + b"".join(_sized(content) + _sized(tables) for content, tables in files))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._to.close()
        self._process.wait()
        self._of.close()

    def ask(self, mutants: Sequence[Mutant], *, whole: bool = False) -> None:
        """Have records verified: few enough for the pipes to hold the answers."""
        self._to.write(b"".join(self._question(mutant, whole=whole or bool(mutant.form)) for mutant in mutants))
        self._to.flush()

    def _question(self, mutant: Mutant, *, whole: bool) -> bytes:
        place = _number(self._numbers[mutant.seed.name])
        if whole:
            return place + _number(_WHOLE) + _sized(mutant.content)
        changed = [entry.SerializeToString(deterministic=True) for entry in mutant.entries[mutant.shared :]]
        head = _sized(delimited(mutant.header))
        return place + _number(mutant.shared) + head + _number(len(changed)) + b"".join(map(_sized, changed))

    def answers(self, count: int) -> Iterator[Judgement]:
        """Yield the judgements on records that were asked for."""
        for _ in range(count):
            report: dict[str, Any] = json.loads(self._of.readline())
            unchecked = [(gap["firstVersion"], gap["lastVersion"]) for gap in report["unchecked"]]
            yield Judgement(
                "JavaScript", report["verdict"] == "failed", report["badVersion"], report["problem"], unchecked
            )


def judged_by_rules(content: bytes) -> Judgement:
    """Return what `gunbai verify` says of a record."""
    return _by_rules(verify_rules(io.BytesIO(content), NOWHERE).verification)


def judged_by_form(content: bytes) -> Judgement:
    """Return what `python -m gunbai_record verify` says of a record."""
    return _by_form(verify_form(io.BytesIO(content), NOWHERE))


def _by_rules(verification: pb.Verification) -> Judgement:
    unchecked = [(gap.first_version, gap.last_version) for gap in verification.unchecked]
    return Judgement(
        "rules", verification.verdict == pb.VERDICT_FAILED, verification.bad_version, verification.problem, unchecked
    )


def _by_form(report: Report) -> Judgement:
    unchecked = [(gap.first, gap.last) for gap in report.gaps]
    return Judgement("form", report.verdict == Verdict.FAILED, report.bad_version, report.problem, unchecked)


class Verifiers:
    """The two Python verifiers, which verify only once what records share with their seeds."""

    def __init__(self) -> None:
        self._form, self._rules = Trails(form.Trail), Trails(partial(rules.JudgedTrail, finished()))

    def judge(self, mutant: Mutant) -> tuple[Judgement, Judgement]:
        """Return what both say of a record: without the rules, and with them."""
        if mutant.form:
            return judged_by_form(mutant.form), judged_by_rules(mutant.form)
        try:
            header, _ = read(io.BytesIO(delimited(mutant.header)))
        except RecordFileError as error:
            unread = Judgement("form", failed=True, version=0, problem=str(error), unchecked=[])
            return unread, unread._replace(verifier="rules")
        if not mutant.entries:
            return judged_by_form(mutant.content), judged_by_rules(mutant.content)
        secrets = secrets_of(header, mutant.entries)
        return self._judged_by_form(header, mutant, secrets), self._judged_by_rules(header, mutant, secrets)

    def _judged_by_form(self, header: FileHeader, mutant: Mutant, secrets: Secrets) -> Judgement:
        trail, first = self._form.trail_of(mutant, secrets)
        for version, entry in enumerate(mutant.entries[first - 1 :], first):
            try:
                trail.follow(version, entry)
            except Exception as error:  # noqa: BLE001  # as the verifier does
                return Judgement("form", failed=True, version=version, problem=str(error), unchecked=[])
        report = Report(NOWHERE)
        return _by_form(judged(report, trail, header, mutant.entries, first=len(mutant.entries) + 1))

    def _judged_by_rules(self, header: FileHeader, mutant: Mutant, secrets: Secrets) -> Judgement:
        trail, first = self._rules.trail_of(mutant, secrets)
        verification = rules.verify_once(trail, mutant.entries[first - 1 :], first=first)
        if verification.verdict == pb.VERDICT_FAILED:
            verification.unchecked.extend(trail.unchecked(verification.bad_version))
            return _by_rules(verification)
        return _by_rules(reported(NOWHERE, header, mutant.entries, verification).verification)


def disagreements(form: Judgement, rules: Judgement, script: Judgement) -> Iterator[tuple[Judgement, Judgement]]:
    """Yield the pairs that disagree: a verifier that fails an entry, and one that missed it."""
    for one, other in ((form, rules), (form, script), (rules, script), (script, rules)):
        missed = not other.failed or 0 < one.version < other.version
        if one.failed and missed and not other.allows(one.version):
            yield one, other


def _number(value: int) -> bytes:
    return struct.pack(">I", value)


def _sized(content: bytes) -> bytes:
    return _number(len(content)) + content
