"""Which clauses the cases of a title show."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Coverage:
    """Which clauses the cases of a title show, and which they leave out."""

    title: str
    clauses: tuple[str, ...]
    uncited: tuple[str, ...]
    """Clauses that no case cites."""
    unrefused: tuple[str, ...]
    """Clauses by which the title can refuse, but no case is refused."""
    unknown: tuple[str, ...]
    """Numbers that cases cite, but the title does not have."""

    unended: tuple[str, ...] = ()
    """Clauses by which a game of the title can end, but ends in no case."""

    @property
    def complete(self) -> bool:
        """True if nothing is left out."""
        return not (self.uncited or self.unrefused or self.unended or self.unknown)
