"""A load's games as its clients know them: each entry is judged here too, as far as it is shown."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from google.protobuf.message import Message

from games.kit.rules.decider import Decision, Refusal, decide, legal, open_steps
from gunbai.record.v1.entry_pb2 import Entry
from gunbai_client.aio import Seat
from gunbai_record.chain import ORIGIN, check
from gunbai_record.plain import as_message
from gunbai_record.verify.entry_checks import opened_secret
from referee.game.game import Game
from referee.game.titles import Titles, finished
from referee.proof.verification import JudgedTrail, verify
from titles.checks.walk import pick


class Disagreement(Exception):
    """The service's answer is not what it should be; the message says what, and about which game."""


class Attempt(NamedTuple):
    """A seat's move, the version that it expects, and the clause that it breaks, if any."""

    seat: int
    move: Message
    expected: int
    clause: str = ""


@cache
def titles() -> Titles:
    """Return every title with its rules."""
    return finished()


class Table:
    """An open game: its seats, and its record as far as anybody was shown it.

    Titles that hide nothing are judged: each entry must follow from its command. For the others, the chain is checked.
    """

    def __init__(self, game: str, seats: Sequence[Seat]) -> None:
        self.game, self.seats = game, seats
        self.acknowledged: dict[str, int] = {}
        """The versions of acknowledged commands, by their ids."""
        self.asked_seat = 1
        """The seat that was asked when the service last said so; unused where the rules here say it."""
        self.unsure = True
        """Whether the service may have entries that were not followed here."""
        self.sent_after, self.sent_at = 0, 0.0
        """The version and the moment at which the last command was sent."""
        self._trail, self._previous, self._over = JudgedTrail(titles(), {}), ORIGIN, 0
        self._digests: dict[int, bytes] = {}
        self._views: dict[int, bytes] = {}

    @property
    def version(self) -> int:
        """How many entries were followed."""
        return self._trail.linked + self._over

    @property
    def local(self) -> Game | None:
        """The game according to the rules here; None if facts are hidden."""
        return self._trail.game

    def compare(self, entries: Sequence[Entry]) -> None:
        """Compare the whole record with what was shown and acknowledged, and verify it. Raises Disagreement."""
        verification = verify(titles(), entries)
        if verification.bad_version:
            raise Disagreement(f"{self.game}: entry {verification.bad_version}: {verification.problem}")
        for entry in entries:
            self.seen(entry.version, entry.digest)
        if (last := max(self._digests)) > len(entries):
            raise Disagreement(f"{self.game}: entry {last} was shown, and the record ends at {len(entries)}")
        times = Counter(entry.command_id for entry in entries)
        for command_id, version in self.acknowledged.items():
            if times[command_id] != 1 or entries[version - 1].command_id != command_id:
                raise Disagreement(f"{self.game}: the command of entry {version} is there {times[command_id]} times")

    def seen(self, version: int, digest: bytes) -> None:
        """Compare an entry's digest with what anybody else was shown of it. Raises Disagreement."""
        if self._digests.setdefault(version, digest) != digest:
            raise Disagreement(f"{self.game}: entry {version} was shown with two digests")

    def viewed(self, version: int, view: bytes) -> None:
        """Compare a position with what was shown of it before. Raises Disagreement."""
        if self._views.setdefault(version, view) != view:
            raise Disagreement(f"{self.game}: version {version} was shown otherwise before")

    def follow(self, entry: Entry) -> None:
        """Take the next entry: its place, its chain, what the rules say. Raises Disagreement."""
        try:
            if opened_secret(entry):
                # It reveals the secret, which nobody had so far: the whole record shows whether it is the right one.
                check(entry, self.version + 1, self._previous)
                self._over = 1
            else:
                self._trail.follow(self.version + 1, entry)
        except Exception as error:  # noqa: BLE001  # whatever an entry breaks is the entry's fault
            raise Disagreement(f"{self.game}: entry {entry.version}: {error}") from None
        self._previous = entry.digest
        self.seen(entry.version, entry.digest)

    def moves(self, seat: int) -> list[Message]:
        """Return the moves that the rules here allow a seat."""
        game = self.local
        return [] if game is None else [*map(as_message, legal(game.charter.rulebook.title.rules, game.table, seat))]

    def move(self, source: random.Random) -> Attempt | None:
        """Return a legal move by the rules here; None after the end."""
        game = self.local
        if game is None or not isinstance(game.step, Decision):
            return None
        seat = pick(source, game.step.seats(game.table))
        return Attempt(seat, pick(source, self.moves(seat)), game.expected(seat))

    def wrong(self, source: random.Random) -> Attempt | None:
        """Return a move that the rules here refuse, with the clause; None if none was found."""
        game = self.local
        if game is None or not isinstance(game.step, Decision):
            return None
        attempts = [*self._refused(game)]
        return pick(source, attempts) if attempts else None

    def _refused(self, game: Game) -> Iterator[Attempt]:
        """Yield the candidates that are refused, and what another seat has to do."""
        title, clauses = game.charter.rulebook.title, game.charter.rulebook.clauses
        tried: list[tuple[int, Any]] = []
        for step in open_steps(title.rules, game.table):
            if isinstance(step, Decision):
                for seat in step.seats(game.table):
                    for move in step.candidates(game.table, seat):
                        tried += [(seat, move), (seat % len(game.sittings) + 1, move)]
        for seat, move in tried:
            ruling = decide(title.rules, game.table, seat, move)
            if isinstance(ruling, Refusal):
                yield Attempt(seat, as_message(move), game.expected(seat), clauses[ruling.clause].number)
