"""Packs similar texts, such as the pictures of successive positions, without repeating their common parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

ELEMENTS = re.compile(r"(?=<)")
"""Cuts a picture before each of its tags."""
VALUES = re.compile(r"(?<=,)")
"""Cuts canonical JSON after each comma."""


class Packer:
    """Cuts texts into pieces, and lists the pieces of each text.

    Pieces are numbered from 0 in the order of their first use, so an unchanged part of a text is a run of successive
    numbers.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def pack(self, text: str, cuts: re.Pattern[str]) -> dict[str, Any]:
        """Return the pieces that no earlier text had, from number `at` on, and the runs: first number and size."""
        count_before = len(self._numbers)
        numbers = [self._numbers.setdefault(piece, len(self._numbers)) for piece in cuts.split(text) if piece]
        return {"at": count_before, "new": list(self._numbers)[count_before:], "runs": list(_runs(numbers))}


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
