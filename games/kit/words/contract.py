"""What a title says: the contract of a phrasebook, and the words of a title in all its languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from google.protobuf.message import Message

from games.kit.words.house_ruling import HouseRuling

if TYPE_CHECKING:
    from games.kit.rules.decider import Step


class Wording(Protocol):
    """What a title says in one language: its phrasebook. Players' names, by seat, appear as far as they are given."""

    names: Mapping[str, str]
    """The names of its components, by id."""
    texts: Mapping[str, str]
    """The short texts of those that have one, by id."""
    aim: str
    """What the players aim at and what a turn is, in a sentence or two."""
    details: Mapping[str, str]
    """What is printed on components besides their texts, such as a price, by id."""
    options: Mapping[str, tuple[str, str]]
    """The title and the description of each option, by its name."""
    choices: Mapping[str, Mapping[str, str]]
    """The words of the values of those options that have names for them, by option and value."""
    clauses: Mapping[str, str]
    """The clauses by number, unless they are those of clauses.proto."""

    def also(self, sentences: Mapping[Any, Any], /) -> Wording:
        """Return the same with the sentences of other messages."""

    def sentence(
        self,
        message: Message,
        players: Mapping[int, str] = ...,
        sight: Callable[[], Message] | None = ...,
        after: Message | None = ...,
        asked: Step[Any] | None = ...,
        /,
    ) -> str:
        """Return a command or event as a sentence, for logs, menus and screen readers.

        A command that is offered is said with the view, which `sight` returns, of the seat that it is offered to, and
        with the step that is `asked`; an event with the view of everybody before it, and `after` the event before it in
        its entry.
        """

    def question(
        self, step: Step[Any], players: Mapping[int, str] = ..., sight: Callable[[], Message] | None = ..., /
    ) -> str:
        """Return what the rules wait for as a sentence to whoever has the view that `sight` returns."""


@dataclass(frozen=True, kw_only=True)
class Words:
    """What a title says, as a value."""

    english: Wording
    """What it says in English."""
    languages: Mapping[str, Wording] = field(default_factory=dict, hash=False)
    """What it says in other languages, by tag."""
    forms: Mapping[type[Message], str] = field(default_factory=dict, hash=False)
    """The short forms in which people write its moves; others are written by the names of their messages and fields."""
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """What a text in its commands may be, by the name of the field; any text where nothing is said."""
    asides: frozenset[type[Message]] = frozenset()
    """The events that a player can do without: where a part of a procedure begins or ends, or what others say."""
    turns: tuple[type[Message], ...] = ()
    """The events with which a turn begins; where there are none, whenever another seat moves."""
    house_rulings: tuple[HouseRuling, ...] = ()
    """The register: what is decided where the rulebook leaves something open."""
