"""The page of errors, written from the protos: every reason for which a call fails, by its status, with advice.

`make errors` writes docs/errors.md; `test_errors.py` compares it.
"""

from __future__ import annotations

from pathlib import Path

from grpc import StatusCode

from gunbai.referee.v1 import reasons_pb2 as pb
from gunbai_client.reasons import BY_REASON

PAGE = Path(__file__).parents[2] / "docs" / "errors.md"
HEAD = """# Errors

A call that does not reach the rules fails with one of these reasons; `make errors` writes this page from
[reasons.proto](../protos/gunbai/referee/v1/reasons.proto). The status of the call has a `google.rpc.ErrorInfo` with the
reason, the `domain` "gunbai" and the [facts](#facts) as metadata. In Python each reason is an exception of
`gunbai_client.reasons`, such as `SeatTaken`. A move against the rules is no error: it is a ruling, with its clause.
A call that the protocol does not find here ends with the status alone ([errors without a reason](clients.md#errors)).

## Which comes first

If several reasons apply to a call, it fails with the one that comes first here:

1. The service, and the bytes of the request: `UNIMPLEMENTED`, `SERVICE_STOPPING`, `REQUEST_TOO_LARGE`,
   `UNPARSABLE_REQUEST`.
2. Who calls: `TOKEN_UNKNOWN`, `FOREIGN_TOKEN` (also where there is no game of this id), `TOKEN_REVOKED`,
   `TOKEN_PENDING`, `TOKEN_MISSING`, `ROLE_NEEDED`.
3. The game, and whether the caller may see it or sit down at it: `GAME_NOT_FOUND`, `RECORD_UNVERIFIED`,
   `GAME_PRIVATE`, `INVITATION_MISSING`, `INVITATION_INVALID`, `SEAT_HELD`.
4. The fields by themselves: `INVALID_FIELD`, `BAD_PAGE_TOKEN`, and then `TITLE_NOT_FOUND`.
5. What the token of a new game did before: `TOKEN_USED`, `REQUEST_ID_REUSED`. The same request as before gets its
   answer here.
6. The rules, the version that is asked for, and the command: `TITLE_NOT_SERVED`, `VERSION_NOT_FOUND`,
   `DISPUTE_NOT_FOUND`, `HIDDEN_FACTS`, `UNKNOWN_COMMAND`, `FOREIGN_COMMAND`, `UNPARSABLE_COMMAND`.
7. The state of the game. Its status comes first: `GAME_NOT_STARTED`, `GAME_NOT_OPEN`, `GAME_OVER`, `GAME_TOO_LONG`,
   `NO_RESULT`. Then come its seats and terms, with the fields that they judge: `INVALID_FIELD`, `BROKEN_CLAUSE`,
   `SEATS_FREE`, `SEAT_NOT_TAKEN`, `SEAT_TAKEN`, `REISSUE_NOT_ALLOWED`, `NOTICE_NOT_RUNNING`, `SHARE_NOT_DUE`,
   `CONSENTS_MISSING`, `SEAT_LEFT`; then `SIGNATURE_MISSING`, `SIGNATURE_INVALID`; then `VERSION_CONFLICT`, `TIME_UP`.
   For a record that is imported: `RECORD_REFUSED`.
8. What would be written: `COMMAND_ID_REUSED`, `CONSENT_USED`, `BRANCH_RUNNING`, `GAME_WENT_BACK`, the
   `REQUEST_ID_REUSED` of a paper in a dispute, `ALREADY_DISPUTED`, `DISPUTE_SETTLED`, `PAPERS_USED_UP`,
   `ORDERS_USED_UP`.

A player who joins late thus gets `GAME_NOT_OPEN`, not `SEAT_TAKEN`, but `GAME_PRIVATE`, or the
`INVALID_FIELD` of a field by itself, if one of these applies too. These things differ:

- `JoinGame` and `ReissueToken` begin with the field `token`, and `JoinGame` with `invitation`: `INVALID_FIELD`. A
  token that `JoinGame` has given a seat is answered at once: with the seat, or as `TOKEN_USED` if the request is
  another one. An invitation is in place of a token: a wrong one is `INVITATION_INVALID` in a private game too.
  `GAME_PRIVATE` and `INVITATION_MISSING` are for requests without one.
- `ImportRecord` takes the operator's token and no other: every other is `ROLE_NEEDED`, whether it is known or not.
- `ReissueToken`, `RuleIrregularity` and `DecideGame` take a signature in place of a token, and `SIGNATURE_MISSING` and
  `SIGNATURE_INVALID` come before the status of the game. In a private game, anyone without a token or a signature that
  holds gets `GAME_PRIVATE` in their place, from `ReissueToken` before the fields. In the other two,
  `UNKNOWN_COMMAND` and `UNPARSABLE_COMMAND` come with the fields, `ROLE_NEEDED` with the state of the game, also in
  place of `TOKEN_MISSING` where the dealer is the arbiter, and what the order holds after `VERSION_CONFLICT`.
- `InspectDispute` and `SettleDispute` look for the dispute before the fields. Whether it is the arbiter who asks,
  `ROLE_NEEDED` or the signature, comes with the state of the game; and so does `TOKEN_MISSING` or `ROLE_NEEDED` of
  `ConfirmResult`, which takes the token of a seat without a key. In a private game a signature that holds takes the
  place of a token in all three; without both, nothing else is said than `GAME_PRIVATE`.
- `LeaveGame`, `VetoReissue` and `RemoveName` check `TOKEN_REVOKED` and `TOKEN_PENDING` with the state of the game,
  since a request that was carried out gets its answer again.
- `ForkGame` without `continues` is `CONSENTS_MISSING`, not `TOKEN_MISSING` or `ROLE_NEEDED`, if it lacks the host's
  token where the branch takes consents.
- In a seat's order (`Concede`, `Agree` or `AnnounceAbsence`) the signature comes before what the order holds.
- `CreateGame` and `ForkGame` with the token and the `request_id` of a game that they made judge what is asked for, and
  then compare it: `BROKEN_CLAUSE` and the like come before `REQUEST_ID_REUSED`.
- A `command_id` that was accepted before gets its first ruling, or `COMMAND_ID_REUSED`, in place of `GAME_OVER`,
  `GAME_TOO_LONG`, `ORDERS_USED_UP`, `SEAT_LEFT`, `VERSION_CONFLICT` and a refusal.

These can come at any of these places: `QUOTA_EXCEEDED`, `STORED_QUOTA_EXCEEDED`, `SERVICE_BUSY`, `STORAGE_FULL`,
`STORAGE_DAMAGED`, `STORAGE_UNAVAILABLE`, `STORAGE_UNSETTLED`, `RECORD_DAMAGED`, `BUG`.
"""
ROW = "| {} | {} | {} | {} |"
FACTS = {
    "game": "the id of the game",
    "version": "the version that was asked for, or of the damaged entry",
    "head": "the number of the last entry",
    "dispute": "the number of the dispute that was asked for",
    "disputes": "the number of disputes of the game",
    "orders": "the most words of a seat, or other tokens, or notices of one",
    "papers": "the most disputes and statements of a seat",
    "expected": "the version that the command expected, or whose outcome it corrects; or that was acknowledged",
    "earliest": "the first version that a command for the open question may expect; the last is the head",
    "found": "the version that the storage has",
    "seat": "the seat, counted from 1; 0 for none",
    "seats": "the seats whose consents are missing, with a comma and a space between two",
    "branches": "the ids of the branches, with a comma and a space between two",
    "entries": "the greatest length of a game, in entries",
    "command_id": "the id of the command or request",
    "title": "the name of the title",
    "rules_version": "the version of its rules",
    "field": "the field of the request at fault, as the protos name it. Of `command` and `terms` the part follows "
    "after a dot (`command.value`), every other message is named as a whole (`clock`); in a command of the record its "
    "field, or its oneof, alone (`pause`, `matter`); empty for the request",
    "problem": "what is wrong with it",
    "clause": "the number of the clause that is broken",
    "sentence": "the clause, in the language of the call",
    "page_token": "the token of the page",
    "call": "the name of the call",
    "size": "the size of the request in bytes: of its message in protobuf, or of JSON that is too long to be read",
    "limit": "the largest size that the call allows, in bytes of protobuf",
    "quota": "the quota that is used up, in words",
    "work": "the work that waits, in words",
    "retry_after_seconds": "when to try again, as RetryInfo has it",
    "reason": "what is wrong with the storage, in words",
}
"""What each fact is."""


def page() -> str:
    """Return the text of the page."""
    found: dict[int, list[str]] = {}
    for value in pb.Reason.DESCRIPTOR.values[1:]:
        meant = value.GetOptions().Extensions[pb.failure]
        reason = value.name.removeprefix("REASON_")
        facts = ", ".join(f"`{fact}`" for fact in meant.facts)
        row = ROW.format(f"`{reason}`", BY_REASON[reason].__doc__, meant.advice, facts)
        found.setdefault(meant.code, []).append(row)
    names = {code.value[0]: code.name for code in StatusCode}
    top = (ROW.format("reason", "meaning", "what to do", "facts"), ROW.format(*["---"] * 4))
    tables = ["\n".join((f"\n## {names[code]}\n", *top, *rows)) for code, rows in found.items()]
    explained = (f"| `{name}` | {words} |" for name, words in FACTS.items())
    return (
        "\n".join((HEAD.rstrip(), *tables, "\n## Facts\n", "| fact | what it is |", "| --- | --- |", *explained)) + "\n"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
