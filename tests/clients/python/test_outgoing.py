"""The requests of a call end with it, whatever they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gunbai_client.outgoing import Outgoing


def pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as source:
        yield source.read(1)
        source.close()
        yield source.read(1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "file").write_bytes(b"ab")
    return tmp_path / "file"


def test_all_requests_are_taken_while_the_call_lasts() -> None:
    assert list(Outgoing([b"a", b"b"])) == [b"a", b"b"]


def test_none_is_taken_after_the_call() -> None:
    outgoing = Outgoing([b"a", b"b"])
    assert next(outgoing) == b"a"
    outgoing.end()
    assert list(outgoing) == []


def test_an_error_of_requests_is_raised_while_the_call_lasts(path: Path) -> None:
    outgoing = Outgoing(pieces(path))
    assert next(outgoing) == b"a"
    with pytest.raises(ValueError, match="closed file"):
        next(outgoing)


def test_an_error_of_a_request_that_is_being_made_when_the_call_ends_ends_the_requests(path: Path) -> None:
    def closing(path: Path) -> Iterator[bytes]:
        with path.open("rb") as source:
            outgoing.end()
            source.close()
            yield source.read(1)

    outgoing = Outgoing(closing(path))
    assert list(outgoing) == []
