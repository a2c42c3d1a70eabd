"""Which clauses a title's cases show."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Coverage:
    """Which clauses a title's cases show, and which they leave out."""

    title: str
    clauses: tuple[str, ...]
    uncited: tuple[str, ...]
    """Clauses that no case cites."""
    unrefused: tuple[str, ...]
    """Clauses that can refuse a command, but refuse none in any case."""
    unknown: tuple[str, ...]
    """Clause numbers that cases cite, but the title does not have."""

    unended: tuple[str, ...] = ()
    """Clauses that can end a game, but end none in any case."""

    @property
    def complete(self) -> bool:
        """Whether nothing is left out."""
        return not (self.uncited or self.unrefused or self.unended or self.unknown)
