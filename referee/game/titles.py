"""The titles that can be played, each with the look-ups that its games' records need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar

import msgspec
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from google.protobuf.message import Message

from games.kit.rules import canonical
from games.kit.rules.causes import clause_due
from games.kit.rules.decider import Decision, Step, Table, waiting
from games.kit.rules.edition import Edition
from games.kit.title import Title
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2
from gunbai.rules.v1.clauses_pb2 import Clause, HouseRuling
from gunbai_record.chain import type_name
from gunbai_record.clauses import clauses_of
from gunbai_record.messages import MalformedMessageError, canonical_message_of, message_of, shared_kinds, url_of
from gunbai_record.packages import UNKNOWN, Package, package_of
from gunbai_record.plain import Plain, decoded, is_private, message_type
from gunbai_record.text.negotiation import ENGLISH
from referee.errors import ForeignCommand, TitleNotFound, TitleNotServed, UnknownCommand, UnparsableCommand
from referee.game.table_schema import table_schema
from referee.game.translator import Translator, languages_of
from titles.packages import package_with

SEATS_ORDERS: tuple[type[Message], ...] = (
    results_pb2.Concede,
    results_pb2.Agree,
    results_pb2.AnnounceAbsence,
    life.TakeBack,
)
"""The record's commands that a seat gives in a game of any title."""
M = TypeVar("M", bound=Message)


class Rulebook:
    """A title with its command and event types by URL and its clauses by value."""

    def __init__(self, title: Title[Any]) -> None:
        self.title, self.name, self.rules_version = title, title.name, title.rules_version
        self.package = package_with(title.name)
        takes = (kind for step in title.rules.steps for kind in getattr(step, "takes", ()))
        self.commands: dict[str, type[Plain]] = {_url_of(kind): kind for kind in takes}
        self.events: dict[str, type[Plain]] = {_url_of(kind): kind for kind in title.rules.evolve.handlers}
        by_seats = {kind for step in title.rules.steps if issubclass(step, Decision) for kind in step.takes}
        self.by_chance = [kind for kind in self.commands.values() if kind not in by_seats]
        """The types of command that only chance gives."""
        self._translators: dict[str, Translator] = {}
        canonical.prepare(title.rules)
        self.private = frozenset(url for url, kind in (self.commands | self.events).items() if is_private(kind))
        self._secret = frozenset(kind for kind in self.events.values() if is_private(kind))
        self._opening = self._secret | (title.rules.reveals or frozenset())
        """The events before which nothing is taken back where anything is hidden."""

    @cached_property
    def recalled(self) -> frozenset[str]:
        """The events that pictures keep showing, by URL."""
        # The board names them. It is loaded with the first game, not with the service.
        return frozenset(map(_url_of, self.title.board.recalled))

    @property
    def served(self) -> bool:
        """Whether the service has the rules: without them, a game can be read, but neither played nor shown."""
        return True

    @property
    def hides(self) -> bool:
        """Whether an entry may have an item that only one seat can see."""
        return bool(self.private)

    def shows(self, entry: record.Entry, events: Iterable[Plain], *, sealed: bool) -> bool:
        """Return whether an entry with these events has a secret item, or can show what was hidden before it.

        `sealed` is whether anything before it is hidden from a seat.
        """
        if entry.command.salt or (sealed and self.title.rules.reveals is None):
            return True
        return not (self._opening if sealed else self._secret).isdisjoint(map(type, events))

    def edition(self, created: life.CreateGame) -> Edition[Any]:
        """Return the edition that a game is played with. Raises EditionError."""
        return self.title.rules.edition.read(created.edition_json) if created.edition_json else self.title.rules.edition

    def first_table(self, created: life.CreateGame, edition: Edition[Any]) -> Table:
        """Return a game's starting table. Raises ValueError."""
        if created.table_json:
            table: Table = canonical.read(self.title.rules, created.table_json, edition, created.seats)
            return table
        options = msgspec.json.decode(created.options_json, type=self.title.rules.options)
        ordinary: Table = self.title.rules.setup(created.seats, options, edition)
        return ordinary

    def after(self, table: Table, items: Iterable[record.Item]) -> Table:
        """Return the table after events of the title. Raises KeyError or DecodeError if an item holds none."""
        evolve = self.title.rules.evolve
        for event in self.events_in(items):
            table = evolve(table, event)
        return table

    def events_in(self, items: Iterable[record.Item]) -> list[Plain]:
        """Return the title's events that items hold. Raises KeyError or DecodeError if an item holds none."""
        return [self.event(item.open) for item in items]

    def waits(self, table: Table) -> Step[Any] | None:
        """Return what the rules wait for at a table; None after the end."""
        return waiting(self.title.rules, table)

    @cached_property
    def clauses(self) -> dict[int, Clause]:
        """The clauses by their values in the title's enum, in order, with the sentences of this rules version."""
        sentences = self.title.words.english.clauses
        return {
            value: _saying(clause, sentences.get(clause.number, clause.sentence))
            for value, clause in clauses_of(self.title.rules.protos[3]).items()
        }

    @cached_property
    def protos(self) -> bytes:
        """The protos of its commands, events and views with all their imports, as a FileDescriptorSet."""
        files: dict[str, FileDescriptor] = {}

        def add(file: FileDescriptor) -> None:
            for imported in file.dependencies:
                add(imported)
            files.setdefault(file.name, file)

        for part in self.title.rules.protos[:3]:
            add(part.DESCRIPTOR)
        # In the order in which they were added: a file must come after its imports, or no pool takes it.
        made = FileDescriptorSet(file=[FileDescriptorProto.FromString(file.serialized_pb) for file in files.values()])
        return made.SerializeToString(deterministic=True)

    @cached_property
    def table_schema(self) -> str:
        """The JSON Schema of the title's tables."""
        return table_schema(self.title)

    @property
    def house_rulings(self) -> list[HouseRuling]:
        """The title's register of house rulings, in order."""
        return [ruling.message() for ruling in self.title.words.house_rulings]

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages that the title speaks, English first."""
        return languages_of(self.title)

    def translator(self, language: str = ENGLISH) -> Translator:
        """Return what the title and its games say in a language.

        Raises KeyError for a language that it does not speak.
        """
        translator = self._translators.get(language)
        if translator is None:
            kinds = shared_kinds() | self.commands | self.events
            translator = self._translators[language] = Translator(self.title, kinds, language)
        return translator

    def event(self, item: AnyMessage) -> Plain:
        """Return the event in a stored item. Raises KeyError or DecodeError if it holds none of the title's."""
        return decoded(self.events[item.type_url], item.value)

    def command(self, item: AnyMessage) -> Plain:
        """Return the command in a stored item. Raises KeyError or DecodeError if it is not the title's."""
        return decoded(self.commands[item.type_url], item.value)

    def seat_of(self, item: AnyMessage) -> int:
        """Return the seat that can see a private item; 0 for a set position, which no seat can see."""
        kind = self.commands.get(item.type_url) or self.events.get(item.type_url)
        private: Any = decoded(kind, item.value) if kind is not None else None
        return private.seat if private is not None else 0

    @property
    def numbers(self) -> list[str]:
        """The numbers of its clauses, in order."""
        return [clause.number for clause in self.clauses.values()]

    def clause_due(self, table: Table) -> str:
        """Return the number of the clause under which the rules wait at a table."""
        step = self.waits(table)
        return self.clauses[clause_due(self.title.rules, table, step)].number if step is not None else ""

    def clause_of(self, step: Step[Any] | None) -> str:
        """Return the number of a step's clause."""
        return self.clauses[step.clause].number if step is not None else ""


class Unserved(Rulebook):
    """The rulebook of a title that the service does not referee, with what is known without its rules.

    A game's chain and the record's own entries are followed as usual; its table is unknown. Salted items may be
    private, to an unknown seat. Everything else about the title raises TitleNotServed.
    """

    def __init__(self, name: str, rules_version: int, package: Package) -> None:
        self.name, self.rules_version, self.package = name, rules_version, package
        self.commands, self.events, self.private, self.recalled = {}, {}, frozenset(), frozenset()
        self.by_chance = []

    @property
    def title(self) -> Title[Any]:  # type: ignore[override]  # an attribute that it does not have
        """Raise TitleNotServed: the rules are needed."""
        raise TitleNotServed(self.name, self.rules_version, self.package)

    @property
    def served(self) -> bool:
        return False

    @property
    def hides(self) -> bool:
        return True

    @property
    def clauses(self) -> dict[int, Clause]:
        """None is known."""
        return {}

    @property
    def languages(self) -> tuple[str, ...]:
        """English, to say that the service lacks the title."""
        return (ENGLISH,)

    def translator(self, language: str = ENGLISH) -> Translator:
        """Raise TitleNotServed: it has no words."""
        raise TitleNotServed(self.name, self.rules_version, self.package)

    def edition(self, created: life.CreateGame) -> Edition[Any]:
        return Unread(created.edition_digest)

    def first_table(self, created: life.CreateGame, edition: Edition[Any]) -> Table:
        return Table()

    def after(self, table: Table, items: Iterable[record.Item]) -> Table:
        return table

    def events_in(self, items: Iterable[record.Item]) -> list[Plain]:
        """None is known."""
        return []

    def waits(self, table: Table) -> Step[Any] | None:
        return None

    def seat_of(self, item: AnyMessage) -> int:
        """Return 0, no seat: the seat is unknown."""
        return 0


class Unread(Edition[Any]):
    """An edition of which only the digest is known."""

    def __init__(self, digest: str) -> None:
        self.data, self.text, self.digest = None, "", digest


class Titles:
    """The titles by name and rules version."""

    def __init__(self, titles: Iterable[Title[Any]]) -> None:
        books = sorted((Rulebook(title) for title in titles), key=lambda book: book.title.rules_version)
        self._by_version = {(book.title.name, book.title.rules_version): book for book in books}
        # The books are in order, so the newest replaces the others.
        self._newest = {book.title.name: book for book in books}
        self._commands = {url for book in books for url in book.commands}

    def __iter__(self) -> Iterator[Rulebook]:
        return iter(sorted(self._newest.values(), key=lambda book: book.title.name))

    def rulebook(self, name: str, rules_version: int = 0, package: Package = UNKNOWN) -> Rulebook:
        """Return a title's rulebook; without a version, the newest.

        Raises TitleNotFound, which names the package that has the title.
        """
        book = self._by_version.get((name, rules_version)) if rules_version else self._newest.get(name)
        if book is None:
            raise TitleNotFound(name, rules_version, package)
        return book

    def rulebook_of(self, created: life.CreateGame) -> Rulebook:
        """Return a stored game's rulebook; the title may not be served."""
        book = self._by_version.get((created.title, created.rules_version))
        # A stored game stays readable without its rules: the chain, the seats and the end need none.
        return book or Unserved(created.title, created.rules_version, package_of(created))

    def versions(self, name: str) -> list[int]:
        """Return a title's rules versions, the newest last."""
        return [version for title, version in self._by_version if title == name]

    def parse(self, book: Rulebook, sent: AnyMessage) -> Message:
        """Return the command that a client sends. Raises UnknownCommand, ForeignCommand or UnparsableCommand."""
        return parsed(self._kind(book, sent), sent)

    def recorded(self, book: Rulebook, sent: AnyMessage) -> Message:
        """Return a client's command from a record: older ones need not be canonical.

        Raises as `parse` does.
        """
        kind = self._kind(book, sent)
        try:
            return message_of(kind, sent)
        except MalformedMessageError as error:
            raise UnparsableCommand("command.value", str(error)) from None

    def _kind(self, book: Rulebook, sent: AnyMessage) -> type[Message]:
        if sent.type_url in book.commands:
            return message_type(book.commands[sent.type_url])
        if sent.type_url in ORDERS:
            return ORDERS[sent.type_url]
        raise self._unexpected(book, sent.type_url)

    def _unexpected(self, book: Rulebook, url: str) -> UnknownCommand | ForeignCommand:
        if url in self._commands:
            return ForeignCommand("command.type_url", f"{type_name(url)!r} is not a command of {book.title.name}")
        name = type_name(url)
        expected = f"expected the full name of a command of {book.title.name} after the last slash"
        return UnknownCommand("command.type_url", f"{name[:200]!r} is not a command: {expected}")


def _url_of(kind: type[Plain]) -> str:
    """Return the URL that names a command or event type in the record."""
    return url_of(message_type(kind))


def _saying(clause: Clause, sentence: str) -> Clause:
    """Return a clause with another sentence."""
    return Clause(number=clause.number, sentence=sentence, place=clause.place, house_ruling=clause.house_ruling)


def parsed(kind: type[M], sent: AnyMessage) -> M:
    """Return a client's command of a type, in the canonical encoding. Raises UnparsableCommand."""
    try:
        return canonical_message_of(kind, sent)
    except MalformedMessageError as error:
        raise UnparsableCommand("command.value", str(error)) from None


ORDERS: dict[str, type[Message]] = {url_of(kind): kind for kind in SEATS_ORDERS}
"""The same by URL."""


def names_of(book: Rulebook) -> set[str]:
    """Return the names of the commands and events in the entries of a title's games."""
    return {url.rpartition(".")[2] for url in shared_kinds() | book.commands | book.events}


def finished(names: Sequence[str] | None = None) -> Titles:
    """Return the catalogue's titles with these names, or all, in every version of their rules.

    Raises TitleNotFound for a name that is not in the catalogue.
    """
    # It loads every title, which a program with a record of one does not need.
    from titles.catalogue import TITLES

    for name in names or ():
        if name not in TITLES:
            raise TitleNotFound(name)
    chosen = [versions for name, versions in TITLES.items() if names is None or name in names]
    return Titles(title for versions in chosen for title in versions.values())
