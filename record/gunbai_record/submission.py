"""The submission of a checkpoint to a witness (https://c2sp.org/tlog-witness, `add-checkpoint`), for both sides.

    old 7
    Base64 of a hash              one line for each hash of the proof that the log continues the one of the old size
                                  an empty line
    note of the checkpoint

A witness answers with the lines of its cosignatures, or refuses with a status:

SubmissionRefused      400  it is not a submission
├── NotSignedByLog     403  no trusted key of the log signed it
├── UnknownLog         404  the witness does not know the log
├── OldSizeDiffers     409  the witness last saw the log at a different size, which it names
└── NotContinued       422  the log does not continue the one that the witness saw
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from http import HTTPStatus
from typing import NamedTuple

from gunbai_record.checkpoint import MOST_HASHES, Checkpoint, LogForked, check_continued, encoded, log_key
from gunbai_record.errors import GunbaiError
from gunbai_record.note import LARGEST, Note, NoteError, VerifierKey, bytes_of
from gunbai_record.numerals import is_whole
from gunbai_record.text.counts import counted
from gunbai_record.tree import EMPTY

PATH = "/add-checkpoint"
SIZE_TYPE = "text/x.tlog.size"
"""The type of an answer that names the size at which a witness last saw a log."""
LARGEST_BODY = 2 * LARGEST


class SubmissionRefused(GunbaiError):
    """A witness cosigns no checkpoint that is submitted in this way."""

    status = HTTPStatus.BAD_REQUEST


class NotSignedByLog(SubmissionRefused):
    """No key that the witness trusts signed the checkpoint as that of its log."""

    status = HTTPStatus.FORBIDDEN


class UnknownLog(SubmissionRefused):
    """The witness does not know the log."""

    status = HTTPStatus.NOT_FOUND


class OldSizeDiffers(SubmissionRefused):
    """The witness last saw the log at `size`, and the proof begins at a different size."""

    status = HTTPStatus.CONFLICT

    def __init__(self, size: int) -> None:
        super().__init__(f"the witness last saw the log with {counted(size, 'leaf')}")
        self.size = size


class NotContinued(SubmissionRefused):
    """The log does not continue the one that the witness saw, as far as the proof shows."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY


REFUSALS = {kind.status: kind for kind in (SubmissionRefused, NotSignedByLog, UnknownLog, NotContinued)}
"""The refusals by status, without the one that names a size."""


class Submission(NamedTuple):
    """A checkpoint, and the proof that its log continues the one of an old size."""

    old: int
    hashes: tuple[bytes, ...]
    checkpoint: str

    @property
    def text(self) -> str:
        """The body of the request."""
        lines = [f"old {self.old}", *map(encoded, self.hashes), ""]
        return "".join(f"{line}\n" for line in lines) + self.checkpoint

    @classmethod
    def parse(cls, body: bytes) -> Submission:
        """Parse the body of a request. Raises SubmissionRefused."""
        try:
            head, _, checkpoint = body.decode().partition("\n\n")
            first, *hashes = head.split("\n")
            size = first.removeprefix("old ")
            submission = cls(int(size if is_whole(size) else -1), tuple(map(bytes_of, hashes)), checkpoint)
        except ValueError:
            raise SubmissionRefused("it is not a checkpoint submission") from None
        sound = 0 <= submission.old < 2**63 and all(len(digest) == 32 for digest in submission.hashes)
        if not sound or len(hashes) > MOST_HASHES or submission.text.encode() != body:
            raise SubmissionRefused("it is not a checkpoint submission")
        return submission

    def judged(self, seen: Checkpoint | None, keys: Iterable[VerifierKey]) -> str:
        """Return the checkpoint that a witness may cosign, without signatures other than those of its log.

        The witness has `seen` a checkpoint last, or none yet, and trusts these keys of a service. Raises
        SubmissionRefused.
        """
        try:
            note = Note.parse(self.checkpoint)
            shown = Checkpoint.parse(note.text)
        except NoteError as error:
            raise SubmissionRefused(str(error)) from None
        if seen is not None and seen.origin != shown.origin:
            theirs = f"this witness follows the log {seen.origin!r}, but the checkpoint is of the log {shown.origin!r}"
            raise UnknownLog(
                f"{theirs}: ask the operator why; to follow the new log, give the witness a new state file"
            )
        signers = [log_key(key, shown.origin) for key in keys]
        try:
            # Every signature in the name of a trusted key must be valid.
            signed = [note.is_signed_by(key) for key in signers]
        except NoteError as error:
            raise NotSignedByLog(str(error)) from None
        if not any(signed):
            raise NotSignedByLog(f"no trusted key of {shown.origin!r} signed the checkpoint")
        before = seen or Checkpoint(shown.origin, 0, EMPTY)
        if self.old > shown.size:
            raise SubmissionRefused(f"the old size {self.old} is larger than the size {shown.size} of the checkpoint")
        if self.old != before.size:
            raise OldSizeDiffers(before.size)
        try:
            check_continued(before, shown, self.hashes)
        except LogForked as error:
            raise NotContinued(str(error)) from None
        return note.signed_only_by({(key.name, key.id) for key in signers})


def path_of(origin: str) -> str:
    """Return the path at which a witness shows the last checkpoint of a log that it cosigned."""
    return f"/{sha256(origin.encode()).hexdigest()}/checkpoint"
