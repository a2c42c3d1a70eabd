"""Records that no service writes, with a chain that fits: what every verifier finds in them, whatever the rules say."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregular
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.chain import type_name
from gunbai_record.record_file import read
from lab.paths import FIXTURES
from lab.signed_orders import ARBITERS_KEY, by_seat, ruled
from lab.toy_games import AT, NAME, SECRET, Night, bid, finished, started
from referee.game.agreements import agree
from referee.game.lifecycle import abandon_game
from tests.referee.proof.test_shares import alter, find, rechained

ROOT = Path(__file__).parents[3]
RECORDS = (
    *sorted((ROOT / "docs" / "vectors" / "records").glob("*.jsonl")),
    ROOT / "tests" / "fixtures" / "records" / "infludance_duel.signed.gunbai",
)
UNKNOWN = bytes.fromhex("f80601")
"""The field 111, which no message has, as a varint."""
KEY = Ed25519PrivateKey.from_private_bytes(bytes([7]) * 32)
PUBLIC = KEY.public_key().public_bytes_raw()
V1 = "gunbai.record.v1."


class Forged(NamedTuple):
    """A record, the secrets of its games that it does not open, the entry at fault, and words of what is wrong."""

    entries: Sequence[record.Entry]
    secrets: dict[str, bytes]
    version: int
    problem: str


def copied(entries: Sequence[record.Entry]) -> list[record.Entry]:
    """Return entries that may be altered."""
    return [record.Entry.FromString(entry.SerializeToString()) for entry in entries]


@cache
def records() -> dict[str, tuple[tuple[record.Entry, ...], dict[str, bytes]]]:
    """Return the records of the vectors and three of the fixtures, with the secrets in their headers."""
    entries_of = {}
    for file in RECORDS:
        if not file.name.endswith(".tables.jsonl"):
            header, entries = read(io.BytesIO(file.read_bytes()))
            entries_of[file.stem] = tuple(entries), {ancestor.game: ancestor.secret for ancestor in header.ancestors}
    for name in ("liars_dice.absent", "infludance_duel.undone", "titan_race.put_off"):
        file = FIXTURES / f"{name}.gunbai"
        entries_of[name.partition(".")[2]] = tuple(read(io.BytesIO(file.read_bytes()))[1]), {}
    return entries_of


def with_unknown_fields() -> dict[str, Forged]:
    """Return, for each type of message in these records, one in which the first one of it has an unknown field."""
    forged_by_name: dict[str, Forged] = {}
    for entries, secrets in records().values():
        for entry in entries:
            for place, item in enumerate((entry.command, *entry.events)):
                name = type_name(item.open.type_url)
                if name and name not in forged_by_name:
                    altered = copied(entries)
                    own = altered[entry.version - 1]
                    (own.command, *own.events)[place].open.value += UNKNOWN
                    forged_by_name[name] = Forged(rechained(altered), secrets, entry.version, "no")
    return forged_by_name


def repeated_word(*, signed: bool = True) -> Night:
    """Return a game in which the first word of a seat is sent again for it, after it gave another one."""
    night = started(keys=[PUBLIC, b""] if signed else ())
    words = [results.Agree(result=results.AgreedResult(winners=[seat])) for seat in (1, 2)]
    version = night.game.version
    for command_id, word in (("one", words[0]), ("other", words[1]), ("one", words[0])):
        order = by_seat(night.game, 1, word, KEY if signed else None, command_id=command_id, expected_version=version)
        night = night.then(agree(night.game, order))
    return night.then(abandon_game(night.game, life.AbandonGame(), AT))


def _repeated(entries: list[record.Entry]) -> record.Entry:
    return entries[-2]


def _id_of(size: int) -> Callable[[list[record.Entry]], record.Entry]:
    def change(entries: list[record.Entry]) -> record.Entry:
        entry = next(entry for entry in entries if entry.command_id)
        entry.command_id = "ö" * size
        return entry

    return change


def _taken(field: str, value: bytes) -> Callable[[list[record.Entry]], record.Entry]:
    def change(entries: list[record.Entry]) -> record.Entry:
        entry = find(entries, "TakeSeat")
        alter(entry.command, life.TakeSeat, lambda taken: setattr(taken, field, value))
        return entry

    return change


def _long_command(entries: list[record.Entry]) -> record.Entry:
    entry = next(entry for entry in entries if entry.command_id)
    entry.command.open.value = bytes(2**16 + 1)
    return entry


def _long_position(entries: list[record.Entry]) -> record.Entry:
    entry = find(entries, "RuleIrregularity")
    alter(entry.events[1], irregular.PositionSet, lambda item: setattr(item, "table_json", " " * (2**16 + 1)))
    return entry


def _in_another_order(entries: list[record.Entry]) -> record.Entry:
    entry = find(entries, "TakeSeat")
    entry.command.open.value = b"\x12\x01\x01\x08\x01"
    return entry


def _set() -> Night:
    """Return a game in which an arbiter set the position."""
    return ruled(started(arbiter=ARBITERS_KEY).play(bid(1, 1)))


BEYOND: list[tuple[Callable[[], Night], Callable[[list[record.Entry]], record.Entry], str]] = [
    (repeated_word, _repeated, "was already used in this game"),
    (finished, _id_of(65), "its command_id"),
    (finished, _taken("entropy", bytes(65)), "seat 1's entropy has 65 bytes"),
    (finished, _taken("public_key", bytes(31)), "seat 1's public key has 31 bytes"),
    (finished, _taken("public_key", bytes(33)), "seat 1's public key has 33 bytes"),
    (finished, _long_command, "its command has 65537 bytes"),
    (_set, _long_position, "the position that it sets is longer than 65536"),
    (finished, _in_another_order, "TakeSeat"),
]
"""A game, how an entry of it is altered, and words of what is wrong with it."""


def beyond_limits() -> Iterator[Forged]:
    """Yield records in which an entry is beyond what a service takes."""
    for made, change, problem in BEYOND:
        entries = copied(made().entries)
        version = change(entries).version
        yield Forged(rechained(entries), {NAME: SECRET}, version, problem)


def at_the_limits() -> list[record.Entry]:
    """Return a finished game in which a command has the longest id."""
    entries = copied(finished().entries)
    _id_of(64)(entries)
    return rechained(entries)


def held_with_another_key() -> Forged:
    """Return a branch that names another key for a seat than its parent in the same record."""
    branched, secrets = records()["branched"]
    entries = copied(branched)
    fork = next(entry for entry in entries if entry.command.open.type_url.endswith(".ForkGame"))
    alter(fork.command, life.ForkGame, lambda fork_command: setattr(fork_command.held_seats[0], "public_key", PUBLIC))
    return Forged(rechained(entries), secrets, fork.version, "")


def ended_before_it_left() -> Forged:
    """Return a game whose branch, in which it was continued, ended with an entry that both share."""
    continued, secrets = records()["taken_back"]
    entries = copied(continued)
    left = life.ContinueGame.FromString(find(entries, "ContinueGame").command.open.value).version
    ended = find(entries, "EndContinuation")
    alter(ended.command, life.EndContinuation, lambda ending: setattr(ending, "branch_version", left))
    return Forged(rechained(entries), secrets, ended.version, "")


def in_the_far_future() -> list[record.Entry]:
    """Return a game whose last entry has a time that lines of JSON cannot hold."""
    entries = copied(finished().entries)
    entries[-1].at_micros = 2**53
    return rechained(entries)


def with_word(value: bytes) -> list[record.Entry]:
    """Return a game with an `Agree` in these bytes, which the other seat does not give."""
    entries = copied(repeated_word(signed=False).entries)
    for entry in entries:
        if entry.command_id == "one":
            entry.command.open.value = value
    return rechained(entries)


_RESULT, _PAUSE = b"\x0a\x02\x08\x01", b"\x12\x02\x08\x3c"
"""That seat 1 wins, and a pause of a minute."""
ENCODINGS = {
    "canonical": (_RESULT, True),
    "a part twice, and a number too long": (b"\x0a\x00\x0a\x04\x0a\x02\x81\x00", True),
    "a number of 64 bits where 32 are declared": (b"\x0a\x06\x08\x81\x80\x80\x80\x10", True),
    "scores of 64 bits, not packed": (b"\x0a\x0a\x08\x01\x10\x83\x80\x80\x80\x10\x10\x00", True),
    "the last of a oneof counts": (_PAUSE + _RESULT, True),
    "what another of a oneof had is gone": (b"\x0a\x02\x08\x02" + _PAUSE + _RESULT, True),
    "an unknown field in what is gone": (b"\x12\x03\xf8\x06\x01" + _RESULT, True),
    "an unknown field": (_RESULT + UNKNOWN, False),
    "a seat that the game does not have": (b"\x0a\x02\x08\x03", False),
    "a field of another kind": (b"\x0a\x05\x0d\x01\x00\x00\x00", False),
    "a length of six bytes": (b"\x0a\x82\x80\x80\x80\x80\x00\x08\x01", False),
    "padded": (_RESULT * 40, False),
}
"""Words in encodings of all kinds, and whether a record of before may have them."""
