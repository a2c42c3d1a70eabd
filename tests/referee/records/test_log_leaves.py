"""Leaves of a game in the log of all games: of its first entry, of its last, and of verdicts; any other is a misfit."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.log_pb2 import KeyReplacement
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai_record.disputes import verdict_digest
from gunbai_record.leaves import leaf_entry
from lab.toy_games import AT, NAME, created, finished, started
from referee.game.entries import Added
from referee.game.forks import fork_game
from referee.game.lifecycle import abandon_game
from referee.records.log_leaves import (
    leaf,
    leaf_of_import,
    leaf_of_replacement,
    leaf_of_verdict,
    leaves_of,
    misfit_of_leaves,
    misfit_of_replacements,
    misfit_of_verdicts,
)
from store.contract import Leaf

NIGHT = finished()
LAST = NIGHT.game.version
CREATED = leaf("created", NAME, 1, NIGHT.entries[0].digest)
ENDED = leaf("ended", NAME, LAST, NIGHT.entries[-1].digest)


def leaves_said(added: Added) -> list[tuple[str, str, int, bytes]]:
    """Return the leaves of what was added, with what each is of."""
    return [(leaf.game, leaf.kind, leaf.version, leaf.data) for leaf in leaves_of(added)]


def test_the_first_entry_and_the_last_of_a_game_have_a_leaf_each_and_no_other_has() -> None:
    first = created()
    digest = first.entries[0].digest
    assert leaves_said(Added(first.game, first.entries)) == [
        (NAME, "created", 1, leaf_entry("created", NAME, 1, digest))
    ]
    assert leaves_said(Added(NIGHT.game, NIGHT.entries[-2:])) == [(NAME, "ended", LAST, ENDED.data)]
    assert leaves_said(Added(started().game, started().entries[1:])) == []
    assert leaves_said(Added(NIGHT.game, ())) == []
    given_up = abandon_game(started().game, life.AbandonGame(), AT)
    (leaf_said,) = leaves_said(given_up)
    assert leaf_said[1:] == ("abandoned", 5, leaf_entry("abandoned", NAME, 5, given_up.entries[0].digest))


def test_a_branch_is_created_with_its_first_entry() -> None:
    branch = fork_game(started().game, life.ForkGame(parent=NAME), "branch", bytes(32), AT)
    (leaf_said,) = leaves_said(branch)
    assert leaf_said == ("branch", "created", 5, leaf_entry("created", "branch", 5, branch.entries[0].digest))


def test_an_import_has_a_leaf_of_its_last_entry_and_a_verdict_one_of_what_it_says() -> None:
    imported = leaf_entry("imported", NAME, LAST, NIGHT.game.digest)
    assert leaf_of_import(NIGHT.game) == Leaf(NAME, "imported", LAST, imported)
    dispute = pb.Dispute(game=NAME, number=1, seat=1, version=6, verdict=pb.DisputeVerdict(reason="By the book."))
    data = leaf_entry("verdict", NAME, 6, verdict_digest(dispute))
    assert leaf_of_verdict(dispute) == Leaf(NAME, "verdict", 6, data)


OTHER = "entry {} differs from the one in the log of all games: it was changed afterwards"
LACKING = "the log of all games does not say that it was {}"


@pytest.mark.parametrize(
    ("leaves", "misfit"),
    [
        ([CREATED, ENDED], ""),
        ([ENDED, CREATED], ""),
        ([CREATED, replace(ENDED, kind="verdict", version=3), ENDED], ""),
        ([CREATED], LACKING.format("ended")),
        ([ENDED], LACKING.format("created")),
        ([], LACKING.format("created")),
        ([replace(CREATED, data=bytes(32)), ENDED], OTHER.format(1)),
        ([CREATED, replace(ENDED, data=bytes(32))], OTHER.format(LAST)),
        ([CREATED, replace(ENDED, version=LAST - 1)], OTHER.format(LAST - 1)),
        ([CREATED, replace(ENDED, version=LAST + 1)], OTHER.format(LAST + 1)),
        ([CREATED, replace(ENDED, version=0)], OTHER.format(0)),
        ([CREATED, leaf("abandoned", NAME, LAST, NIGHT.entries[-1].digest)], LACKING.format("ended")),
        ([CREATED, leaf("ended", NAME, 5, NIGHT.entries[4].digest)], LACKING.format("ended")),
    ],
)
def test_a_game_that_is_over_is_created_and_ended_in_the_log_and_each_leaf_is_of_its_entry(
    leaves: list[Leaf], misfit: str
) -> None:
    assert misfit_of_leaves(NIGHT.game, leaves, NIGHT.entries) == misfit


def test_a_game_that_runs_has_no_end_and_one_that_was_abandoned_has_that() -> None:
    night = started()
    assert misfit_of_leaves(night.game, [CREATED], night.entries) == ""
    over = night.then(abandon_game(night.game, life.AbandonGame(), AT))
    digest = over.entries[-1].digest
    leaves = {kind: [CREATED, leaf(kind, NAME, 5, digest)] for kind in ("abandoned", "ended")}
    assert misfit_of_leaves(over.game, leaves["abandoned"], over.entries) == ""
    assert misfit_of_leaves(over.game, leaves["ended"], over.entries) == LACKING.format("abandoned")


def test_a_leaf_of_no_version_is_compared_with_no_entry() -> None:
    never = leaf("created", NAME, 0, NIGHT.entries[-1].digest)
    assert misfit_of_leaves(NIGHT.game, [never, CREATED, ENDED], NIGHT.entries) == OTHER.format(0)


def test_an_imported_game_needs_neither() -> None:
    imported: Any = replace(NIGHT.game, charter=replace(NIGHT.game.charter, provenance=b"known"))
    assert misfit_of_leaves(imported, [], NIGHT.entries) == ""
    assert misfit_of_leaves(imported, [replace(CREATED, data=bytes(32))], NIGHT.entries) == OTHER.format(1)


def test_the_replaced_keys_of_the_log_are_those_that_are_kept() -> None:
    one, two = (KeyReplacement(old_key=bytes([number]) * 32, time_micros=number) for number in (1, 2))
    leaves = [leaf_of_replacement(NAME, 3, one), leaf_of_replacement(NAME, 4, two)]
    assert misfit_of_replacements(NAME, [CREATED, *leaves], [two, one]) == ""
    for said, kept in (([], [one]), (leaves, [one]), (leaves[:1], [two])):
        assert "replaced keys differ" in misfit_of_replacements(NAME, said, kept)


def test_the_verdicts_of_the_log_are_those_of_the_disputes_while_further_ones_are_given() -> None:
    settled, later = (
        pb.Dispute(game=NAME, number=number, version=6, verdict=pb.DisputeVerdict(reason=f"reason {number}"))
        for number in (1, 2)
    )
    opened = pb.Dispute(game=NAME, number=3)
    one, two = map(leaf_of_verdict, (settled, later))
    for leaves, before, after, fits in (
        ([CREATED], [opened], [opened], True),
        ([one], [settled, opened], [settled, opened], True),
        ([one], [], [settled], True),
        ([], [], [settled], True),
        ([one], [settled], [settled, later], True),
        ([], [settled], [settled], False),
        ([one, two], [settled], [settled], False),
        ([two], [], [settled], False),
    ):
        misfit = misfit_of_verdicts(leaves, before, after)
        assert (misfit == "") is fits
        assert fits or "verdicts on its disputes differ" in misfit
