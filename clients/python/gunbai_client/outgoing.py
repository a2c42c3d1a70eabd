"""Outgoing requests: the messages that a streaming call sends while it runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

Q = TypeVar("Q")


class Outgoing(Generic[Q]):
    """A call's requests, which end with the call.

    gRPC takes the requests in the background, and continues for a moment after the call has ended. By then, the caller
    may have closed their source, such as a file. The call ignores an error that this causes.
    """

    def __init__(self, requests: Iterable[Q]) -> None:
        self._requests = iter(requests)
        self._ended = False

    def __iter__(self) -> Iterator[Q]:
        return self

    def __next__(self) -> Q:
        if self._ended:
            raise StopIteration
        try:
            return next(self._requests)
        except Exception:
            # After a call has ended, the source of its requests may be closed: that is no error of the call.
            if self._ended:
                raise StopIteration from None
            raise

    def end(self) -> None:
        """Take no further requests, because the call has ended."""
        self._ended = True
