"""Disks that are small, fail or are slow, for one process, without changing the process itself."""

from __future__ import annotations

import asyncio
import resource
import shutil
import signal
import subprocess
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

SYNC_MICROS = 200_000
"""How much longer each sync takes on a slow disk."""
DISK = "96m"
"""The size of a small disk."""
ATTACH_SECONDS = 1.0
_PIECE = bytes(4096)


def tracer() -> str | None:
    """Return the program that makes syncs slow, if it is installed and may be used here."""
    strace = shutil.which("strace")
    works = strace and subprocess.run([strace, "-e", "trace=none", "true"], capture_output=True, check=False)
    return strace if works and works.returncode == 0 else None


@contextmanager
def disk(folder: Path) -> Iterator[Path]:
    """Yield a folder on a separate small disk. Raises PermissionError if it may not be created."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        raise PermissionError(mounted.stderr)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """Use up the free space on a folder's disk within the block."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(_PIECE)
    try:
        yield
    finally:
        ballast.unlink()


@contextmanager
def failing(process_id: int) -> Iterator[None]:
    """Make a process's writes to any file fail within the block (EFBIG)."""
    before = resource.prlimit(process_id, resource.RLIMIT_FSIZE)
    resource.prlimit(process_id, resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        yield
    finally:
        resource.prlimit(process_id, resource.RLIMIT_FSIZE, before)


@asynccontextmanager
async def slow(process_id: int) -> AsyncIterator[None]:
    """Make each of a process's syncs take longer within the block."""
    slowed = await asyncio.create_subprocess_exec(
        "strace", "-f", "-qq", "-p", str(process_id), "-e", "trace=fsync,fdatasync",
        "-e", f"inject=fsync,fdatasync:delay_enter={SYNC_MICROS}", stdout=DEVNULL, stderr=DEVNULL,
    )  # fmt: skip
    await asyncio.sleep(ATTACH_SECONDS)
    try:
        yield
    finally:
        slowed.send_signal(signal.SIGINT)
        await slowed.wait()
