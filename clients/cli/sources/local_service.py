"""A local service: `gunbai serve` as a child process on a free port, with its database in a given folder."""

from __future__ import annotations

import json
import select
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from gunbai_record.errors import GunbaiError

START_SECONDS = 60
STOP_SECONDS = 15


class ServiceFailed(GunbaiError):
    """The child process did not start serving; the message contains its output."""


@contextmanager
def serving(folder: Path, port: int = 0, options: Sequence[str] = ()) -> Iterator[str]:
    """Run a service with its files in `folder`, on a free port unless one is given, and yield its address.

    The service is stopped when the context is left. Raises ServiceFailed.
    """
    # -P: a checkout named gunbai in the working directory would hide the package of that name.
    command = [sys.executable, "-P", "-m", "clients.cli", "serve", "--json", "--no-quotas", "--log", "warning"]
    log = folder / "service.log"
    with log.open("ab") as errors:
        child = subprocess.Popen(  # noqa: S603  # the running Python and this program
            [*command, "--port", str(port), "--database", str(folder / "games.sqlite"), *options],
            stdout=subprocess.PIPE,
            stderr=errors,
        )
    try:
        yield _address(child, log)
    except GunbaiError as error:
        _stop(child)
        if logged := _text(log):
            error.add_note(f"Log of the service: {logged}")
        raise
    finally:
        _stop(child)


def _stop(child: subprocess.Popen[bytes]) -> None:
    with child:
        child.terminate()
        try:
            child.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()


def _address(child: subprocess.Popen[bytes], log: Path) -> str:
    output = child.stdout
    line = output.readline() if output and select.select([output], [], [], START_SECONDS)[0] else b""
    try:
        return str(json.loads(line)["address"])
    except (ValueError, KeyError):
        raise ServiceFailed(f"the service did not start: {line.decode(errors='replace')} {_text(log)}") from None


def _text(log: Path) -> str:
    return log.read_text(encoding="utf-8", errors="replace").strip()
