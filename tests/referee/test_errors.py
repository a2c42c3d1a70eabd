"""What is wrong with a request is a sentence that names the values at fault, and the same values as facts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from referee import errors

LONG = "x" * 101
CUT = "x" * 100

ERRORS: list[tuple[Callable[[], errors.RefereeError], dict[str, Any], str]] = [
    (lambda: errors.InvalidField("seats", "two sit"), {"field": "seats", "problem": "two sit"}, "seats: two sit"),
    (
        lambda: errors.BrokenClause("seats", "two sit", "LN-7", "Three sit."),
        {"field": "seats", "problem": "two sit", "clause": "LN-7", "sentence": "Three sit."},
        "seats: two sit",
    ),
    (
        lambda: errors.BrokenClause("seats", "two sit", "LN-7", "Three sit.").in_words("Sedí tři."),
        {"field": "seats", "problem": "two sit", "clause": "LN-7", "sentence": "Sedí tři."},
        "seats: two sit",
    ),
    (
        lambda: errors.UnparsableRequest("Submit"),
        {"field": "", "problem": "the bytes are not a Submit request"},
        "the bytes are not a Submit request",
    ),
    (
        lambda: errors.UnparsableRequest("Submit", "a comma"),
        {"field": "", "problem": "not a Submit request: a comma"},
        "not a Submit request: a comma",
    ),
    (lambda: errors.TitleNotFound("chess"), {"title": "chess"}, "unknown title 'chess'"),
    (lambda: errors.TitleNotFound(LONG), {"title": CUT}, f"unknown title '{CUT}'"),
    (lambda: errors.TitleNotFound("chess", 2), {"title": "chess"}, "unknown title 'chess' with rules version 2"),
    (
        lambda: errors.TitleNotServed(LONG, 2),
        {"title": CUT, "rules_version": 2},
        (
            f"the rules of '{CUT}', version 2, are not installed here: "
            "without them its games can be exported, but not shown or played"
        ),
    ),
    (
        lambda: errors.TitleFaulty("chess", "chess.v1.PawnMoved", "rank", "the rank is 9"),
        {"title": "chess", "message": "chess.v1.PawnMoved", "field": "rank", "problem": "the rank is 9"},
        "the rules of chess produced a value that cannot be recorded: the rank is 9",
    ),
    (errors.TokenUnknown, {}, "unknown token: nobody holds it"),
    (
        errors.ForwarderUnknown,
        {},
        "only this service's forwarder can name a visitor: send its credential as `gunbai-forwarder`",
    ),
    (
        lambda: errors.TokenRevoked(2),
        {"seat": 2},
        "this token no longer holds seat 2: the seat was freed, its token was replaced, or the replacement was vetoed",
    ),
    (
        lambda: errors.TokenPending(2),
        {"seat": 2},
        "this token is not valid yet: the player of seat 2 can still veto it",
    ),
    (lambda: errors.TokenMissing("the host"), {}, "this call needs the host"),
    (lambda: errors.RoleNeeded("the host"), {}, "this call needs the host"),
    (lambda: errors.ForeignToken("night"), {"game": "night"}, "the token belongs to a different game than 'night'"),
    (lambda: errors.GamePrivate("night"), {"game": "night"}, "game 'night' is private: send one of its tokens"),
    (
        lambda: errors.HiddenFacts("night"),
        {"game": "night"},
        "game 'night' is not over and hides facts from you",
    ),
    (
        lambda: errors.FactsSealed("night", 8),
        {"game": "night", "version": 8},
        "entry 8 is sealed: you can see positions up to version 7",
    ),
    (
        lambda: errors.ConsentsMissing("night", (1, 3)),
        {"game": "night", "seats": (1, 3)},
        "a branch of 'night' needs the host's token and the consent of every seat; missing: 1, 3",
    ),
    (
        lambda: errors.SeatHeld("night", 2),
        {"game": "night", "seat": 2},
        "in the branch 'night', seat 2 is kept for its player in the parent: join with that player's token",
    ),
    (
        lambda: errors.SeatHeld("night", 0),
        {"game": "night", "seat": 0},
        "in the branch 'night', every seat is kept for its player in the parent: join with that player's token",
    ),
    (
        lambda: errors.InvitationMissing("night"),
        {"game": "night"},
        "game 'night' takes only invited players: ask the host for an invitation",
    ),
    (
        lambda: errors.InvitationInvalid("night"),
        {"game": "night"},
        "this invitation is not for a seat of game 'night', or the seat was freed",
    ),
    (
        lambda: errors.InspectionConsentsMissing("night", (1, 3)),
        {"game": "night", "seats": (1, 3)},
        "to see what is hidden, the arbiter of 'night' needs the consent of every seat; missing: 1, 3",
    ),
    (
        lambda: errors.DisputeNotFound("night", 3, 2),
        {"game": "night", "dispute": 3, "disputes": 2},
        "game 'night' has no dispute 3: it has 2 disputes",
    ),
    (
        lambda: errors.NotTakenBack("night", 2, 7, "entry 8 has chance"),
        {"game": "night", "seat": 2, "version": 7},
        "game 'night': seat 2 cannot go back to version 7 without consent: entry 8 has chance",
    ),
    (
        lambda: errors.AlreadyDisputed("night", 1, 2),
        {"game": "night", "dispute": 1, "seat": 2},
        "seat 2 of game 'night' already disputes this, in dispute 1",
    ),
    (
        lambda: errors.DisputeSettled("night", 1),
        {"game": "night", "dispute": 1},
        "dispute 1 of game 'night' is already settled",
    ),
    (
        lambda: errors.OrdersUsedUp("night", 2, 256, "agreements"),
        {"game": "night", "seat": 2, "orders": 256},
        "seat 2 of game 'night' has reached the limit of 256 agreements",
    ),
    (
        lambda: errors.PapersUsedUp("night", 2, 16),
        {"game": "night", "seat": 2, "papers": 16},
        "seat 2 of game 'night' has reached the limit of 16 disputes and statements",
    ),
    (lambda: errors.SignatureMissing(2), {"seat": 2}, "seat 2 has a public key: sign this command"),
    (lambda: errors.SignatureMissing(0), {"seat": 0}, "the arbiter has a public key: sign this command"),
    (
        lambda: errors.SignatureInvalid(2),
        {"seat": 2},
        "seat 2 did not sign this command at this version",
    ),
    (
        lambda: errors.NoResult("night", "running"),
        {"game": "night"},
        "game 'night': it has no final result: it is running",
    ),
    (lambda: errors.GameOver("night", "it is over"), {"game": "night"}, "game 'night': it is over"),
    (
        lambda: errors.GameTooLong("night", 9),
        {"game": "night", "entries": 9},
        "game 'night': the game has reached the limit of 9 entries; any seat may now abandon it",
    ),
    (
        lambda: errors.BranchRunning("night", ["one", "two"]),
        {"game": "night", "branches": ["one", "two"]},
        "game 'night': it cannot end before the branches that share its hidden facts: one, two",
    ),
    (lambda: errors.SeatLeft("night", 2), {"game": "night", "seat": 2}, "game 'night': seat 2 no longer plays"),
    (lambda: errors.TimeUp("night", 2), {"game": "night", "seat": 2}, "game 'night': seat 2 has run out of time"),
    *(
        (
            partial(errors.VersionConflict, "night", expected, 5, 9),
            {"game": "night", "expected": expected, "earliest": 5, "head": 9},
            (
                f"version {expected} is {where} the current question of game 'night': "
                "read its view again (asked since version 5, head 9)"
            ),
        )
        for expected, where in ((4, "before"), (9, "before"), (10, "ahead of"))
    ),
    (
        lambda: errors.CommandIdReused("night", "a"),
        {"game": "night", "command_id": "a"},
        "a different command of game 'night' already has the id 'a'",
    ),
    (
        lambda: errors.RequestIdReused("night"),
        {"game": "night"},
        "a different request with this token and id belongs to game 'night'",
    ),
    (
        lambda: errors.TokenUsed("token"),
        {"field": "token", "problem": "this token already has a role in a game; make a new one"},
        "token: this token already has a role in a game; make a new one",
    ),
    (
        lambda: errors.RequestTooLarge("Submit", 5, 4),
        {"call": "Submit", "size": 5, "limit": 4},
        "a Submit request is limited to 4 bytes; this one has 5",
    ),
    (
        lambda: errors.QuotaExceeded("two games", 2.54),
        {"quota": "two games", "retry_after_seconds": 2.54},
        "quota of two games exceeded; retry in 2.5 s",
    ),
    (
        lambda: errors.ServiceBusy("proofs", 4),
        {"work": "proofs", "retry_after_seconds": 1.0},
        "4 calls are already waiting for proofs; retry in a moment",
    ),
    (
        lambda: errors.RecordDamaged("night", 4, "it is torn"),
        {"game": "night", "version": 4},
        "the record of game 'night' is damaged at version 4: it is torn",
    ),
    (
        lambda: errors.RecordRefused("it is torn"),
        {"problem": "it is torn", "version": 0, "expected": "", "found": ""},
        "it is torn",
    ),
    (
        lambda: errors.RecordRefused("it is torn", 4, "seat 1", "seat 2"),
        {"problem": "it is torn", "version": 4, "expected": "seat 1", "found": "seat 2"},
        "entry 4: it is torn (expected seat 1, found seat 2)",
    ),
    (
        lambda: errors.RecordRefused("it is torn", found="seat 2"),
        {"problem": "it is torn", "version": 0, "expected": "", "found": "seat 2"},
        "it is torn (expected , found seat 2)",
    ),
    (
        lambda: errors.RecordUnverified("night", 4, "it is torn"),
        {"game": "night", "version": 4},
        "the imported record 'night' failed verification (entry 4: it is torn): you can only read its entries",
    ),
    (
        lambda: errors.RecordUnverified("night", 0, "it is torn"),
        {"game": "night", "version": 0},
        "the imported record 'night' failed verification (it is torn): you can only read its entries",
    ),
    (errors.ServiceStopping, {}, "the service is stopping; retry in a moment"),
]
"""How an error is made, its facts and its sentence."""


@pytest.mark.parametrize(
    ("make", "facts", "sentence"),
    [pytest.param(*row, id=f"{type(row[0]()).__name__}: {row[2][:40]}") for row in ERRORS],
)
def test_an_error_names_the_values_at_fault(
    make: Callable[[], errors.RefereeError], facts: dict[str, Any], sentence: str
) -> None:
    error = make()
    assert (vars(error), str(error)) == (facts, sentence)


def test_each_class_with_facts_of_its_own_is_among_them() -> None:
    own = {kind for kind in vars(errors).values() if isinstance(kind, type) and "__init__" in vars(kind)}
    assert own - {errors.WrongState} == {type(make()) for make, _, _ in ERRORS} & own
