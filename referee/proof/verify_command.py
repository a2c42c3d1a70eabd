"""`gunbai verify` and `gunbai server key`: record files against what their reader knows, and the key of a service."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.data_folder import data_file
from gunbai_record.errors import GunbaiError
from gunbai_record.text.foreign import visible
from gunbai_record.verify.attestation import EvidenceError, check_compared, read_evidence
from gunbai_record.verify.codes import CONTRADICTED, FAILED, GRAVEST_FIRST, HOLDS, INCOMPLETE, NOT_ATTESTED
from gunbai_record.verify.file import record_files
from referee.progress import progress_shown
from referee.proof.identity import Identity
from referee.proof.offline import FileReport, verified

key = typer.Typer(help="Show the key of a service, or hand over to a new one.", no_args_is_help=True)

KeyFile = Annotated[Path, typer.Option("--key", help="The file of the key.", exists=True, dir_okay=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]
KEY = data_file("gunbai.key")

T = TypeVar("T")


def verify(
    *,
    files: Annotated[list[Path], typer.Argument(help="Record files, or folders of *.gunbai.", exists=True)],
    keys: Annotated[
        list[str] | None,
        typer.Option(
            "--key", help="A key of the service, NAME+ID+KEY, or a file of them: who must vouch for the files."
        ),
    ] = None,
    against: Annotated[
        list[Path] | None,
        typer.Option(
            help="A head or a checkpoint that a named key signed, or a record file with a head.",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    processes: Annotated[int, typer.Option(min=0, help="How many files at once; 0: one per core.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON per file.")] = False,
) -> None:
    """Verify record files without a service. Check the chain, every ruling, every position and every outcome of chance.

    With --key, a file must also have a head that the key signed. With --against, it must not contradict a signed head.
    Exits with 0 if all this holds, 1 if a check failed, 3 if some could not be made, 4 if no named key vouches for a
    file, 5 if a signed head contradicts one.
    """
    try:
        evidence = read_evidence(keys or [], against or [])
    except EvidenceError as error:
        raise _misused(error) from None
    try:
        found = [*record_files(files)]
    except FileNotFoundError as error:
        raise typer.BadParameter(str(error), param_hint="FILES") from None
    reports: list[FileReport] = []
    with progress_shown("Verifying", as_json=as_json) as advance:
        try:
            for report in verified(found, processes, partial(advance, "Verifying"), evidence):
                reports.append(report)
                print(report.as_json() if as_json else visible(report.sentence()))  # noqa: T201  # `typer.echo` bypasses progress
        except GunbaiError as error:
            raise typer.BadParameter(str(error), param_hint="--against") from None
    try:
        check_compared(evidence, (report.attestation for report in reports))
    except EvidenceError as error:
        raise _misused(error) from None
    codes = set(map(code_of, reports))
    raise typer.Exit(next(code for code in GRAVEST_FIRST if code in codes))


def code_of(report: FileReport) -> int:
    """Return the exit code for one file."""
    if report.attestation.contradictions:
        return CONTRADICTED
    if report.failed:
        return FAILED
    if report.attestation.lacking:
        return NOT_ATTESTED
    return INCOMPLETE if report.verification.verdict == pb.VERDICT_INCOMPLETE else HOLDS


def _misused(error: EvidenceError) -> typer.BadParameter:
    return typer.BadParameter(str(error), param_hint=error.option)


@key.command()
def show(*, file: KeyFile = KEY, as_json: AsJson = False) -> None:
    """Print the verifier key, which readers pass to `gunbai verify --key`."""
    _print(_kept(file), as_json=as_json)


@key.command()
def rotate(
    *,
    file: KeyFile = KEY,
    name: Annotated[str, typer.Option(help="Another name for the new key.")] = "",
    as_json: AsJson = False,
) -> None:
    """Replace the key by a new one, which the old one vouches for; then start the service again.

    Who named the old key accepts heads by the new one. The old private key is gone afterwards.
    """
    try:
        rotated = _kept(file).rotate(file, name)
    except (ValueError, OSError) as error:
        typer.echo(f"gunbai server key: {error}", err=True)
        raise typer.Exit(FAILED) from None
    _print(rotated, as_json=as_json)


def _kept(file: Path) -> Identity:
    try:
        return Identity.kept_in(file)
    except (ValueError, OSError) as error:
        typer.echo(f"gunbai server key: {error}", err=True)
        raise typer.Exit(FAILED) from None


def _print(identity: Identity, *, as_json: bool) -> None:
    value = {"key": str(identity.verifier), "rotations": identity.rotations}
    typer.echo(json.dumps(value) if as_json else str(identity.verifier))
