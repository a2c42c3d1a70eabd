"""The page of errors, written from the protos: every reason why a call fails, by its status, with advice.

`make errors` writes docs/errors.md; `test_errors.py` compares it.
"""

from __future__ import annotations

from pathlib import Path

from grpc import StatusCode

from gunbai.referee.v1 import reasons_pb2 as pb
from gunbai_client.reasons import BY_REASON

PAGE = Path(__file__).parents[2] / "docs" / "errors.md"
HEAD = """# Errors

A call that fails before the rules judge it has one of these reasons. The status of the call has a
`google.rpc.ErrorInfo` with the reason, the `domain` "gunbai", and the [facts](#facts) as metadata. In Python each
reason is an exception in `gunbai_client.reasons`, such as `SeatTaken`. If a call does not reach gunbai at all, you get
only a status ([errors without a reason](clients.md#errors)).

`make errors` writes this page from [reasons.proto](../protos/gunbai/referee/v1/reasons.proto).

## Which comes first

If several reasons apply, the call fails with the first in this order:

1. **Service and bytes:** `UNIMPLEMENTED`, `SERVICE_STOPPING`, `REQUEST_TOO_LARGE`, `UNPARSABLE_REQUEST`.
2. **Caller:** `TOKEN_UNKNOWN`, `FOREIGN_TOKEN` (even if no game has this id), `TOKEN_REVOKED`, `TOKEN_PENDING`,
   `TOKEN_MISSING`, `ROLE_NEEDED`.
3. **Game, and access to it:** `GAME_NOT_FOUND`, `RECORD_UNVERIFIED`, `GAME_PRIVATE`, `INVITATION_MISSING`,
   `INVITATION_INVALID`, `SEAT_HELD`.
4. **Each field on its own:** `INVALID_FIELD`, `BAD_PAGE_TOKEN`, `TITLE_NOT_FOUND`.
5. **Earlier use of a new game's token:** `TOKEN_USED`, `REQUEST_ID_REUSED`. At this point, a repeated request gets
   the same answer as the first time.
6. **Rules, version and command:** `TITLE_NOT_SERVED`, `VERSION_NOT_FOUND`, `DISPUTE_NOT_FOUND`, `HIDDEN_FACTS`,
   `UNKNOWN_COMMAND`, `FOREIGN_COMMAND`, `UNPARSABLE_COMMAND`.
7. **State of the game:**
    - status: `GAME_NOT_STARTED`, `GAME_NOT_OPEN`, `GAME_OVER`, `GAME_TOO_LONG`, `NO_RESULT`;
    - seats and terms: `INVALID_FIELD`, `BROKEN_CLAUSE`, `SEATS_FREE`, `SEAT_NOT_TAKEN`, `SEAT_TAKEN`,
      `REISSUE_NOT_ALLOWED`, `NOTICE_NOT_RUNNING`, `SHARE_NOT_DUE`, `CONSENTS_MISSING`, `SEAT_LEFT`;
    - signature: `SIGNATURE_MISSING`, `SIGNATURE_INVALID`;
    - version: `VERSION_CONFLICT`, `TIME_UP`, `NOT_TAKEN_BACK`;
    - an imported record: `RECORD_REFUSED`.
8. **Writing:** `COMMAND_ID_REUSED`, `CONSENT_USED`, `BRANCH_RUNNING`, `GAME_WENT_BACK`, `REQUEST_ID_REUSED` (in a
   dispute), `ALREADY_DISPUTED`, `DISPUTE_SETTLED`, `PAPERS_USED_UP`, `ORDERS_USED_UP`.

These can come at any point: `QUOTA_EXCEEDED`, `STORED_QUOTA_EXCEEDED`, `SERVICE_BUSY`, `STORAGE_FULL`,
`STORAGE_DAMAGED`, `STORAGE_UNAVAILABLE`, `STORAGE_UNSETTLED`, `RECORD_DAMAGED`, `TITLE_FAULTY`, `BUG`.

Some calls differ:

- After the start of a game, `JoinGame` fails with `GAME_NOT_OPEN`, not with `SEAT_TAKEN`.
- `JoinGame` checks the fields `token` and `invitation` first, and `ReissueToken` checks `token` first. If the token has
  already taken a seat, `JoinGame` returns this seat, or `TOKEN_USED` if the request is different. A wrong invitation
  fails with `INVITATION_INVALID`, even in a private game.
- `ImportRecord` needs the operator's token. Any other token gets `ROLE_NEEDED`.
- `ReissueToken`, `RuleIrregularity` and `DecideGame` accept a signature instead of a token, and check it before the
  status of the game. In a private game, a caller with neither gets `GAME_PRIVATE`.
- `ForkGame` without `continues` and without the host's token fails with `CONSENTS_MISSING` if consents are needed.
- A `command_id` that has already been accepted gets its first ruling, or `COMMAND_ID_REUSED`, whatever has happened
  since.
"""
ROW = "| {} | {} | {} | {} |"
FACTS = {
    "game": "the id of the game",
    "version": "the version in the request, or the version of the damaged entry",
    "head": "the number of the last entry",
    "dispute": "the number of the dispute in the request",
    "disputes": "the number of disputes in the game",
    "orders": "the limit on agreements, new tokens or notices that the seat has reached",
    "papers": "a seat's limit on disputes and statements",
    "expected": "the version that the command expected, the acknowledged version, or the version to correct",
    "earliest": "the first version that a command can expect for the open question",
    "found": "the version that is stored",
    "seat": "the seat, counted from 1; 0 for none",
    "seats": "the seats whose consents are missing, separated by commas and spaces",
    "branches": "the ids of the branches, separated by commas and spaces",
    "entries": "the limit on entries in a game",
    "command_id": "the id of the command or request",
    "title": "the name of the title",
    "rules_version": "the rules version",
    "message": "the full name of the command or event that the rules produced",
    "field": "the invalid field by its proto name, such as `clock`; parts of `command` and `terms` follow a dot "
    "(`command.value`); empty for the whole request",
    "problem": "the problem in the field or the record",
    "clause": "the number of the broken clause",
    "sentence": "the clause, in the language of the call",
    "page_token": "the page token",
    "call": "the name of the call",
    "size": "the size of the request in bytes",
    "limit": "the limit on the size of the request, in bytes",
    "quota": "the quota that was used up, in words",
    "work": "the kind of work that is waiting, in words",
    "retry_after_seconds": "the number of seconds to wait before a retry, as in RetryInfo",
    "reason": "the problem with the storage, in words",
}
"""What each fact is."""


def page() -> str:
    """Return the text of the page."""
    rows_of: dict[int, list[str]] = {}
    for value in pb.Reason.DESCRIPTOR.values[1:]:
        meant = value.GetOptions().Extensions[pb.failure]
        reason = value.name.removeprefix("REASON_")
        facts = ", ".join(f"`{fact}`" for fact in meant.facts)
        row = ROW.format(f"`{reason}`", BY_REASON[reason].__doc__, meant.advice, facts)
        rows_of.setdefault(meant.code, []).append(row)
    names = {code.value[0]: code.name for code in StatusCode}
    top = (ROW.format("reason", "meaning", "what to do", "facts"), ROW.format(*["---"] * 4))
    tables = ["\n".join((f"\n## {names[code]}\n", *top, *rows)) for code, rows in rows_of.items()]
    explained = (f"| `{name}` | {words} |" for name, words in FACTS.items())
    return "\n".join((HEAD.rstrip(), *tables, "\n## Facts\n", "| fact | meaning |", "| --- | --- |", *explained)) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
