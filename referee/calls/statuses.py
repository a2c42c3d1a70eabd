"""The one table from errors to reasons, whose statuses are in the protos, and to each error's details.

In the details, a client finds an ErrorInfo with the reason, the domain "gunbai" and the error's facts, a BadRequest if
a field is at fault, and a RetryInfo if the call can be retried.
"""

from __future__ import annotations

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode

from games.kit.rules.decider import BrokenLawError
from gunbai.referee.v1 import reasons_pb2 as pb
from referee import errors
from store import contract

DOMAIN = "gunbai"

REASONS: dict[type[Exception], pb.Reason.ValueType] = {
    errors.UnparsableRequest: pb.REASON_UNPARSABLE_REQUEST,
    errors.UnknownCommand: pb.REASON_UNKNOWN_COMMAND,
    errors.ForeignCommand: pb.REASON_FOREIGN_COMMAND,
    errors.UnparsableCommand: pb.REASON_UNPARSABLE_COMMAND,
    errors.BrokenClause: pb.REASON_BROKEN_CLAUSE,
    errors.InvalidField: pb.REASON_INVALID_FIELD,
    contract.BadPageToken: pb.REASON_BAD_PAGE_TOKEN,
    errors.TitleNotFound: pb.REASON_TITLE_NOT_FOUND,
    errors.TitleNotServed: pb.REASON_TITLE_NOT_SERVED,
    errors.TitleFaulty: pb.REASON_TITLE_FAULTY,
    BrokenLawError: pb.REASON_TITLE_FAULTY,
    contract.GameNotFound: pb.REASON_GAME_NOT_FOUND,
    contract.VersionNotFound: pb.REASON_VERSION_NOT_FOUND,
    errors.TokenUnknown: pb.REASON_TOKEN_UNKNOWN,
    errors.ForwarderUnknown: pb.REASON_TOKEN_UNKNOWN,
    errors.TokenRevoked: pb.REASON_TOKEN_REVOKED,
    errors.TokenPending: pb.REASON_TOKEN_PENDING,
    errors.TokenMissing: pb.REASON_TOKEN_MISSING,
    errors.ForeignToken: pb.REASON_FOREIGN_TOKEN,
    errors.RoleNeeded: pb.REASON_ROLE_NEEDED,
    errors.GamePrivate: pb.REASON_GAME_PRIVATE,
    errors.HiddenFacts: pb.REASON_HIDDEN_FACTS,
    errors.ConsentsMissing: pb.REASON_CONSENTS_MISSING,
    errors.SeatHeld: pb.REASON_SEAT_HELD,
    errors.InvitationMissing: pb.REASON_INVITATION_MISSING,
    errors.InvitationInvalid: pb.REASON_INVITATION_INVALID,
    errors.SignatureMissing: pb.REASON_SIGNATURE_MISSING,
    errors.SignatureInvalid: pb.REASON_SIGNATURE_INVALID,
    errors.GameNotOpen: pb.REASON_GAME_NOT_OPEN,
    errors.GameNotStarted: pb.REASON_GAME_NOT_STARTED,
    errors.GameOver: pb.REASON_GAME_OVER,
    contract.WentBack: pb.REASON_GAME_WENT_BACK,
    errors.GameTooLong: pb.REASON_GAME_TOO_LONG,
    errors.BranchRunning: pb.REASON_BRANCH_RUNNING,
    errors.SeatsFree: pb.REASON_SEATS_FREE,
    errors.SeatNotTaken: pb.REASON_SEAT_NOT_TAKEN,
    errors.ShareNotDue: pb.REASON_SHARE_NOT_DUE,
    errors.ReissueNotAllowed: pb.REASON_REISSUE_NOT_ALLOWED,
    errors.NoticeNotRunning: pb.REASON_NOTICE_NOT_RUNNING,
    errors.SeatLeft: pb.REASON_SEAT_LEFT,
    errors.TimeUp: pb.REASON_TIME_UP,
    errors.NotTakenBack: pb.REASON_NOT_TAKEN_BACK,
    errors.DisputeNotFound: pb.REASON_DISPUTE_NOT_FOUND,
    errors.DisputeSettled: pb.REASON_DISPUTE_SETTLED,
    errors.OrdersUsedUp: pb.REASON_ORDERS_USED_UP,
    errors.AlreadyDisputed: pb.REASON_ALREADY_DISPUTED,
    errors.PapersUsedUp: pb.REASON_PAPERS_USED_UP,
    contract.PapersFull: pb.REASON_PAPERS_USED_UP,
    errors.NoResult: pb.REASON_NO_RESULT,
    errors.SeatTaken: pb.REASON_SEAT_TAKEN,
    errors.CommandIdReused: pb.REASON_COMMAND_ID_REUSED,
    errors.RequestIdReused: pb.REASON_REQUEST_ID_REUSED,
    errors.TokenUsed: pb.REASON_TOKEN_USED,
    errors.VersionConflict: pb.REASON_VERSION_CONFLICT,
    errors.RequestTooLarge: pb.REASON_REQUEST_TOO_LARGE,
    errors.StoredQuotaExceeded: pb.REASON_STORED_QUOTA_EXCEEDED,
    errors.QuotaExceeded: pb.REASON_QUOTA_EXCEEDED,
    contract.ConsentUsed: pb.REASON_CONSENT_USED,
    errors.ServiceBusy: pb.REASON_SERVICE_BUSY,
    contract.StorageFull: pb.REASON_STORAGE_FULL,
    contract.StorageUnsettled: pb.REASON_STORAGE_UNSETTLED,
    contract.StorageCorrupt: pb.REASON_STORAGE_DAMAGED,
    errors.RecordDamaged: pb.REASON_RECORD_DAMAGED,
    errors.RecordRefused: pb.REASON_RECORD_REFUSED,
    errors.RecordUnverified: pb.REASON_RECORD_UNVERIFIED,
    errors.ServiceStopping: pb.REASON_SERVICE_STOPPING,
    contract.StoreClosed: pb.REASON_SERVICE_STOPPING,
    contract.StorageError: pb.REASON_STORAGE_UNAVAILABLE,
    NotImplementedError: pb.REASON_UNIMPLEMENTED,
}
"""An error that is not here has the reason of the nearest class above it; anything else is a bug in the service."""

_CODES = {code.value[0]: code for code in StatusCode}
_NAMED = {
    value.number: (_CODES[value.GetOptions().Extensions[pb.failure].code], value.name.removeprefix("REASON_"))
    for value in pb.Reason.DESCRIPTOR.values
}
"""Each reason's status code, and its name in an ErrorInfo."""
_LONGEST = 1000
"""The longest message in characters: details travel in trailers, which are small."""
_INTERNAL = frozenset({"file", "accepted"})
"""Facts of an error that only the operator needs."""


def code_of(error: Exception) -> tuple[StatusCode, str]:
    """Return an error's status code, and its reason's name."""
    return _NAMED[next((REASONS[kind] for kind in type(error).__mro__ if kind in REASONS), pb.REASON_BUG)]


def status_of(error: Exception) -> Status:
    """Return an error's full status."""
    code, reason = code_of(error)
    return Status(code=code.value[0], message=_message(error, reason), details=map(_packed, _details(error, reason)))


def _message(error: Exception, reason: str) -> str:
    if isinstance(error, contract.StorageFull):
        return error.reason
    if isinstance(error, contract.LogBehind) and error.accepted:
        return (
            f"game {error.game!r} is newer than the backup that was restored, and the operator accepted its loss: "
            "create a new game"
        )
    if isinstance(error, contract.LogBehind):
        return (
            f"game {error.game!r} went back: version {error.expected} was acknowledged, but only "
            f"version {error.found} was found; the operator must restore the newest backup, or accept the loss"
        )
    if isinstance(error, contract.LeavesBehind):
        return (
            f"the log of all games went back: leaf {error.expected} was acknowledged, but the log ends after leaf "
            f"{error.found}; no game can be created or ended until the operator restores the newest backup, or accepts "
            "the loss"
        )
    if isinstance(error, contract.StorageUnsettled):
        return (
            "the entry may have been written, but the service cannot confirm it: repeat the call with the "
            "same command_id"
        )
    if isinstance(error, contract.StorageCorrupt):
        return (
            f"stored data of {f'game {error.game!r}' if error.game else 'the games'} is damaged; "
            "the operator must restore the newest backup (`gunbai server doctor` says what is wrong)"
        )
    if isinstance(error, contract.StorageError):
        return "the service cannot use its storage right now: repeat the call (a command with the same command_id)"
    # A bug's text may hold anything, hidden facts included.
    return str(error)[:_LONGEST] if reason != "BUG" else "the service failed; its log says why"


def _details(error: Exception, reason: str) -> list[Message]:
    facts = {} if reason == "BUG" else {name: _as_text(value)[:200] for name, value in vars(error).items()}
    shown = {name: fact for name, fact in facts.items() if name not in _INTERNAL}
    details: list[Message] = [ErrorInfo(reason=reason, domain=DOMAIN, metadata=shown)]
    if isinstance(error, errors.InvalidField | errors.TokenUsed):
        violation = BadRequest.FieldViolation(field=error.field, description=error.problem[:_LONGEST])
        details.append(BadRequest(field_violations=[violation]))
    if isinstance(error, errors.QuotaExceeded | errors.ServiceBusy):
        details.append(RetryInfo(retry_delay=Duration(nanos=0, seconds=max(1, round(error.retry_after_seconds)))))
    return details


def _as_text(fact: object) -> str:
    """Return a fact as metadata have it; several values, for example seats, become a list with commas."""
    return ", ".join(map(str, fact)) if isinstance(fact, list | tuple) else str(fact)


def _packed(message: Message) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(message)
    return packed
