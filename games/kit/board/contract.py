"""How a title is shown: the picture of a position, and the spots in it that commands point at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from games.kit.board.caption import Caption
from games.kit.board.spots import points_nowhere
from games.kit.rules.decider import T
from gunbai_record.plain import Plain


@dataclass(frozen=True, kw_only=True)
class Board(Generic[T]):
    """How a title is shown, as a value. The functions are pure."""

    picture: Callable[[Any, Caption], str]
    """(view, caption) -> the view as SVG, with a text board in its <desc>. Law: equal arguments, equal pictures."""
    cover: str = ""
    """A picture of the title for lists, made by `svg.cover`; pages show the first letter of a title without one."""
    recalled: frozenset[type[Plain]] = frozenset()
    """The events that pictures continue to show after others have followed. Law: everybody can see them."""
    spots: Callable[[T, Plain], tuple[str, ...]] = points_nowhere
    """(table, command) -> the spots that a legal command points at, in the order a person would choose them.

    Law: each is the `data-spot` of an element of the picture for the seat whose command it is.
    """
