"""Ways to tamper with a record file: each yields altered files, with the entry that is at fault in each."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from games.kit.rules.decider import Chance
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai_record.chain import digest_of
from gunbai_record.record_file import delimited, read
from gunbai_record.verify.entry_checks import opened
from referee.game.entries import Deed, packed
from referee.game.fold import followed, founded
from referee.game.game import Game
from referee.game.judge import ruled
from referee.game.titles import finished
from referee.proof.identity import Identity
from titles.checks.walk import SeededDraws

SERVICE = Identity(bytes(32), "one.example")
THIEF = Identity(b"\x01" * 32, "one.example")
"""The key of the service, and another one that bears its name."""
SEEDS = 40
"""How many outcomes are drawn to find one that differs."""


class Tampered(NamedTuple):
    """A file that was tampered with, and the entry at fault; 0 for the header or the signed head."""

    version: int
    file: bytes


def parts(file: bytes) -> tuple[FileHeader, list[record.Entry]]:
    """Return the header and the entries of a file."""
    head, entries = read(io.BytesIO(file))
    return head, list(entries)


def joined(head: FileHeader, entries: Iterable[record.Entry]) -> bytes:
    """Return the file with these entries and a header that counts them."""
    counted, listed = FileHeader(), [*entries]
    counted.CopyFrom(head)
    counted.head = len(listed)
    return b"".join(map(delimited, (counted, *listed)))


def attested(file: bytes) -> bytes:
    """Return a file with a head that the service signed."""
    head, entries = parts(file)
    head.signed_head.CopyFrom(SERVICE.signed_head(head.game, head.head, entries[-1].digest))
    return joined(head, entries)


def flipped(file: bytes, step: int = 1) -> Iterator[Tampered]:
    """Flip a bit of each byte: of the header with its signed head, and of each entry."""
    head, entries = parts(file)
    ends = [len(delimited(head))]
    for entry in entries:
        ends.append(ends[-1] + len(delimited(entry)))
    for place in range(0, len(file), step):
        altered = bytearray(file)
        altered[place] ^= 1 << (place // step) % 8
        yield Tampered(sum(end <= place for end in ends), bytes(altered))


def dropped(file: bytes, step: int = 1) -> Iterator[Tampered]:
    """Leave out one entry: the next takes its place; without the last, the signed head covers more entries."""
    head, entries = parts(file)
    for index in range(len(entries))[::-step]:
        last = index == len(entries) - 1
        yield Tampered(0 if last else index + 1, joined(head, [*entries[:index], *entries[index + 1 :]]))


def swapped(file: bytes, step: int = 1) -> Iterator[Tampered]:
    """Swap two neighbours."""
    head, entries = parts(file)
    for index in range(0, len(entries) - 1, step):
        first, second = entries[index : index + 2]
        yield Tampered(index + 1, joined(head, [*entries[:index], second, first, *entries[index + 2 :]]))


def doubled(file: bytes, step: int = 1) -> Iterator[Tampered]:
    """Write one entry twice."""
    head, entries = parts(file)
    for index in range(0, len(entries), step):
        yield Tampered(index + 2, joined(head, [*entries[: index + 1], *entries[index:]]))


def redrawn(file: bytes, _: int = 1) -> Iterator[Tampered]:
    """Replace an outcome of chance with another possible one, with matching events, position and chain."""
    head, entries = parts(file)
    secrets = opened(entries) | {ancestor.game: ancestor.secret for ancestor in head.ancestors}
    game: Game | None = None
    for index, entry in enumerate(entries):
        before, game = game, founded(finished(), entry, secrets) if game is None else followed(game, entry, secrets)
        if before is not None and entry.actor.kind == record.ACTOR_KIND_CHANCE and isinstance(before.step, Chance):
            other = _other(before, entry)
            if other is not None:
                yield Tampered(index + 1, joined(head, rechained([*entries[:index], other, *entries[index + 1 :]])))


def _other(game: Game, entry: record.Entry) -> record.Entry | None:
    """Return an entry with another outcome, as the judge would write it; None if no other is possible."""
    step = game.step
    assert isinstance(step, Chance)
    given = [item for item in entry.events[:1] if item.open.type_url.endswith(".SharesGiven")]
    for seed in range(SEEDS):
        move = step.draw(game.table, SeededDraws(random.Random(seed)))
        if packed(move) != entry.command.open:
            deed = Deed(entry.actor, entry.at_micros, packed(move), entry.command_id, entry.expected_version)
            added = ruled(game, deed, move, *given)
            assert isinstance(added, tuple)
            made: record.Entry = added.entries[0]
            return made
    return None


def rechained(entries: Iterable[record.Entry]) -> list[record.Entry]:
    """Return the entries with a matching chain, as an operator could make it."""
    made, previous = list[record.Entry](), bytes(32)
    for entry in entries:
        copy = record.Entry()
        copy.CopyFrom(entry)
        copy.previous = previous
        previous = copy.digest = digest_of(copy)
        made.append(copy)
    return made


def forged_heads(file: bytes, step: int = 1) -> Iterator[Tampered]:
    """Replace the signed head with another: of another key, game, version or digest, or with a flipped bit."""
    head, entries = parts(file)
    last = entries[-1]
    for signed in (
        THIEF.signed_head(head.game, last.version, last.digest),
        SERVICE.signed_head("anothergameanoth", last.version, last.digest),
        SERVICE.signed_head(head.game, last.version + 1, last.digest),
        SERVICE.signed_head(head.game, last.version - 1, entries[-2].digest),
        SERVICE.signed_head(head.game, last.version, bytes(32)),
    ):
        yield Tampered(0, _headed(head, entries, signed.SerializeToString()))
    note = head.signed_head.SerializeToString()
    for place in range(0, len(note), step):
        altered = bytearray(note)
        altered[place] ^= 1 << place % 8
        yield Tampered(0, _headed(head, entries, bytes(altered)))


def _headed(head: FileHeader, entries: list[record.Entry], signed: bytes) -> bytes:
    """Return the file with these bytes in the place of its signed head, though they may be no message."""
    bare = FileHeader()
    bare.CopyFrom(head)
    bare.ClearField("signed_head")
    number = FileHeader.DESCRIPTOR.fields_by_name["signed_head"].number
    content = bare.SerializeToString() + _varint(number << 3 | 2) + _varint(len(signed)) + signed
    return _varint(len(content)) + content + b"".join(map(delimited, entries))


def _varint(number: int) -> bytes:
    made = bytearray()
    while number >= 0x80:
        made.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*made, number])


WAYS: Mapping[str, Callable[[bytes, int], Iterator[Tampered]]] = {
    "a bit of a byte flipped": flipped,
    "an entry dropped": dropped,
    "two entries swapped": swapped,
    "an entry doubled": doubled,
    "an outcome replaced": redrawn,
    "a head forged": forged_heads,
}
"""Every way, with every so many bytes or entries that are tried."""
