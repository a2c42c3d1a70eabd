"""Translators: they put what a title and every game say to callers into one language, with players by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Protocol, TypeVar

import msgspec
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from games.kit.rules.decider import Step, Table
from games.kit.title import Title
from games.kit.words.phrasebook import Players, Sight, Speaker
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.results_pb2 import RESULT_BASIS_RULES, RESULT_BASIS_UNSPECIFIED, ResultBasis
from gunbai.referee.v1 import audit_pb2 as audit
from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1 import ruling_pb2 as pb
from gunbai.referee.v1.lobby_pb2 import CommandField, CommandForm, CommandValue
from gunbai.rules.v1 import options_pb2 as rules
from gunbai.rules.v1.clauses_pb2 import Clause, HouseRuling
from gunbai_record.plain import Content, Plain, decoded, full_name
from gunbai_record.text.foreign import visible
from gunbai_record.text.negotiation import ENGLISH
from referee.game.languages import CATALOGUES
from referee.game.languages.values import BASES
from referee.game.look_alikes import looks

ACTORS = {record.ACTOR_KIND_CHANCE: "chance", record.ACTOR_KIND_ARBITER: "arbiter"}
V = TypeVar("V", bound=Message)


class Seated(Protocol):
    """A person at a seat, or nobody."""

    @property
    def player(self) -> str:
        """The player's name; empty for nobody."""


class Translator:
    """Puts what a title and its games send into words; `kinds` are the types in their entries, by URL.

    Raises KeyError for a language that the title does not speak.
    """

    def __init__(self, title: Title[Any], kinds: Mapping[str, type[Content]], language: str) -> None:
        self.language = language
        self._title = title
        self._say = CATALOGUES[language]
        self.book = title.words.languages[language].also(self._say.sentences)
        self._kinds = kinds

    @cached_property
    def options_schema(self) -> str:
        """The JSON Schema of the title's options, with a title and a description for each, and a title for each value.

        An option that clauses leave to the players lists their numbers as `clauses`.

        An option's values are its `enum`, and in words its `oneOf`; a list option's values are the `anyOf` of its
        items, whose last member also accepts other texts.
        """
        schema: dict[str, Any] = msgspec.json.schema(self._title.rules.options)
        options = schema["$defs"][self._title.rules.options.__name__]
        options |= {"title": self._title.label, "description": self._say("options")}
        for name, (title, description) in self.book.options.items():
            options["properties"][name] |= {"title": title, "description": description}
        for name, words in self.book.choices.items():
            option = options["properties"][name]
            choices = [{"const": value, "title": word} for value, word in words.items()]
            option |= (
                {"oneOf": choices} if "enum" in option else {"items": {**option["items"], "anyOf": [*choices, {}]}}
            )
        return msgspec.json.encode(schema).decode()

    @cached_property
    def edition_schema(self) -> str:
        """The JSON Schema of the title's edition data, with a description of each part."""
        schema: dict[str, Any] = msgspec.json.schema(type(self._title.rules.edition.data))
        for name, description in self.book.edition.items():
            schema["$defs"][name]["description"] = description
        return msgspec.json.encode(schema).decode()

    def form(self, kind: type[Plain]) -> CommandForm:
        """Return what a form for a command says."""
        speaker = Speaker(self.book)
        return CommandForm(
            command=full_name(kind),
            label=self.book.command(kind),
            fields=[
                CommandField(
                    name=field,
                    label=self.book.field(field),
                    values=[CommandValue(name=value, label=word) for value, word in speaker.choices(kind, field)],
                )
                for field in kind.__struct_fields__
            ],
        )

    def players(self, sittings: Sequence[Seated]) -> Players:
        """Return the players by name; a name that looks like another, or like a seat's, gets its seat added."""
        seats = Speaker(self.book)
        places = {seat: seats.place(seat) for seat, _ in enumerate(sittings, 1)}
        named = {seat: visible(sitting.player) for seat, sitting in enumerate(sittings, 1) if sitting.player}
        given = Counter(look for name in (*named.values(), *places.values()) for look in looks(name))
        alone = {seat for seat, name in named.items() if all(given[look] == 1 for look in looks(name))}
        return {seat: name if seat in alone else f"{name} ({places[seat]})" for seat, name in named.items()}

    def sentence(
        self, message: Content, players: Players, sight: Sight | None = None, open_step: Step[Any] | None = None
    ) -> str:
        """Return a command or event as a sentence; an offered one, with a sight and the open step."""
        return self.book.sentence(message, players, sight, None, open_step)

    def question(self, step: Step[Any], players: Players, sight: Sight | None = None) -> str:
        """Return the rules' question as a sentence for a viewer with this sight."""
        return self.book.question(step, players, sight)

    def clause(self, clause: Clause) -> Clause:
        """Return a clause with its sentence and its place in this language."""
        return Clause(
            number=clause.number,
            sentence=self.book.clauses.get(clause.number, clause.sentence),
            place=self.book.places.get(clause.place, clause.place),
            house_ruling=clause.house_ruling,
        )

    @property
    def rulebook(self) -> str:
        """The rulebook edition in which the clauses have their places; "" if there is none."""
        named = self._title.words.rulebook
        return self.book.places.get(named, named)

    def house_ruling(self, ruling: HouseRuling) -> HouseRuling:
        """Return an entry of the register in this language."""
        ruling_words = self.book.house_rulings.get(ruling.number)
        texts = ruling if ruling_words is None else ruling_words
        return HouseRuling(
            number=ruling.number,
            question=texts.question,
            readings=texts.readings,
            chosen=texts.chosen,
            reason=texts.reason,
            place=self.book.places.get(ruling.place, ruling.place),
            option=ruling.option,
        )

    def say_refused(self, refused: pb.Refused, clause: Clause, players: Players) -> None:
        """Put a refusal's clause and the values at fault in words."""
        refused.sentence = self.clause(clause).sentence
        speaker = Speaker(self.book, players)
        for value in refused.values:
            value.words = speaker.fact(value.name, value.value)

    def say_result(self, result: game_pb2.Result) -> None:
        """Put a game's end in words."""
        by_rules = result.basis in {RESULT_BASIS_UNSPECIFIED, RESULT_BASIS_RULES}
        speaker = Speaker(self.book)
        result.ending_words = speaker.name(result.ending, "ending") if by_rules else self._basis(result.basis)
        result.remark_words = speaker.name(result.remark, "remark") if result.remark else ""
        result.words_language = self.language

    def _basis(self, basis: ResultBasis.ValueType) -> str:
        return Speaker(self._say).name(BASES.word(basis), "basis")

    def say_verified(self, report: audit.Verification) -> None:
        """Translate a verification's remarks about single entries from English into this language."""
        if self.language == ENGLISH:
            return
        speaker = Speaker(self.book)
        for part in report.unchecked:
            part.sentence = speaker.phrase(part)
        for entry in report.irregular_entries:
            entry.sentence = speaker.phrase(entry)

    def view(self, view: V) -> V:
        """Return a view with its words in this language."""
        if self.book.labels:
            _say_words(view, self.book.labels)
        return view

    def actor(self, actor: record.Actor, players: Players) -> str:
        """Return an actor's name."""
        match actor.kind:
            case record.ACTOR_KIND_SEAT:
                return Speaker(self.book, players).seat(actor.seat)
            case record.ACTOR_KIND_SUBSTITUTE:
                return self._say("substitute", seat=Speaker(self.book, players).seat(actor.seat))
        return self._say(ACTORS.get(actor.kind, "host"))

    def item(self, item: record.Item, players: Players) -> str:
        """Return an entry's command or event as a sentence; "" if it is sealed."""
        return self.packed(item.open, players) if item.HasField("open") else ""

    def packed(self, message: AnyMessage, players: Players) -> str:
        """Return a packed command or event as a sentence; "" for a type that no entry of the title has."""
        content = self._read(message)
        return self.book.sentence(content, players) if content is not None else ""

    def looks_back(self, entry: record.Entry) -> bool:
        """Return whether an entry's sentence depends on the position before it."""
        return any(self._kind(item) in self.book.witnessed for item in entry.events)

    def entry(self, entry: record.Entry, players: Players, table: Table | None = None) -> pb.EntrySentences:
        """Return an entry in words for its reader, without sealed items.

        `table` is the one before the entry, if it is known.
        """
        return pb.EntrySentences(
            version=entry.version,
            actor=self.actor(entry.actor, players),
            command=self.item(entry.command, players),
            events=list(self.event_sentences(map(self._opened, entry.events), players, table)),
            asides=[place for place, item in enumerate(entry.events) if self._kind(item) in self._title.words.asides],
        )

    def event_sentences(self, events: Iterable[Content | None], players: Players, table: Table | None) -> Iterator[str]:
        """Yield an entry's events as sentences, with what everybody saw before each; "" for a sealed one.

        `table` is the one before them, if it is known.
        """
        after: Content | None = None
        for event in events:
            sight = None if table is None else partial(self._title.rules.view, table, None)
            yield "" if event is None else self.book.sentence(event, players, sight, after)
            if event is None:
                table = None  # After an event that the reader may not know, the rest is said without it.
            elif table is not None and isinstance(event, Plain):
                table = self._title.rules.evolve(table, event)
            after = event

    def _kind(self, item: record.Item) -> type[Content] | None:
        return self._kinds.get(item.open.type_url)

    def _opened(self, item: record.Item) -> Content | None:
        return self._read(item.open)

    def _read(self, packed: AnyMessage) -> Content | None:
        """Return a command or event in words; None for a type that no entry of the title has."""
        kind = self._kinds.get(packed.type_url)
        if kind is None:
            return None
        return decoded(kind, packed.value) if issubclass(kind, Plain) else kind.FromString(packed.value)

    def nameless(self, seat: int) -> str:
        """Return the sentence for a removed player name."""
        return f"{Speaker(self.book).place(seat)}: {self._say('removed')}."


def _say_words(view: Message, labels: Mapping[str, str]) -> None:
    """Put the words of a view, and of the messages in it, in another language."""
    for field, value in view.ListFields():
        if field.message_type is not None:
            for part in value if field.is_repeated else (value,):
                _say_words(part, labels)
        elif field.GetOptions().Extensions[rules.words]:
            setattr(view, field.name, labels.get(value, value))


def languages_of(title: Title[Any]) -> tuple[str, ...]:
    """Return the tags of a title's languages, English first."""
    return tuple(title.words.languages)
