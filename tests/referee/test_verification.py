"""Verification finds the first entry that is not what follows from the ones before, and says what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import record_pb2
from gunbai_client.chain import digest_of
from gunbai_client.record_file import delimited, header, read
from referee.verification import Report, opened_secret, verify
from tests.games.toy import protos
from tests.referee.house import ALL_TITLES, House, Match


async def night(house: House) -> Match:
    """A finished game with a branch's worth of entries."""
    match = await house.start(seats=3)
    await match.finish()
    return match


def verified(entries: list[record.Entry]) -> Report:
    """The report on the entries of a game that is over."""
    secret = opened_secret(entries[-1])
    return verify(ALL_TITLES, entries, {entries[-1].game: secret} if secret else {})


def rechained(entries: list[record.Entry]) -> list[record.Entry]:
    """The entries with a chain that fits them: what a cheating operator could make."""
    previous = bytes(32)
    for entry in entries:
        entry.previous = previous
        previous = entry.digest = digest_of(entry)
    return entries


async def test_a_whole_record_holds(house: House) -> None:
    entries = await (await night(house)).entries()
    report = verified(entries)
    assert report.valid
    assert (report.entries, report.linked, report.adjudicated) == (len(entries),) * 3
    assert report.chance_recomputed == sum(entry.actor.kind == record.ACTOR_KIND_CHANCE for entry in entries) == 2
    assert report.secret_opened
    assert report.remarks == []


def _loaded_dice(entry: record.Entry) -> None:
    drawn = protos.DrawLanterns.FromString(entry.command.open.value)
    names = sorted({"crane", "fox", "moon", "pine", "wave"} - set(drawn.lanterns))[:2]
    entry.command.open.value = protos.DrawLanterns(lanterns=names).SerializeToString()
    told = protos.LanternsDrawn.FromString(entry.events[0].open.value)
    entry.events[0].open.value = protos.LanternsDrawn(seat=told.seat, lanterns=names).SerializeToString()


def _other_event(entry: record.Entry) -> None:
    entry.events[1].open.value = protos.BidSealed(seat=2, light=1).SerializeToString()


def _other_salt(entry: record.Entry) -> None:
    entry.command.salt = bytes(32)


def _other_position(entry: record.Entry) -> None:
    entry.position_digest = bytes(32)


def _earlier(entry: record.Entry) -> None:
    entry.at_micros = 1


def _another_actor(entry: record.Entry) -> None:
    entry.actor.seat = 3


def _stale(entry: record.Entry) -> None:
    entry.expected_version = 1


@pytest.mark.parametrize(
    ("version", "alter", "problem"),
    [
        (8, _loaded_dice, "command"),
        (7, _other_event, "events"),
        (7, _other_salt, "command"),
        (7, _other_position, "position_digest"),
        (7, _earlier, "before"),
        (7, _another_actor, "seat 3"),
        (7, _stale, "version 1"),
    ],
)
async def test_what_an_operator_alters_is_found_though_the_chain_fits(
    house: House, version: int, alter: Callable[[record.Entry], None], problem: str
) -> None:
    entries = await (await night(house)).entries()
    index = next(i for i, entry in enumerate(entries) if i >= version - 1 and _fits(entry, alter))
    alter(entries[index])
    report = verified(rechained(entries))
    assert report.bad_version == index + 1
    assert problem in report.problem


def _fits(entry: record.Entry, alter: Callable[[record.Entry], None]) -> bool:
    """Whether an alteration is meant for this sort of entry."""
    url = entry.command.open.type_url
    return url.endswith("DrawLanterns" if alter is _loaded_dice else "Bid")


async def test_a_broken_link_is_found(house: House) -> None:
    entries = await (await night(house)).entries()
    entries[5].at_micros += 1
    report = verified(entries)
    assert (report.bad_version, report.problem) == (6, "entry 6: its content does not have its digest")
    assert not report.valid


async def test_a_lost_or_doubled_entry_is_found(house: House) -> None:
    entries = await (await night(house)).entries()
    assert verified(entries[:4] + entries[5:]).bad_version == 5
    assert verified(entries[:5] + entries[4:]).bad_version == 6


async def test_a_secret_that_is_not_the_committed_one_is_found(house: House) -> None:
    entries = await (await night(house)).entries()
    closed = life.GameClosed.FromString(entries[-1].events[0].open.value)
    closed.secret = bytes(32)
    entries[-1].events[0].open.value = closed.SerializeToString()
    report = verified(rechained(entries))
    assert report.bad_version == 1
    assert "command" in report.problem


async def test_a_record_that_ends_early_holds_but_proves_less(house: House) -> None:
    entries = await (await night(house)).entries()
    report = verified(entries[:-1])
    assert report.valid
    assert not report.secret_opened
    assert report.chance_recomputed == 0
    assert report.adjudicated == len(entries) - 1
    assert len(report.remarks) == 1


async def test_sealed_items_leave_the_chain_to_be_checked(house: House) -> None:
    match = await house.start()
    await match.play((1, protos.Bid(light=3, seat=1)))
    report = verified(await match.entries())
    assert report.valid
    assert (report.linked, report.adjudicated) == (5, 4)
    assert len(report.remarks) == 2


@pytest.mark.parametrize("ruin", ["actor", "command", "events", "previous", "digest", "position_digest"])
async def test_rubbish_is_reported_and_never_raises(house: House, ruin: str) -> None:
    entries = await (await night(house)).entries()
    for version, entry in enumerate(entries, 1):
        whole = entry.SerializeToString()
        entry.ClearField(ruin)  # type: ignore[arg-type]  # one of the names above
        if entry.SerializeToString() != whole:
            assert verified(entries).bad_version in {version, 1}
        entry.ParseFromString(whole)


async def test_a_record_file_is_exported_and_read_again(house: House, tmp_path: Path) -> None:
    match = await night(house)
    branch = await match.fork(8)
    await branch.seat_all()
    await branch.begin()
    await branch.finish()
    stream = house.record.ExportRecord(record_pb2.ExportRecordRequest(game=branch.id))
    file = tmp_path / "branch.gunbai"
    file.write_bytes(b"".join([piece.chunk async for piece in stream]))
    with file.open("rb") as source:
        head, entries = read(source)
        told = list(entries)
    assert told == await branch.entries()
    assert [(ancestor.game, ancestor.version) for ancestor in head.ancestors] == [(match.id, 8)]
    secrets = {ancestor.game: ancestor.secret for ancestor in head.ancestors}
    report = verify(ALL_TITLES, told, secrets | {branch.id: opened_secret(told[-1])})
    assert report.valid
    assert report.adjudicated == len(told)
    assert delimited(header(head.game, head.head, head.ancestors)) == delimited(head)
