"""`gunbai title check`: the contract's laws and a package's cases, before it is installed or published."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from referee.cases.contract import CHECKS, FIRST, Contract, Project

SHOWN = 3
"""The maximum number of faults that are shown per law."""


def check(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Folder of the package.", exists=True, file_okay=False)
    ] = Path(),
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON per law.")] = False,
) -> None:
    """Check that a title package follows the laws of gunbai. Exits with 1 if it does not.

    gunbai makes the stubs, lets bots play at random with each number of seats, and runs the cases. Every clause needs a
    case.
    """
    try:
        project = Project.read(folder.resolve())
    except ValueError as problem:
        raise typer.BadParameter(str(problem), param_hint="FOLDER") from None
    contract, began, failed = Contract(project), time.monotonic(), False
    for law, checked in CHECKS.items():
        faults = checked(contract)
        failed = failed or bool(faults)
        for line in [json.dumps({"law": law, "faults": faults})] if as_json else _lines(law, faults):
            print(line, flush=True)  # noqa: T201  # `typer.echo` bypasses progress
        if faults and law in FIRST:
            break
    contract.close()
    if not as_json:
        verdict = "breaks the laws of gunbai" if failed else "follows the laws of gunbai"
        print(f"{project.title} {verdict}; checked in {time.monotonic() - began:.0f} s")  # noqa: T201  # as above
    raise typer.Exit(1 if failed else 0)


def _lines(law: str, faults: list[str]) -> Iterator[str]:
    yield f"{'✗' if faults else '✓'} {law}"
    yield from (f"    {fault}" for fault in faults[:SHOWN])
    if len(faults) > SHOWN:
        yield f"    and {len(faults) - SHOWN} more"
