"""The voice of a title: what it and every game has in words, in one language, with the players by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, Protocol, cast

import msgspec
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from games.kit.decider import Step, Title
from games.kit.phrasebook import Phrasebook, Players, Speaker
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import ruling_pb2 as pb
from gunbai.rules.v1.clauses_pb2 import Clause

ENGLISH = "en"


class Sitting(Protocol):
    """Somebody who sits at a seat, or nobody."""

    @property
    def player(self) -> str:
        """The name of the player; empty for nobody."""


class Voice:
    """What a title and its games say in one language; `kinds` are the types of what is in their entries, by URL.

    Raises KeyError for a language that the title does not speak.
    """

    def __init__(self, title: Title[Any], kinds: Mapping[str, type[Message]], language: str) -> None:
        self.language = language
        self._title = title
        own = cast("Phrasebook", title.words if language == ENGLISH else title.languages[language])
        shared = import_module(f"referee.game.languages.{language}")
        self.book = own.also(shared.SENTENCES)
        self._kinds = kinds
        self._substitute: str = shared.SUBSTITUTE
        self._actors: dict[int, str] = {
            record.ACTOR_KIND_HOST: shared.HOST,
            record.ACTOR_KIND_CHANCE: shared.CHANCE,
            record.ACTOR_KIND_ARBITER: shared.ARBITER,
        }

    @cached_property
    def options_schema(self) -> str:
        """The JSON Schema of the title's options, with a title and a description of each."""
        schema: dict[str, Any] = msgspec.json.schema(self._title.options)
        fields = schema["$defs"][self._title.options.__name__]["properties"]
        for name, (title, description) in self.book.options.items():
            fields[name] |= {"title": title, "description": description}
        return msgspec.json.encode(schema).decode()

    def players(self, sittings: Sequence[Sitting]) -> Players:
        """Return the players by name; one that two of them have, or that is the word for a seat, with its seat."""
        seats = Speaker(self.book)
        places = {seat: seats.place(seat) for seat, _ in enumerate(sittings, 1)}
        named = {seat: sitting.player for seat, sitting in enumerate(sittings, 1) if sitting.player}
        given = Counter([*named.values(), *places.values()])
        return {seat: name if given[name] == 1 else f"{name} ({places[seat]})" for seat, name in named.items()}

    def sentence(self, message: Message, players: Players) -> str:
        """Return a command or event as a sentence."""
        return self.book.sentence(message, players)

    def question(self, step: Step[Any], players: Players) -> str:
        """Return what the rules wait for as a sentence."""
        return self.book.question(step, players)

    def clause(self, clause: Clause) -> Clause:
        """Return a clause with its sentence in this language."""
        sentence = self.book.clauses.get(clause.number)
        if sentence is None:
            return clause
        said = Clause()
        said.CopyFrom(clause)
        said.sentence = sentence
        return said

    def actor(self, actor: record.Actor, players: Players) -> str:
        """Return the name of an actor."""
        match actor.kind:
            case record.ACTOR_KIND_SEAT:
                return Speaker(self.book, players).seat(actor.seat)
            case record.ACTOR_KIND_SUBSTITUTE:
                return self._substitute.format(seat=Speaker(self.book, players).seat(actor.seat))
        return self._actors.get(actor.kind, self._actors[record.ACTOR_KIND_HOST])

    def item(self, item: record.Item, players: Players) -> str:
        """Return a command or event of an entry as a sentence; "" if it is sealed."""
        return self.packed(item.open, players) if item.HasField("open") else ""

    def packed(self, message: AnyMessage, players: Players) -> str:
        """Return a packed command or event as a sentence; "" for a type that no entry of the title has."""
        kind = self._kinds.get(message.type_url)
        return self.book.sentence(kind.FromString(message.value), players) if kind else ""

    def entry(self, entry: record.Entry, players: Players) -> pb.EntrySentences:
        """Return an entry in words, as it is shown to its reader: nothing for what is sealed."""
        return pb.EntrySentences(
            version=entry.version,
            actor=self.actor(entry.actor, players),
            command=self.item(entry.command, players),
            events=[self.item(event, players) for event in entry.events],
        )


def languages_of(title: Title[Any]) -> tuple[str, ...]:
    """Return the tags of the languages that a title speaks, English first."""
    return (ENGLISH, *title.languages)
