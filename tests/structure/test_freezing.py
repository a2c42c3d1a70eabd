"""What 1.0 froze stays, byte for byte: protos, fixtures, vectors. Adding is allowed."""

from __future__ import annotations

from hashlib import sha256

import pytest

from tools import compatibility, freezing


def test_every_frozen_file_is_what_it_was() -> None:
    assert freezing.listed()
    assert [*freezing.changed(freezing.listed(), freezing.present())] == []


def test_every_fixture_and_vector_is_frozen() -> None:
    assert sorted(freezing.present().keys() - freezing.listed().keys()) == [], "`make freeze` lists what is new"


def test_the_protos_only_gain_since_1_0() -> None:
    assert compatibility.frozen()
    assert [*compatibility.breaks(compatibility.frozen(), compatibility.present())] == []


def test_a_file_that_is_another_or_missing_is_named() -> None:
    frozen = {"a": "1", "b": "2", "c": "3"}
    assert [*freezing.changed(frozen, {"a": "1", "b": "9", "d": "4"})] == [
        "b is frozen, and was changed",
        "c is frozen, and is missing",
    ]


def test_a_frozen_file_is_not_written_with_another_content() -> None:
    name = next(iter(freezing.listed()))
    path = freezing.ROOT / name
    content = path.read_bytes()
    assert sha256(content).hexdigest() == freezing.listed()[name]
    freezing.check_written(path, content)
    freezing.check_written(path.with_name("new"), b"anything")
    with pytest.raises(freezing.FrozenError, match=r"is frozen since 1\.0"):
        freezing.check_written(path, content + b"more")
