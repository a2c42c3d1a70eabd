"""`python -m gunbai_record verify`: check record files against what the reader knows, without rules or a service."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from gunbai_record.checkpoint import witness_key
from gunbai_record.note import NoteError
from gunbai_record.verify.attestation import Evidence, EvidenceError, check_compared, read_evidence
from gunbai_record.verify.codes import GRAVEST_FIRST
from gunbai_record.verify.file import record_files, verify_file
from gunbai_record.verify.report import Report

_CODES = (
    "Exit codes: 0 all checks passed; 1 a check failed; 2 wrong usage; 3 a check could not run; 4 no named key vouches "
    "for a file, or too few witnesses do; 5 a signed head contradicts a file."
)


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the package's commands."""
    parser = commands.add_parser(
        "verify",
        help="verify record files without a service and without the rules",
        description="Check everything in record files that can be checked without the rules: form, chain, "
        "signatures, seals, shares, the signed head and the proofs of the log.",
        epilog=_CODES,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="record file, or folder of *.gunbai")
    parser.add_argument("--key", action="append", default=[], help="key of the service, or a file of keys")
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        type=Path,
        metavar="HEAD",
        help="head or checkpoint that a named key signed, or a record file with a head",
    )
    parser.add_argument(
        "--witness", action="append", default=[], help="key of a witness that must have cosigned the checkpoints"
    )
    parser.add_argument(
        "--policy",
        type=Path,
        metavar="FILE",
        help="witness policy (c2sp.org/tlog-policy) that the cosignatures must meet",
    )
    parser.add_argument("--json", action="store_true", dest="as_json", help="print one line of JSON per file")
    parser.set_defaults(run=lambda arguments: run(parser, arguments))


def run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    """Verify the given files, print a report on each, and return the exit code."""
    try:
        evidence = read_evidence(arguments.key, arguments.against, arguments.policy)
        witnesses = [*map(witness_key, arguments.witness)]
        reports = []
        for file in record_files(arguments.files):
            reports.append(verify_file(file, evidence, witnesses))
            _print(reports[-1], as_json=arguments.as_json)
        _check_compared(evidence, reports)
    except EvidenceError as error:
        parser.error(f"argument {error.option}: {error}")
    except (NoteError, OSError) as error:
        parser.error(str(error))
    codes = {report.code for report in reports}
    return next(code for code in GRAVEST_FIRST if code in codes)


def _print(report: Report, *, as_json: bool) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    # A file's name or texts may have characters that the terminal's encoding lacks: escape them rather than fail.
    for line in [json.dumps(report.as_json())] if as_json else report.lines():
        sys.stdout.write(f"{line.encode(encoding, 'backslashreplace').decode(encoding)}\n")


def _check_compared(evidence: Evidence, reports: Sequence[Report]) -> None:
    """Check that the reader's heads belong to the files' games, unless a file could not be read at all."""
    if all(report.entries for report in reports):
        check_compared(evidence, (report.attestation for report in reports))
