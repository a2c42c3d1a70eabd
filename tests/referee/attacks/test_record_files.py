"""Whatever is altered in a record file, its verification says that it is not valid, and where."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.referee.v1 import record_pb2
from gunbai.referee.v1.audit_pb2 import VERDICT_FAILED
from gunbai_record.record_file import delimited, read
from lab.toy_service import House, Match, bearer
from referee.proof.offline import FileReport, verify_file


async def exported(match: Match, token: str = "") -> bytes:
    """Return the record file of a game."""
    request = record_pb2.ExportRecordRequest(game=match.id)
    stream = match.house.record.ExportRecord(request, metadata=bearer(token))
    return b"".join([response.chunk async for response in stream])


async def duel(house: House, moves: int) -> Match:
    """Return a duel that is under way."""
    match = await house.start("infludance_duel")
    for _ in range(moves):
        seat = await match.asked_seat()
        assert seat is not None
        answer = await match.legal(seat)
        await match.send(seat, match.request(answer.commands[0].command, answer.expected_version))
    return match


def report_on(folder: Path, file: bytes) -> FileReport:
    """Return what verification finds in a file."""
    (folder / "game.gunbai").write_bytes(file)
    return verify_file(folder / "game.gunbai")


def failed(report: FileReport) -> bool:
    """Return whether a check of a file failed."""
    return report.verification.verdict == VERDICT_FAILED


def written(head: FileHeader, entries: list[record.Entry]) -> bytes:
    """Return the file with a header and entries."""
    return b"".join(map(delimited, (head, *entries)))


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.long)])
async def test_every_altered_byte_is_noticed_in_its_entry(house: House, tmp_path: Path, step: int) -> None:
    match = await duel(house, 3)
    branch = await match.fork(5)
    file = await exported(branch)
    head, entries = read(io.BytesIO(file))
    assert not failed(report_on(tmp_path, file))
    ends = [len(delimited(head))]
    for entry in entries:
        ends.append(ends[-1] + len(delimited(entry)))
    for place in range(0, len(file), step):
        altered = bytearray(file)
        altered[place] ^= 1 << place % 8
        report = report_on(tmp_path, bytes(altered))
        assert failed(report), place
        number = sum(end <= place for end in ends)
        assert report.verification.bad_version in {0, number}, report
        assert report.verification.bad_version or not number or f"entry {number}" in report.verification.problem, report


def swap(entries: list[record.Entry]) -> None:
    entries[5:7] = reversed(entries[5:7])


def drop(entries: list[record.Entry]) -> None:
    del entries[5]


def double(entries: list[record.Entry]) -> None:
    entries.insert(6, entries[5])


def change_time(entries: list[record.Entry]) -> None:
    entries[5].at_micros += 1


def change_id(entries: list[record.Entry]) -> None:
    entries[5].command_id += "x"


def change_actor(entries: list[record.Entry]) -> None:
    entries[5].actor.seat = 3 - entries[5].actor.seat


@pytest.mark.parametrize("alter", [swap, drop, double, change_time, change_id, change_actor])
async def test_an_altered_order_or_entry_is_named(
    house: House, tmp_path: Path, alter: Callable[[list[record.Entry]], None]
) -> None:
    head, read_entries = read(io.BytesIO(await exported(await duel(house, 6))))
    entries = list(read_entries)
    alter(entries)
    head.head = len(entries)
    assert report_on(tmp_path, written(head, entries)).verification.bad_version in {6, 7}


async def test_a_head_that_does_not_fit_its_entries_is_noticed(house: House, tmp_path: Path) -> None:
    match = await duel(house, 2)
    branch = await match.fork(5)
    head, read_entries = read(io.BytesIO(await exported(branch)))
    entries = list(read_entries)
    assert not failed(report_on(tmp_path, written(head, entries)))
    other, orphan, empty = FileHeader(), FileHeader(), FileHeader()
    other.CopyFrom(head)
    other.game = match.id
    orphan.CopyFrom(head)
    orphan.ClearField("ancestors")
    empty.CopyFrom(head)
    empty.head = 0
    for altered in (written(other, entries), written(orphan, entries), written(empty, [])):
        assert failed(report_on(tmp_path, altered))
