"""The file of heads next to the database: every log's head, written and synced before a write is answered.

A line has, separated by spaces: a game (percent-encoded; empty for the log of leaves, whose version is its size), its
last entry's version, the SHA-256 of that entry's bytes, how many rows were written outside its log, "public" or
"private", the version that it lost, the line's number, the number of the first line that was synced with it, and a
CRC-32 of it all. A game's last line counts. Every group of lines is written twice, so that damage in one place loses
none. Zeros are written ahead and mark the end, so a full disk is noticed before a commit. There are
always some: a file without them at its end was cut off.

A crash may tear the lines that were synced last: nobody was answered for them. If both copies of any other line are
torn, that is damage.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple
from urllib.parse import quote, unquote
from zlib import crc32

from store.contract import Head, StorageCorrupt, StorageError, StorageFull
from store.key_files import keep_private, new_file
from store.log_heads import LEAVES
from store.sqlite.heads_room import HeadsInMemory, Room
from store.sqlite.sqlite_errors import system_error

# With one copy, a damaged byte in this file stopped the service in 59 of 60 trials.
COPIES = 2
"""How often each group of lines is written."""
AHEAD = 1 << 18
"""How many bytes are written ahead."""
SPARE_LINES = 4096
"""The file is rewritten when it has twice as many lines as games, and this many more."""
LONGEST_REST = 160
"""The most bytes in a line besides the game."""
LONGEST_SEARCHED = 4096
"""How many bytes before a line break are searched for a line after damage."""
OF_BACKUP = b"heads of a backup\n"
"""The first line of a backup's copy: used as the file itself, the copy would hide losses."""
# Each write returns once it is on the disk: with one system call instead of two, the thread waits for a busy event loop
# only once.
_OPEN = os.O_RDWR | os.O_CLOEXEC | os.O_DSYNC


class HeadsFile:
    """The heads of all logs; any thread reads, one writes. Raises StorageCorrupt for a damaged line."""

    def __init__(self, file: Path, existing: Callable[[], Iterable[Head]], room: Room | None = None) -> None:
        """Open the file; if there is none, write the logs' existing heads. They are held in the room, or in memory."""
        self.file = file
        self._heads = HeadsInMemory() if room is None else room
        contents = read_heads(file, self._heads) if file.exists() else None
        if contents is None:
            for head in existing():
                self._heads[head.game] = head
        self._unsettled: set[str] = set()
        self._sound = True
        if contents is None or contents.torn:
            self._descriptor = self._written_anew()
        else:
            keep_private(file)
            self._descriptor = os.open(file, _OPEN)
            self._next, self._end, self._size = contents.lines + 1, contents.end, contents.size

    def get(self, game: str) -> Head | None:
        """Return a game's head, if one was written."""
        return self._heads.get(game) if game != LEAVES else None

    def leaves(self) -> Head | None:
        """Return the head of the log of leaves, if one was written."""
        return self._heads.get(LEAVES)

    def games(self) -> list[str]:
        """Return the names of the games that have a head, without an accepted loss: such a game may be gone."""
        return [game for game, head in self._heads.items() if game != LEAVES and not head.lost]

    def games_after(self, game: str, limit: int) -> list[str]:
        """Return the first of these names after a name, in order."""
        return self._heads.names(game, limit)

    def all(self) -> Mapping[str, Head]:
        """Return the heads of all games."""
        return self._heads.games()

    def losses(self) -> dict[str, Head]:
        """Return the heads of the games whose loss was accepted."""
        return {game: head for game, head in self._heads.items() if game != LEAVES and head.lost}

    def unsettled(self, game: str) -> bool:
        """Return whether a game's head may not be on the disk."""
        return game in self._unsettled

    def make_room(self, games: Iterable[str]) -> None:
        """Make room for a line for each game, in a new file if the old one failed.

        Raises StorageError, or StorageFull if the disk is full.
        """
        if not self._sound:
            self._settle()
        # Percent-encoding makes at most three bytes of one.
        needed = COPIES * sum(3 * len(game.encode()) + LONGEST_REST for game in games)
        if self._end + needed > self._size:
            self._extend(needed)

    def add(self, heads: Iterable[Head]) -> None:
        """Write heads, for which there is room, and wait for the disk; if the file fails, write a new one.

        Raises StorageError. The heads count even then, and are unsettled until the file can be written.
        """
        added = {head.game: head for head in heads}
        if not added:
            return
        first = self._next
        lines = COPIES * b"".join(line(head, number, first) for number, head in enumerate(added.values(), first))
        # Before writing: what was committed is the head, even if the file fails now.
        self._heads.update(added)
        try:
            write_all(self._descriptor, lines, self._end)
        except OSError:
            # After a failed sync, the disk's content is unknown, and a second sync would not tell (fsync(2)).
            self._unsettled.update(added)
            self._settle()
            return
        self._end += len(lines)
        self._next += len(added)
        if self._next > 2 * len(self._heads) + SPARE_LINES:
            # Nobody waits for this: if it fails, it is done before the next write.
            with suppress(StorageError):
                self._settle()

    def close(self) -> None:
        """Release the file."""
        os.close(self._descriptor)
        self._heads.close()

    def _extend(self, needed: int) -> None:
        ahead = bytes(max(AHEAD, needed))
        try:
            written = os.pwrite(self._descriptor, ahead, self._size)
        except OSError as error:
            raise system_error(error, str(self.file)) from error
        self._size += written
        if written < needed:
            raise StorageFull(str(self.file))

    def _settle(self) -> None:
        """Write all heads into a new file, which replaces the old one. Raises StorageError."""
        self._sound = False
        old, self._descriptor = self._descriptor, self._written_anew()
        os.close(old)
        self._sound = True
        self._unsettled = set()

    def _written_anew(self) -> int:
        """Write one line per game into a new file, and replace the old one with it; return its descriptor."""
        try:
            end = write_heads(self.file, self._heads)
            descriptor = os.open(self.file, _OPEN)
        except OSError as error:
            raise system_error(error, str(self.file)) from error
        self._next, self._end, self._size = len(self._heads) + 1, end, end + AHEAD
        return descriptor


def remedy(file: Path | str) -> str:
    """Return what to do without a sound file of heads."""
    database = str(file).removesuffix(".heads")
    accept = f"gunbai server doctor --accept-loss --database {database}"
    return f"restore the last heads file of this database, or accept the loss: {accept}"


def without(file: Path) -> str:
    """Return what a missing file of heads means, and what to do."""
    lack = "nothing shows whether acknowledged entries are missing (the .heads.then file of a backup cannot)"
    return f"missing: {lack}; {remedy(file)}"


def heads_of(database: Path) -> Path:
    """Return a database's file of heads."""
    return database.with_name(f"{database.name}.heads")


def write_all(descriptor: int, data: bytes, place: int) -> None:
    """Write data at a place in a file. Raises OSError."""
    # One pwrite may write less than asked, for example when the disk is nearly full.
    written = 0
    while written < len(data):
        written += os.pwrite(descriptor, data[written:], place + written)


def write_heads(file: Path, heads: Mapping[str, Head]) -> int:
    """Replace a file of heads with a new one, a line per log; return where the lines end. Raises OSError."""
    with new_file(file) as made:
        made.writelines(every_line(heads))
        end = made.tell()
        made.write(bytes(AHEAD))
    return end


def every_line(heads: Mapping[str, Head]) -> Iterator[bytes]:
    """Yield the lines of a new file, both copies."""
    first = len(heads) + 1
    for _ in range(COPIES):
        yield from (line(head, number, first) for number, head in enumerate(heads.values(), 1))


def line(head: Head, number: int, first: int) -> bytes:
    """Return a head's line; `first` is the number of the first line that may not be on the disk."""
    seen = "public" if head.public else "private"
    digest = head.digest.hex() or "-"
    game = quote(head.game, safe="")
    text = f"{game} {head.version} {digest} {head.rows} {seen} {head.lost} {number} {first} ".encode()
    return b"%b%08x\n" % (text, crc32(text))


class Parsed(NamedTuple):
    """What a file of heads contains: its last line's number, where the lines end, and whether a crash tore any."""

    heads: Mapping[str, Head]
    lines: int
    end: int
    size: int
    torn: bool


def parsed(file: str, data: bytes) -> Parsed:
    """Return what a file of heads contains.

    Raises StorageCorrupt if it lost a line that was on the disk, or is a backup's copy.
    """
    return _parsed(file, BytesIO(data), {})


def read_heads(file: Path, room: MutableMapping[str, Head] | None = None) -> Parsed:
    """Return what a file of heads contains, reading it line by line; the heads are put into the room, if there is one.

    Raises OSError, or StorageCorrupt as `parsed` does, and for a file that lost its end.
    """
    with file.open("rb") as source:
        contents = _parsed(str(file), source, {} if room is None else room)
        source.seek(max(0, contents.size - LONGEST_REST))
        # More than the last byte: one damaged byte must not stop the service.
        if b"\0" not in source.read():
            raise StorageCorrupt(str(file), "", f"its end was cut off; {remedy(file)}")
    return contents


def check_lines(file: str, source: BinaryIO) -> None:
    """Check that a file of heads lost no line that was on the disk, without keeping any. Raises StorageCorrupt."""
    _parsed(file, source, NoRoom())


class NoRoom(HeadsInMemory):
    """Room for heads that nobody needs."""

    def __setitem__(self, game: str, head: Head) -> None:
        """Keep no head."""


def _parsed(file: str, source: BinaryIO, heads: MutableMapping[str, Head]) -> Parsed:
    numbers, synced, end, torn = _Numbers(), 1, 0, False
    for start, text in texts(source):
        if text == OF_BACKUP:
            raise StorageCorrupt(
                file, "", f"this is the .heads.then file of a backup, which does not show later entries; {remedy(file)}"
            )
        parsed_line = head_in(text)
        if parsed_line is None:
            torn, parsed_line = True, after_damage(text)
        if parsed_line is None:
            continue
        head, number, first = parsed_line
        heads[head.game] = head
        numbers.add(number)
        synced, end = max(synced, first), start + len(text)
    # Lines after the last sync may be torn by a crash, and nobody was answered for them.
    if numbers.missing < synced:
        raise StorageCorrupt(file, "", f"line {numbers.missing} is damaged; {remedy(file)}")
    return Parsed(heads, numbers.last, end, source.tell(), torn or numbers.last >= numbers.missing)


def is_blank(file: Path) -> bool:
    """Return whether a file of heads has none. Raises OSError, or StorageCorrupt as `read_heads` does."""
    with file.open("rb") as source:
        first = next(texts(source), None)
    return first is None or (head_in(first[1]) is None and not read_heads(file).heads)


def check_not_lost(database: Path) -> None:
    """Check that a database that is to be created was not there before. Raises OSError or StorageError."""
    heads = heads_of(database)
    if (database.exists() and database.stat().st_size) or not heads.exists():
        return
    games = sum(not head.lost for game, head in read_heads(heads).heads.items() if game != LEAVES)
    if games:
        problem = f"missing, but {heads.name} lists games in it ({games}): put it back, or restore a backup"
        raise StorageError(str(database), f"{problem}; to start with an empty database, move that file away")


class _Numbers:
    """Which line numbers were seen: all up to the first missing one, and those after it."""

    def __init__(self) -> None:
        self.missing, self._after = 1, set[int]()

    def add(self, number: int) -> None:
        """Note a number."""
        if number >= self.missing:
            self._after.add(number)
        while self.missing in self._after:
            self._after.remove(self.missing)
            self.missing += 1

    @property
    def last(self) -> int:
        """The greatest number that was seen, 0 if none was."""
        return max(self._after, default=self.missing - 1)


def texts(source: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield a file's lines and where they start, up to the zeros at its end."""
    start = 0
    for text in source:
        written = text if text.endswith(b"\n") else text.rstrip(b"\0")
        if written:
            yield start, written
        start += len(text)


def after_damage(text: bytes) -> tuple[Head, int, int] | None:
    """Return the head at the end of a text whose beginning is damaged, for example by a lost line break."""
    last = text[-LONGEST_SEARCHED:]
    # Only a suffix can be a whole line, and its CRC-32 tells which.
    return next(filter(None, (head_in(last[start:]) for start in range(1, len(last)))), None)


def head_in(text: bytes) -> tuple[Head, int, int] | None:
    """Return a line's head, its number and its `first`; None if the line was altered."""
    body, checksum = text[:-9], text[-9:]
    if checksum != b"%08x\n" % crc32(body):
        return None
    game, version, digest, rows, seen, lost, number, first, _ = body.decode("ascii").split(" ")
    data = bytes.fromhex(digest.strip("-"))
    head = Head(unquote(game), int(version), data, int(rows), public=seen == "public", lost=int(lost))
    return head, int(number), int(first)
