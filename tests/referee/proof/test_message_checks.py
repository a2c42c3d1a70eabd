"""Verification finds what no service takes or writes, in every message, whatever the rules say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.messages import shared_kinds
from lab.imports import bring, file_of, importing
from lab.toy_games import TITLES
from lab.toy_service import failure
from referee.game.titles import finished as installed
from referee.proof.verification import verify
from tests.referee.proof import forged
from tests.referee.proof.forged import UNKNOWN, V1, copied, records
from tests.referee.proof.test_shares import rechained

ALL = installed()


def test_no_message_of_a_record_has_an_unknown_field() -> None:
    cases = forged.with_unknown_fields()
    for name, case in cases.items():
        report = verify(ALL, case.entries, case.secrets)
        assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, case.version), (name, report)
    own = {url.rpartition("/")[2] for url in shared_kinds()}
    assert own - cases.keys() == {f"{V1}{part}" for part in PARTS}


PARTS = {
    *("AgreedAbsence", "AgreedPause", "AgreedResult", "AgreedResumption"),
    *("ClockTerms", "Duplicate", "HeldSeat", "SeatShare"),
}
"""Messages of the record that are parts of others."""


@pytest.mark.parametrize("place", [0, 1])
def test_no_open_message_has_an_unknown_field_where_the_rules_cannot_be_asked(place: int) -> None:
    entries, secrets = records()["running"]
    sealed = next(i for i, entry in enumerate(entries) if any(item.sealed for item in (entry.command, *entry.events)))
    later = [
        entry
        for entry in entries[sealed + 1 :]
        if (entry.command, *entry.events)[place].open.type_url.startswith("type.googleapis.com/gunbai.")
    ]
    altered = copied(entries)
    own = altered[later[0].version - 1]
    (own.command, *own.events)[place].open.value += UNKNOWN
    report = verify(ALL, rechained(altered), secrets)
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, later[0].version), report


@pytest.mark.parametrize("case", [*forged.beyond_limits()])
def test_nothing_is_beyond_what_a_service_takes(case: forged.Forged) -> None:
    report = verify(TITLES, case.entries, case.secrets)
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, case.version)
    assert case.problem in report.problem


def test_what_a_service_takes_at_most_is_consistent() -> None:
    report = verify(TITLES, forged.at_the_limits())
    assert report.verdict == pb.VERDICT_CONSISTENT, report


@pytest.mark.parametrize(
    ("made", "problem"),
    [
        (forged.ended_before_it_left, "the branch starts after version"),
        (forged.held_with_another_key, "each seat for the key that the seat has in the parent"),
    ],
)
def test_a_branch_fits_its_parent(made: Callable[[], forged.Forged], problem: str) -> None:
    case = made()
    report = verify(ALL, case.entries, case.secrets)
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, case.version)
    assert problem in report.problem


def test_a_record_has_no_number_that_lines_of_json_cannot_hold() -> None:
    report = verify(TITLES, forged.in_the_far_future())
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, report.entries)
    assert "beyond 9007199254740991" in report.problem


@pytest.mark.parametrize("name", forged.ENCODINGS)
def test_an_order_of_before_says_what_protobuf_makes_of_it(name: str) -> None:
    value, holds = forged.ENCODINGS[name]
    assert (not verify(TITLES, forged.with_word(value)).problem) == holds


def test_the_id_of_commands_that_nobody_signs_may_be_the_same() -> None:
    """A service gives none twice; records that were made without one may, and verify forever."""
    report = verify(TITLES, forged.repeated_word(signed=False).entries)
    assert report.verdict == pb.VERDICT_CONSISTENT, report


def test_a_branch_repeats_the_ids_of_its_parent_and_no_other() -> None:
    entries, secrets = records()["branched"]
    ids = [(entry.game, entry.command_id) for entry in entries if entry.command_id]
    assert len({command_id for _, command_id in ids}) < len(ids) == len({*ids})
    assert verify(ALL, entries, secrets).verdict != pb.VERDICT_FAILED


@pytest.mark.parametrize("case", [*forged.beyond_limits()][:3])
async def test_an_import_refuses_what_no_service_takes(case: forged.Forged, tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        refused = await failure(bring(house, file_of(case.entries)))
        assert (refused.reason, refused.facts["version"]) == ("RECORD_REFUSED", str(case.version))
        assert case.problem in refused.facts["problem"]
