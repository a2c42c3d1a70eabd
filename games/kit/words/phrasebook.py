"""Phrasebooks: a sentence for every command, event and step of a title.

Most sentences are templates (`gunbai_record/text/templates.py`), whose values have these forms, too:

    {armies}                      the field as a person says it, see below
    {winners:seat}                a number that is a seat although its field is not called so
    {rice:by seat}                a list with an item for each seat: "3 (seat 1) and 2 (seat 4)"; no empty items
    {card:id}                     an id or word as it is in the record
    {reason:quoted}               a text that somebody wrote, in quotes

A seat is called by its player's name if known, otherwise by the title's own word ("Red") or "seat 2". Fields called
`seat` or `..._seat` are seats, and so are their plurals. The value of an enum is called by its word (FIGURE_SMALL:
"small") unless `words` has a better one for the field, and a card or place by the entry of its id in `names`. A list
has commas and "and", and an empty value is "nothing". A field that is a message uses the template of its own type. A
sentence begins with a capital letter.

A sentence that depends on more than its fields is a function of the message or step and a `Speaker`. Questions and
commands address somebody who sees a position: their sentences may depend on that view (`seen`), and the sentence of a
command also on the step that it answers (`offered`). The sentence of an event may depend on what everybody saw before
it, and on the event before it (`witnessed`), for example to tell the cause of a gain.

Labels are the texts of pictures, and any others that are not about one message: templates in English whose values are
given by name. A phrasebook in another language has its own template for each.

A phrasebook is the catalogue of a title in one language. Its parent has what all titles say (`SHARED`). Another
language is another phrasebook, in the title's package `words`, named by the tag of the language (docs/languages.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, NamedTuple, TypeAlias, cast

from google.protobuf.descriptor import EnumDescriptor
from google.protobuf.message import Message

from games.kit.rules.decider import Step
from games.kit.words.house_ruling import RulingText
from gunbai_record.numerals import is_whole
from gunbai_record.plain import Content, EnumWords, Plain
from gunbai_record.text.catalogue import Catalogue, Catalogues
from gunbai_record.text.foreign import quoted, visible
from gunbai_record.text.language import Language
from gunbai_record.text.languages import LANGUAGES
from gunbai_record.text.negotiation import ENGLISH
from gunbai_record.text.templates import Part, UnsayableError, fields_in, fill, parse

Players: TypeAlias = Mapping[int, str]
"""The known names of players, by seat."""

Sentence: TypeAlias = "str | Callable[[Any, Speaker], str]"
"""A template, or a function of the message or step and the speaker."""

Sight: TypeAlias = Callable[[], Message]
"""Returns the view of the reader of a sentence, or the public view before an event."""

Kind: TypeAlias = "type[Content | Step[Any]]"
Subject: TypeAlias = "Content | Step[Any] | Mapping[str, Any]"
"""The subject of a template: its fields, or the values of a label."""

NOBODY: Players = {}
NOTHING: Mapping[str, Any] = {}
SHARED: Mapping[str, Catalogue] = Catalogues("games.kit.words")
"""What all titles say: the labels of every picture, by their English templates, and the values that refusals name."""
SEAT = re.compile(r"(.*_)?seats?")
STEP = "waits_for"
"""The name under which a refusal names the step that the rules wait for, by its class: MeetRaider is "meet raider"."""
PARTED = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Phrasebook(Catalogue):
    """What a title says in one language.

    `names` has the names of components by id, `texts` the short texts of those that have one, `words` the words of
    enum values by field, and `seats` the words for seats if the title has its own. `aim` says in a sentence or two what
    the players try to achieve and what a turn is. `details` says by id what is printed on components besides their
    texts, such as a price, and `legend` explains the words and signs of the text board that are not components.
    `options` has a title and a description for each option, and `choices` has words for values with names, in the order
    in which a form lists them. `commands` and `fields` are what forms call commands and their fields; any other command
    is called by its sentence, or in English by its name. `facts` has a template for each value that refusals name, in
    English only for values that are not a plain word or number. Other languages also have what English has elsewhere:
    `clauses` by number (clauses.proto), `house_rulings` by number (house_rulings.py), `places` of the rulebook by their
    English words, `edition` with a description for each class of the edition's data (data.py),
    and `labels` by their English templates (picture.py and the words of views). Raises ValueError for a template
    that cannot be read or names an unknown field.
    """

    def __init__(
        self,
        sentences: Mapping[Kind, Sentence],
        *,
        names: Mapping[str, str] | None = None,
        texts: Mapping[str, str] | None = None,
        aim: str = "",
        details: Mapping[str, str] | None = None,
        legend: Mapping[str, tuple[str, str]] | None = None,
        words: Mapping[str, Mapping[str, str]] | None = None,
        seats: Mapping[int, str] | None = None,
        options: Mapping[str, tuple[str, str]] | None = None,
        choices: Mapping[str, Mapping[str, str]] | None = None,
        commands: Mapping[str, str] | None = None,
        fields: Mapping[str, str] | None = None,
        facts: Mapping[str, str] | None = None,
        clauses: Mapping[str, str] | None = None,
        house_rulings: Mapping[str, RulingText] | None = None,
        places: Mapping[str, str] | None = None,
        edition: Mapping[str, str] | None = None,
        labels: Mapping[str, str] | None = None,
        language: Language = LANGUAGES[ENGLISH],
        parent: Catalogue | None = None,
    ) -> None:
        self.shared = parent or SHARED[language.tag]
        super().__init__(language, labels or {}, self.shared)
        self.sentences = sentences
        self.names = names or {}
        self.texts = texts or {}
        self.aim = aim
        self.details = details or {}
        self.legend = legend or {}
        self.words = words or {}
        self.seats = seats or {}
        self.options = options or {}
        self.choices = choices or {}
        self.commands = commands or {}
        self.fields = fields or {}
        self.facts = facts or {}
        self.clauses = clauses or {}
        self.house_rulings = house_rulings or {}
        self.places = places or {}
        self.edition = edition or {}
        self.parts = _templates(sentences)
        """The parts of those sentences that are templates."""

    def also(self, sentences: Mapping[Kind, Sentence]) -> Phrasebook:
        """Return the phrasebook with the sentences of other messages."""
        both = copy(self)
        both.sentences = {**sentences, **self.sentences}
        both.parts = _templates(both.sentences)
        both.__dict__.pop("witnessed", None)  # It depends on the sentences.
        return both

    def reworded(
        self,
        clauses: Mapping[str, str],
        options: Mapping[str, tuple[str, str]] | None = None,
        house_rulings: Mapping[str, RulingText] | None = None,
    ) -> Phrasebook:
        """Return the phrasebook of a later rules version, with changed clauses, options and house rulings."""
        later = copy(self)
        later.clauses = {**self.clauses, **clauses}
        later.options = {**self.options, **(options or {})}
        later.house_rulings = {**self.house_rulings, **(house_rulings or {})}
        return later

    @property
    def labels(self) -> Mapping[str, str]:
        """Its own labels, by their English templates."""
        return self.templates

    def sentence(
        self,
        message: Content,
        players: Players = NOBODY,
        sight: Sight | None = None,
        after: Content | None = None,
        open_step: Step[Any] | None = None,
    ) -> str:
        """Return a command or event as a sentence. Raises KeyError for a type without one.

        The sentence of a command that is offered uses the reader's view and the open step; that of a command in a
        record uses neither. The sentence of an event uses what everybody saw before it, if that is known, and the event
        before it in its entry.
        """
        return _capital(Speaker(self, players, sight, after, open_step).phrase(message), players)

    @cached_property
    def witnessed(self) -> frozenset[Kind]:
        """The events whose sentences depend on the view before them."""
        return frozenset(kind for kind, sentence in self.sentences.items() if isinstance(sentence, Witnessed))

    def command(self, kind: type[Plain]) -> str:
        """Return the name of a command, or its sentence, without fields, in a language that has no name for it."""
        name = kind.__name__
        if self.language.tag == ENGLISH:
            return PARTED.sub(" ", name).capitalize()
        return self.commands.get(name) or str(self.sentences[kind]).rstrip(".")

    def field(self, name: str) -> str:
        """Return the name of a field of commands."""
        return self.fields.get(name) or _plain(name, "")

    def question(self, step: Step[Any], players: Players = NOBODY, sight: Sight | None = None) -> str:
        """Return what the rules wait for, as a sentence for a reader. Raises KeyError for a type without one."""
        return _capital(Speaker(self, players, sight).phrase(step), players)

    def phrase(self, subject: Content | Step[Any], speaker: Speaker) -> str:
        """Return a message or step in words, without the capital letter of a sentence."""
        kind = type(subject)
        if kind not in self.sentences:  # a step that took the place of one of an older version
            # Derived steps of later versions say the same unless they have a sentence of their own.
            kind = next((older for older in kind.__mro__ if older in self.sentences), kind)
        parts = self.parts.get(kind)
        if parts is not None:
            try:
                return fill(parts, partial(_value, subject), speaker.value)
            except UnsayableError as error:
                error.add_note(f"in the sentence of {kind.__name__}: {self.sentences[kind]!r}")
                raise
        return cast("Callable[[Any, Speaker], str]", self.sentences[kind])(subject, speaker)


class Speaker:
    """Says values in the language of a phrasebook, and seats by the names of their players."""

    def __init__(
        self,
        book: Phrasebook,
        players: Players = NOBODY,
        sight: Sight | None = None,
        after: Content | None = None,
        open_step: Step[Any] | None = None,
    ) -> None:
        self.book = book
        self.players = players
        self.after = after
        """The previous event in the same entry; None if there is none."""
        self.open_step = open_step
        """The step that a command which is offered answers; None for any other message."""
        self._sight = sight

    @cached_property
    def view(self) -> Any:
        """The view of the reader, or the public view before an event; None if unknown."""
        return None if self._sight is None else self._sight()

    def filled(self, template: str, subject: Subject, more: Mapping[str, Any] = NOTHING) -> str:
        """Return a template with the fields of a message or step, or with values by name, and with `more` values."""
        values = {**_fields(subject), **more} if more else subject
        return fill(parse(template), partial(_value, values), self.value)

    def phrase(self, subject: Content | Step[Any]) -> str:
        """Return a message or step in words."""
        return self.book.phrase(subject, self)

    def seat(self, seat: int) -> str:
        """Return the name of the player at a seat, or the word for the seat."""
        return self.players.get(seat) or self.place(seat)

    def place(self, seat: int) -> str:
        """Return the word for a seat, without its player's name."""
        return self.book.seats.get(seat) or self.book.language.seat.format(seat)

    def name(self, value: str, field: str = "") -> str:
        """Return the word of an enum value in a field, or the name of a component."""
        book = self.book
        word = book.words.get(field, {}).get(value) or book.names.get(value) or book.shared.get(value)
        return word or _plain(value, field) or book.language.nothing

    def label(self, template: str, **values: Any) -> str:
        """Return a label, which is given in English, with its values. Raises UnsayableError."""
        try:
            return fill(parse(self.book.get(template) or template), values.__getitem__, self.value)
        except UnsayableError as error:
            error.add_note(f"in the label {template!r}")
            raise

    def fact(self, name: str, value: str) -> str:
        """Return a value that a refusal names, with its name: "heading: forward"."""
        template = self.book.facts.get(name) or self.book.shared.get(f"fact.{name}")
        template = template or f"{name.replace('_', ' ')}: {{{name}}}"
        return fill(parse(template), {name: _typed(value)}.__getitem__, self.value)

    def count(self, number: int, noun: str) -> str:
        """Return a number with its noun, whose forms are separated by bars: "army|armies"."""
        return self.book.count(number, noun)

    def choices(self, kind: type[Plain], field: str) -> Iterator[tuple[str, str]]:
        """Yield the values of an enum field, without the unspecified one, by name and in words."""
        for name, word in kind.ENUMS[field].named if field in kind.ENUMS else ():
            yield name, self.name(word, field)

    def list(self, items: Iterable[str]) -> str:
        """Return items with commas and a conjunction."""
        return self.book.list(items)

    def value(self, value: Any, field: str, form: str = "") -> str:
        """Return the value of a field in words."""
        if isinstance(value, tuple):
            return self.list(self._items(value, field, form))
        if isinstance(value, Plain | Message):
            return self.phrase(value)
        if isinstance(value, str):
            return _text(value, form) if form in {"id", "quoted"} else self.name(value, field)
        if form == "seat" or SEAT.fullmatch(field):
            return self.seat(value)
        return self.book.value(value, field, form)

    def _items(self, values: tuple[Any, ...], field: str, form: str) -> Iterator[str]:
        if not form.endswith("by seat"):
            yield from (self.value(item, field, form) for item in values)
            return
        form = form.removesuffix("by seat").strip()
        for seat, item in enumerate(values, 1):
            if item:
                yield f"{self.value(item, field, form)} ({self.seat(seat)})"


def seen(which: Callable[[Any, Any], str], otherwise: str, **templates: str) -> Sentence:
    """Return a sentence whose template depends on the view of its reader.

    `which` returns the name of a template for a message or step and a view. Without a view, or for a name without a
    template, the sentence uses `otherwise`.
    """

    def sentence(subject: Any, say: Speaker) -> str:
        name = "" if say.view is None else which(subject, say.view)
        return say.filled(templates.get(name, otherwise), subject)

    return sentence


def offered(values: Callable[[Any, Speaker], Mapping[str, Any]], template: str) -> Sentence:
    """Return the sentence of a command that says more when it is offered.

    `values` returns what the template has besides the fields of the command; the values are empty if the command is not
    offered.
    """

    def sentence(command: Any, say: Speaker) -> str:
        return say.filled(template, command, values(command, say))

    return sentence


class Telling(NamedTuple):
    """How an event is told: the name of a template, and its values besides the fields of the event."""

    template: str = ""
    values: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Witnessed:
    """The sentence of an event that depends on what everybody saw before it (`witnessed`)."""

    tells: Callable[[Any, Speaker], Telling]
    otherwise: str
    templates: Mapping[str, str]

    def __call__(self, event: Any, say: Speaker) -> str:
        """Return the event in words."""
        telling = self.tells(event, say)
        return say.filled(self.templates.get(telling.template, self.otherwise), event, telling.values)


def witnessed(tells: Callable[[Any, Speaker], Telling], otherwise: str, **templates: str) -> Sentence:
    """Return the sentence of an event whose template depends on the public view, and the event, before it.

    `tells` returns the name of a template, and values besides the fields of the event. The speaker has the public view,
    None if it is not known, and the event before. For a name without a template, the sentence uses `otherwise`, which
    has only the fields of the event.
    """
    return Witnessed(tells, otherwise, templates)


def _templates(sentences: Mapping[Kind, Sentence]) -> dict[Kind, tuple[Part, ...]]:
    """Return the parts of those sentences that are templates."""
    return {kind: _read(kind, text) for kind, text in sentences.items() if isinstance(text, str)}


def _read(kind: Kind, text: str) -> tuple[Part, ...]:
    """Return the parts of the template of a message or step."""
    try:
        parts = parse(text)
    except ValueError as error:
        raise ValueError(f"the sentence of {kind.__name__}: {error}") from None
    unknown = fields_in(text).difference(_fields_of(kind))
    if unknown:
        raise ValueError(f"{kind.__name__} has no {', '.join(sorted(unknown))}: {text}")
    return parts


def _fields_of(kind: Kind) -> tuple[str, ...]:
    return tuple(kind.DESCRIPTOR.fields_by_name) if issubclass(kind, Message) else kind.__struct_fields__


def _fields(subject: Subject) -> Mapping[str, Any]:
    """Return the fields of a message or step as the values of a template."""
    if isinstance(subject, Mapping):
        return subject
    return {name: _value(subject, name) for name in _fields_of(type(subject))}


def _value(subject: Subject, name: str) -> Any:
    """Return the value of a field as steps have it: an enum's as its word, a list as a tuple."""
    if isinstance(subject, Mapping):
        return subject[name]
    value = getattr(subject, name)
    if isinstance(subject, Step):
        return value
    if isinstance(subject, Plain):
        words = subject.ENUMS.get(name)
    else:
        field = subject.DESCRIPTOR.fields_by_name[name]
        value, words = tuple(value) if field.is_repeated else value, _enum_words(field.enum_type)
    if words is None:
        return value
    return tuple(_word(words, item) for item in value) if isinstance(value, tuple) else _word(words, value)


@cache
def _enum_words(enum: EnumDescriptor | None) -> EnumWords | None:
    """Return the words of an enum in a message of the record or of a view."""
    return None if enum is None else EnumWords((value.name, value.number) for value in enum.values)


def _text(value: str, form: str) -> str:
    """Return a text as it is, or in quotes; it stays on its line."""
    return quoted(value) if form == "quoted" else visible(value)


def _plain(value: str, field: str) -> str:
    """Return an id, or the name of a step, as the words that it is made of."""
    return PARTED.sub(" ", value).lower() if field == STEP else value.replace("_", " ")


def _typed(value: str) -> Any:
    """Return a value that a refusal names, as a template takes it: a number as a number, several values as a tuple."""
    # Facts are text with commas, because the metadata of a gRPC error holds only text.
    values = tuple(int(text) if is_whole(text) else text for text in value.split(", "))
    return values if len(values) > 1 else values[0]


def _word(words: EnumWords, value: int) -> str:
    """Return the word of an enum value, "" for one that is unspecified, the number of one that is unknown."""
    return str(words.any_word(value)) if value else ""


def _capital(phrase: str, players: Players) -> str:
    """Return a phrase with a capital letter first, unless a player's name begins it, which stays as it is written."""
    if any(name and phrase.startswith(name) for name in players.values()):
        return phrase
    return phrase[:1].upper() + phrase[1:]
