"""The values and errors of the contract: what an error says, what it names, and what a value has unless it is given."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from store.contract import (
    BadPageToken,
    Conflict,
    ConsentUsed,
    DuplicateCommand,
    DuplicateToken,
    Filter,
    GameExists,
    GameNotFound,
    Grant,
    Head,
    Leaf,
    LeafConflict,
    LeavesBehind,
    LogBehind,
    Opening,
    Page,
    PaperConflict,
    PapersFull,
    StorageCorrupt,
    StorageError,
    StorageFull,
    StorageLocked,
    StorageReplaced,
    StorageSilent,
    StorageUnsettled,
    StoreClosed,
    Stored,
    StoreError,
    Summary,
    VersionNotFound,
    WentBack,
)
from store.jetstream import StorageUnanswered
from store.jetstream.stream import OtherKey

RESTORE = (
    "restore the newest backup; if this is the newest, accept the loss: gunbai server doctor --accept-loss "
    "--database file"
)
BRANCH = "it can no longer be played; branch it at a version up to 3, with new dice, or create a new game"
ANEW = "it can no longer be played; create a new game"
HEADS = "written to the log, but not to the file of heads: not acknowledged until that file can be written"
UNKNOWN = "no answer for 10 s: it may have been written; repeat the call"
ANOTHER = "the stream was made with another key; give this referee the other referees' key file"


ERRORS: list[tuple[Callable[[], StoreError], str, dict[str, object]]] = [
    (lambda: GameNotFound("g"), "there is no game 'g'", {"game": "g"}),
    (lambda: GameExists("g"), "there is already a game 'g'", {"game": "g"}),
    (
        lambda: VersionNotFound("g", 9, 3),
        "game 'g' has no version 9: its head is 3",
        {"game": "g", "version": 9, "head": 3},
    ),
    (
        lambda: Conflict("g", 2, 3),
        "game 'g': version 2 was expected, but its head is 3",
        {"game": "g", "expected": 2, "head": 3},
    ),
    (
        lambda: DuplicateCommand("g", "c"),
        "game 'g' already has an entry for command 'c'",
        {"game": "g", "command_id": "c"},
    ),
    (lambda: DuplicateToken("g"), "a new token of game 'g' is already in use", {"game": "g"}),
    (lambda: ConsentUsed("g"), "one of these consents was already used for a branch of game 'g'", {"game": "g"}),
    (
        lambda: PaperConflict("g", 2, 3),
        "game 'g': its last paper was expected to be 2, but is 3",
        {"game": "g", "expected": 2, "found": 3},
    ),
    (
        lambda: LeafConflict("g", 7),
        "game 'g': another leaf of this kind came first, number 7 or later",
        {"game": "g", "since": 7},
    ),
    (lambda: PapersFull("g"), "game 'g' cannot have more than 400 papers", {"game": "g"}),
    (
        lambda: WentBack("g", 5, 3),
        f"game 'g' was restored to version 3, but version 5 was acknowledged: {BRANCH}",
        {"game": "g", "expected": 5, "found": 3},
    ),
    (
        lambda: WentBack("g", 3, 3),
        f"game 'g' was restored to version 3, but it may have had later versions: {BRANCH}",
        {"game": "g", "expected": 3, "found": 3},
    ),
    (
        lambda: WentBack("g", 5, 1, started=False),
        f"game 'g' was restored to version 1, but version 5 was acknowledged: {ANEW}",
        {"game": "g", "expected": 5, "found": 1},
    ),
    (lambda: BadPageToken("x"), "'x' is not a page token of this store", {"page_token": "x"}),
    (lambda: BadPageToken("x" * 99), f"'{'x' * 80}' is not a page token of this store", {"page_token": "x" * 99}),
    (StoreClosed, "the store is closed", {}),
    (lambda: StorageError("file", "why"), "file: why", {"file": "file", "reason": "why"}),
    (lambda: StorageSilent("file", "why"), "file: why", {"file": "file", "reason": "why"}),
    (lambda: StorageFull("file"), "file: the disk is full; nothing was written", {"file": "file"}),
    (lambda: StorageFull("file", "why"), "file: why", {"file": "file", "reason": "why"}),
    (lambda: StorageUnsettled("file", "g"), f"file: {HEADS}", {"file": "file", "game": "g", "reason": HEADS}),
    (lambda: StorageUnanswered("there", "g"), f"there: {UNKNOWN}", {"file": "there", "game": "g"}),
    (lambda: OtherKey("RECORD"), f"RECORD: {ANOTHER}", {"file": "RECORD", "reason": ANOTHER}),
    (lambda: StorageCorrupt("file", "", "why"), "file: damaged: why", {"file": "file", "game": ""}),
    (lambda: StorageCorrupt("file", "g", "why"), "file: damaged at game 'g': why", {"file": "file", "game": "g"}),
    (
        lambda: LogBehind("file", "g", 3, 2),
        f"file: damaged at game 'g': version 3 was acknowledged, but it ends at version 2; {RESTORE}",
        {"file": "file", "game": "g", "expected": 3, "found": 2},
    ),
    (
        lambda: LogBehind("file", "g", 3, 0),
        f"file: damaged at game 'g': version 3 was acknowledged, but it ends at version 0; {RESTORE}",
        {"expected": 3, "found": 0},
    ),
    (
        lambda: LogBehind("file", "g", 3, 3),
        f"file: damaged at game 'g': version 3 was acknowledged, but a different entry is in its place; {RESTORE}",
        {"expected": 3, "found": 3},
    ),
    (
        lambda: LogBehind("file", "g", 3, -1),
        f"file: damaged at game 'g': version 3 was acknowledged, but the game is missing; {RESTORE}",
        {"expected": 3, "found": 0},
    ),
    (
        lambda: LeavesBehind("file", 3, 2),
        f"file: damaged: leaf 3 of the log of all games was acknowledged, but the log ends after leaf 2; {RESTORE}",
        {"file": "file", "game": "", "expected": 3, "found": 2},
    ),
    (
        lambda: LeavesBehind("file", 3, 3),
        "file: damaged: leaf 3 of the log of all games was acknowledged, but a different leaf is in its place; "
        + RESTORE,
        {"expected": 3, "found": 3},
    ),
    (
        lambda: StorageReplaced("file"),
        "file: deleted, replaced or linked while in use; stop the service and put the file back",
        {"file": "file"},
    ),
    (lambda: StorageLocked("file", 7), "file: in use by process 7; stop it first", {"file": "file", "pid": 7}),
    (lambda: StorageLocked("file", 0), "file: in use by another process; stop it first", {"file": "file", "pid": 0}),
]


@pytest.mark.parametrize(
    ("make", "words", "named"),
    ERRORS,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_error_says_what_is_wrong_and_has_what_its_caller_needs(
    make: Callable[[], StoreError], words: str, named: dict[str, object]
) -> None:
    error = make()
    assert str(error) == words
    assert {name: getattr(error, name) for name in named} == named


def test_a_value_has_nothing_that_was_not_given() -> None:
    assert Stored(1, "c", b"data") == Stored(1, "c", b"data", apart=b"")
    assert Head("g", 1, b"") == Head("g", 1, b"", rows=0, public=True, lost=0)
    assert Grant(b"t", "g", "host") == Grant(b"t", "g", "host", seat=0, since=0)
    assert Leaf("g", "created", 1, b"") == Leaf("g", "created", 1, b"", number=0)
    assert Page((), "") == Page((), "", astray=(), private_astray=())
    plain = Opening(game="g", title="t", secret=b"")
    assert (plain.public, plain.parent, plain.parent_version, plain.provenance) == (True, "", 0, b"")
    row = Summary(game="g", title="t", status="s", seats=1, created_at=2, changed_at=3)
    given = {"game", "title", "status", "seats", "created_at", "changed_at", "standing", "public"}
    assert not any(getattr(row, name) for name in {*Summary.__struct_fields__} - given)
    assert (row.standing, row.public) == ("refereed", True)
    assert not any(getattr(Filter(), name) for name in Filter.__struct_fields__)
    unasked = (
        "public",
        "has_deadlines",
        "held",
        "min_created_at",
        "max_created_at",
        "min_changed_at",
        "max_changed_at",
    )
    assert [getattr(Filter(), name) for name in unasked] == [None] * len(unasked)


def test_an_opening_shows_where_it_comes_from_and_no_secret() -> None:
    secret = b"\x01" * 32
    assert repr(Opening(game="g", title="t", secret=secret)) == "Opening(game='g', title='t', public=True)"
    fork = Opening(game="g", title="t", secret=secret, public=False, parent="p", parent_version=3)
    assert repr(fork) == "Opening(game='g', title='t', public=False, parent='p', parent_version=3)"
    imported = Opening(game="g", title="t", secret=secret, provenance=b"from")
    assert repr(imported) == "Opening(game='g', title='t', public=True, imported)"
