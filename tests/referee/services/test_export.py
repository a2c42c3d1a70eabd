"""A record file has the whole game, its ancestors included, and verifies without a service."""

from __future__ import annotations

from pathlib import Path

from gunbai.referee.v1 import record_pb2
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_client.heads import Head, head_of
from gunbai_client.record_file import delimited, header, read
from referee.proof.verification import verify
from tests.referee.house import ALL_TITLES, House


async def test_a_record_file_is_exported_and_read_again(house: House, tmp_path: Path) -> None:
    match = await house.start(seats=3)
    await match.finish()
    branch = await match.fork(8)
    await branch.seat_all()
    await branch.begin()
    await branch.finish()
    stream = house.record.ExportRecord(record_pb2.ExportRecordRequest(game=branch.id))
    file = tmp_path / "branch.gunbai"
    file.write_bytes(b"".join([piece.chunk async for piece in stream]))
    with file.open("rb") as source:
        head, entries = read(source)
        stored = list(entries)
    assert stored == await branch.entries()
    assert [(ancestor.game, ancestor.version) for ancestor in head.ancestors] == [(match.id, 8)]
    secrets = {ancestor.game: ancestor.secret for ancestor in head.ancestors}
    report = verify(ALL_TITLES, stored, secrets)
    assert report.verdict == VERDICT_CONSISTENT
    assert report.adjudicated == len(stored)
    assert delimited(header(head.game, head.head, head.ancestors, head.signed_head)) == delimited(head)
    assert head_of(head.signed_head) == Head(branch.id, len(stored), stored[-1].digest)
