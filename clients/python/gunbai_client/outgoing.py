"""Outgoing requests: what a call sends one after the other, for as long as it lasts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

Q = TypeVar("Q")


class Outgoing(Generic[Q]):
    """The requests of a call, which end with it.

    gRPC takes them beside the call, and goes on for a moment when it has ended. By then its caller may have closed what
    the requests are made of, such as a file: an error of that is none of the call.
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
            if self._ended:
                raise StopIteration from None
            raise

    def end(self) -> None:
        """Have no further request taken: the call has ended."""
        self._ended = True
