"""The verifier in JavaScript finds what no service takes or writes, in every message of the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.limits import MOST_BEFORE_START
from gunbai_record.verify.entry_checks import opened
from gunbai_record.verify.file import verify_file
from gunbai_record.verify.message_checks import BadEntry
from gunbai_record.verify.report import Verdict
from gunbai_record.verify.trail import Trail
from lab.toy_games import AT, TITLES, created, finished, named
from referee.game import lifecycle
from referee.game.leaving import leave_seat
from referee.game.lifecycle import take_seat
from referee.proof.verification import verify
from tests.clients.typescript.test_course import file_of
from tests.clients.typescript.verifier import NEEDS_NODE, Case
from tests.referee.proof import forged
from tests.referee.proof.forged import V1
from tests.referee.proof.test_shares import alter, rechained

pytestmark = NEEDS_NODE


def test_no_message_of_the_record_has_an_unknown_field(verified: Any) -> None:
    cases = {name: case for name, case in forged.with_unknown_fields().items() if name.startswith(V1)}
    reports = verified([Case(file_of(case.entries, case.secrets)) for case in cases.values()])
    outcomes = {
        name: (report["verdict"], report["badVersion"], report["problem"])
        for name, report in zip(cases, reports, strict=True)
    }
    assert outcomes == {name: ("failed", case.version, f"{name} has no field 111") for name, case in cases.items()}


def test_nothing_is_beyond_what_a_service_takes(verified: Any) -> None:
    cases = [*forged.beyond_limits()]
    for case, report in zip(cases, verified([Case(file_of(case.entries, {})) for case in cases]), strict=True):
        assert (report["verdict"], report["badVersion"]) == ("failed", case.version)
        assert case.problem in report["problem"]


def test_what_a_service_takes_at_most_holds(verified: Any) -> None:
    (report,) = verified([Case(file_of(forged.at_the_limits(), {}))])
    assert report["problem"] == ""


@pytest.mark.parametrize(
    ("made", "problem"),
    [
        (forged.ended_before_it_left, "last entry of the branch"),
        (forged.held_with_another_key, "each seat for the key that the seat has in the parent"),
    ],
)
def test_a_branch_fits_its_parent(verified: Any, made: Callable[[], forged.Forged], problem: str) -> None:
    case = made()
    (report,) = verified([Case(file_of(case.entries, case.secrets))])
    assert (report["verdict"], report["badVersion"]) == ("failed", case.version)
    assert problem in report["problem"]


def test_a_record_has_no_number_that_lines_of_json_cannot_hold(verified: Any) -> None:
    (report,) = verified([Case(file_of(forged.in_the_far_future(), {}))])
    assert (report["verdict"], "beyond 2^53" in report["problem"]) == ("failed", True)


def test_an_order_in_any_encoding_says_to_both_verifiers_what_protobuf_makes_of_it(verified: Any) -> None:
    entries = {name: forged.with_word(value) for name, (value, _) in forged.ENCODINGS.items()}
    reports = verified([Case(file_of(lines, {})) for lines in entries.values()])
    holds_by_name = {name: not report["problem"] for name, report in zip(entries, reports, strict=True)}
    assert holds_by_name == {name: holds for name, (_, holds) in forged.ENCODINGS.items()}
    by_rules = {name: not verify(TITLES, lines).problem for name, lines in entries.items()}
    assert by_rules == holds_by_name


TERMS: dict[str, Callable[[life.CreateGame], None]] = {
    "an arbiter's key of 64 bytes": lambda creation: setattr(creation, "arbiter", bytes(64)),
    "a rule for a game that cannot stall": lambda creation: setattr(creation, "stalled", life.STALLED_RULE_LOSES),
    "a rule that there is not": lambda creation: setattr(creation, "stalled", 5),
    "time for shares that nobody gives": lambda creation: setattr(creation, "share_seconds", 7),
    "not a source of chance": lambda creation: setattr(creation, "chance_source", 9),
    "shares without time for them": lambda creation: setattr(creation, "chance_source", life.CHANCE_SOURCE_COMMITTED),
    "a clock without a time": lambda creation: setattr(creation.clock, "expiry", 1),
    "no options": lambda creation: creation.ClearField("options_json"),
    "256 seats": lambda creation: setattr(creation, "seats", 256),
    "no seat": lambda creation: creation.ClearField("seats"),
    "no digest of its edition": lambda creation: creation.ClearField("edition_digest"),
    "another edition than its digest": lambda creation: setattr(creation, "edition_json", "{}"),
    "a notice of a second": lambda creation: setattr(creation, "reissue_seconds", 1),
    "an absence of a second": lambda creation: setattr(creation, "absence_seconds", 1),
}
"""Terms that no referee writes."""


@pytest.mark.parametrize("name", TERMS)
def test_a_first_entry_has_terms_that_a_referee_writes(name: str, verified: Any, tmp_path: Path) -> None:
    entries = forged.copied(finished().entries)
    alter(entries[0].command, life.CreateGame, TERMS[name])
    content = file_of(rechained(entries), {})
    file = tmp_path / "a.gunbai"
    file.write_bytes(content)
    (report,), without_rules = verified([Case(content)]), verify_file(file)
    assert (report["verdict"], report["badVersion"]) == ("failed", 1)
    assert (without_rules.verdict, without_rules.bad_version) == (Verdict.FAILED, 1)


def test_an_entry_after_the_start_has_a_position_digest_and_none_before_it(verified: Any) -> None:
    entries = forged.copied(finished().entries)
    started = next(entry.version for entry in entries if entry.position_digest)
    for version, digest in ((started + 2, b""), (started + 2, bytes(31)), (started - 1, bytes(32))):
        changed = forged.copied(entries)
        changed[version - 1].position_digest = digest
        (report,) = verified([Case(file_of(rechained(changed), {}))])
        assert (report["verdict"], report["badVersion"]) == ("failed", version)
        assert "its position digest has" in report["problem"]


def test_no_seat_is_taken_after_256_entries_of_a_game(verified: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifecycle, "MOST_BEFORE_START", 1000)
    night = created()
    while night.game.version <= MOST_BEFORE_START:
        taken = life.TakeSeat(seat=1, entropy=b"e")
        night = night.then(take_seat(night.game, taken, named("Ada"), AT))
        night = night.then(leave_seat(night.game, 1, "r", AT))
    late = night.then(take_seat(night.game, life.TakeSeat(seat=1), named("Ada"), AT))
    reports = verified([Case(file_of(pair.entries, {})) for pair in (night, late)])
    assert [(report["badVersion"], not report["problem"]) for report in reports] == [(0, True), (258, False)]
    for played, version in ((night, 0), (late, 258)):
        assert without_rules(played.entries) == version


def test_a_notice_that_a_seat_is_away_may_be_in_any_encoding_as_every_order(verified: Any) -> None:
    entries = forged.copied(forged.records()["absent"][0])
    notice = next(entry for entry in entries if entry.command.open.type_url.endswith(".AnnounceAbsence"))
    notice.command.open.value = notice.command.open.value[:-1] + bytes([notice.command.open.value[-1] | 0x80, 0])
    altered = rechained(entries)
    (report,) = verified([Case(file_of(altered, {}))])
    assert (report["problem"], without_rules(altered)) == ("", 0)


def test_the_token_for_a_seat_that_is_away_has_a_hash_of_32_bytes(verified: Any) -> None:
    entries = forged.copied(forged.records()["absent"][0])
    agreed = next(entry for entry in entries if entry.command.open.type_url.endswith(".Agree"))
    alter(agreed.command, results.Agree, lambda word: setattr(word.absence, "token_hash", bytes(31)))
    altered = rechained(entries)
    (report,) = verified([Case(file_of(altered, {}))])
    assert (report["badVersion"], without_rules(altered)) == (agreed.version, agreed.version)


def without_rules(entries: Sequence[record.Entry]) -> int:
    """Return the entry in which the verifier without rules finds a fault, 0 for none."""
    trail = Trail(opened(entries))
    for version, entry in enumerate(entries, 1):
        try:
            trail.follow(version, entry)
        except BadEntry:
            return version
    return 0
