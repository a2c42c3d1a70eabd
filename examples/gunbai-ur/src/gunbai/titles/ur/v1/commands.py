"""The plain values of `gunbai/titles/ur/v1/commands.proto`: generated."""

from __future__ import annotations

from typing import Final

from gunbai_record.plain import EnumWords, Plain



class ThrowDice(Plain, frozen=True, kw_only=True, gc=False):
    """Chance throws the four dice."""

    marks: tuple[int, ...] = ()
    """What each die shows: 1 for a marked corner, otherwise 0."""


class MovePiece(Plain, frozen=True, kw_only=True, gc=False):
    """A player moves a piece by the number of marked corners."""

    square: str = ""
    """The square that it leaves, such as \"B4\"; empty for a piece that enters the board."""
