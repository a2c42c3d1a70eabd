"""Numbers with their nouns, in the English of errors, reports and commands."""

from __future__ import annotations

PLURALS = {"entry": "entries", "leaf": "leaves"}


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: "1 seat", "2 seats"."""
    return f"{count:,} {noun if count == 1 else PLURALS.get(noun, f'{noun}s')}"
