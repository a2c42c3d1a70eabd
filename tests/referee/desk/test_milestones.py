"""Milestones: digests of some versions of a record, in little memory."""

from __future__ import annotations

from referee.desk.milestones import EVERY, Milestones


def digest(version: int) -> bytes:
    return version.to_bytes(32, "big")


def noted(first: int, last: int) -> Milestones:
    found = Milestones()
    for version in range(first, last + 1):
        found.note(version, digest(version))
    return found


def test_the_next_milestone_of_a_version_is_the_multiple_at_or_after_it() -> None:
    found = noted(1, 3 * EVERY + 5)
    for version, at in ((1, 1), (EVERY - 1, 1), (EVERY, 1), (EVERY + 1, 2), (3 * EVERY, 3)):
        assert found.at_or_after(version) == (at * EVERY, digest(at * EVERY))


def test_after_the_last_milestone_none_is_known() -> None:
    assert noted(1, 3 * EVERY + 5).at_or_after(3 * EVERY + 1) is None
    assert noted(1, EVERY - 1).at_or_after(1) is None


def test_a_record_may_be_noted_from_its_middle_on() -> None:
    found = noted(5 * EVERY + 1, 7 * EVERY)
    for version in (1, 5 * EVERY, 5 * EVERY + 1, 6 * EVERY):
        assert found.at_or_after(version) == (6 * EVERY, digest(6 * EVERY))
    assert found.at_or_after(7 * EVERY) == (7 * EVERY, digest(7 * EVERY))
