"""Where an imported game is from: its ids in its record, the secrets that it opens, and how far it can be trusted."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict, replace

from gunbai.record.v1.file_pb2 import Ancestor, FileHeader
from gunbai.referee.v1.game_pb2 import Provenance
from lab.toy_games import NAME, SECRET, created
from referee.errors import RecordUnverified
from referee.game.entries import Added
from referee.records.provenance import (
    UNKNOWN_SECRET,
    begins_after,
    branch_of,
    check_verified,
    known_as,
    recorded_in,
    recorded_of,
    secrets_in,
    standing_of,
)
from store.contract import Opening

ABOVE = [Ancestor(game="parent", version=7, secret=b"p" * 32), Ancestor(game="grandparent", version=4)]
HEADER = FileHeader(game="elsewhere", ancestors=ABOVE)


def opening(**facts: Any) -> Opening:
    """Return the opening of a game that was imported from a file with this header, or was not."""
    provenance = Provenance(header=HEADER, **facts).SerializeToString()
    return Opening(game="here", title="lantern_night", secret=SECRET, provenance=provenance)


OWN = Opening(game=NAME, title="lantern_night", secret=SECRET, parent="parent", parent_version=7)


@pytest.mark.parametrize(
    ("facts", "standing"),
    [
        ({}, "consistent"),
        ({"attesting_key": "one.example+01+key"}, "attested"),
        ({"problem": "it was altered"}, "unverified"),
        ({"problem": "it was altered", "attesting_key": "one.example+01+key"}, "unverified"),
    ],
)
def test_an_imported_record_is_trusted_as_far_as_it_was_verified(facts: dict[str, str], standing: str) -> None:
    assert standing_of(opening(**facts).provenance) == standing
    assert standing_of(b"") == "refereed"


def test_a_record_that_is_not_verified_is_named_with_its_first_bad_entry() -> None:
    check_verified(OWN, opening())
    with pytest.raises(RecordUnverified) as refused:
        check_verified(OWN, opening(problem="it was altered", bad_version=3))
    assert (refused.value.game, refused.value.version) == ("here", 3)
    assert "entry 3: it was altered" in str(refused.value)


def test_a_game_has_its_own_id_in_its_record_unless_it_was_imported() -> None:
    assert (recorded_of(OWN), recorded_of(opening())) == (NAME, "elsewhere")
    game = created().game
    assert recorded_in(game) == {NAME}
    imported = known_as(game, opening())
    assert recorded_in(imported) == {"elsewhere", "parent", "grandparent"}


def test_the_secrets_of_a_record_are_its_own_and_those_that_its_file_opens() -> None:
    assert secrets_in(OWN) == {NAME: SECRET}
    assert secrets_in(opening()) == {"elsewhere": SECRET, "parent": b"p" * 32}
    assert secrets_in(replace(OWN, secret=UNKNOWN_SECRET)) == {}
    assert bytes(32) == UNKNOWN_SECRET


def test_a_game_is_known_by_its_id_here_and_by_no_parent_that_only_its_record_names() -> None:
    game = created().game
    branched = replace(game, charter=replace(game.charter, parent="parent", parent_version=7))
    imported = known_as(branched, opening())
    facts = {"game": "here", "parent": "", "recorded": "elsewhere", "provenance": opening().provenance}
    assert asdict(imported.charter) == asdict(branched.charter) | facts
    assert replace(imported, charter=branched.charter) == branched
    assert known_as(branched, OWN) is branched
    of_import = known_as(branched, replace(OWN, parent="here"))
    assert (of_import.charter.parent, of_import.charter.recorded, of_import.id) == ("here", "", NAME)
    renamed = known_as(branched, replace(OWN, game="here"))
    assert (renamed.id, renamed.charter.parent, renamed.recorded_id) == ("here", "parent", "here")
    assert (imported.id, imported.recorded_id) == ("here", "elsewhere")


def test_a_branch_of_an_imported_game_names_it_by_its_id_here() -> None:
    parent, added = known_as(created().game, opening()), created(game="branch")
    made = branch_of(parent, Added(added.game, added.entries))
    assert made.entries == added.entries
    assert made.game.charter.parent == "here"


def test_the_own_entries_of_an_imported_branch_begin_after_its_nearest_ancestors() -> None:
    assert [begins_after(parent) for parent in (None, OWN, opening())] == [0, 0, 7]
