"""A record file has the whole game, its ancestors included, and verifies without a service."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.log_pb2 import LeafKind
from gunbai.referee.v1 import record_pb2
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_record.heads import Head, head_of
from gunbai_record.record_file import as_lines, delimited, header, read
from gunbai_record.verify.header import misfit
from lab.toy_games import NAME, SECRET, TITLES, finished, store_with
from lab.toy_service import ALL_TITLES, House
from referee.access.callers import Caller
from referee.errors import InvalidField
from referee.game.fold import fold
from referee.game.game import Game
from referee.proof.identity import Identity
from referee.proof.verification import verify
from referee.records.games import Games
from referee.records.transparency import Transparency
from referee.services.export import _head, _open_secret, pieces, record_of
from store.contract import Leaf
from tests.referee.long_toy_games import long_night


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
    stream = house.record.ExportRecord(record_pb2.ExportRecordRequest(game=branch.id, lines=True))
    assert b"".join([piece.chunk async for piece in stream]).decode() == "".join(as_lines(head, stored))
    assert [(ancestor.game, ancestor.version) for ancestor in head.ancestors] == [(match.id, 8)]
    secrets = {ancestor.game: ancestor.secret for ancestor in head.ancestors}
    report = verify(ALL_TITLES, stored, secrets)
    assert report.verdict == VERDICT_CONSISTENT
    assert report.adjudicated == len(stored)
    assert delimited(header(head.game, head.head, head.ancestors, head.signed_head, head.leaves)) == delimited(head)
    assert head_of(head.signed_head) == Head(branch.id, len(stored), stored[-1].digest)
    assert [(leaf.kind, leaf.version) for leaf in head.leaves] == [
        (LeafKind.LEAF_KIND_CREATED, 9),
        (LeafKind.LEAF_KIND_ENDED, len(stored)),
    ]
    assert misfit(head, stored) == ""


async def test_a_long_record_comes_in_pieces_of_64_kib_and_little_more() -> None:
    night = long_night(600)
    games = Games(await store_with(night), TITLES)
    game = await games.game(NAME)
    identity = Identity(bytes(32), "one.example")
    log = Transparency(games.store, identity)
    chunks = [piece async for piece in pieces(record_of(games, identity, log, game, Caller("peer")))]
    _, entries = read(io.BytesIO(b"".join(chunks)))
    assert len(list(entries)) == len(night.entries)
    *full, rest = map(len, chunks)
    assert full
    assert rest > 0
    assert {64 <= size // 1024 < 66 for size in full} == {True}


async def test_a_file_has_the_leaves_of_its_entries_and_of_none_that_came_later() -> None:
    night = finished()
    games = Games(await store_with(night), TITLES)
    last = night.game.version
    for kind, version in (("created", 1), ("verdict", 3), ("ended", last)):
        await games.store.append(NAME, last, [], leaves=[Leaf(NAME, kind, version, bytes(32))])
    identity = Identity(bytes(32), "one.example")
    log = Transparency(games.store, identity)

    async def leaves(game: Game) -> list[tuple[LeafKind.ValueType, int]]:
        return [(leaf.kind, leaf.version) for leaf in (await _head(games, identity, log, game, ())).leaves]

    earlier = fold(TITLES, night.entries[:-1], {NAME: SECRET})
    assert await leaves(night.game) == [(LeafKind.LEAF_KIND_CREATED, 1), (LeafKind.LEAF_KIND_ENDED, last)]
    assert await leaves(earlier) == [(LeafKind.LEAF_KIND_CREATED, 1)]


async def test_lines_are_an_invalid_field_where_they_cannot_hold_a_record() -> None:
    async def unverified() -> AsyncIterator[record.Entry]:
        yield record.Entry(at_micros=2**60)

    assert [piece async for piece in pieces(unverified())]
    with pytest.raises(InvalidField, match="lines: the number"):
        [piece async for piece in pieces(unverified(), lines=True)]


@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize("shares_own", [True, False])
@pytest.mark.parametrize(("opened", "sealed"), [(True, True), (True, False), (False, True), (False, False)])
def test_a_file_opens_an_ancestor_that_is_over_and_of_which_it_seals_nothing(
    *, over: bool, shares_own: bool, opened: bool, sealed: bool
) -> None:
    game: Any = SimpleNamespace(charter=SimpleNamespace(shares_sealed=sealed))
    above: Any = SimpleNamespace(
        recorded_id="above", over=over, secret=b"secret", charter=SimpleNamespace(parent_version=5)
    )
    secret = _open_secret(game, above, 6 if shares_own else 5, {"above"} if opened else ())
    assert secret == (b"secret" if over and shares_own and (opened or not sealed) else b"")
