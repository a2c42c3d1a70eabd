"""Verification: check a record against its chain, its rules and its chance, entry by entry.

Each entry is written again from its command and compared with the recorded one. If its game's secret is open, nothing
may differ, salts and digests included; otherwise only the events and the chain are compared. If an arbiter ruled on an
irregularity, the position is the one that was set, and the report names the entry. From the first entry with sealed
items on, and without known rules, the rules cannot be asked: `gunbai_record`'s trail makes every check that needs none.
Unchecked parts are listed: a record is consistent only if there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.chain import ORIGIN, ChainError, check, is_beyond_json
from gunbai_record.verify import trail
from gunbai_record.verify.entry_checks import Frame, opened
from gunbai_record.verify.irregularities import RULE, Irregularity
from gunbai_record.verify.message_checks import BadEntry, ForeignEntry
from gunbai_record.verify.report import sentence_of_sealed
from referee.errors import TitleNotFound
from referee.game.game import Game
from referee.game.titles import Titles
from referee.proof.rewriting import bared, by_stream, difference, is_written_canonically, written_anew

Progress = Callable[[int], None]
"""Called with the number of entries verified so far."""


def verify(
    titles: Titles,
    entries: Sequence[record.Entry],
    secrets: Mapping[str, bytes] | None = None,
    progress: Progress = lambda _: None,
    common: bytes = b"",
) -> pb.Verification:
    """Verify a record's entries from the first one on.

    `secrets` are those known besides the ones that the entries open, by game: an ancestor's are not in a branch.
    `common` is the open secret that the first game shares with others.
    """
    given = {game: secret for game, secret in (secrets or {}).items() if secret}
    return verify_once(JudgedTrail(titles, {**opened(entries), **given}, common), entries, progress)


def verify_once(
    trail: JudgedTrail, entries: Iterable[record.Entry], progress: Progress = lambda _: None, first: int = 1
) -> pb.Verification:
    """Verify entries that are read once and not kept, with a trail that knows the open secrets.

    `first` is the number of the first entry, where the trail stands.
    """
    report, version = pb.Verification(), first - 1
    for version, entry in enumerate(entries, first):
        try:
            trail.follow(version, entry)
        except Exception as error:  # noqa: BLE001  # whatever a foreign record breaks is the record's fault
            problem = error.problem if isinstance(error, ChainError) else str(error) or type(error).__name__
            report.bad_version, report.problem = version, problem
            if isinstance(error, ChainError | BadEntry):
                report.expected, report.found = error.expected, error.found
            break
        progress(version)
    report.entries = version
    return concluded(report, trail)


def concluded(report: pb.Verification, trail: JudgedTrail) -> pb.Verification:
    """Return the report with its verdict, and, unless a check failed, with what the trail could not check."""
    report.linked, report.adjudicated, report.chance_recomputed = trail.linked, trail.adjudicated, trail.recomputed
    report.irregular_entries.extend(trail.irregular)
    report.seeded = trail.frame.seeded
    report.seats_without_entropy.extend(
        pb.SeatWithoutEntropy(version=version, seat=seat) for version, seat in trail.frame.without_entropy
    )
    report.removed_names.extend(trail.removed_names)
    report.uncanonical_commands.extend(trail.frame.uncanonical)
    if report.problem:
        report.verdict = pb.VERDICT_FAILED
        return report
    report.unchecked.extend(trail.unchecked(report.entries))
    report.verdict = pb.VERDICT_INCOMPLETE if report.unchecked else pb.VERDICT_CONSISTENT
    return report


def failed(problem: str) -> pb.Verification:
    """Return the verification of a record that cannot be read."""
    return pb.Verification(verdict=pb.VERDICT_FAILED, problem=problem)


def irregular(entry: record.Entry, arbiter: bytes) -> pb.IrregularEntry:
    """Return an entry that follows from an arbiter's ruling on an irregularity; without a key, the dealer's."""
    ruled = Irregularity.of(entry, arbiter)
    return pb.IrregularEntry(**ruled._asdict(), sentence=ruled.sentence)


class JudgedTrail:
    """The record as far as it was verified; its game is None while the table is unknown."""

    def __init__(self, titles: Titles, secrets: Mapping[str, bytes], common: bytes = b"") -> None:
        self._titles, self._secrets, self._common = titles, secrets, common
        self._digest = ORIGIN
        self._blind: pb.Unchecked | None = None
        self._lost: pb.Unchecked | None = None
        self._form = trail.Trail(secrets, common)
        """The same record, as far as no rules are needed."""
        self.game: Game | None = None
        self.linked = 0
        """How many entries continue the chain."""
        self.adjudicated = 0
        """How many of them follow from their commands."""
        self.recomputed = 0
        """How many of these are outcomes that the referee drew."""
        self.irregular: list[pb.IrregularEntry] = []

    @property
    def frame(self) -> Frame:
        """The frame of the entries so far."""
        return self._form.frame

    @property
    def removed_names(self) -> list[int]:
        """The versions of the entries with a removed player name."""
        return self._form.counts.removed

    def follow(self, version: int, entry: record.Entry) -> None:
        """Verify one more entry. Raises an error that says what is wrong."""
        _held = entry.actor, entry.command  # Otherwise protobuf creates both again for every access.
        try:
            self._follow(version, entry)
        except ChainError:
            raise
        except Exception:
            # Whatever damage leads to, call it damage: the chain shows it before any rule does.
            check(entry, version, self._digest)
            raise
        self._digest = entry.digest
        self.linked += 1

    def _follow(self, version: int, entry: record.Entry) -> None:
        if self._lost is None:
            self._fit_in(version, entry)
        part = self.frame.parts[-1] if self.frame.parts else None
        # Otherwise writing the entry again compares its digest too, and hashing twice would cost much of a
        # verification.
        if self._blind or self._lost or part is None or not part.opened or self._breaks(version, entry):
            check(entry, version, self._digest)
        if self._lost is not None or part is None:
            return
        if self._blind is None:
            self._judge(version, entry, opened=part.opened)
        if self._blind is not None:
            self._form.check(entry)
        self._form.keep(entry)
        if entry.command.open.type_url == RULE:
            self.irregular.append(irregular(entry, part.arbiter))

    def _breaks(self, version: int, entry: record.Entry) -> bool:
        """Return whether an entry is not the next one, or one that no chain can have."""
        return (entry.version, entry.previous) != (version, self._digest) or is_beyond_json(entry)

    def _fit_in(self, version: int, entry: record.Entry) -> None:
        """Fit an entry into the frame, and note where the rules can no longer be asked. Raises BadEntry."""
        try:
            sealed = self._form.fit_in(version, entry)
        except ForeignEntry as error:
            self._lose_all(version, error)
            return
        if sealed and self._blind is None:
            if self.game is not None and not self.game.charter.rulebook.hides:
                raise BadEntry("an item is sealed, but nothing is secret in this title")
            self._lose_sight(version, pb.UNCHECKED_REASON_SEALED_ITEM, "an item is sealed")

    def unchecked(self, last: int) -> list[pb.Unchecked]:
        """Return what could not be checked up to the last entry, in the order of the entries."""
        gaps = [
            pb.Unchecked(
                first_version=part.first,
                last_version=part.last,
                reason=pb.UNCHECKED_REASON_SECRET_NOT_OPEN,
                sentence=f"{part.hidden}: chance, salts and positions were not recomputed",
            )
            for part in self.frame.parts
            if not part.opened
        ]
        for gap in filter(None, (self._blind, self._lost)):
            gap.last_version = last
            gaps.append(gap)
        if sealed := self._form.counts.signatures.sealed:
            gaps.append(
                pb.Unchecked(
                    first_version=sealed[0],
                    last_version=sealed[-1],
                    reason=pb.UNCHECKED_REASON_SEALED_ITEM,
                    sentence=sentence_of_sealed(len(sealed)),
                )
            )
        return sorted(gaps, key=lambda gap: gap.first_version)

    def _lose_sight(self, version: int, reason: pb.UncheckedReason.ValueType, why: str) -> None:
        """Stop judging entries from this one on."""
        sentence = f"{why}: from here on, everything was checked except the rules"
        self._blind, self.game = pb.Unchecked(first_version=version, reason=reason, sentence=sentence), None

    def _lose_all(self, version: int, error: ForeignEntry) -> None:
        """Check only the chain from this entry on."""
        lost = trail.Lost(version, str(error))
        reason = pb.UNCHECKED_REASON_UNKNOWN_RULES
        self._lost, self.game = pb.Unchecked(first_version=version, reason=reason, sentence=lost.sentence), None

    def _judge(self, version: int, entry: record.Entry, *, opened: bool) -> None:
        before, secret = self.game, self._secrets.get(entry.game, b"")
        try:
            anew = written_anew(self._titles, before, entry, secret, opened=opened, common=self._common)
        except TitleNotFound as error:
            check(entry, version, self._digest)
            self._lose_sight(version, pb.UNCHECKED_REASON_UNKNOWN_RULES, str(error))
            return
        self._compare(version, entry, anew.entries[0], bare=not opened)
        if not is_written_canonically(self._titles, before, entry):
            self.frame.uncanonical.append(version)
        self.recomputed += opened and by_stream(before, entry)
        self.adjudicated += 1
        self.game = anew.game if opened else anew.game.linked(entry.digest)

    def _compare(self, version: int, entry: record.Entry, anew: record.Entry, *, bare: bool) -> None:
        """Compare an entry with what follows from its command. Raises BadEntry, or ChainError if it was altered."""
        if bare:
            # Without the secret, salts and position digests cannot be written again.
            entry, anew = bared(entry), bared(anew)
        if entry != anew:
            if not bare:
                check(entry, version, self._digest)
            raise difference(entry, anew)
