"""The table of example requests has every call."""

from __future__ import annotations

from lab import requests


def test_every_call_has_an_example() -> None:
    assert requests.examples().keys() == requests.CALLS.keys()


def test_a_call_that_only_reads_is_not_among_those_that_write() -> None:
    groups = (requests.readings(), requests.listings(), requests.writings())
    assert sum(map(len, groups)) == len(requests.CALLS)
