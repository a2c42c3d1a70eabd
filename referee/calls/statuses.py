"""The one table from errors to statuses, and the details of each.

A client finds in the details an ErrorInfo with the reason, the domain "gunbai" and the facts of the error, a BadRequest
where a field is at fault, and a RetryInfo where the call can be retried.
"""

from __future__ import annotations

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode

from referee import errors
from store import contract

DOMAIN = "gunbai"

STATUSES: dict[type[Exception], tuple[StatusCode, str]] = {
    errors.UnparsableRequest: (StatusCode.INVALID_ARGUMENT, "UNPARSABLE_REQUEST"),
    errors.UnknownCommand: (StatusCode.INVALID_ARGUMENT, "UNKNOWN_COMMAND"),
    errors.ForeignCommand: (StatusCode.INVALID_ARGUMENT, "FOREIGN_COMMAND"),
    errors.UnparsableCommand: (StatusCode.INVALID_ARGUMENT, "UNPARSABLE_COMMAND"),
    errors.BrokenClause: (StatusCode.INVALID_ARGUMENT, "BROKEN_CLAUSE"),
    errors.InvalidField: (StatusCode.INVALID_ARGUMENT, "INVALID_FIELD"),
    contract.BadPageToken: (StatusCode.INVALID_ARGUMENT, "BAD_PAGE_TOKEN"),
    errors.TitleNotFound: (StatusCode.NOT_FOUND, "TITLE_NOT_FOUND"),
    contract.GameNotFound: (StatusCode.NOT_FOUND, "GAME_NOT_FOUND"),
    contract.VersionNotFound: (StatusCode.NOT_FOUND, "VERSION_NOT_FOUND"),
    errors.TokenUnknown: (StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN"),
    errors.TokenMissing: (StatusCode.UNAUTHENTICATED, "TOKEN_MISSING"),
    errors.ForeignToken: (StatusCode.PERMISSION_DENIED, "FOREIGN_TOKEN"),
    errors.RoleNeeded: (StatusCode.PERMISSION_DENIED, "ROLE_NEEDED"),
    errors.GamePrivate: (StatusCode.PERMISSION_DENIED, "GAME_PRIVATE"),
    errors.HiddenFacts: (StatusCode.PERMISSION_DENIED, "HIDDEN_FACTS"),
    errors.ConsentsMissing: (StatusCode.PERMISSION_DENIED, "CONSENTS_MISSING"),
    errors.SeatHeld: (StatusCode.PERMISSION_DENIED, "SEAT_HELD"),
    errors.SignatureMissing: (StatusCode.PERMISSION_DENIED, "SIGNATURE_MISSING"),
    errors.SignatureInvalid: (StatusCode.PERMISSION_DENIED, "SIGNATURE_INVALID"),
    errors.GameNotOpen: (StatusCode.FAILED_PRECONDITION, "GAME_NOT_OPEN"),
    errors.GameNotStarted: (StatusCode.FAILED_PRECONDITION, "GAME_NOT_STARTED"),
    errors.GameOver: (StatusCode.FAILED_PRECONDITION, "GAME_OVER"),
    errors.GameTooLong: (StatusCode.FAILED_PRECONDITION, "GAME_TOO_LONG"),
    errors.SeatsFree: (StatusCode.FAILED_PRECONDITION, "SEATS_FREE"),
    errors.ShareNotDue: (StatusCode.FAILED_PRECONDITION, "SHARE_NOT_DUE"),
    errors.SeatTaken: (StatusCode.ALREADY_EXISTS, "SEAT_TAKEN"),
    errors.CommandIdReused: (StatusCode.ALREADY_EXISTS, "COMMAND_ID_REUSED"),
    errors.VersionConflict: (StatusCode.ABORTED, "VERSION_CONFLICT"),
    errors.RequestTooLarge: (StatusCode.RESOURCE_EXHAUSTED, "REQUEST_TOO_LARGE"),
    errors.QuotaExceeded: (StatusCode.RESOURCE_EXHAUSTED, "QUOTA_EXCEEDED"),
    contract.ConsentUsed: (StatusCode.ALREADY_EXISTS, "CONSENT_USED"),
    errors.ServiceBusy: (StatusCode.RESOURCE_EXHAUSTED, "SERVICE_BUSY"),
    contract.StorageFull: (StatusCode.RESOURCE_EXHAUSTED, "STORAGE_FULL"),
    contract.StorageCorrupt: (StatusCode.DATA_LOSS, "STORAGE_DAMAGED"),
    errors.RecordDamaged: (StatusCode.DATA_LOSS, "RECORD_DAMAGED"),
    errors.ServiceStopping: (StatusCode.UNAVAILABLE, "SERVICE_STOPPING"),
    contract.StoreClosed: (StatusCode.UNAVAILABLE, "SERVICE_STOPPING"),
    contract.StorageError: (StatusCode.UNAVAILABLE, "STORAGE_UNAVAILABLE"),
    NotImplementedError: (StatusCode.UNIMPLEMENTED, "UNIMPLEMENTED"),
}
"""An error that is not here has the status of the nearest class above it; a mistake in the service is INTERNAL."""

_BUG = (StatusCode.INTERNAL, "BUG")
_LONGEST = 1000
"""The longest message in characters: details travel in trailers, which are small."""
_INTERNAL = frozenset({"file"})
"""Facts of an error that are the operator's business."""


def code_of(error: Exception) -> tuple[StatusCode, str]:
    """Return the status code of an error, and its stable reason."""
    return next((STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES), _BUG)


def status_of(error: Exception) -> Status:
    """Return the full status of an error."""
    code, reason = code_of(error)
    return Status(code=code.value[0], message=_message(error, reason), details=map(_packed, _details(error, reason)))


def _message(error: Exception, reason: str) -> str:
    if isinstance(error, contract.StorageFull):
        return error.reason
    if isinstance(error, contract.LogBehind):
        return (
            f"game {error.game!r} went back: version {error.expected} was acknowledged, version {error.found} found; "
            "it is not served before the operator has restored the newest backup"
        )
    if isinstance(error, contract.StorageError):
        return "the service's storage failed; nothing was written"
    return str(error)[:_LONGEST] if reason != "BUG" else "a mistake in the service; see its log"


def _details(error: Exception, reason: str) -> list[Message]:
    facts = {} if reason == "BUG" else {name: str(value)[:200] for name, value in vars(error).items()}
    shown = {name: fact for name, fact in facts.items() if name not in _INTERNAL}
    details: list[Message] = [ErrorInfo(reason=reason, domain=DOMAIN, metadata=shown)]
    if isinstance(error, errors.InvalidField):
        violation = BadRequest.FieldViolation(field=error.field, description=error.problem[:_LONGEST])
        details.append(BadRequest(field_violations=[violation]))
    if isinstance(error, errors.QuotaExceeded | errors.ServiceBusy):
        details.append(RetryInfo(retry_delay=Duration(nanos=0, seconds=max(1, round(error.retry_after_seconds)))))
    return details


def _packed(message: Message) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(message)
    return packed
