"""Rejudging: recorded rulings judged again by another version of the rules, each on its own position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError

from games.kit.rules.canonical import BadTableError
from games.kit.rules.decider import CHANCE, Accepted, BrokenLawError, Refusal, begin, decide, default
from games.kit.rules.edition import EditionError
from games.kit.rules.revision import carried
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1.audit_pb2 import GivenRuling
from gunbai_record.chain import type_name
from gunbai_record.plain import Plain
from referee.errors import InvalidField
from referee.game.corrections import before_correction, before_outcome
from referee.game.entries import is_default, packed
from referee.game.fold import continued
from referee.game.game import Game
from referee.game.titles import Rulebook, Titles
from referee.game.versions import under

ACCEPTED = "accepted"
OWN = -1
"""Instead of a version of the rules: each record's own."""


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded ruling that another version of the rules would not give."""

    file: str = ""
    """Its record file; "" for a game in a database."""
    game: str
    version: int
    """Its entry's version; for a refused move, the position's."""
    refusal: int = 0
    """The number of a refused move in the log of refusals; 0 for an entry."""
    actor: str
    command: str
    """The command's type, for example "MakeBid"."""
    clause: str
    """The clause that differs: a refusal's, a result's, or the answered step's; "" for a set-up."""
    recorded: str
    """The ruling, for example "accepted" or "refused by LD-3.3"."""
    ruled: str
    """What the other version rules."""

    @property
    def place(self) -> str:
        """Where it was given, as the command line takes it: `GAME@VERSION` or `FILE@VERSION`."""
        return f"{self.file or self.game}@{self.version}"


class Unjudged(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded ruling, or a game's rest from a version on, that could not be judged again."""

    file: str = ""
    """Its record file; "" for a game in a database."""
    game: str
    version: int
    why: str

    @property
    def place(self) -> str:
        """Where it begins, as the command line takes it: `GAME@VERSION` or `FILE@VERSION`."""
        return f"{self.file or self.game}@{self.version}"


Finding = Difference | Unjudged | None
"""A ruling that was judged again: None if it is the same."""


class LoggedRefusal(msgspec.Struct, frozen=True):
    """A refused move from the log, with the version where it was judged."""

    version: int
    number: int
    data: bytes


def rejudged(
    titles: Titles,
    rules_version: int,
    entries: Iterable[record.Entry],
    secrets: Mapping[str, bytes],
    *,
    refused: Sequence[LoggedRefusal] = (),
    after: int = 0,
) -> Iterator[Finding]:
    """Yield what a version of the rules (0 for the newest, or `OWN`) says about each ruling after a version.

    An entry that no longer leads to its table is a difference, after which nothing can be judged. `refused` are the
    log's refused moves. Raises TitleNotFound if the title has no such version, TitleNotServed without the record's
    rules, RecordDamaged.
    """
    game: Game | None = None
    for entry in entries:
        before, game = game, continued(titles, game, [entry], secrets)
        own = game.charter.rulebook
        book = own if rules_version == OWN else titles.rulebook(own.title.name, rules_version)
        if game.secret and entry.position_digest and entry.position_digest != game.position():
            # Every later entry was judged on a table that is not here.
            yield _difference(game, entry, own.clause_of(before.step if before else None), "its table", "another table")
            return
        if entry.version > after:
            yield from _guarded(game.id, entry.version, _entry(before, game, entry, book))
        for move in refused:
            if move.version == entry.version:
                yield from _guarded(game.id, entry.version, _refused(game, move, book))


def _guarded(game: str, version: int, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings; a position that the version does not have, or cannot judge, is a finding too."""
    try:
        yield from findings
    except (InvalidField, BadTableError, DecodeError, KeyError, BrokenLawError) as error:
        yield Unjudged(game=game, version=version, why=str(error))


def _entry(before: Game | None, game: Game, entry: record.Entry, book: Rulebook) -> Iterator[Finding]:
    """Yield what a version says about an entry's ruling; nothing if the title rules nothing in it."""
    own = game.charter.rulebook
    if before is None:
        yield _set_up(game, entry, book)
    elif entry.command.open.type_url in own.commands:
        base = before_correction(before, entry) or before
        yield _accepted(base, entry, own.command(entry.command.open), under(base, book))
    elif before.status in {"open", "revealing"} and game.status == "running":
        anew = begin(book.title.rules, under(before, book).table)
        if not _same(own, entry, anew):
            yield _difference(before, entry, "", "begun", "begun with other events")
        else:
            yield None
    elif entry.events[0].open.Is(life.GameClosed.DESCRIPTOR):
        yield _result(before, entry, book)


def _set_up(game: Game, entry: record.Entry, book: Rulebook) -> Finding:
    created = life.CreateGame.FromString(entry.command.open.value)
    try:
        anew = book.first_table(created, book.edition(created))
        same = carried(book.title.rules, game.table) == anew
    except (ValueError, EditionError) as error:
        return _difference(game, entry, "", "set up", f"not set up: {error}")
    return None if same else _difference(game, entry, "", "set up", "set up with a different table")


def _accepted(game: Game, entry: record.Entry, move: Plain, other: Game) -> Finding:
    """Return how a version judges a move that was accepted, or that was made for an absent seat."""
    book, seat = other.charter.rulebook, entry.actor.seat
    step = book.clause_of(other.step)
    if is_default(entry) and default(book.title.rules, other.table, seat) != move:
        return _difference(game, entry, step, ACCEPTED, "a different default")
    ruling = decide(book.title.rules, other.table, seat, move)
    if isinstance(ruling, Refusal):
        clause = book.clauses[ruling.clause].number
        return _difference(game, entry, clause, ACCEPTED, f"refused by {clause}")
    if _same(game.charter.rulebook, entry, ruling):
        return None
    return _difference(game, entry, step, ACCEPTED, "accepted with different events")


def _same(own: Rulebook, entry: record.Entry, anew: Accepted[Any]) -> bool:
    """Return whether the title's events in an entry are a ruling's."""
    recorded = [item.open for item in entry.events if item.open.type_url in own.events]
    return recorded == [packed(event) for event in anew.events]


def _result(before: Game, entry: record.Entry, book: Rulebook) -> Finding:
    closed = life.GameClosed.FromString(entry.events[0].open.value)
    was = f"{closed.ending}, {_winners(closed.winners)}"
    anew = book.title.rules.outcome(under(before, book).table)
    if anew is None:
        return _difference(before, entry, closed.clause, was, "not over")
    facts = (anew.ending, list(anew.winners), list(anew.scores))
    if facts == (closed.ending, list(closed.winners), list(closed.scores)):
        return None
    now = f"{anew.ending}, {_winners(anew.winners)}, scores {', '.join(map(str, anew.scores)) or 'none'}"
    return _difference(before, entry, book.clauses[anew.clause].number, was, now)


def _winners(seats: Iterable[int]) -> str:
    return "won by " + (", ".join(f"seat {seat}" for seat in seats) or "nobody")


def _refused(game: Game, move: LoggedRefusal, book: Rulebook) -> Iterator[Finding]:
    """Yield how a version judges a refused move."""
    given, own = GivenRuling.FromString(move.data), game.charter.rulebook
    if not given.command.HasField("open"):
        yield Unjudged(game=game.id, version=move.version, why="only the digest of this refused move is kept")
        return
    message, was = own.command(given.command.open), given.refused.clause
    # The log does not say which of the two the dealer meant, so the one that gives the recorded ruling counts.
    base = next(
        (candidate for candidate in _bases(game) if _clause(own, candidate, given.actor.seat, message) == was), None
    )
    if base is None:
        why = f"the refused move {move.number} is not refused by {was} under its own rules"
        yield Unjudged(game=game.id, version=move.version, why=why)
        return
    now = _clause(book, under(base, book), given.actor.seat, message)
    if now == was:
        yield None
        return
    yield Difference(
        game=game.id,
        version=move.version,
        refusal=move.number,
        actor=_actor(given.actor),
        command=_name(given.command.open),
        clause=now or was,
        recorded=f"refused by {was}",
        ruled=f"refused by {now}" if now else ACCEPTED,
    )


def _bases(game: Game) -> Iterator[Game]:
    """Yield the position, and the one before the outcome that a dealer may have wanted to correct."""
    yield game
    if game.before_outcome is not None:
        yield before_outcome(game, CHANCE)


def _clause(book: Rulebook, game: Game, seat: int, move: Plain) -> str:
    """Return the clause by which a version refuses a move; "" if the version accepts it."""
    ruling = decide(book.title.rules, game.table, seat, move)
    return book.clauses[ruling.clause].number if isinstance(ruling, Refusal) else ""


def _difference(game: Game, entry: record.Entry, clause: str, recorded: str, ruled: str) -> Difference:
    return difference_in(game.id, entry, clause, recorded, ruled)


def difference_in(game: str, entry: record.Entry, clause: str, recorded: str, ruled: str) -> Difference:
    """Return that the ruling in a game's entry would differ."""
    return Difference(
        game=game,
        version=entry.version,
        actor=_actor(entry.actor),
        command=_name(entry.command.open),
        clause=clause,
        recorded=recorded,
        ruled=ruled,
    )


def _name(command: AnyMessage) -> str:
    return type_name(command.type_url).rpartition(".")[2]


def _actor(actor: record.Actor) -> str:
    """Return a command's actor: "seat 2", "chance", "host"."""
    kind = record.ActorKind.Name(actor.kind).removeprefix("ACTOR_KIND_").lower()
    return f"{kind} {actor.seat}" if actor.seat else kind
