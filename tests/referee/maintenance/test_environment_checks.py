"""What a service stands on: too little room, a clock that was set back, and a certificate that ends are faults."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography import x509
from typer.testing import CliRunner

from lab.toy_games import keep, started
from referee.__main__ import app
from referee.maintenance import environment_checks
from referee.maintenance.environment_checks import Around, certificate_faults, clock_checked, disk_faults, file_system
from referee.proof.identity import Identity
from referee.records.doctor import newest_in
from store.sqlite import SqliteStore
from tests.referee.test_commands import made
from tests.store.store_values import opening, summary

Patch = Callable[..., None]


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    file = tmp_path / "games.sqlite"
    async with await SqliteStore.open(file) as store:
        await keep(store, started())
    Identity.kept_in(file.with_suffix(".key"))
    return file


def room(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))


@pytest.mark.parametrize(
    ("free", "rooms"), [(256 << 20, []), (255 << 20, ["255 MiB left; at least 256 MiB are needed"])]
)
async def test_too_little_room_is_a_fault(
    free: int, rooms: list[str], database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room(monkeypatch, free)
    assert [fault.problem.partition("has ")[2] for fault in disk_faults(database)] == rooms


@pytest.mark.parametrize(
    ("mounts", "kind"),
    [
        ("a / ext4 rw 0 0\nb {folder} nfs4 rw 0 0\n", "nfs4"),
        ("b {folder} cifs rw 0 0\na / ext4 rw 0 0\n", "cifs"),
        ("a / ext4 rw 0 0\nb {folder}x nfs4 rw 0 0\n", "ext4"),
    ],
)
async def test_the_file_system_of_another_machine_is_a_fault(
    mounts: str, kind: str, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = tmp_path / "mounts"
    listed.write_text(mounts.format(folder=database.parent))
    monkeypatch.setattr(environment_checks, "MOUNTS", listed)
    room(monkeypatch, 1 << 40)
    assert file_system(database) == kind
    assert ["file locks are not reliable" in fault.problem for fault in disk_faults(database)] == [True] * (
        kind != "ext4"
    )


async def test_a_clock_behind_the_record_is_a_fault(database: Path) -> None:
    async with await SqliteStore.open(database) as store:
        now = dt.datetime.now(dt.UTC)
        await store.note_presence(int(now.timestamp()) * 1_000_000)
        newest = await newest_in(store)
    assert clock_checked(newest, now) == Around()
    (fault,) = clock_checked(newest, now - dt.timedelta(hours=1)).faults
    assert fault.place == "clock"
    assert "the record has an entry of" in fault.problem


async def test_an_entry_of_a_clock_that_was_ahead_is_no_fault_once_anything_later_was_written(tmp_path: Path) -> None:
    now = dt.datetime.now(dt.UTC)
    millis = int(now.timestamp() * 1000)
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        assert clock_checked(await newest_in(store), now) == Around()
        await store.create(opening("ahead"), [], [], summary("ahead", changed_at=millis + 86_400_000))
        assert clock_checked(await newest_in(store), now).faults, "nobody knows which clock is wrong"
        await store.create(opening("later"), [], [], summary("later", changed_at=millis))
        around = clock_checked(await newest_in(store), now)
    assert around.faults == ()
    (notice,) = around.notices
    assert notice.problem.endswith(
        f"{now + dt.timedelta(days=1):%Y-%m-%d %H:%M} UTC in game ahead: the clock is wrong, or was wrong then"
    )


def faults(certificate: Path, key: Path | None, after: dt.timedelta) -> list[str]:
    return [fault.problem for fault in certificate_faults(certificate, key, dt.datetime.now(dt.UTC) + after)]


def test_a_certificate_that_ends_soon_ended_or_is_not_valid_yet_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (certificate, key), (_, other) = made(tmp_path, "one"), made(tmp_path, "other")
    monkeypatch.setattr(environment_checks, "SOON", dt.timedelta(minutes=30))
    assert faults(certificate, key, dt.timedelta(minutes=1)) == []
    assert [problem.split()[:2] for problem in faults(certificate, key, dt.timedelta(minutes=45))] == [
        ["it", "expires"]
    ]
    assert [problem.split()[:2] for problem in faults(certificate, key, dt.timedelta(hours=2))] == [["it", "expired"]]
    ends = x509.load_pem_x509_certificate(certificate.read_bytes()).not_valid_after_utc
    assert next(certificate_faults(certificate, key, ends)).problem.startswith("it expires on ")
    assert "it is not valid before" in faults(certificate, key, dt.timedelta(hours=-2))[0]
    assert "not the key of the first certificate" in faults(certificate, other, dt.timedelta(0))[0]
    assert "No such file" in faults(tmp_path / "missing", None, dt.timedelta(0))[0]


async def test_the_doctor_says_all_of_it(database: Path, tmp_path: Path) -> None:
    certificate, key = made(tmp_path, "one")
    words = [
        "doctor",
        "--json",
        "--database",
        str(database),
        "--tls-certificate",
        str(certificate),
        "--tls-key",
        str(key),
    ]
    ended = await asyncio.to_thread(CliRunner().invoke, app, words)
    report: dict[str, Any] = json.loads(ended.output)
    assert ended.exit_code == 1
    assert [fault["place"] for fault in report["faults"] if "expires on" in fault["problem"]] == [str(certificate)]
    assert "SQLite" in report["versions"]
    assert report["games"] == 1
