"""Tutorials: a title's first game, in which lessons explain what the learner sees and ask for moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gunbai_record.plain import Plain
from gunbai_record.text.catalogue import Catalogue

PARTS = frozenset({"board", "players", "question", "log"})
"""The parts of a table at which a lesson can point."""
HOOK = "hook"
"""The key of the line that invites people to play the title, at most 60 characters."""


@dataclass(frozen=True)
class Lesson:
    """Something to learn, in a sentence or two. Law: it is reached in the game with the tutorial's seed."""

    name: str
    """The key of its text."""
    at: str
    """What it points at: a part of the table, or a kind of spot in its picture, such as "die"."""
    clause: str
    """The number of the clause that says more."""
    when: tuple[type[Plain], ...] = ()
    """The commands that it asks for: it begins when the learner can give one of them, and ends when they do.

    A lesson without commands follows the previous lesson, and only has to be read.
    """
    breaks: Plain | None = None
    """A move to try. Law: its clause refuses it whenever the lesson is shown."""


@dataclass(frozen=True)
class Tutorial:
    """The first game of a title, in which the learner has seat 1."""

    seed: str
    """The seed of its chance."""
    seats: int
    options: str
    """Its options, as JSON."""
    lessons: tuple[Lesson, ...]
    texts: Mapping[str, Catalogue] = field(hash=False)
    """The hook and the texts of the lessons in each language, by tag; English first."""

    def hook(self, language: str) -> str:
        """Return the line that invites people to play the title; empty if there is none."""
        return self.texts[language].get(HOOK) or ""
