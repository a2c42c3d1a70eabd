"""A game as a value: everything that its entries say, at one version.

`referee.game.lifecycle` and `referee.game.forks` have the record's own entries (creation, seats, start, end, branch),
`referee.game.judge` the title's; `referee.game.fold` rebuilds a game from them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from games.kit.rules import canonical
from games.kit.rules.decider import Chance, Decision, Outcome, Step, Table
from games.kit.rules.edition import Edition
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.chance import Keys, position_digest
from gunbai_record.plain import Plain
from referee.errors import InvalidField, TitleNotServed
from referee.game.own_turn import Before, OwnTurn, barred
from referee.game.time_control import Clock, ClockTerms
from referee.game.titles import Rulebook

Status = Literal[
    "open",
    "revealing",
    "running",
    "appealed",
    "continued",
    "finished",
    "decided",
    "abandoned",
    "voided",
    "stalled",
    "superseded",
]

OVER: frozenset[Status] = frozenset({"finished", "decided", "abandoned", "voided", "stalled", "superseded"})
"""The states of a game that has ended."""
NOTICES_RUN: frozenset[Status] = frozenset({"open", "revealing", "running"})
"""The states in which a new token can be announced, unless the result is decided."""


class Notice(msgspec.Struct, frozen=True):
    """The announcement of a seat's new token, which the seat can veto."""

    version: int
    """The version of its entry."""
    until: int
    """The last moment for a veto, in microseconds."""


class Sitting(msgspec.Struct, frozen=True):
    """The player at a seat, if there is one. The name is empty once it was removed from the record."""

    player: str = ""
    entropy: bytes = b""
    public_key: bytes = b""
    commitment: bytes = b""
    """The link of the seat's next share."""
    share: bytes = b""
    """The share that the seat revealed."""
    taken: bool = False
    since: int = 0
    """The version of the entry that named the seat's valid token; 0 while it is free."""
    taken_at: int = 0
    """The version where the player took the seat; 0 while it is free."""
    freed_at: int = 0
    """The version at which the seat was last freed; 0 if it never was."""
    notice: Notice | None = None
    """The last announcement of a new token, if it was neither vetoed nor completed."""
    words: int = 0
    """How often its player has consented to an agreement, or announced that another seat is away."""
    reissues: int = 0
    """How often its player has asked for a new token, with their key."""
    notices: int = 0
    """How many announcements of a new token the player was given."""
    signed: bool = False
    """Whether the seat's key has signed an entry, which shows that the player holds it."""


class Charter(msgspec.Struct, frozen=True, kw_only=True):
    """The terms agreed when a game is created or branched."""

    game: str
    label: str
    rulebook: Rulebook
    edition: Edition[Any]
    seats: int
    options_json: str
    chance_source: life.ChanceSource.ValueType
    private: bool
    commitment: bytes
    created_at: int
    invited_only: bool
    """Whether a seat is taken only with its invitation."""
    share_seconds: int
    """How long the seats have to give their shares of chance."""
    stalled: life.StalledRule.ValueType
    reissue_seconds: int
    """How long a seat without a key has to veto a new token; 0 if no such seat can get one."""
    absence_seconds: int
    """How long an absent seat has to come back; 0 if the others never decide without it."""
    played_on: str
    """When it was played, as an ISO 8601 date (a day, a month or a year); empty if not given."""
    tags: tuple[str, ...]
    arbiter: bytes
    """The arbiter's key, if one is named."""
    clock: ClockTerms | None
    """The terms of its clocks, if any run."""
    sisters: tuple[str, ...] = ()
    """The games with common chance, itself included, if its chance is not its own."""
    common_commitment: bytes = b""
    """The SHA-256 of the secret that they share."""
    seed: str = ""
    """The seed of its chance, if there is one."""
    continues: bool = False
    """Whether it continues its parent as the same game."""
    parent: str = ""
    parent_version: int = 0
    shares_sealed: bool = False
    """Whether any entry that a branch shares has an item that only one seat can see."""
    recorded: str = ""
    """The id that an imported game has in its record; empty for every other game."""
    provenance: bytes = b""
    """Where an imported game came from, as a serialized `Provenance`; empty for every other game."""
    holders: tuple[Sitting, ...] = ()
    """The holders of the seats in the parent, by their keys, if the branch needed their consents."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game at one version."""

    charter: Charter
    secret: bytes
    common: bytes = b""
    """The secret of its chance, if the chance is not its own: several games' secret, or a seed's."""
    inherited: bytes = b""
    """The secrets of the games whose sealed items a branch shares, nearest first: its keys depend on them too."""
    keys: Keys
    status: Status = "open"
    sittings: tuple[Sitting, ...]
    table: Table
    step: Step[Any] | None = None
    """What the rules wait for; None before the first start and after the end."""
    version: int
    digest: bytes
    changed_at: int
    asked_since: int = 0
    """The version at which the rules began to wait for `step`."""
    acted: tuple[int, ...]
    """The version of the last command by chance, by seat 1, by seat 2 …"""
    drawn: int = 0
    """How many outcomes of chance the record has."""
    deadline: int = 0
    """The last moment at which a share of chance counts, in microseconds; 0 while none is due."""
    used: frozenset[bytes] = frozenset()
    """Every commitment and every revealed share in the record, its ancestors' included."""
    started: int = 0
    """The version of the first start; 0 before it."""
    sealed: bool = False
    """Whether any item so far can be seen by one seat only."""
    moved_at: int = 0
    """The version of the last entry that changed the table; 0 before play."""
    recalled: tuple[tuple[int, bytes], ...] = ()
    """The events that pictures keep showing, by their entry's version, as serialized `Any`, in order.

    None is from a corrected outcome, or from before a position that an arbiter set.
    """
    asides: int = 0
    """How many entries are seats' words, or about tokens and absences: they do not count towards the game's length."""
    words: tuple[tuple[int, bytes], ...] = ()
    """What seats have consented to since then, by seat, as serialized `Agree`."""
    out: tuple[int, ...] = ()
    """The seats that no longer play, in order."""
    clock: Clock | None = None
    """The time that is left; None before play, and where no clocks run."""
    late: tuple[int, ...] = ()
    """The seats whose time for their present decision is up, in order."""
    with_bot: tuple[int, ...] = ()
    """The seats that ran out of time, so that a bot also decides for them, in order."""
    absences: dict[int, int] = {}
    """When the time to come back ends for each seat that was announced as away, in microseconds."""
    away: tuple[int, ...] = ()
    """The seats that did not come back in time, in order."""
    before_outcome: Table | None = None
    """The table before the last entry, if that is an outcome that a dealer entered."""
    own_turn: OwnTurn = OwnTurn()
    """What a seat can take back by itself."""
    result: Outcome | None = None
    """How it ended; in a running game, how it will end if that is decided."""
    basis: results.ResultBasis.ValueType = results.RESULT_BASIS_UNSPECIFIED
    """What decided it."""
    continued_by: str = ""
    """The branch that continues it, if a move was taken back."""
    absent: tuple[int, ...] = ()
    """The seats that did not give a share in time, if that ended the game."""

    @property
    def id(self) -> str:
        """The game's id."""
        return self.charter.game

    @property
    def recorded_id(self) -> str:
        """The game's id in its record: its own, unless it was imported."""
        return self.charter.recorded or self.charter.game

    @property
    def over(self) -> bool:
        """Whether the game has ended: everything is open then, except in a branch of a game that still hides facts."""
        return self.status in OVER

    @property
    def played_out(self) -> bool:
        """Whether its rules have ended the game although it is not closed yet: it waits for a branch."""
        return self.status == "running" and self.result is None and self.step is None and self.charter.rulebook.served

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not left the game."""
        return tuple(seat for seat in range(1, len(self.sittings) + 1) if seat not in self.out)

    @property
    def asked_seats(self) -> frozenset[int]:
        """The seats that still play and whose decision the rules wait for: their clocks run."""
        if self.status != "running" or not isinstance(self.step, Decision):
            return frozenset()
        return frozenset(self.step.seats(self.table)) - set(self.out)

    @property
    def notices(self) -> dict[int, Notice]:
        """The current announcements of new tokens, by seat: none once the game is decided, or continues in a branch."""
        if self.status not in NOTICES_RUN or self.result is not None:
            return {}
        return {seat: sitting.notice for seat, sitting in enumerate(self.sittings, 1) if sitting.notice is not None}

    @property
    def notices_of_absence(self) -> dict[int, int]:
        """When the time to come back ends, by absent seat: none once the game is decided or continues elsewhere."""
        return self.absences if self.status == "running" and self.result is None else {}

    @property
    def next_deadline(self) -> int:
        """The first moment, in microseconds, when the referee acts by itself; 0 if there is none."""
        notices, times, absences = self.notices, self.times, self.notices_of_absence
        # Asked after every entry, and most games have none.
        if not (self.deadline or notices or times or absences):
            return 0
        vetoes = (notice.until for notice in notices.values())
        return min(filter(None, (self.deadline, *vetoes, *times.values(), *absences.values())))

    @property
    def times(self) -> dict[int, int]:
        """When the time for the decisions of the asked seats ends, by seat: none for those whose time is up."""
        if self.clock is None:
            return {}
        return {seat: self.clock.until(seat, self.changed_at) for seat in sorted(self.asked_seats - set(self.late))}

    @property
    def length(self) -> int:
        """How many entries count towards the length limit."""
        return self.version - self.asides

    def sitting(self, seat: int) -> Sitting:
        """Return a seat's sitting, counted from 1. Raises InvalidField if the game has no such seat."""
        if not 1 <= seat <= len(self.sittings):
            raise InvalidField("seat", f"expected a seat from 1 to {len(self.sittings)}, not {seat}")
        return self.sittings[seat - 1]

    def resat(self, changed: Mapping[int, Sitting]) -> tuple[Sitting, ...]:
        """Return its sittings with changes to some."""
        return tuple(changed.get(seat, sitting) for seat, sitting in enumerate(self.sittings, 1))

    def later(self, at: int) -> int:
        """Return the time for an entry requested at a moment: never before that of the last entry."""
        # The machine's clock may have been set back, and entries must not be.
        return max(at, self.changed_at)

    def expected(self, actor: int) -> int:
        """Return the earliest version that an actor's command may expect: that of its open question."""
        return max(self.asked_since, self.acted[actor])

    def linked(self, digest: bytes) -> Game:
        """Return the same game, but with this digest for its last entry."""
        return msgspec.structs.replace(self, digest=digest)

    def noted(self, entry: record.Entry, **changes: Any) -> Game:
        """Return the game after one of the record's own entries."""
        facts: dict[str, Any] = {"version": entry.version, "digest": entry.digest, "changed_at": entry.at_micros}
        facts["recalled"] = recalled_after(self, entry)
        by = entry.actor
        if by.kind != record.ACTOR_KIND_HOST and (by.kind != record.ACTOR_KIND_SEAT or by.seat != self.own_turn.seat):
            facts["own_turn"] = barred("another", entry.version)
        if (self.absences or self.away) and entry.actor.kind == record.ACTOR_KIND_SEAT:
            facts |= self._back(entry.actor.seat)
        return clocked(self, _proven(msgspec.structs.replace(self, before_outcome=None, **facts | changes), entry))

    def _back(self, seat: int) -> dict[str, Any]:
        """Return what changes when a seat is no longer away because it sent something."""
        absences = {other: until for other, until in self.absences.items() if other != seat}
        return {"absences": absences, "away": tuple(other for other in self.away if other != seat)}

    def ended(self, entry: record.Entry, status: Status, result: Outcome | None = None) -> Game:
        """Return the game after its last entry; an earlier basis for its result stays."""
        basis = self.basis if result is not None else results.RESULT_BASIS_UNSPECIFIED
        return self.noted(entry, status=status, step=None, deadline=0, words=(), result=result, basis=basis)

    def position(self) -> bytes:
        """Return the position digest for an entry that leaves this table: empty before play."""
        if self.status in {"open", "revealing"}:
            return b""
        return position_digest(self.keys, self.version, canonical.encode(self.table))


def folded(game: Game, events: Iterable[record.Item]) -> Table:
    """Return the table after events of the title."""
    return game.charter.rulebook.after(game.table, events)


def moved(game: Game, entry: record.Entry, table: Table, step: Step[Any] | None, events: Sequence[Plain] = ()) -> Game:
    """Return the game after an entry by a seat or chance that leaves this table, where the rules wait for `step`.

    `events` are the title's.
    """
    by, acted, with_bot = entry.actor, game.acted, game.with_bot
    actor, kind = by.seat, by.kind
    by_chance = kind == record.ACTOR_KIND_CHANCE
    if with_bot and kind == record.ACTOR_KIND_SEAT:
        with_bot = tuple(seat for seat in with_bot if seat != actor)
    after = msgspec.structs.replace(
        game,
        table=table,
        step=step,
        version=entry.version,
        digest=entry.digest,
        changed_at=entry.at_micros,
        # An answer of another seat that leaves the question as it was must not make this seat's answer stale.
        asked_since=game.asked_since if step == game.step else entry.version,
        drawn=game.drawn + by_chance,
        deadline=share_deadline(game, step, entry.at_micros),
        acted=(*acted[:actor], entry.version, *acted[actor + 1 :]),
        sealed=game.sealed or has_salt(game, entry),
        moved_at=entry.version,
        recalled=recalled_after(game, entry),
        # A word is for this table, as an offer of a draw is; so nothing said long ago ends a game.
        words=(),
        absences={},
        away=(),
        with_bot=with_bot,
        # For one entry only: as long as no decision rests on the outcome, a correction rewrites nobody's reasons.
        before_outcome=game.table if by_chance and game.charter.chance_source == life.CHANCE_SOURCE_DEALER else None,
        own_turn=_own_turn_after(game, entry, table, step, events),
    )
    return clocked(game, _proven(after, entry))


def _proven(game: Game, entry: record.Entry) -> Game:
    """Return the game after an entry, which shows who holds its seat's key if it is signed."""
    seat = entry.actor.seat
    if not entry.signature or entry.actor.kind != record.ACTOR_KIND_SEAT or game.sitting(seat).signed:
        return game
    signed = msgspec.structs.replace(game.sitting(seat), signed=bool(game.sitting(seat).public_key))
    return msgspec.structs.replace(game, sittings=game.resat({seat: signed}))


def _own_turn_after(
    game: Game, entry: record.Entry, table: Table, step: Step[Any] | None, events: Sequence[Plain]
) -> OwnTurn:
    """Return what can be taken back after an entry of a seat or of chance that leaves this table."""
    by, own = entry.actor, game.own_turn
    kind, seat = by.kind, by.seat
    if kind != record.ACTOR_KIND_SEAT:
        return barred("chance" if kind == record.ACTOR_KIND_CHANCE else "another", entry.version)
    asked = step.seats(table) if isinstance(step, Decision) else ()
    # A seat that has left answers at once by default, so it does not end another's turn.
    if asked != (seat,) and (not game.out or {*asked} - {*game.out} != {seat}):
        return barred("turn", entry.version)
    if own.seat != seat and game.asked_seats != {seat}:
        return barred("turn", entry.version)
    book = game.charter.rulebook
    if book.hides and book.shows(entry, events, sealed=game.sealed):
        return barred("hidden", entry.version)
    time = game.clock.time_of(seat) if game.clock is not None else 0
    return own.moved(seat, Before(game.version, game.table, time))


def clocked(before: Game, after: Game) -> Game:
    """Return a game after an entry with its clocks: time is spent until the entry, decisions end and begin with it."""
    terms = after.charter.clock
    if terms is None or after.status != "running":
        return after
    was, now = before.asked_seats, after.asked_seats
    # A decision lasts as long as its step: a change of mind neither ends it nor earns an increment.
    same = was & now if before.step == after.step else frozenset[int]()
    clock = before.clock or Clock.wound(terms, len(after.sittings))
    spent = clock.spent(was, before.changed_at, after.changed_at)
    late = tuple(seat for seat in after.late if seat in same)
    turned = spent.turned(terms, was - same, now - same, after.with_bot)
    return msgspec.structs.replace(after, clock=turned, late=late)


def share_deadline(game: Game, step: Step[Any] | None, at: int) -> int:
    """Return until when the seats may give the shares for a step that is reached at a time; 0 for none."""
    charter = game.charter
    if charter.chance_source != life.CHANCE_SOURCE_SHARED or not isinstance(step, Chance):
        return 0
    return at + charter.share_seconds * 1_000_000


def has_salt(game: Game, entry: record.Entry) -> bool:
    """Return whether an entry has an item that only one seat can see; in most titles there is none."""
    if not game.charter.rulebook.hides:
        return False
    return bool(entry.command.salt) or any(item.salt for item in entry.events[:])


def recalled_after(game: Game, entry: record.Entry) -> tuple[tuple[int, bytes], ...]:
    """Return `Game.recalled` after an entry; in most titles there is nothing."""
    kinds, recalled = game.charter.rulebook.recalled, game.recalled
    if kinds:
        # A slice makes protobuf create all objects at once.
        for item in entry.events[:]:
            if item.open.type_url in kinds:
                # As bytes, because a game is an immutable value and messages are not.
                recalled = (*recalled, (entry.version, item.open.SerializeToString()))
    return recalled


def without_names(game: Game, versions: Collection[int]) -> Game:
    """Return a game without the names of the players who took seats at these versions."""
    sittings = tuple(
        msgspec.structs.replace(sitting, player="") if sitting.taken_at in versions else sitting
        for sitting in game.sittings
    )
    return msgspec.structs.replace(game, sittings=sittings)


def check_served(game: Game) -> None:
    """Check that a game's rules are known. Raises TitleNotServed."""
    book = game.charter.rulebook
    if not book.served:
        raise TitleNotServed(book.name, book.rules_version, book.package)
