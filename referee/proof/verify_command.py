"""`gunbai verify` and `gunbai server key`: record files against what the reader knows, and a service's key."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.data_folder import data_file
from gunbai_record.errors import GunbaiError
from gunbai_record.text.foreign import visible
from gunbai_record.verify.codes import CONTRADICTED, FAILED, GRAVEST_FIRST, HOLDS, INCOMPLETE, NOT_ATTESTED
from referee.progress import progress_shown

if TYPE_CHECKING:
    from gunbai_record.verify.attestation import EvidenceError
    from referee.proof.identity import Identity
    from referee.proof.offline import FileReport

key = typer.Typer(help="Show the key of a service, or replace it.", no_args_is_help=True)

KeyFile = Annotated[Path, typer.Option("--key", metavar="FILE", help="Key file.", dir_okay=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
KEY = data_file("gunbai.key")


def verify(
    *,
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Record files, or folders of *.gunbai.", exists=True)
    ],
    keys: Annotated[
        list[str] | None,
        typer.Option(
            "--key", metavar="KEY", help="Trusted key of the service, NAME+ID+KEY, or a file of keys. Repeatable."
        ),
    ] = None,
    against: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Signed head or checkpoint that you hold, or a record file with a signed head. Repeatable.",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    policy: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Witness policy that cosignatures must meet.", exists=True, dir_okay=False),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=0, metavar="COUNT", help="Number of files to verify at once (0: one per core).")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON per file.")] = False,
) -> None:
    """Verify record files offline: chain, rulings and chance.

    With --key, that key must also have signed the record's head. With --against, the record must not contradict a
    signed head. With --policy (c2sp.org/tlog-policy), enough witnesses must have cosigned its log.

    Exit codes: 0 all checks passed; 1 a check failed; 3 a check could not run; 4 no named key vouches for a file, or
    too few witnesses do; 5 a signed head contradicts a file.
    """
    # Import the rules only here, so that `--help` does not wait for them.
    from gunbai_record.verify.attestation import EvidenceError, check_compared, read_evidence
    from gunbai_record.verify.file import record_files
    from referee.proof.offline import verified

    try:
        evidence = read_evidence(keys or [], against or [], policy)
    except EvidenceError as error:
        raise _misused(error) from None
    try:
        paths = [*record_files(files)]
    except FileNotFoundError as error:
        raise typer.BadParameter(str(error), param_hint="FILES") from None
    reports: list[FileReport] = []
    with progress_shown("Verifying", as_json=as_json) as advance:
        try:
            for report in verified(paths, processes, partial(advance, "Verifying"), evidence):
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
    if report.attestation.lacking or report.attestation.unwitnessed:
        return NOT_ATTESTED
    return INCOMPLETE if report.verification.verdict == pb.VERDICT_INCOMPLETE else HOLDS


def _misused(error: EvidenceError) -> typer.BadParameter:
    return typer.BadParameter(str(error), param_hint=error.option)


@key.command()
def show(*, file: KeyFile = KEY, as_json: AsJson = False) -> None:
    """Print the verifier key, for readers to pass to `gunbai verify --key`."""
    _print(_identity(file), as_json=as_json)


@key.command()
def rotate(
    *,
    file: KeyFile = KEY,
    name: Annotated[str, typer.Option(metavar="NAME", help="Name for the new key (default: the old name).")] = "",
    as_json: AsJson = False,
) -> None:
    """Replace the key; the old key vouches for the new one. Then restart the service.

    Readers who trust the old key accept the new one. The reverse is not true, so keep publishing the old key for the
    records that it signed. gunbai deletes the old private key.
    """
    former = _identity(file)
    try:
        rotated = former.rotate(file, name)
    except (ValueError, OSError) as error:
        typer.echo(f"gunbai server key: {error}", err=True)
        raise typer.Exit(FAILED) from None
    typer.echo(f"Publish the new key, and keep publishing the old one for earlier records: {former.verifier}", err=True)
    _print(rotated, as_json=as_json)


def _identity(file: Path) -> Identity:
    from referee.proof.identity import Identity

    if not file.exists():
        problem = f"{file} does not exist: start the service once, which makes its key, or name another file"
        raise typer.BadParameter(problem, param_hint="--key")
    try:
        return Identity.kept_in(file)
    except (ValueError, OSError) as error:
        typer.echo(f"gunbai server key: {error}", err=True)
        raise typer.Exit(FAILED) from None


def _print(identity: Identity, *, as_json: bool) -> None:
    value = {"key": str(identity.verifier), "rotations": identity.rotations}
    typer.echo(json.dumps(value) if as_json else str(identity.verifier))
