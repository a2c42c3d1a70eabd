"""The words of a title in all its languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import msgspec

from games.kit.words.house_ruling import HouseRuling
from games.kit.words.tutorial import Tutorial
from gunbai_record.plain import Plain
from gunbai_record.text.negotiation import ENGLISH

if TYPE_CHECKING:
    from games.kit.words.phrasebook import Phrasebook


@dataclass(frozen=True, kw_only=True)
class Words:
    """The words of a title, as a value."""

    languages: Mapping[str, Phrasebook] = field(hash=False)
    """Its phrasebook in each language, by tag; English first."""
    forms: Mapping[type[Plain], str] = field(default_factory=dict, hash=False)
    """The short notation of its moves; other moves use the names of their messages and fields."""
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """The possible values of text fields in its commands, by field; any text by default."""
    asides: frozenset[type[Plain]] = frozenset()
    """The events that a reader can skip: they begin or end a part of a procedure, or repeat others."""
    turns: tuple[type[Plain], ...] = ()
    """The events that begin a turn; without any, a turn begins whenever a different seat moves."""
    rulebook: str = ""
    """The edition of the printed rulebook whose places the clauses name; "" if there is none."""
    house_rulings: tuple[HouseRuling, ...] = ()
    """The register of house rulings, for questions that the rulebook leaves open."""
    tutorial: Tutorial | None = field(default=None, hash=False)
    """The first game that teaches the title, if there is one."""

    @property
    def english(self) -> Phrasebook:
        """Its words in English."""
        return self.languages[ENGLISH]

    def reworded(
        self,
        languages: Mapping[str, Phrasebook],
        house_rulings: Iterable[HouseRuling] = (),
        switches: Mapping[str, str] | None = None,
    ) -> Words:
        """Return the words of a later rules version, with its changed phrasebooks and house rulings.

        A house ruling replaces the one with its number. `switches` gives, by the number of a house ruling, the option
        that now chooses a different reading.
        """
        by = switches or {}
        switched = (
            msgspec.structs.replace(ruling, option=by.get(ruling.number, ruling.option))
            for ruling in self.house_rulings
        )
        entries = {ruling.number: ruling for ruling in (*switched, *house_rulings)}
        return replace(self, languages={**self.languages, **languages}, house_rulings=tuple(entries.values()))
