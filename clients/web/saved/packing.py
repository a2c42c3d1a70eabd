"""Texts that are nearly alike, such as the pictures of one position after another, without what they share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

ELEMENTS = re.compile(r"(?=<)")
"""Cuts a picture before each of its tags."""
VALUES = re.compile(r"(?<=,)")
"""Cuts canonical JSON after each comma."""


class Packer:
    """Cuts texts into pieces, and says of each text which pieces it is made of.

    Pieces are numbered from 0 in the order in which they first appear, so that what stays as it was from one text to
    the next is a run of successive numbers.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def pack(self, text: str, cuts: re.Pattern[str]) -> dict[str, Any]:
        """Return the pieces that no text before had, from number `at` on, and the runs: first number and size."""
        known = len(self._numbers)
        numbers = [self._numbers.setdefault(piece, len(self._numbers)) for piece in cuts.split(text) if piece]
        return {"at": known, "new": list(self._numbers)[known:], "runs": list(_runs(numbers))}


def _runs(numbers: Iterable[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for number in numbers:
        if run and number == run[0] + run[1]:
            run[1] += 1
            continue
        if run:
            yield run
        run = [number, 1]
    if run:
        yield run
