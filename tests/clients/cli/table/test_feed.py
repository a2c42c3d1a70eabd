"""Feeds: updates that a thread reads."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from clients.cli.table.feed import Empty, Feed


def test_updates_come_in_order_and_each_is_announced() -> None:
    woken: list[int] = []
    with Feed(iter((1, 2)), lambda: woken.append(1), lambda: None) as feed:
        assert [feed.next(), feed.next(), feed.next()] == [1, 2, None]
    assert len(woken) == 3
    assert not feed.has_news()


def test_what_reading_raises_is_raised_where_updates_are_taken() -> None:
    def failing() -> Iterator[int]:
        yield 1
        raise ValueError("lost")

    with Feed(failing(), lambda: None, lambda: None) as feed:
        assert feed.next() == 1
        with pytest.raises(ValueError, match="lost"):
            feed.next()


def test_a_feed_that_is_left_ends_its_stream() -> None:
    stopped = Event()

    def waiting() -> Iterator[int]:
        stopped.wait()
        yield from ()

    with Feed(waiting(), lambda: None, stopped.set) as feed, pytest.raises(Empty):
        feed.next(within=0)
    assert stopped.is_set()
    assert not feed._thread.is_alive()


def test_whoever_waits_is_woken_without_an_update() -> None:
    stopped = Event()

    def waiting() -> Iterator[int]:
        stopped.wait()
        yield from ()

    with Feed(waiting(), lambda: None, stopped.set) as feed:
        feed.wake()
        with pytest.raises(Empty):
            feed.next()
