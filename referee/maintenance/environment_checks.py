"""What a service depends on, for the doctor: the disk, the clock, the versions and the certificate."""

from __future__ import annotations

import platform
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from referee.records.doctor import Fault, Newest
from referee.server import Tls

LEAST_ROOM = 256 * 1024 * 1024
"""The least free space on a disk, in bytes: enough to rewrite the database."""
REMOTE = frozenset({"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "ceph", "glusterfs", "fuse.glusterfs"})
"""Network file systems, whose locks cannot be relied on."""
AHEAD = timedelta(minutes=1)
SOON = timedelta(days=14)
MOUNTS = Path("/proc/self/mounts")


class Around(NamedTuple):
    """Faults around a database, and notices."""

    faults: tuple[Fault, ...] = ()
    notices: tuple[Fault, ...] = ()


def found_around(database: Path, certificate: Path | None, key: Path | None, newest: Newest | None) -> Around:
    """Return the faults around a database with this newest entry, as far as is known."""
    now = datetime.now(UTC)
    clock = clock_checked(newest, now) if newest is not None else Around()
    faults = (*disk_faults(database), *(certificate_faults(certificate, key, now) if certificate else ()))
    return Around((*faults, *clock.faults), clock.notices)


def versions() -> str:
    """Return what runs here, in a line."""
    return (
        f"gunbai {version('gunbai')}, {platform.python_implementation()} {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}, grpcio {version('grpcio')}, {platform.system()} {platform.machine()}"
    )


def disk_faults(database: Path) -> Iterator[Fault]:
    """Yield the faults of a database's disk: too little room, or a network file system."""
    free, needed = shutil.disk_usage(database.parent).free, max(LEAST_ROOM, database.stat().st_size // 10)
    if free < needed:
        yield Fault(str(database), f"its disk has {free >> 20} MiB left; at least {needed >> 20} MiB are needed")
    if (kind := file_system(database)) in REMOTE:
        yield Fault(str(database), f"it is on a network file system ({kind}), where file locks are not reliable")


def file_system(file: Path) -> str:
    """Return a file system's kind; "" if the system does not say."""
    if not MOUNTS.exists():
        return ""
    mounts = [line.split()[1:3] for line in MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()]
    holding = [(len(place), kind) for place, kind in mounts if file.resolve().is_relative_to(place)]
    return max(holding, default=(0, ""))[1]


def clock_checked(newest: Newest, now: datetime) -> Around:
    """Return whether the clock is behind the newest entry: new entries would be older than earlier ones.

    If something later was written with a clock like this one, the entry's clock was wrong, and has been set since.
    """
    beginning = f"it shows {_minute(now)}, but the record has an entry of"
    if (last := datetime.fromtimestamp(newest.written / 1000, UTC)) > now + AHEAD:
        return Around((Fault("clock", f"{beginning} {_minute(last)}: set it"),))
    if (ahead := datetime.fromtimestamp(newest.changed_at / 1000, UTC)) > now + AHEAD:
        return Around(
            notices=(
                Fault(
                    "clock",
                    f"{beginning} {_minute(ahead)} in game {newest.game}: the clock is wrong, or was wrong then",
                ),
            )
        )
    return Around()


def _minute(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


def certificate_faults(certificate: Path, key: Path | None, now: datetime) -> Iterator[Fault]:
    """Yield the faults of a service's certificate: its key, its dates, or that it ends soon."""
    from cryptography import x509

    try:
        if key is not None:
            Tls(certificate, key).certificates()
        first = x509.load_pem_x509_certificates(certificate.read_bytes())[0]
    except (OSError, ValueError) as error:
        yield Fault(str(certificate), str(error))
        return
    if first.not_valid_before_utc > now:
        yield Fault(str(certificate), f"it is not valid before {first.not_valid_before_utc:%Y-%m-%d %H:%M} UTC")
    left = first.not_valid_after_utc - now
    if left < SOON:
        when = f"{first.not_valid_after_utc:%Y-%m-%d %H:%M} UTC"
        yield Fault(str(certificate), f"it {'expired' if left < timedelta(0) else 'expires'} on {when}: renew it")
