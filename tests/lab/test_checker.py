"""The checker passes what one growing log explains, and finds each way in which a history contradicts it."""

from __future__ import annotations

from typing import Any

import pytest

from lab.histories.checker import Call, violations

LOG = [("", b"1"), ("a", b"2"), ("", b"3"), ("b", b"4")]


def read(version: int, began: float, ended: float, **more: Any) -> Call:
    return Call("GetView", "g", began, ended, version=version, **more)


def sent(command_id: str, versions: range, began: float, ended: float) -> Call:
    entries = {version: str(version).encode() for version in versions}
    return Call("Submit", "g", began, ended, version=versions[-1], command_id=command_id, entries=entries)


def failed(command_id: str, began: float, ended: float, *, answered: bool) -> Call:
    return Call("Submit", "g", began, ended, answered=answered, command_id=command_id)


A = sent("a", range(2, 4), 1, 2)
B = sent("b", range(4, 5), 5, 6)


@pytest.mark.parametrize(
    "history",
    [
        [A, B],
        [A, read(3, 2.5, 3), B],
        [A, read(1, 1.5, 3), read(3, 3.5, 4), B],
        [A, read(3, 1.5, 1.6), B],
        [A, B, read(4, 5.5, 5.7), read(3, 5.6, 5.8)],
        [A, B, sent("a", range(2, 4), 7, 8)._replace(again=True)],
        [A, failed("b", 2, 3, answered=False), B],
        [A, failed("b", 2, 3, answered=False), read(3, 3, 4), read(4, 6, 7)],
        [A, failed("c", 2, 3, answered=False), failed("d", 2, 3, answered=True), B],
        [A, B, Call("ListLegalCommands", "g", 7, 8, version=2, scope="seat 1")],
    ],
)
def test_what_one_log_explains_is_passed(history: list[Call]) -> None:
    assert violations(history, {"g": LOG}) == []


@pytest.mark.parametrize(
    ("history", "problem"),
    [
        ([A, read(1, 2.5, 3)], "GetView was answered version 1 after version 3 had been answered"),
        ([A, B, read(3, 6.5, 7)], "GetView was answered version 3 after version 4 had been answered"),
        ([read(3, 1, 2), read(1, 3, 4)], "GetView was answered version 1 after version 3 had been answered"),
        ([sent("b", range(4, 5), 1, 2), sent("a", range(2, 4), 3, 4)], "Submit was answered version 3 after version 4"),
        ([A, B, read(5, 7, 8)], "version 5 was answered, and the log ends at 4"),
        ([A, read(4, 3, 4), B], "GetView was answered version 4 before the command of version 4 was sent"),
        ([A, read(3, 0.1, 0.5)], "GetView was answered version 3 before the command of version 2 was sent"),
        ([A, B, read(2, 7, 8, scope="s"), read(1, 9, 10, scope="s")], "was answered version 1 after version 2"),
        ([A, B, read(4, 7, 8, entries={1: b"x"})], "GetView was answered another entry 1 than the log has"),
        (
            [A, sent("a", range(2, 4), 7, 8)._replace(again=True), read(1, 9, 9.5)],
            "GetView was answered version 1 after",
        ),
        ([B, sent("b", range(2, 3), 7, 8)], "Submit was answered version 2 after version 4 had been answered"),
        ([A, sent("a", range(4, 5), 3, 4)], "command 'a' was accepted at versions [2, 4]"),
        ([A, sent("c", range(4, 5), 5, 6)], "command 'c' was accepted at version 4, which is that of another"),
        ([A, failed("b", 3, 4, answered=True)], "command 'b' was refused each time, and is entry 4"),
    ],
)
def test_each_contradiction_is_found(history: list[Call], problem: str) -> None:
    assert problem in "\n".join(violations(history, {"g": LOG}))


def test_a_command_that_the_log_has_twice_is_found() -> None:
    assert violations([A], {"g": [*LOG, ("a", b"5")]}) == ["g: the log has command 'a' 2 times"]


def test_games_are_looked_at_apart() -> None:
    other = Call("GetView", "h", 3, 4, version=1)
    assert violations([A, B, other], {"g": LOG, "h": LOG[:1]}) == []
    assert violations([A, B, other._replace(version=2)], {"g": LOG, "h": LOG[:1]}) == [
        "h: version 2 was answered, and the log ends at 1"
    ]
