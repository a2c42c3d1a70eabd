"""Records that are nearly right: each is a genuine one with a few changes, and a chain that fits them again.

A change is to an entry as a whole, to a message within it, or to the bytes of one. What depends on the chain follows:
the digests of entries, and those that branches name. Seats' signatures stay, since they do not cover the chain.
"""

from __future__ import annotations

import contextlib
import io
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from google.protobuf.descriptor import FieldDescriptor as Field
from google.protobuf.message import DecodeError, Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.record.v1.lifecycle_pb2 import ForkGame
from gunbai_record.chain import URL, digest_of, sealed, sealed_signature
from gunbai_record.messages import UnknownMessageError, named, url_of
from gunbai_record.record_file import as_lines, delimited, read
from lab.fuzz.mutation import mutants
from lab.paths import ROOT

VECTORS = ROOT / "docs" / "vectors" / "records"
FIXTURES = ROOT / "tests" / "fixtures" / "records"
LONGEST = 60
"""The entries of the longest record that is changed: changing a longer one teaches no more, and takes longer."""
SHORT = 20
"""The entries of a short record. A file that is judged whole is one of these."""
MOST_CHANGES = 3
EDGES = (0, 1, 2, 3, 4, 5, 7, 59, 60, 255, 256, 1000, 86_400, 2**31 - 1, 2**32 - 1, 2**53 - 1, 2**53, 2**63 - 1)
"""Numbers at which something may be decided."""
WHOLE = 0.02
"""The proportion of records that are judged whole: those in a form other than the plain file, and some in it."""
SKIPPING = 0.8
"""The proportion of records that go from the first change, and a few entries after it, to the last entry, which opens
the secret."""
SIZES = (0, 1, 16, 31, 32, 33, 64)
"""Sizes of bytes at which something may be decided."""
FORK = url_of(ForkGame)
WHOLE_NUMBERS = {
    Field.CPPTYPE_INT32,
    Field.CPPTYPE_INT64,
    Field.CPPTYPE_UINT32,
    Field.CPPTYPE_UINT64,
    Field.CPPTYPE_ENUM,
}
SIGNED = {Field.CPPTYPE_INT32, Field.CPPTYPE_INT64, Field.CPPTYPE_ENUM}


class Seed(NamedTuple):
    """A genuine record, by its name, with the file of its tables if nothing is hidden."""

    name: str
    header: FileHeader
    entries: list[record.Entry]
    tables: str


class Mutant(NamedTuple):
    """A record that is nearly a seed: the same entries up to some point, and others from there on."""

    seed: Seed
    header: FileHeader
    entries: list[record.Entry]
    shared: int
    """How many of its first entries are the seed's."""
    form: bytes = b""
    """The file, if it is not the plain one with these entries: it must be judged whole."""

    @property
    def content(self) -> bytes:
        """The record as a file."""
        return self.form or b"".join(map(delimited, (self.header, *self.entries)))


def seeds() -> list[Seed]:
    """Return the fixtures and the records of the vectors, without the long ones."""
    files = [*FIXTURES.glob("*.gunbai"), *(path for path in VECTORS.glob("*.jsonl") if ".tables" not in path.name)]
    all_seeds = map(_seed, sorted(files))
    return [seed for seed in all_seeds if len(seed.entries) <= LONGEST]


def _seed(file: Path) -> Seed:
    header, entries = read(io.BytesIO(file.read_bytes()))
    tables = file.with_name(file.name.replace(".jsonl", ".tables.jsonl"))
    tables_text = tables.read_text(encoding="utf-8") if tables != file and tables.exists() else ""
    return Seed(file.name, header, [*entries], tables_text)


class Mutator:
    """Draws changed records of some seeds."""

    def __init__(self, seeds: Sequence[Seed], draw: Random) -> None:
        self._seeds, self._draw = seeds, draw
        self._short = [seed for seed in seeds if len(seed.entries) <= SHORT]

    def next(self) -> Mutant:
        """Return a record that differs from a seed."""
        draw = self._draw
        whole = draw.random() < WHOLE
        seed = draw.choice(self._short if whole else self._seeds)
        entries = [*seed.entries]
        header = FileHeader()
        header.CopyFrom(seed.header)
        for _ in range(draw.randint(1, MOST_CHANGES)):
            draw.choice(WAYS)(self, header, entries)
        shared = _shared(seed.entries, entries)
        if draw.random() < SKIPPING:
            del entries[shared + draw.randint(1, 2) : -1]
        if draw.random() < 0.97:
            entries[shared:] = _rechained(entries, shared)
        if draw.random() < 0.9:
            for name in ("signed_head", "leaves", "result_signatures"):
                header.ClearField(name)
        header.head = len(entries)
        mutant = Mutant(seed, header, entries, shared)
        return mutant._replace(form=self._form(mutant)) if whole else mutant

    def _form(self, mutant: Mutant) -> bytes:
        """Return a file as lines, with changed bytes, or as it is."""
        draw, content = self._draw, mutant.content
        if draw.random() < 0.5:
            with contextlib.suppress(ValueError):
                content = "".join(as_lines(mutant.header, mutant.entries)).encode()
        return next(mutants([content], 1, draw.getrandbits(32))) if draw.random() < 0.5 else content

    def _picked(self, entries: list[record.Entry]) -> record.Entry:
        """Return an entry that may be changed: in the list, but no longer the seed's own."""
        place = self._draw.randrange(len(entries))
        copied = record.Entry()
        copied.CopyFrom(entries[place])
        entries[place] = copied
        return copied

    def change_header(self, header: FileHeader, _: list[record.Entry]) -> None:
        """Change a field of the header."""
        self._change(header)

    def change_entry(self, _: FileHeader, entries: list[record.Entry]) -> None:
        """Change a field of an entry, or of its actor."""
        if entries:
            entry = self._picked(entries)
            self._change(self._draw.choice([entry, entry, entry.actor]))

    def change_message(self, _: FileHeader, entries: list[record.Entry]) -> None:
        """Change a field of a message in an entry."""
        if not entries or not (item := self._open_item(self._picked(entries))):
            return
        try:
            message = type(named(item.open.type_url.removeprefix(URL))).FromString(item.open.value)
        except (UnknownMessageError, DecodeError):
            return
        self._change(message)
        item.open.value = message.SerializeToString(deterministic=True)

    def change_bytes(self, _: FileHeader, entries: list[record.Entry]) -> None:
        """Change the bytes of a message in an entry."""
        if entries and (item := self._open_item(self._picked(entries))):
            other = self._draw.choice(self._draw.choice(self._seeds).entries).command.open.value
            item.open.value = self._draw.choice(ENCODINGS)(self._draw, item.open.value, other)

    def change_type(self, _: FileHeader, entries: list[record.Entry]) -> None:
        """Give a message the type of another one."""
        if entries and (item := self._open_item(self._picked(entries))):
            other = self._open_item(self._draw.choice(self._draw.choice(self._seeds).entries))
            item.open.type_url = other.open.type_url if other else f"{URL}gunbai.record.v1.Tomorrow"

    def change_items(self, _: FileHeader, entries: list[record.Entry]) -> None:
        """Leave out an event, add one from elsewhere, or seal or salt an item."""
        if not entries:
            return
        draw, entry = self._draw, self._picked(entries)
        items = [entry.command, *entry.events]
        match draw.randrange(5):
            case 0 if entry.events:
                del entry.events[draw.randrange(len(entry.events))]
            case 1:
                entry.events.extend(draw.choice(draw.choice(self._seeds).entries).events[:1])
            case 2:
                entry.events.insert(0, draw.choice(items))
            case 3:
                item = draw.choice(items)
                if item is items[0]:
                    entry.signature = sealed_signature(entry)
                item.CopyFrom(sealed(item))
            case _:
                draw.choice(items).salt = draw.choice([b"", bytes(32), bytes(31)])

    def change_order(self, _: FileHeader, entries: list[record.Entry]) -> None:
        """Leave out an entry, repeat one, swap two, cut the record off, or take in one of another record."""
        if not entries:
            return
        draw, place = self._draw, self._draw.randrange(len(entries))
        match draw.randrange(5):
            case 0:
                del entries[place]
            case 1:
                entries.insert(place, entries[draw.randrange(len(entries))])
            case 2:
                other = draw.randrange(len(entries))
                entries[place], entries[other] = entries[other], entries[place]
            case 3:
                del entries[place:]
            case _:
                foreign = record.Entry()
                foreign.CopyFrom(draw.choice(draw.choice(self._seeds).entries))
                foreign.game = entries[place].game
                foreign.at_micros = entries[place].at_micros
                entries.insert(place + 1, foreign)

    def _open_item(self, entry: record.Entry) -> record.Item | None:
        items = [item for item in (entry.command, *entry.events) if item.HasField("open")]
        return self._draw.choice(items) if items else None

    def _change(self, message: Message) -> None:
        """Change a field of a message, or of one in it."""
        draw, fields = self._draw, [*message.DESCRIPTOR.fields]
        if not fields:
            return
        field = draw.choice(fields)
        if draw.random() < 0.15:
            message.ClearField(field.name)
        elif field.is_repeated:
            self._change_list(getattr(message, field.name), field)
        elif field.message_type is not None:
            self._change(getattr(message, field.name))
            getattr(message, field.name).SetInParent()
        else:
            setattr(message, field.name, self._value(field, getattr(message, field.name)))

    def _change_list(self, values: Any, field: Field) -> None:
        draw = self._draw
        if values and draw.random() < 0.5:
            del values[draw.randrange(len(values))]
        elif field.message_type is not None:
            self._change(values.add())
        else:
            values.insert(draw.randint(0, len(values)), self._value(field, draw.choice(values) if values else None))

    def _value(self, field: Field, value_now: Any) -> Any:
        draw = self._draw
        if field.cpp_type in WHOLE_NUMBERS:
            value = draw.choice([*EDGES, *(range(max(0, (value_now or 0) - 2), (value_now or 0) + 3))])
            value = -value if field.cpp_type in SIGNED and draw.random() < 0.1 else value
            return _fitting(field, value)
        if field.cpp_type == Field.CPPTYPE_BOOL:
            return not value_now
        if field.type == Field.TYPE_BYTES:
            size = draw.choice(SIZES)
            return draw.choice([bytes(size), draw.randbytes(size), (value_now or b"")[:-1], (value_now or b"") + b"\0"])
        text = value_now or ""
        return draw.choice(["", "x", "é" * 65, text[:-1], text + " ", text + "x" * 300, "{}", '{"a": 1}', "0" * 64])


def _fitting(field: Field, value: int) -> int:
    """Return a number cut to what a field holds."""
    bits = 32 if field.cpp_type in {Field.CPPTYPE_INT32, Field.CPPTYPE_UINT32, Field.CPPTYPE_ENUM} else 64
    value &= (1 << bits) - 1
    return value - (1 << bits) if field.cpp_type in SIGNED and value >> (bits - 1) else value


Way = Callable[[Mutator, FileHeader, list[record.Entry]], None]
WAYS: tuple[Way, ...] = (
    Mutator.change_header,
    *(Mutator.change_entry,) * 4,
    *(Mutator.change_message,) * 6,
    *(Mutator.change_bytes,) * 4,
    Mutator.change_type,
    *(Mutator.change_items,) * 2,
    *(Mutator.change_order,) * 3,
)
"""The ways to change a record, each as often as it is drawn."""


def _longer(_: Random, value: bytes, __: bytes) -> bytes:
    """Write a message's last number in more bytes than it needs."""
    return value[:-1] + bytes([value[-1] | 0x80, 0]) if value and value[-1] < 0x80 else value


def _wider(draw: Random, value: bytes, _: bytes) -> bytes:
    """Write a message's last number with bits beyond those of its field."""
    high = draw.choice([b"\x80\x80\x80\x80\x10", b"\x80\x80\x80\x80\x80\x80\x80\x80\x01", b"\xff" * 8 + b"\x01"])
    return value[:-1] + bytes([value[-1] | 0x80]) + high[1:] if value and value[-1] < 0x80 else value + high


ENCODINGS: tuple[Callable[[Random, bytes, bytes], bytes], ...] = (
    _longer,
    _wider,
    lambda draw, value, other: value + value[: draw.randint(0, len(value))],
    lambda draw, value, other: other + value,
    lambda draw, value, other: value + other,
    lambda draw, value, other: value + bytes([draw.randrange(256), draw.randrange(8)]),
    lambda draw, value, other: bytes([draw.randint(1, 5) * 8, draw.randrange(4)]) + value,
    lambda draw, value, other: (
        value + bytes([draw.randint(1, 4) * 8 + 2, len(other) & 0x7F]) + other[: len(other) & 0x7F]
    ),
    lambda draw, value, other: next(mutants([value, other], 1, draw.getrandbits(32))),
)
"""The ways to change a message's bytes, many of which leave its meaning."""


def _shared(seed_entries: Sequence[record.Entry], entries: Sequence[record.Entry]) -> int:
    """Return how many entries of a seed a record begins with."""
    same = (place for place, (one, other) in enumerate(zip(seed_entries, entries, strict=False)) if one is not other)
    return next(same, min(len(seed_entries), len(entries)))


def _rechained(entries: Sequence[record.Entry], shared: int) -> list[record.Entry]:
    """Return the entries after those of the seed, with a chain that fits them."""
    made = list[record.Entry]()
    previous = entries[shared - 1].digest if shared else bytes(32)
    for version, old in enumerate(entries[shared:], shared + 1):
        entry = record.Entry()
        entry.CopyFrom(old)
        entry.version, entry.previous = version, previous
        if entry.command.open.type_url == FORK:
            _branch(entry)
        with contextlib.suppress(struct.error):  # An actor of a kind that no header can have.
            entry.digest = digest_of(entry)
        previous = entry.digest
        made.append(entry)
    return made


def _branch(entry: record.Entry) -> None:
    """Have a branch leave the entry before it."""
    try:
        fork = ForkGame.FromString(entry.command.open.value)
    except DecodeError:
        return
    fork.parent_version, fork.parent_digest = entry.version - 1, entry.previous
    entry.command.open.value = fork.SerializeToString(deterministic=True)
