"""The record as far as it was checked, entry by entry, for everything that needs no rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.irregularities_pb2 import PositionSet
from gunbai_record.chain import DIGEST_BYTES, ORIGIN, check, items_of, type_name
from gunbai_record.chance import Keys, derive, salt
from gunbai_record.messages import UnknownMessageError, named, url_of
from gunbai_record.player_names import Name, is_name, name_in
from gunbai_record.verify.actors import CHANCE, SUBSTITUTE, check_form, own_message, own_name, sent_by_client
from gunbai_record.verify.entry_checks import Frame, GamePart, founding_of, is_sealed, opened_secret, puts_off
from gunbai_record.verify.irregularities import RULE, Irregularity
from gunbai_record.verify.message_checks import BadEntry, ForeignEntry, check_written
from gunbai_record.verify.seat_checks import Seats, Signatures
from gunbai_record.verify.share_checks import RecordedShares
from gunbai_record.verify.takeback_checks import Takebacks
from gunbai_record.verify.terms import check_terms
from gunbai_record.verify.token_checks import Tokens

_POSITION = url_of(PositionSet)
_AT_ONCE = frozenset({"BeginGame", "CloseGame"})
"""The commands that the referee gives by itself, at the time of what triggers them."""
_DRAWN = frozenset({life.CHANCE_SOURCE_REFEREE, life.CHANCE_SOURCE_COMMITTED})
"""The sources of chance with which the referee also draws by itself."""
_ABOUT = {
    "Agree": "agreements",
    "AnnounceAbsence": "absences",
    "CallAbsence": "absences",
    "TakeBack": "takebacks",
    "CallClock": "clocks",
    "ExcuseStop": "clocks",
    "Concede": "results",
    "DecideGame": "results",
    "CloseGame": "results",
    "RuleIrregularity": "irregularities",
    "ContinueGame": "continuations",
    "EndContinuation": "continuations",
}
"""The record's commands whose effect this verifier does not follow, and what each is about."""


@dataclass(slots=True)
class Counts:
    """How much was checked, and how much only the rules can judge."""

    linked: int = 0
    """Entries that continue the chain."""
    salts: int = 0
    """Salts that follow from the secret of their game."""
    sealed: int = 0
    """Sealed items, not counting players' names."""
    removed: list[int] = field(default_factory=list)
    """The versions of entries from which a player's name was removed."""
    signatures: Signatures = field(default_factory=Signatures)
    commands: int = 0
    """The title's commands, which the rules judge."""
    outcomes: int = 0
    """Outcomes of chance."""
    positions: int = 0
    """Digests of positions."""
    unfollowed: Counter[str] = field(default_factory=Counter)
    """Entries whose effect this verifier does not follow, by what they are about."""
    strange: Counter[str] = field(default_factory=Counter)
    """Messages of types whose stubs are not installed, by type: their content was not checked."""


class Lost(NamedTuple):
    """The first entry that this version cannot read, and why."""

    version: int
    reason: str

    @property
    def sentence(self) -> str:
        """What was not checked."""
        return f"{self.reason}: from here on, only the chain was checked"


class Trail:
    """A record, followed entry by entry; `secrets` are the open ones, by game, `common` is as in its frame."""

    def __init__(self, secrets: Mapping[str, bytes], common: bytes = b"") -> None:
        self.frame = Frame(secrets, common)
        self.counts = Counts()
        self.shares = RecordedShares()
        self.irregular: list[Irregularity] = []
        self.lost: Lost | None = None
        """Where the record became unreadable: from there on, only the chain was checked."""
        self._digest = ORIGIN
        self._at = 0
        self._founding: life.CreateGame | life.ForkGame = life.CreateGame()
        self._seats = Seats(self._founding, 0)
        self._tokens = Tokens()
        self._takebacks = Takebacks()
        self._keys: Keys | None = None
        """The game's keys, while the secrets that they depend on are open."""

    def follow(self, version: int, entry: record.Entry) -> None:
        """Check one more entry. Raises ChainError, BadEntry, or another error if it is not an entry at all."""
        self.link(version, entry)
        if self.lost:
            return
        try:
            self.fit_in(version, entry)
        except ForeignEntry as error:
            self.lost = Lost(version, str(error))
            return
        self.check(entry)
        self.keep(entry)

    def link(self, version: int, entry: record.Entry) -> None:
        """Check that an entry continues the chain. Raises ChainError."""
        check(entry, version, self._digest)
        self.counts.linked += 1
        self._digest = entry.digest

    def fit_in(self, version: int, entry: record.Entry) -> bool:
        """Fit an entry into the frame; return whether any of its items is sealed. Raises as the frame does."""
        sealed = self.frame.follow(version, entry)
        if founding := founding_of(entry.command.open):
            self._begin(self.frame.parts[-1], founding)
        return sealed

    def check(self, entry: record.Entry) -> None:
        """Check what the rules would also find wrong with an entry that fits. Raises BadEntry or DecodeError."""
        if founding := founding_of(entry.command.open):
            check_terms(founding)
        check_form(entry, dealt=self._dealt)
        self._check_time(entry)
        self._check_title(entry)
        self._check_salts(entry)
        self._seats.check_signature(entry, self.counts.signatures)
        self._check_position(entry)

    def keep(self, entry: record.Entry) -> None:
        """Check a sound entry's shares and takebacks, and note what it says about seats. Raises BadEntry."""
        self._at = entry.at_micros
        name = own_name(entry.command)
        self.shares.follow(self._founding, self._seats, entry, name)
        self._tokens.follow(self._founding, self._seats, entry, name)
        self._takebacks.follow(entry, name)
        self._seat(entry, name)
        self._note_unfollowed(entry, name)
        if (named := name_in(entry)) is not None and is_sealed(named):
            self.counts.removed.append(entry.version)
        if entry.command.open.type_url == RULE:
            self.irregular.append(Irregularity.of(entry, self.frame.parts[-1].arbiter))

    def _note_unfollowed(self, entry: record.Entry, name: str) -> None:
        """Note what an entry is about if its effect is not followed, such as an order, or a move while a clock runs."""
        about = self.counts.unfollowed
        if name:
            about.update([_ABOUT[name]] if name in _ABOUT else ())
        elif entry.actor.kind == SUBSTITUTE:
            about["defaults"] += 1
        elif own_name(entry.events[0]) == "OutcomeCorrected":
            about["corrections"] += 1
        elif entry.actor.kind != CHANCE and self._founding.HasField("clock"):
            about["clocks"] += 1

    @property
    def _dealt(self) -> bool:
        """Whether a dealer resolves chance."""
        return self.frame.parts[-1].source == life.CHANCE_SOURCE_DEALER

    def _check_time(self, entry: record.Entry) -> None:
        """Check that whatever the referee adds by itself comes at once. Raises BadEntry."""
        name = own_name(entry.command)
        drawn = not name and entry.actor.kind == CHANCE and self._founding.chance_source in _DRAWN
        if (drawn or name in _AT_ONCE) and entry.at_micros != self._at:
            raise BadEntry("its time must be that of the previous entry, which triggers it")

    def _begin(self, part: GamePart, founding: life.CreateGame | life.ForkGame) -> None:
        """Begin a game, or a branch of the game before it."""
        above = self.frame.parts[-2].game if len(self.frame.parts) > 1 else ""
        if isinstance(founding, life.ForkGame):
            self._seats.check_held(founding, above)
        count = founding.seats if isinstance(founding, life.CreateGame) else self._seats.count
        self.shares.begin()
        # A branch's players take their seats again, with new tokens.
        self._tokens = Tokens()
        self._takebacks = Takebacks()
        self._founding, self._seats = founding, Seats(founding, count)
        self._keys = derive(part.secrets) if part.opened else None

    def _seat(self, entry: record.Entry, name: str) -> None:
        """Note who takes or frees a seat, and that the game begins."""
        match name:
            case "TakeSeat":
                self._seats.take(own_message(entry.command))
            case "FreeSeat" | "LeaveSeat":
                self._seats.free(own_message(entry.command).seat)
            case "CallTime" if puts_off(entry):
                for seat in own_message(entry.events[0]).seats:
                    self._seats.free(seat)
            case "Agree" if own_name(entry.events[-1]) == "AbsenceSettled":
                self._seats.hand_over(own_message(entry.command).absence)
            case "StartGame" | "BeginGame" if _begins(entry):
                self._seats.started = True

    def _check_title(self, entry: record.Entry) -> None:
        """Check the title's messages as far as their stubs are installed, and count what only the rules can judge."""
        if own_name(entry.command):
            items = [item for item in entry.events if not own_name(item)]
        elif not self._seats.started:
            raise BadEntry("it has a command of the title, but the game has not begun")
        else:
            items = items_of(entry)
            chance = entry.actor.kind == CHANCE
            self.counts.outcomes += chance
            self.counts.commands += not chance
        sent = not own_name(entry.command) and sent_by_client(entry, dealt=self._dealt)
        for item in items:
            if item.HasField("open"):
                self._check_message(entry.version, item.open, sent=sent and item is items[0])

    def _check_message(self, version: int, content: AnyMessage, *, sent: bool) -> None:
        try:
            kind = type(named(type_name(content.type_url)))
        except UnknownMessageError:
            self.counts.strange[type_name(content.type_url)] += 1
        else:
            if not check_written(kind, content, sent=sent):
                self.frame.uncanonical.append(version)

    def _check_salts(self, entry: record.Entry) -> None:
        """Check that salts follow from the secret, except those of names and of set positions, which are random."""
        for index, item in enumerate(items_of(entry)):
            if is_name(entry, index - 1):
                Name.of(item)
            elif is_sealed(item):
                self.counts.sealed += 1
            elif item.salt and item.open.type_url != _POSITION:
                self._check_salt(entry.version, index, item)

    def _check_salt(self, version: int, index: int, item: record.Item) -> None:
        if own_name(item):
            raise BadEntry("an item that is never secret has a salt")
        if self._keys is None:
            return
        if item.salt != salt(self._keys, version, index):
            raise BadEntry("an item's salt does not follow from its game's secret")
        self.counts.salts += 1

    def _check_position(self, entry: record.Entry) -> None:
        has_table = self._seats.started or _begins(entry) or bool(opened_secret(entry))
        expected = DIGEST_BYTES if has_table else 0
        if len(entry.position_digest) != expected:
            raise BadEntry(f"its position digest has {len(entry.position_digest)} bytes, not {expected}")
        self.counts.positions += bool(expected)


def _begins(entry: record.Entry) -> bool:
    """Return whether an entry begins a game."""
    return bool(entry.events) and own_name(entry.events[0]) == "GameStarted"
