"""The audit of record files by another rules version: which recorded rulings would differ, in several processes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.referee.v1.audit_pb2 import UNCHECKED_REASON_SEALED_ITEM, Verification
from gunbai_record.record_file import RecordFileError, read
from gunbai_record.verify.entry_checks import opened
from gunbai_record.verify.file import verify_file
from gunbai_record.verify.header import misfit
from referee.game.rejudging import Difference, Unjudged, difference_in
from referee.game.titles import Titles
from referee.proof.verification import verify
from referee.records.rules_audit import (
    Audited,
    AuditedRulings,
    Parcel,
    Progress,
    audit_game,
    check_version,
    installed,
    pool_of,
    together,
)
from referee.records.stored_entries import as_imported

SUFFIX = ".gunbai"


def records_in(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the named files, and the record files in the named folders and their subfolders, by name."""
    for path in paths:
        yield from sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else (path,)


def audit_files(files: Sequence[Path], rules_version: int, progress: Progress, processes: int = 0) -> Audited:
    """Judge record files' rulings again by a rules version, 0 for each title's newest.

    0 processes means one per core. Raises TitleNotFound if no title has the version.
    """
    check_version(rules_version)
    with pool_of(min(processes or os.cpu_count() or 1, len(files))) as pool:
        return audit_files_in(files, rules_version, progress, pool)


def audit_files_in(
    files: Sequence[Path], rules_version: int, progress: Progress, pool: Executor, titles: Titles | None = None
) -> Audited:
    """Judge record files' rulings in a pool; `titles` only work in a pool of this process."""
    results = list[AuditedRulings]()
    for result in pool.map(partial(audit_file, rules_version=rules_version, titles=titles), files):
        results.append(result)
        progress(len(results), len(files))
    return together(results)


def audit_file(file: Path, rules_version: int, titles: Titles | None = None) -> AuditedRulings:
    """Judge a record file's game again from its first entry to the first with a sealed item.

    A record that does not verify is not judged: what it calls a ruling was none.
    """
    result = _judged(file, rules_version, titles or installed())
    named = partial(replace, file=str(file))
    return result._replace(
        differences=tuple(map(named, result.differences)), unjudged=tuple(map(named, result.unjudged))
    )


def _judged(file: Path, rules_version: int, titles: Titles) -> AuditedRulings:
    try:
        with file.open("rb") as source:
            header, entries = read(source)
            log = [*entries]
    except (RecordFileError, OSError) as error:
        return _unjudged("", 1, str(error))
    secrets = {**opened(log), **{ancestor.game: ancestor.secret for ancestor in header.ancestors if ancestor.secret}}
    verification = verify(titles, log, secrets, common=header.common_secret)
    problem = _problem(header, log, verification)
    # A record that is sound without the rules but differs under them was not made by these rules.
    departs = problem and verification.bad_version and not verify_file(file).problem
    if problem and not departs:
        return _unjudged(header.game, verification.bad_version or 1, f"it does not verify: {problem}")
    sealed = next((gap for gap in verification.unchecked if gap.reason == UNCHECKED_REASON_SEALED_ITEM), None)
    readable = log[: sealed.first_version - 1] if sealed else log
    judged = audit_game(Parcel(header.game, tuple(as_imported(readable)), secrets, (), 0), rules_version, titles)
    if departs and not judged.differences:
        judged = judged._replace(differences=(_first_difference(header.game, log, verification),))
    if sealed is None or judged.left_out:
        return judged
    unseen = Unjudged(game=header.game, version=sealed.first_version, why=sealed.sentence)
    return judged._replace(unjudged=(*judged.unjudged, unseen))


def _first_difference(game: str, log: Sequence[record.Entry], verification: Verification) -> Difference:
    """Return where a record that is sound without rules first differs from its own rules version."""
    entry = log[verification.bad_version - 1]
    return difference_in(game, entry, "", "as recorded", verification.problem)


def _problem(header: FileHeader, log: Sequence[record.Entry], verification: Verification) -> str:
    """Return why a record does not verify, or ""."""
    if not log:
        return "it has no entries"
    return verification.problem or misfit(header, log)


def _unjudged(game: str, version: int, why: str) -> AuditedRulings:
    return AuditedRulings(0, unjudged=(Unjudged(game=game, version=version, why=why),))
