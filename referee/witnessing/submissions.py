"""Submissions of the log to the witnesses of a policy, round by round, in the background of the calls.

A round submits one checkpoint to every witness that has not cosigned it, so that the quorum is about one checkpoint.
After a start each is asked even so: it may have seen more of the log than a restored record has. A witness that fails
is asked again after longer and longer pauses. Where it saw a log that this one does not continue, its checkpoint is
evidence against the key of this service: it is kept next to the database with the one that the log has here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from time import monotonic

import structlog

from gunbai_record.checkpoint import Checkpoint, cosigned_at, log_signer, own_note
from gunbai_record.kept_checkpoints import keep_fork
from gunbai_record.note import Note, NoteError
from gunbai_record.numerals import is_whole
from gunbai_record.policy import Cosigner, Policy
from gunbai_record.submission import PATH, SIZE_TYPE, Submission, path_of
from gunbai_record.text.counts import counted
from referee.calls.observer import Observer
from referee.records.background_task import Background
from referee.records.transparency import Transparency
from referee.witnessing.exchange import (
    RETRIED,
    Answer,
    Connection,
    CosignatureMissing,
    WitnessAhead,
    WitnessDisagrees,
    WitnessError,
    WitnessRefuses,
    WitnessUnreachable,
)
from store.contract import StoreClosed, StoreError

PAUSE_SECONDS = 5.0
"""The pause after each round."""
LONGEST_PAUSE_SECONDS = 600.0
"""How long at most a witness that fails is left alone."""
_TRIES = 4
"""How often a submission is repeated at once, because the witness names another size: others may submit too."""
_DOUBTFUL = 3
"""How often a witness must be ahead until its log is evidence: the copy of another referee may be ahead of this one."""


class Submissions(Background):
    """Submits a log to the witnesses of a policy that have an address, until it is ended.

    Evidence against this service is kept `beside` a file.
    """

    def __init__(
        self,
        log: Transparency,
        policy: Policy,
        beside: Path | None = None,
        observers: Sequence[Observer] = (),
        pause_seconds: float = PAUSE_SECONDS,
    ) -> None:
        self._log, self._observers, self._pause = log, observers, pause_seconds
        # Which logs its readers trust is no matter of the service.
        self._policy = policy._replace(logs=())
        self._witnesses = [
            _Asked(name, cosigner, log, beside, pause_seconds)
            for name, cosigner in policy.cosigners.items()
            if cosigner.url
        ]
        self._beside = beside
        self.leaves = 0
        """The size of the log, when it was looked at last."""
        self.witnessed = 0
        """The greatest size of it that enough witnesses cosigned."""

    @property
    def failing(self) -> dict[str, str]:
        """What went wrong at the last submission to each witness that did not cosign it."""
        return {witness.name: witness.problem for witness in self._witnesses if witness.problem}

    @property
    def disagreeing(self) -> list[str]:
        """The witnesses that saw another log than this one, or more of it."""
        return [witness.name for witness in self._witnesses if witness.disagrees]

    @property
    def evidence(self) -> list[Path]:
        """The checkpoints next to the database that contradict this log, also those from before the start."""
        if self._beside is None:
            return []
        kept = f"{self._beside.name}.forked-"
        beside = (path for path in self._beside.parent.iterdir() if path.name.startswith(kept))
        return sorted(path for path in beside if path.suffix != ".new")

    async def round(self) -> None:
        """Submit the newest checkpoint to every witness that must be asked. Raises StoreError."""
        note = Note.parse((await self._log.checkpoint()).note)
        self.leaves = Checkpoint.parse(note.text).size
        # An empty log has nothing to lose, and no witness takes it.
        due = [witness for witness in self._witnesses if self.leaves and witness.is_due(note)]
        outcomes = await asyncio.gather(*(witness.submit(self.leaves) for witness in due))
        for witness, outcome in zip(due, outcomes, strict=True):
            for observer in self._observers:
                observer.submitted(witness.name, outcome)
        if self.leaves > self.witnessed:
            await self._judge()

    async def _judge(self) -> None:
        """Note whether enough witnesses have cosigned."""
        judged = self._policy.judged(Note.parse((await self._log.checkpoint(self.leaves)).note))
        # A cosignature from before the start says nothing good if its witness has seen another log since.
        doubting = {witness.name for witness in self._witnesses if witness.doubts}
        by = [name for name in judged.by if name not in doubting]
        if self._policy.holds(by):
            self.witnessed = self.leaves
            structlog.get_logger().info("log_witnessed", leaves=self.leaves, witnesses=by)

    async def _run(self) -> None:
        while True:
            try:
                await self.round()
            except StoreClosed:
                return
            except StoreError:
                pass  # what looks over the store has logged it
            await asyncio.sleep(self._pause)


class _Asked:
    """A witness, and how it answered so far."""

    def __init__(
        self, name: str, cosigner: Cosigner, log: Transparency, beside: Path | None, pause_seconds: float
    ) -> None:
        self.name, self._cosigner, self._log = name, cosigner, log
        self._beside, self._pause = beside, pause_seconds
        self.evidence: list[Path] = []
        """The files of two checkpoints, its own and that of the log here, that contradict each other."""
        self._proven = False
        """Whether the evidence is of a fork, not only of a log that is behind."""
        self._seen = 0
        """The size at which it saw the log last, as far as is known."""
        self._cosigned = 0
        """The size that it cosigned last; one that says that it saw less has lost its state, and guards nothing."""
        self._failures, self._due = 0, 0.0
        self._error: WitnessError | None = None
        """Why it did not cosign the last time, if so."""

    @property
    def problem(self) -> str:
        """What went wrong the last time, or ""."""
        return str(self._error or "")

    @property
    def doubts(self) -> bool:
        """Whether it seems to have seen a different log, or more of this one."""
        return isinstance(self._error, WitnessDisagrees | WitnessAhead)

    @property
    def disagrees(self) -> bool:
        """Whether it surely has."""
        return isinstance(self._error, WitnessDisagrees) or (self.doubts and self._failures >= _DOUBTFUL)

    def is_due(self, note: Note) -> bool:
        """Return whether it must be asked for a cosignature of a checkpoint now."""
        is_new = not self._cosigned or not self._cosigner.cosigned(note)
        return monotonic() >= self._due and is_new

    async def submit(self, size: int) -> str:
        """Submit the checkpoint of a size; return the word for the outcome. Raises StoreError."""
        connection = Connection(self._cosigner.url)
        try:
            line = await self._cosignature(connection, size)
            await self._log.cosign(size, line)
        except WitnessError as error:
            await self._failed(error, connection)
            return error.outcome
        finally:
            await connection.close()
        if self._failures:
            structlog.get_logger().info("witness_recovered", witness=self.name, leaves=size)
        self._seen = self._cosigned = size
        self._failures, self._due, self._error = 0, 0.0, None
        return "cosigned"

    async def _cosignature(self, connection: Connection, size: int) -> str:
        """Return the cosignature of the checkpoint of a size. Raises WitnessError or StoreError."""
        # A record that went back has less than the witness saw.
        old = min(self._seen, size)
        for _ in range(_TRIES):
            hashes, signed = await self._log.consistency(old, size)
            note = Note.parse(signed.note)
            body = Submission(old, tuple(hashes), own_note(note)).text
            answer = await connection.ask("POST", PATH, body)
            if answer.status != HTTPStatus.CONFLICT:
                return self._line(answer, note)
            if _is_other_root(answer, old, size):
                raise WitnessDisagrees(answer.status, f"it has a different root for {counted(size, 'leaf')}")
            old = self._seen = _size(answer)
            if old < self._cosigned:
                problem = f"it cosigned {counted(self._cosigned, 'leaf')}, but says that the last it saw was {old}"
                structlog.get_logger().warning("witness_went_back", witness=self.name, problem=problem)
                self._cosigned = old
            if old > size:
                raise WitnessAhead(old)
        raise WitnessUnreachable(f"it names a different old size each time, most recently {old}")

    def _line(self, answer: Answer, note: Note) -> str:
        """Return the cosignature in an answer. Raises WitnessError."""
        if answer.status == HTTPStatus.UNPROCESSABLE_ENTITY:
            raise WitnessDisagrees(answer.status, answer.text)
        if answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR or answer.status in RETRIED:
            raise WitnessUnreachable(f"it answered {answer.status}")
        if answer.status != HTTPStatus.OK:
            raise WitnessRefuses(answer.status, answer.text)
        key = self._cosigner.key
        for line in answer.text.splitlines():
            try:
                if cosigned_at(Note.parse(f"{note.text}\n{line}\n"), key) is not None:
                    return line
            except NoteError as error:
                # Lines of other names or kinds may come too, and do not matter.
                if line.startswith(f"\N{EM DASH} {key.name} "):
                    raise CosignatureMissing(str(error)) from None
        raise CosignatureMissing(f"its answer lacks a cosignature by {key}")

    async def _failed(self, error: WitnessError, connection: Connection) -> None:
        """Log a failure, keep the evidence that there is for it, and wait longer than before."""
        self._failures, self._error = self._failures + 1, error
        # The power is bounded because a witness may fail for years.
        pause = min(self._pause * 2 ** min(self._failures - 1, 20), LONGEST_PAUSE_SECONDS)
        self._due = monotonic() + pause
        log = structlog.get_logger().bind(witness=self.name, outcome=error.outcome, problem=self.problem)
        if self.disagrees:
            # One pair is proof enough; later ones would only fill the disk.
            is_fork = isinstance(error, WitnessDisagrees)
            # A log that is only behind may fork when it grows again: its checkpoints prove nothing by themselves.
            if not self.evidence or (is_fork and not self._proven):
                await self._keep_evidence(connection)
                self._proven = is_fork and bool(self.evidence)
            event = "log_forked" if self.evidence else "witness_disagrees"
            log.error(event, evidence=list(map(str, self.evidence)), retry_seconds=pause)
        else:
            log.warning("witness_failed", retry_seconds=pause)

    async def _keep_evidence(self, connection: Connection) -> None:
        """Keep the checkpoint that a witness shows, and that of the log here, if the two contradict each other."""
        try:
            shown = await self._shown(connection)
            theirs = Checkpoint.parse(Note.parse(shown).text)
            ours = await self._log.checkpoint()
            if theirs.size <= Checkpoint.parse(Note.parse(ours.note).text).size:
                # Only two checkpoints of one size contradict each other by themselves.
                ours = await self._log.checkpoint(theirs.size)
            own = Note.parse(ours.note)
            if self._beside is not None and Checkpoint.parse(own.text)[:3] != theirs[:3]:
                both = (shown, own_note(own))
                self.evidence = [await asyncio.to_thread(keep_fork, self._beside, note) for note in both]
        except (WitnessError, NoteError, OSError) as error:
            structlog.get_logger().warning("evidence_missing", witness=self.name, problem=str(error))

    async def _shown(self, connection: Connection) -> str:
        """Return the checkpoint that a witness shows of this log, which this service signed.

        Raises WitnessError or NoteError.
        """
        newest = await self._log.checkpoint()
        origin = Checkpoint.parse(Note.parse(newest.note).text).origin
        answer = await connection.ask("GET", path_of(origin))
        if answer.status != HTTPStatus.OK:
            raise WitnessUnreachable(f"it shows no checkpoint of {origin}: it answered {answer.status}")
        note = Note.parse(answer.text)
        if Checkpoint.parse(note.text).origin != origin or log_signer(note, self._log.keys) is None:
            raise NoteError("the checkpoint that it shows is not signed by this service")
        return answer.text


def _is_other_root(answer: Answer, old: int, size: int) -> bool:
    """Return whether a conflict is none about the old size: before tlog-witness 1.1 this was the status of a fork."""
    return old == size and (answer.kind != SIZE_TYPE or answer.text == f"{size}\n")


def _size(answer: Answer) -> int:
    """Return the size that a witness names as the one it saw last. Raises WitnessUnreachable."""
    size = answer.text.removesuffix("\n")
    if answer.kind != SIZE_TYPE or not is_whole(size):
        raise WitnessUnreachable(f"it answered 409 with {answer.text[:60]!r} instead of the size that it saw last")
    return int(size)
