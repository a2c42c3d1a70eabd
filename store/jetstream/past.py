"""A stream's past when it is opened: whether it still has what its referees acknowledged.

A stream restored from a backup does not show what it had. Three witnesses can: the mark next to a referee's copy, the
copy itself, and the other referees that are running. Each names a message by its sequence and digest. A stream without
that message went back, and nothing is written to it until the operator says so. From then on it has a new era, which
outranks older marks, and its running games are marked: new entries would contradict what players have seen.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from store.contract import StorageCorrupt, StorageError, Store
from store.jetstream.local_copy import Copy, Followed
from store.jetstream.operations import Era, Moved
from store.jetstream.sealing import Altered, Sealing
from store.jetstream.stream import Stream
from store.jetstream.stream_mark import StreamMark

HISTORY = "history"
"""The subjects for the whole record's history."""
ERA, MOVED, LOST = f"{HISTORY}.era", f"{HISTORY}.moved", f"{HISTORY}.lost"
WORD = "start with --after-restore: running games can then be read and branched, but not played"


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms on which a stream is opened."""

    mark: Path | None = None
    """The mark's file; next to the copy unless another is named."""
    make: bool = True
    """Whether to create it if it is missing and nothing here shows that there was one."""
    after_restore: bool = False
    """Whether it may have gone back, by the operator's word."""
    look: bool = False
    """Whether this is only an inspection: an unknown past is then no reason to refuse."""
    moved: bool = False
    """Whether to open it although its record moved elsewhere."""
    succeeds: str | None = None
    """What it is copied from, if it is created for that."""
    lack_of: Callable[[Store], Awaitable[str]] | None = None
    """Returns what the stream lacks of something that the operator kept, or ""; asked before anything is written."""


TERMS = Terms()


class Past(NamedTuple):
    """A stream's past: its era, the doubt about it ("" if none), and the era to begin with."""

    era: int
    doubt: str
    begins: int


class WentBackError(StorageError):
    """The stream lacks acknowledged messages, or nothing shows whether it does."""


async def past_of(
    stream: Stream, sealing: Sealing, mark: StreamMark | None, followed: Followed, others: Sequence[Followed]
) -> Past:
    """Compare a stream with its known past. Raises StorageError for another stream's mark."""
    began, era = await _era(stream, sealing)
    own_mark = mark if mark is not None and mark.stream == stream.founding else None
    begins = max(era if began <= followed.sequence else 0, own_mark.era if own_mark else 0)
    # A mark from an earlier era does not count: the operator accepted that loss already.
    if own_mark is not None and own_mark.era >= era and not await has(stream, _message(own_mark)):
        problem = f"message {own_mark.sequence} was acknowledged, but the stream lacks it"
        return Past(max(era, own_mark.era), problem, begins)
    if mark is not None and own_mark is None:
        _check_succeeds(stream, mark)
    others = [other for other in others if other.stream == stream.founding]
    for other in others:
        if not await has(stream, other):
            problem = f"another referee read message {other.sequence}, but the stream lacks it"
            return Past(era, problem, begins)
    known_at_all = mark is not None or followed.sequence or others
    return Past(era, "" if known_at_all else "no file here shows whether the stream lost acknowledged messages", begins)


def _message(mark: StreamMark) -> Followed:
    """Return the message that a mark names."""
    return Followed(mark.stream, mark.sequence, mark.digest)


async def compared(stream: Stream, copy: Copy, sealing: Sealing) -> Followed:
    """Return how much of a stream is in a copy.

    Raises StorageError if the copy follows another stream, or has messages that this one lacks.
    """
    streams, followed = await copy.streams(), await copy.followed(stream.founding)
    if streams != [stream.founding] and (streams or await copy.every_game()):
        raise StorageError(copy.file, _other(stream, streams))
    # After a crash in its first moments, a copy has games, but none of their messages is noted yet.
    if await has(stream, followed):
        return followed
    problem = f"message {followed.sequence} of {stream.name} was read, but the stream now lacks it"
    if (await _era(stream, sealing))[1]:
        problem += "; if its loss was accepted at another referee, move the copy away"
    else:
        problem += f". Rebuild the stream from this copy (`gunbai server copy`), or move the copy away and {WORD}"
    raise StorageCorrupt(stream.address, "", f"{problem}; the copy still has the content of the message: {copy.file}")


async def check_in_use(stream: Stream, sealing: Sealing) -> None:
    """Check that a stream has the whole record, and that it did not move. Raises StorageError."""
    if (moved := await stream.last(MOVED)) is not None:
        call = _call(stream, sealing, moved.subject, moved.data)
        place = call.place if isinstance(call, Moved) else ""
        raise StorageError(stream.address, f"the record of the stream {stream.name} was moved to {place}")
    if stream.succeeds is not None and await stream.last(ERA) is None:
        problem = f"a copy into the stream {stream.name} was interrupted"
        raise StorageError(stream.address, f"{problem}; run `gunbai server copy` again to continue it")


async def has(stream: Stream, message: Followed) -> bool:
    """Return whether a stream has a message; every stream has the one before the first."""
    if not message.sequence:
        return True
    delivered = await stream.message(message.sequence)
    return delivered is not None and sha256(delivered.data).digest() == message.digest


def succession(followed: Followed) -> str:
    """Return what a stream made from a copy succeeds, as its metadata says it."""
    return f"{followed.stream}:{followed.sequence}:{followed.digest.hex()}"


def _other(stream: Stream, streams: Sequence[str]) -> str:
    """Return why a copy does not belong to a stream."""
    former = (stream.succeeds or "").partition(":")[0]
    if former and former in streams:
        return (
            f"a copy of an earlier stream, which {stream.name} replaced; move the copy away with the files next to it, "
            "and the referee makes a new copy"
        )
    return (
        f"does not hold the record of the stream {stream.name}. To continue the record of the copy, rebuild a stream "
        "from the copy with `gunbai server copy`, under another --store-name. Otherwise name another file for the copy"
    )


def _check_succeeds(stream: Stream, mark: StreamMark) -> None:
    """Check that a stream has everything that was acknowledged in its predecessor. Raises StorageError."""
    former, _, rest = (stream.succeeds or "").partition(":")
    sequence, _, digest = rest.partition(":")
    whole = former == mark.stream and (
        mark.sequence < int(sequence) or (mark.sequence == int(sequence) and mark.digest.hex() == digest)
    )
    if whole:
        return
    if former == mark.stream:
        problem = f"the stream {stream.name} was made from a copy up to message {sequence} of the previous stream, but"
        problem = (
            f"{problem} message {mark.sequence} was acknowledged here: make the stream from the copy of this referee"
        )
    else:
        problem = f"this mark does not belong to the stream {stream.name}, which may come from an older backup: name"
        problem = f"{problem} the servers and stream of the mark, or restore that stream"
    raise WentBackError(stream.address, f"{problem}. To accept its loss, move the mark away and {WORD}")


async def _era(stream: Stream, sealing: Sealing) -> tuple[int, int]:
    """Return the first message of a stream's era, and the era's number. Raises StorageCorrupt."""
    last = await stream.last(ERA)
    if last is None:
        return 0, 0
    call = _call(stream, sealing, last.subject, last.data)
    return last.sequence, call.number if isinstance(call, Era) else 0


def _call(stream: Stream, sealing: Sealing, subject: str, data: bytes) -> object:
    try:
        return sealing.message(subject, data).call
    except Altered:
        raise StorageCorrupt(stream.address, "", f"a message on {subject} was altered") from None
