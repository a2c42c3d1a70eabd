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
        lambda: errors.BrokenClause("seats", "two sit", "LN-7", "Three sit.").said("Sedí tři."),
        {"field": "seats", "problem": "two sit", "clause": "LN-7", "sentence": "Sedí tři."},
        "seats: two sit",
    ),
    (
        lambda: errors.UnparsableRequest("Submit"),
        {"field": "", "problem": "these bytes are no request to Submit"},
        "these bytes are no request to Submit",
    ),
    (
        lambda: errors.UnparsableRequest("Submit", "a comma"),
        {"field": "", "problem": "this is no request to Submit: a comma"},
        "this is no request to Submit: a comma",
    ),
    (lambda: errors.TitleNotFound("chess"), {"title": "chess"}, "there is no title 'chess'"),
    (lambda: errors.TitleNotFound(LONG), {"title": CUT}, f"there is no title '{CUT}'"),
    (lambda: errors.TitleNotFound("chess", 2), {"title": "chess"}, "there is no title 'chess' with rules version 2"),
    (
        lambda: errors.TitleNotServed(LONG, 2),
        {"title": CUT, "rules_version": 2},
        (
            f"this service does not referee '{CUT}' with rules version 2: "
            "its games are neither played nor shown here; their records can be read and exported"
        ),
    ),
    (errors.TokenUnknown, {}, "the token is nobody's; send one as `authorization: Bearer <token>`"),
    (
        errors.ForwarderUnknown,
        {},
        "a visitor is named by the forwarder of this service alone; send its credential as `gunbai-forwarder`",
    ),
    (
        lambda: errors.TokenRevoked(2),
        {"seat": 2},
        "seat 2 was freed since, got another token, or vetoed that it gets this one",
    ),
    (lambda: errors.TokenPending(2), {"seat": 2}, "seat 2 gets this token only if it does not veto that in time"),
    (lambda: errors.TokenMissing("the host"), {}, "this asks for the host; send it as `authorization: Bearer <token>`"),
    (lambda: errors.RoleNeeded("the host"), {}, "this asks for the host"),
    (lambda: errors.ForeignToken("night"), {"game": "night"}, "the token does not belong to the game 'night'"),
    (lambda: errors.GamePrivate("night"), {"game": "night"}, "the game 'night' is private: it takes one of its tokens"),
    (
        lambda: errors.HiddenFacts("night"),
        {"game": "night"},
        "the game 'night' is on and has facts that not everybody may know",
    ),
    (
        lambda: errors.FactsSealed("night", 8),
        {"game": "night", "version": 8},
        "entry 8 has a sealed item: the record shows positions up to 7",
    ),
    (
        lambda: errors.ConsentsMissing("night", (1, 3)),
        {"game": "night", "seats": (1, 3)},
        "a branch of 'night' takes the host's token and every seat's consent; missing: 1, 3",
    ),
    (
        lambda: errors.SeatHeld("night", 2),
        {"game": "night", "seat": 2},
        "in the branch 'night' seat 2 is held for its player in the parent: join with their token",
    ),
    (
        lambda: errors.SeatHeld("night", 0),
        {"game": "night", "seat": 0},
        "in the branch 'night' every seat is held for its player in the parent: join with their token",
    ),
    (
        lambda: errors.InvitationMissing("night"),
        {"game": "night"},
        "a seat of the game 'night' is taken with its invitation, which the host has",
    ),
    (
        lambda: errors.InvitationInvalid("night"),
        {"game": "night"},
        "this is no invitation to a seat of the game 'night', or the seat was freed since",
    ),
    (
        lambda: errors.InspectionConsentsMissing("night", (1, 3)),
        {"game": "night", "seats": (1, 3)},
        "the arbiter of 'night' sees what is hidden with every seat's consent; missing: 1, 3",
    ),
    (
        lambda: errors.DisputeNotFound("night", 3, 2),
        {"game": "night", "dispute": 3, "disputes": 2},
        "game 'night' has 2 disputes, and none of the number 3",
    ),
    (
        lambda: errors.AlreadyDisputed("night", 1, 2),
        {"game": "night", "dispute": 1, "seat": 2},
        "seat 2 of game 'night' disputes this already: it is dispute 1",
    ),
    (
        lambda: errors.DisputeSettled("night", 1),
        {"game": "night", "dispute": 1},
        "dispute 1 of game 'night' is settled",
    ),
    (
        lambda: errors.PapersUsedUp("night", 2, 16),
        {"game": "night", "seat": 2, "papers": 16},
        "seat 2 of game 'night' has 16 papers in its disputes, and gets no further one",
    ),
    (lambda: errors.SignatureMissing(2), {"seat": 2}, "seat 2 has a public key: its commands must be signed"),
    (lambda: errors.SignatureMissing(0), {"seat": 0}, "the arbiter has a public key: its commands must be signed"),
    (
        lambda: errors.SignatureInvalid(2),
        {"seat": 2},
        "the signature is not that of seat 2 over this command at this version",
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
        "game 'night': it has reached 9 entries, the most of a game here: any seat may abandon it",
    ),
    (
        lambda: errors.BranchRunning("night", ["one", "two"]),
        {"game": "night", "branches": ["one", "two"]},
        "game 'night': it ends after the branches that share its hidden facts: one, two",
    ),
    (lambda: errors.SeatLeft("night", 2), {"game": "night", "seat": 2}, "game 'night': seat 2 plays no longer"),
    (lambda: errors.TimeUp("night", 2), {"game": "night", "seat": 2}, "game 'night': the time of seat 2 is up"),
    *(
        (
            partial(errors.VersionConflict, "night", expected, 5, 9),
            {"game": "night", "expected": expected, "earliest": 5, "head": 9},
            (
                f"version {expected} was expected, which is {where} the question that game 'night' asks now: "
                "read its view again (asked since version 5, head 9)"
            ),
        )
        for expected, where in ((4, "before"), (9, "before"), (10, "ahead of"))
    ),
    (
        lambda: errors.CommandIdReused("night", "a"),
        {"game": "night", "command_id": "a"},
        "game 'night' has another command with the id 'a'",
    ),
    (
        lambda: errors.RequestIdReused("night"),
        {"game": "night"},
        "another request with this token and this id made game 'night', or is among its papers",
    ),
    (
        lambda: errors.TokenUsed("token"),
        {"field": "token", "problem": "this token has a role in a game already; make a new one"},
        "token: this token has a role in a game already; make a new one",
    ),
    (
        lambda: errors.RequestTooLarge("Submit", 5, 4),
        {"call": "Submit", "size": 5, "limit": 4},
        "a request to Submit has at most 4 bytes, not 5",
    ),
    (
        lambda: errors.QuotaExceeded("two games", 2.54),
        {"quota": "two games", "retry_after_seconds": 2.54},
        "more than the quota of two games; try again in 2.5 s",
    ),
    (
        lambda: errors.ServiceBusy("proofs", 4),
        {"work": "proofs", "retry_after_seconds": 1.0},
        "4 calls wait for proofs already; try again in a moment",
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
        "the imported record 'night' is not verified (entry 4: it is torn): read its entries",
    ),
    (
        lambda: errors.RecordUnverified("night", 0, "it is torn"),
        {"game": "night", "version": 0},
        "the imported record 'night' is not verified (it is torn): read its entries",
    ),
    (errors.ServiceStopping, {}, "the service is being stopped; try again in a moment"),
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
