"""Milestones: digests of some versions of a record, in little memory."""

from __future__ import annotations

from gunbai.record.v1 import entry_pb2 as record
from referee.records.milestones import EVERY, FEW, Commands, Milestones, sum_of


def digest(version: int) -> bytes:
    return version.to_bytes(32, "big")


def noted(first: int, last: int) -> Milestones:
    milestones = Milestones()
    for version in range(first, last + 1):
        milestones.note(entry(version))
    return milestones


def entry(version: int, game: str = "g", command_id: str = "") -> record.Entry:
    return record.Entry(game=game, version=version, digest=digest(version), command_id=command_id)


def test_the_sum_of_the_commands_is_that_of_the_game_itself() -> None:
    milestones = Milestones()
    for version in range(1, 2 * EVERY + 3):
        milestones.note(entry(version, "parent" if version <= EVERY + 1 else "branch", f"command {version}"))
    own = [f"command {version}" for version in range(EVERY + 2, 2 * EVERY + 3)]
    assert milestones.commands == sum_of(own)
    assert Milestones.of(milestones.upto(2 * EVERY), "branch").commands == sum_of(own[:-2])
    restored = Milestones.of(milestones.upto(2 * EVERY), "branch")
    for version in (2 * EVERY + 1, 2 * EVERY + 2):
        restored.note(entry(version, "branch", f"command {version}"))
    assert restored.commands == milestones.commands
    assert restored.at_or_after(EVERY + 1) == (2 * EVERY, digest(2 * EVERY))


def test_a_missing_or_altered_command_gives_another_sum() -> None:
    ids = ["a", "b", "command 1"]
    assert len({sum_of(ids), sum_of(ids[1:]), sum_of([*ids, "c"]), sum_of(["a", "c", "command 1"])}) == 4
    assert sum_of(reversed(ids)) == sum_of(ids)


def test_the_next_milestone_of_a_version_is_the_multiple_at_or_after_it() -> None:
    milestones = noted(1, 3 * EVERY + 5)
    for version, at in ((1, 1), (EVERY - 1, 1), (EVERY, 1), (EVERY + 1, 2), (3 * EVERY, 3)):
        assert milestones.at_or_after(version) == (at * EVERY, digest(at * EVERY))


def test_after_the_last_milestone_none_is_known() -> None:
    assert noted(1, 3 * EVERY + 5).at_or_after(3 * EVERY + 1) is None
    assert noted(1, EVERY - 1).at_or_after(1) is None


def test_a_record_may_be_noted_from_its_middle_on() -> None:
    milestones = noted(5 * EVERY + 1, 7 * EVERY)
    for version in (1, 5 * EVERY, 5 * EVERY + 1, 6 * EVERY):
        assert milestones.at_or_after(version) == (6 * EVERY, digest(6 * EVERY))
    assert milestones.at_or_after(7 * EVERY) == (7 * EVERY, digest(7 * EVERY))


def test_what_is_kept_of_a_milestone_is_its_digest_and_the_sum_of_the_commands_in_forty_bytes() -> None:
    """A position that was kept before the service was updated is read after it."""
    milestones = Milestones()
    for version in range(1, 129):
        milestones.note(entry(version, command_id=f"command {version}" if version % 2 else ""))
    sums = [sum_of(f"command {version}" for version in range(1, last, 2)) for last in (64, 128)]
    milestones_kept = [digest(last) + sum_.to_bytes(8, "big") for last, sum_ in zip((64, 128), sums, strict=True)]
    assert [milestones.upto(version) for version in (63, 64, 127, 128)] == [
        b"",
        milestones_kept[0],
        milestones_kept[0],
        b"".join(milestones_kept),
    ]
    assert Milestones.of(b"", "g").upto(64) == b""
    assert [Milestones.of(milestones.upto(version), "g").commands for version in (63, 64, 128)] == [0, *sums]


def test_the_commands_of_a_game_are_known_by_their_ids() -> None:
    commands = Commands(["one"])
    commands.note(entry(2, command_id="two"))
    commands.note(entry(3))
    assert [command_id in commands for command_id in ("one", "two", "three", "")] == [True, True, False, False]


def test_the_commands_of_a_long_game_are_known_too() -> None:
    ids = [f"command {number}" for number in range(2 * FEW)]
    commands = Commands()
    for version, command_id in enumerate(ids, 1):
        commands.note(entry(version, command_id=command_id))
    for commands_known in (commands, Commands(ids), Commands(ids[:FEW])):
        assert [known_id in commands_known for known_id in (ids[0], ids[FEW - 1], "another")] == [True, True, False]
    assert ids[-1] in commands
