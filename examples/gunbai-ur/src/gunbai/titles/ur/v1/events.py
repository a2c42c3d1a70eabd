"""The plain values of `gunbai/titles/ur/v1/events.proto`: generated."""

from __future__ import annotations

from typing import Final

from gunbai_record.plain import EnumWords, Plain



class DiceThrown(Plain, frozen=True, kw_only=True, gc=False):
    """The dice were thrown."""

    seat: int = 0
    """"""

    count: int = 0
    """How many marked corners they show."""


class TurnLost(Plain, frozen=True, kw_only=True, gc=False):
    """A player can move no piece."""

    seat: int = 0
    """"""


class PieceMoved(Plain, frozen=True, kw_only=True, gc=False):
    """A piece entered the board or moved on it."""

    seat: int = 0
    """"""

    from_square: str = ""
    """The square that it left; empty if it entered the board."""

    to_square: str = ""
    """"""


class PieceHome(Plain, frozen=True, kw_only=True, gc=False):
    """A piece left the board at the end of its path."""

    seat: int = 0
    """"""

    from_square: str = ""
    """"""


class PieceCaptured(Plain, frozen=True, kw_only=True, gc=False):
    """A piece of the other player was sent back."""

    seat: int = 0
    """The seat that it belongs to."""

    square: str = ""
    """"""


class TurnBegan(Plain, frozen=True, kw_only=True, gc=False):
    """A player throws next, after a rosette once more."""

    seat: int = 0
    """"""


class GameWon(Plain, frozen=True, kw_only=True, gc=False):
    """A player has all pieces home."""

    seat: int = 0
    """"""
