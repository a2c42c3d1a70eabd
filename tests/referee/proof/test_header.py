"""The header of a record file says nothing that its entries do not say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.file_pb2 import Ancestor, FileHeader
from gunbai.record.v1.log_pb2 import LeafKind
from gunbai_record.record_file import header
from gunbai_record.verify.header import misfit
from lab.one_record_log import proven
from lab.toy_games import AT, NAME, SECRET, Night, finished, named
from referee.game.forks import fork_game
from referee.game.lifecycle import abandon_game, start_game, take_seat
from referee.proof.identity import Identity

BRANCH, TWIG = "branchbranchbra2", "twigtwigtwigtwi2"
SERVICE, THIEF = Identity(bytes(32), "one.example"), Identity(b"\x01" * 32, "one.example")


def branched(parent: Night, game: str, of: str = "") -> Night:
    """Return a branch of a game at its newest version, abandoned as soon as it has started."""
    fork = life.ForkGame(parent=of or parent.game.id, chance_source=life.CHANCE_SOURCE_REFEREE)
    night = parent.then(fork_game(parent.game, fork, game, SECRET, AT))
    for _ in range(parent.game.charter.seats):
        night = night.then(take_seat(night.game, life.TakeSeat(), named("heir"), AT))
    return night.then(start_game(night.game, AT)).then(abandon_game(night.game, life.AbandonGame(), AT))


PARENT = finished()
SHARED = len(PARENT.entries)
ENTRIES = branched(PARENT, BRANCH).entries


def signed(entries: tuple[record.Entry, ...] = ENTRIES, signer: Identity = SERVICE, *ancestors: Ancestor) -> FileHeader:
    """Return the header that a service writes."""
    last = entries[-1]
    line = ancestors or (Ancestor(game=NAME, version=SHARED, secret=SECRET),)
    return header(last.game, last.version, line, signer.signed_head(last.game, last.version, last.digest))


def test_the_header_that_a_service_writes_fits() -> None:
    assert misfit(signed(), ENTRIES) == ""
    unsigned = signed()
    unsigned.ClearField("signed_head")
    assert misfit(unsigned, ENTRIES) == ""


def test_a_branch_may_leave_its_parent_before_the_parents_own_entries() -> None:
    twig = branched(PARENT, TWIG, of=BRANCH).entries
    line = [Ancestor(game=BRANCH, version=SHARED), Ancestor(game=NAME, version=SHARED, secret=SECRET)]
    assert misfit(signed(twig, SERVICE, *line), twig) == ""
    line[0].secret = SECRET
    assert "the file has no entry of it" in misfit(signed(twig, SERVICE, *line), twig)
    line[0].secret, line[0].version = b"", SHARED - 1
    assert "up to entry" in misfit(signed(twig, SERVICE, *line), twig)


def test_each_ancestor_is_shared_as_far_as_the_entries_of_the_next_begin() -> None:
    branch = fork_game(
        PARENT.game, life.ForkGame(parent=NAME, chance_source=life.CHANCE_SOURCE_REFEREE), BRANCH, SECRET, AT
    )
    twig = branched(PARENT.then(branch), TWIG).entries
    line = [Ancestor(game=BRANCH, version=SHARED + 1), Ancestor(game=NAME, version=SHARED, secret=SECRET)]
    assert misfit(signed(twig, SERVICE, *line), twig) == ""
    line[1].version += 1
    assert "up to entry" in misfit(signed(twig, SERVICE, *line), twig)


def _another_game(head: FileHeader) -> None:
    head.game = NAME


def _no_ancestor(head: FileHeader) -> None:
    head.ClearField("ancestors")


def _an_ancestor_more(head: FileHeader) -> None:
    head.ancestors.add(game="elsewhere", version=0)


def _an_ancestor_between(head: FileHeader) -> None:
    first = head.ancestors[0]
    head.ancestors.insert(0, Ancestor(game="elsewhere", version=first.version))


def _an_ancestor_twice(head: FileHeader) -> None:
    head.ancestors.append(head.ancestors[0])


def _another_version_shared(head: FileHeader) -> None:
    head.ancestors[0].version -= 1


def _the_head_of_another_game(head: FileHeader) -> None:
    last = ENTRIES[-1]
    head.signed_head.CopyFrom(SERVICE.signed_head(NAME, last.version, last.digest))


def _the_head_of_another_version(head: FileHeader) -> None:
    before = ENTRIES[-2]
    head.signed_head.CopyFrom(SERVICE.signed_head(BRANCH, before.version, before.digest))


def _another_digest(head: FileHeader) -> None:
    head.signed_head.CopyFrom(SERVICE.signed_head(BRANCH, len(ENTRIES), bytes(32)))


def _two_notes(head: FileHeader) -> None:
    head.signed_head.note += head.signed_head.note


def _another_key(head: FileHeader) -> None:
    head.signed_head.key = str(THIEF.verifier)


def _no_key(head: FileHeader) -> None:
    head.signed_head.key = ""


def _no_note(head: FileHeader) -> None:
    head.signed_head.note = ""


def _a_signature_of_another_text(head: FileHeader) -> None:
    text, _, lines = head.signed_head.note.partition("\n\n")
    head.signed_head.note = f"{text.replace(BRANCH, NAME)}\n\n{lines}"


def _a_rotation_that_leads_elsewhere(head: FileHeader) -> None:
    head.signed_head.rotations.append(head.signed_head.note)


@pytest.mark.parametrize(
    "alter",
    [
        _another_game,
        _no_ancestor,
        _an_ancestor_more,
        _an_ancestor_between,
        _an_ancestor_twice,
        _another_version_shared,
        _the_head_of_another_game,
        _the_head_of_another_version,
        _another_digest,
        _two_notes,
        _another_key,
        _no_key,
        _no_note,
        _a_signature_of_another_text,
        _a_rotation_that_leads_elsewhere,
    ],
)
def test_what_a_header_says_otherwise_is_noticed(alter: Callable[[FileHeader], None]) -> None:
    head = signed()
    alter(head)
    assert misfit(head, ENTRIES)


def logged() -> FileHeader:
    """Return the header of a branch that a service writes, with its leaves."""
    head = signed()
    head.leaves.extend(proven(ENTRIES, SERVICE))
    return head


def test_the_leaves_of_a_file_are_those_of_its_entries() -> None:
    assert misfit(logged(), ENTRIES) == ""
    assert [leaf.version for leaf in logged().leaves] == [SHARED + 1, ENTRIES[-1].version]


def test_each_byte_of_a_path_counts() -> None:
    for place in range(2):
        text = logged().leaves[place].proof
        for at in range(text.index("\n\n")):
            head = logged()
            head.leaves[place].proof = text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]
            assert misfit(head, ENTRIES), text[at]


def test_a_leaf_of_something_else_is_found() -> None:
    swapped, dropped, unknown, doubled = logged(), logged(), logged(), logged()
    swapped.leaves[0].proof, swapped.leaves[1].proof = swapped.leaves[1].proof, swapped.leaves[0].proof
    assert "is not the expected one" in misfit(swapped, ENTRIES)
    unknown.leaves[0].kind = 77  # type: ignore[assignment]  # no kind
    dropped.leaves[1].version -= 1
    for head in (unknown, dropped):
        assert "which cannot have one" in misfit(head, ENTRIES)
    doubled.leaves[1].kind = LeafKind.LEAF_KIND_ABANDONED
    assert "is not the expected one" in misfit(doubled, ENTRIES)
