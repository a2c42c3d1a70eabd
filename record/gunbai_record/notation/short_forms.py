"""Short forms: commands and outcomes as a person writes them down while playing, and back.

A form is a template: words that are written as they stand, fields in braces, and optional parts in brackets, which are
left out when their fields are empty. Every message has one: its title's, or the words of its name with its fields, each
after its own name unless there is only one.

    bid {quantity} x {face}            bid 7 x 1
    reroll {dice}[ with {card}]        reroll 1 2 with background_dweller
    make bid quantity 7 face 1         MakeBid without a form of its own

A value is a number, an enum value's word, yes or no, a seat's number or its player's name, or a component's id, which
may be shortened or replaced by its printed name. A list is its values in a row; a message is its own form in
parentheses. Anything else is written in double quotes, like a JSON string. The seat that a message names as the only
one to see it is left out: it is the seat that is asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, NamedTuple, TypeAlias, cast

import msgspec
from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from gunbai.rules.v1 import options_pb2 as rules
from gunbai_record.messages import as_json, texts_in
from gunbai_record.notation.words import ShortFormError, Token, plain, singulars, tokens_of

MOST_READINGS = 64
"""The maximum number of messages that words are read as; beyond that they are not told apart."""
MOST_WORDS = 5
"""The maximum number of words in a printed name."""
FEW = 12
"""The maximum number of texts that a message lists as expected."""
SEAT = re.compile(r"(?:.*_)?seats?")
"""The fields that are seats."""
NUMBER = re.compile(r"-?[0-9]{1,9}")
BARE = re.compile(r"[^\W_](?:[\w+'-]*\w)?")
"""A text that is written without quotes."""
_MARK = re.compile(r"\{(\w+)\}|(\[)|(\])|([^\s{}\[\]]+)")
CORRECTED = "corrected"
"""The word before an outcome that replaces the last one, which was misread."""
_YES_NO = ("no", "yes")
_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
"""How an enum value that is a number is printed."""


Described: TypeAlias = Any
"""A message's descriptor; protobuf's stubs have two types for it."""


# --- Templates ---


class Slot(NamedTuple):
    """A field's place in a template."""

    name: str


class Part(NamedTuple):
    """An optional part of a template."""

    parts: tuple[Piece, ...]


Piece: TypeAlias = "str | Slot | Part"


@lru_cache(maxsize=4096)
def template(text: str) -> tuple[Piece, ...]:
    """Return a template's pieces. Raises ValueError for brackets that do not match."""
    stack: list[list[Piece]] = [[]]
    for field, begins, ends, word in _MARK.findall(text):
        if field:
            stack[-1].append(Slot(field))
        elif begins:
            stack.append([])
        elif ends:
            if len(stack) == 1:
                raise ValueError(f"closing bracket without an opening one: {text}")
            part = stack.pop()
            stack[-1].append(Part(tuple(part)))
        else:
            stack[-1].append(word)
    if len(stack) > 1:
        raise ValueError(f"unclosed bracket: {text}")
    return tuple(stack[0])


def words_of(name: str) -> str:
    """Return the name of a message or an enum in words: MakeBid is "make bid"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()


def ordinary_form(kind: Described, *, named: bool = True) -> str:
    """Return the form of a message that has none of its own; a nested message leaves out its name."""
    fields = [field.name for field in kind.fields if not is_whose(kind, field.name)]
    begin = words_of(kind.name) if named else ""
    if len(fields) == 1 and named:
        return f"{begin} [{{{fields[0]}}}]"
    return " ".join([begin, *(f"[{name.replace('_', ' ')} {{{name}}}]" for name in fields)]).strip()


def bare_form(kind: Described) -> str:
    """Return a message's form with only its values, as a dealer types dice and cards."""
    return " ".join(f"{{{field.name}}}" for field in kind.fields if not is_whose(kind, field.name))


def values_of(field: Any) -> str:
    """Return in words which values a field may have: "faces: 1, 2, 3, energy, attack or heart"."""
    name = field.name.replace("_", " ")
    if field.enum_type is not None:
        *most, last = written_words(field)
        return f"{name}: {', '.join(most)} or {last}"
    if field.type == FieldDescriptor.TYPE_STRING:
        return f"{name}: by name, or its first letters"
    if field.type == FieldDescriptor.TYPE_BOOL:
        return f"{name}: yes or no"
    if field.message_type is not None:
        return f"{name}: ({'; '.join(values_of(inner) for inner in field.message_type.fields)})"
    return f"{name}: {'numbers' if field.is_repeated else 'a number'}"


def is_whose(kind: Described, field: str) -> bool:
    """Return whether a field is the only seat that can see the message."""
    seats_own: bool = kind.GetOptions().Extensions[rules.visibility] == rules.VISIBILITY_SEAT
    return field == "seat" and seats_own


class Style(Enum):
    """How a message's texts are written, most readable first."""

    NAMES = "by their printed names"
    IDS = "by their ids"
    QUOTES = "by their ids in double quotes"


class Vocabulary(msgspec.Struct, frozen=True, dict=True):
    """What words mean in a game: the names of components and players, the words of values, and the forms."""

    names: Mapping[str, Sequence[str]] = {}
    """Each component's names by id, in every language that players may write; the game's language comes first."""
    values: Mapping[str, Sequence[str]] = {}
    """What else an enum value is called, by its own word."""
    players: Mapping[int, Sequence[str]] = {}
    """What each seat is called."""
    forms: Mapping[str, str] = {}
    """The title's own forms, by the message's full name."""
    texts: Mapping[str, Sequence[str]] = {}
    """What a text may be, by its field's name; a field that is not listed takes any text."""

    def form(self, kind: Described, *, inner: bool = False) -> tuple[Piece, ...]:
        """Return a message's form, or a nested message's."""
        return template(self.forms.get(kind.full_name) or ordinary_form(kind, named=not inner))

    def forms_of(self, kind: Described) -> tuple[tuple[Piece, ...], ...]:
        """Return every form in which a message may be written."""
        return tuple(dict.fromkeys((self.form(kind), template(ordinary_form(kind)))))

    @cached_property
    def _own(self) -> tuple[tuple[str, str], ...]:
        """What each component may be called in the game's language, with its id."""
        return tuple(
            (plain(name), component)
            for component, names in self.names.items()
            for name in dict.fromkeys((component, *names[:1]))
        )

    @cached_property
    def _foreign(self) -> tuple[tuple[str, str], ...]:
        """What each component may be called in other languages, with its id."""
        return tuple(
            (plain(name), component) for component, names in self.names.items() for name in dict.fromkeys(names[1:])
        )

    @cached_property
    def _spelled(self) -> Mapping[str, str]:
        """What components may be called, in the form that is compared, with how it is printed."""
        printed = {plain(component): self.name(component) for component in self.names}
        return {plain(name): name for names in self.names.values() for name in names} | printed

    @cached_property
    def _exact(self) -> Mapping[str, tuple[str, ...]]:
        by_word: dict[str, tuple[str, ...]] = {}
        for name, component in (*self._own, *self._foreign):
            by_word[name] = tuple(dict.fromkeys((*by_word.get(name, ()), component)))
        return by_word

    def name(self, component: str) -> str:
        """Return a component's printed name in the game's language; any other text as it is."""
        return next(iter(self.names.get(component, ())), component)

    def components(self, text: str, among: Collection[str] | None = None) -> tuple[str, ...]:
        """Return the ids of the components with this name, or of those `among` them.

        An id or a full name comes first; then all that begin like it in the game's language, then in other languages;
        then its singular.
        """
        if text in self.names and (among is None or text in among):
            return (text,)
        word = plain(text)
        single = (component for singular in sorted(singulars(word)) for component in self._exact.get(singular, ()))
        meant = (self._exact.get(word, ()), _beginning(self._own, word), _beginning(self._foreign, word), single)
        for ids in meant:
            if matches := tuple(dict.fromkeys(component for component in ids if among is None or component in among)):
                return matches
        return ()

    def near(self, text: str, among: Iterable[str] | None = None) -> str:
        """Ask whether a similar name was meant for a text or a word of it, or return "".

        The name is one of `among`, or a component's; a word that matches one exactly raises no question.
        """
        names = self._spelled if among is None else {plain(name): name for name in reversed([*among])}
        parts = [plain(part) for part in (text, *text.split())]
        matches = [match for word in parts if word not in names for match in get_close_matches(word, names, 1)]
        return f" (did you mean {names[matches[0]]}?)" if matches else ""

    def seats(self, text: str) -> tuple[int, ...]:
        """Return the seats with this name, or whose name begins like it; "seat 2" is that seat."""
        numbered = tuple(seat for seat in self.players if plain(text) == f"seat_{seat}")
        exact = tuple(seat for seat, names in self.players.items() if plain(text) in map(plain, names))
        return (
            numbered
            or exact
            or tuple(
                seat
                for seat, names in self.players.items()
                if any(plain(name).startswith(plain(text)) for name in names)
            )
        )

    def player(self, seat: int) -> str:
        """Return what a form calls a seat: its player's name if that is a unique ordinary word."""
        name = next(iter(self.players.get(seat, ())), "")
        ordinary = name.isalpha() and plain(name) not in self.literals
        return name if ordinary and self.seats(name) == (seat,) else str(seat)

    @cached_property
    def literals(self) -> frozenset[str]:
        """The words of all forms: a player with such a name is written as a number."""
        words = (word for form in self.forms.values() for word in re.findall(r"\w+", form))
        return frozenset((*map(plain, words), CORRECTED))

    # --- Writing ---

    def written(self, message: Message, seat: int = 0, style: Style = Style.IDS) -> str:
        """Return a message in its form, or by its name and its fields as JSON if no form says all of it.

        `seat` is the one that is asked, which a form leaves out. Words that would read as something else in one style
        are written in the next.
        """
        for candidate in [*Style][[*Style].index(style) :]:
            text = self._in_words(self.form(message.DESCRIPTOR), message, candidate)
            # What cannot be read back is written in a fuller style, so no title can have a move without a notation.
            if message in self.readings(tokens_of(text), (type(message),), seat):
                return text
        return in_full(message)

    def told_apart(self, messages: Sequence[Message], seat: int = 0) -> list[str]:
        """Return messages with the printed names in them, or with ids where the names would be ambiguous."""
        named = [self.written(message, seat, Style.NAMES) for message in messages]
        return [
            text if named.count(text) == 1 else self.written(message, seat)
            for message, text in zip(messages, named, strict=True)
        ]

    def _text(self, value: str, style: Style) -> str:
        name = self.name(value) if style is Style.NAMES and value in self.names else ""
        name = name.removesuffix(f" ({value})")  # Some names have the printed number behind them.
        if name and all(map(BARE.fullmatch, name.split(" "))) and plain(name) != CORRECTED:
            return name
        bare = style is not Style.QUOTES and BARE.fullmatch(value) and plain(value) != CORRECTED
        return value if bare else json.dumps(value, ensure_ascii=False)

    def unknown(self, message: Message) -> int:
        """Return how many of a message's texts are not components."""
        return sum(text not in self.names for text in texts_in(message))

    def _in_words(self, pieces: Sequence[Piece], message: Message, style: Style) -> str:
        return " ".join(filter(None, (self._piece(piece, message, style) for piece in pieces)))

    def _piece(self, piece: Piece, message: Message, style: Style) -> str:
        if isinstance(piece, str):
            return piece
        if isinstance(piece, Part):
            slots = [part.name for part in piece.parts if isinstance(part, Slot)]
            filled = any(_is_filled(message, name) for name in slots)
            return self._in_words(piece.parts, message, style) if filled else ""
        field = cast("FieldDescriptor", message.DESCRIPTOR.fields_by_name[piece.name])
        value = getattr(message, piece.name)
        values = value if field.is_repeated else (value,)
        between = ", " if style is Style.NAMES and field.type == FieldDescriptor.TYPE_STRING else " "
        return between.join(self._value(field, value, style) for value in values)

    def _value(self, field: FieldDescriptor, value: Any, style: Style) -> str:
        if isinstance(value, Message):
            return f"({self._in_words(self.form(value.DESCRIPTOR, inner=True), value, style)})"
        if field.enum_type is not None:
            return self.words_for(enum_words(field).get(value, str(value)))[0]
        if isinstance(value, bool):
            return _YES_NO[value]
        if isinstance(value, str):
            return self._text(value, style)
        return self.player(value) if SEAT.fullmatch(field.name) else str(value)

    # --- Reading ---

    def readings(self, tokens: Sequence[Token], kinds: Iterable[type[Message]], seat: int = 0) -> Iterator[Message]:
        """Yield the messages of these types that tokens may mean, each once, up to a limit.

        `seat` is the one that is asked, for the field that says who can see the message.
        """
        yield from islice(_each_once(_Reader(self, tokens).messages(kinds, seat)), MOST_READINGS)

    def misread(self, tokens: Sequence[Token], kinds: Iterable[type[Message]]) -> Misread:
        """Return how far tokens that mean nothing were understood, and what could come next."""
        reader = _Reader(self, tokens)
        for kind in kinds:
            reader.try_form(self.form(kind.DESCRIPTOR), kind.DESCRIPTOR)
        return reader.misread

    def called(self, field: Any) -> list[str]:
        """Return what a field's values are called, as far as they have names; the first name of each is written."""
        if field.enum_type is not None:
            return [name for word in enum_words(field).values() for name in self.words_for(word)]
        if field.type == FieldDescriptor.TYPE_BOOL:
            return [*_YES_NO]
        if field.type == FieldDescriptor.TYPE_STRING:
            ids = self.texts.get(field.name, self.names)
            return [name for component in ids for name in (*self.names.get(component, ()), component)]
        return [name for names in self.players.values() for name in names] if SEAT.fullmatch(field.name) else []

    def expected(self, field: Any) -> str:
        """Return in words which values a field may have: few texts by their names, others as `values_of` says."""
        ids = self.texts.get(field.name, ()) if field.type == FieldDescriptor.TYPE_STRING else ()
        if not 0 < len(ids) <= FEW:
            return values_of(field)
        *most, last = map(self.name, ids)
        listed = f"{', '.join(most)} or {last}" if most else last
        return f"{field.name.replace('_', ' ')}: {listed}"

    def words_for(self, word: str) -> Sequence[str]:
        """Return what an enum value may be called, the written form first."""
        return (*([_NUMBERS[word]] if word in _NUMBERS else ()), word, *self.values.get(word, ()))

    def is_exact(self, word: str) -> bool:
        """Return whether a word is a component's whole name."""
        return word in self._exact


class Misread(NamedTuple):
    """How far meaningless tokens were understood, and what could come next."""

    read: Sequence[Token]
    """The tokens that were understood."""
    unread: Sequence[Token]
    """The tokens after them that were not; empty if more was expected."""
    literals: Sequence[str]
    """The words that could come next."""
    fields: Sequence[Any]
    """The fields whose values could come next."""

    def problem(self, words: Vocabulary, choices: Sequence[str] = ()) -> ShortFormError:
        """Return the error that says so, with a similar name and what is expected."""
        expected = "; ".join(dict.fromkeys((*self.literals, *map(words.expected, self.fields))))
        expected = ", ".join(() if self.read else choices) or expected
        text = " ".join(token.text for token in self.unread or self.read)
        if not self.unread:
            return ShortFormError(f"{text!r} is incomplete; expected after it: {expected}")
        spellings = [*self.literals, *(name for field in self.fields for name in words.called(field))]
        rest = f"; expected: {expected}" if expected else "; expected nothing more"
        return ShortFormError(f"cannot read {text!r}{words.near(text, spellings)}{rest}", self.unread[0].at)


class _Reader:
    """Reads messages from tokens, and notes how far they are understood."""

    def __init__(self, words: Vocabulary, tokens: Sequence[Token]) -> None:
        self._words, self._tokens = words, tokens
        self._reached = self._begun = 0
        self._literals: dict[str, None] = {}
        self._fields: dict[str, Any] = {}

    @property
    def misread(self) -> Misread:
        """How far the tokens go."""
        begun = self._begun if self._reached < len(self._tokens) else self._reached
        unread = self._tokens[begun : self._end_of_name()]
        return Misread(self._tokens[:begun], unread, tuple(self._literals), tuple(self._fields.values()))

    def _end_of_name(self) -> int:
        """Return where the misunderstood words end: a name's words belong together, up to a word of a form."""
        end = self._reached + 1
        named = any(field.type == FieldDescriptor.TYPE_STRING for field in self._fields.values())
        listed = any(field.is_repeated for field in self._fields.values())
        while named and not listed and self._is_word(end) and self._tokens[end].word not in self._words.literals:
            end += 1
        return end

    def messages(self, kinds: Iterable[type[Message]], seat: int) -> Iterator[Message]:
        """Yield the messages of these types that the tokens may mean."""
        for kind in kinds:
            whose = {"seat": seat} if is_whose(kind.DESCRIPTOR, "seat") else {}
            for form in self._words.forms_of(kind.DESCRIPTOR):
                for fields, end in self._matches(form, kind.DESCRIPTOR, 0):
                    if end == len(self._tokens):
                        yield kind(**{**whose, **fields})

    def try_form(self, form: Sequence[Piece], kind: Described) -> None:
        """Note how far the tokens match a form."""
        for _, end in self._matches(form, kind, 0):
            self._missed(end)

    def _missed(self, at: int, literal: str = "", field: Any = None, begun: int | None = None) -> None:
        """Note a token that is neither the expected word nor a field's value; a value's words begin at `begun`."""
        if at < self._reached:
            return
        if at > self._reached:
            self._reached, self._begun = at, at
            self._literals.clear()
            self._fields.clear()
        self._begun = min(self._begun, at if begun is None else begun)
        if literal:
            self._literals[literal] = None
        if field is not None:
            self._fields[field.name] = field

    def _matches(self, pieces: Sequence[Piece], kind: Described, at: int) -> Iterator[tuple[dict[str, Any], int]]:
        """Yield the fields that pieces take from the tokens, and where they end."""
        if not pieces:
            yield {}, at
            return
        first, rest = pieces[0], pieces[1:]
        for fields, end in self._taken(first, kind, at):
            for more, last in self._matches(rest, kind, end):
                yield {**fields, **more}, last

    def _taken(self, piece: Piece, kind: Described, at: int) -> Iterator[tuple[dict[str, Any], int]]:
        if isinstance(piece, str):
            if self._is_word(at) and self._tokens[at].text.casefold() == piece.casefold():
                yield {}, at + 1
            else:
                self._missed(at, literal=piece)
        elif isinstance(piece, Part):
            yield from self._matches(piece.parts, kind, at)
            yield {}, at
        else:
            field = kind.fields_by_name[piece.name]
            values = self._list(field, at) if field.is_repeated else self._one(field, at)
            for value, end in values:
                yield {piece.name: value}, end

    def _is_word(self, at: int) -> bool:
        return at < len(self._tokens) and not self._tokens[at].quoted

    def _list(self, field: FieldDescriptor, at: int) -> Iterator[tuple[list[Any], int]]:
        for value, end in self._one(field, at):
            for rest, last in self._list(field, end):
                yield [value, *rest], last
        yield [], at

    def _one(self, field: FieldDescriptor, at: int) -> Iterator[tuple[Any, int]]:
        """Yield a field's values from the tokens at a place, and where they end."""
        matched = False
        for value, end in self._values(field, at) if at < len(self._tokens) else ():
            matched = True
            yield value, end
        if not matched:
            self._missed(at, field=field)

    def _values(self, field: FieldDescriptor, at: int) -> Iterator[tuple[Any, int]]:
        if field.message_type is not None:
            yield from self._inner(field.message_type, at)
        elif field.type == FieldDescriptor.TYPE_STRING:
            yield from self._texts(field, at)
        else:
            yield from ((value, at + 1) for value in self._word(field, at))

    def _word(self, field: FieldDescriptor, at: int) -> Iterator[int]:
        """Yield the field values that a word means."""
        token = self._tokens[at]
        word = token.text.casefold()
        if field.enum_type is not None:
            yield from self._enum(field, at)
        elif field.type == FieldDescriptor.TYPE_BOOL:
            yield from (_YES_NO.index(word) == 1,) if word in _YES_NO else ()
        elif NUMBER.fullmatch(word):
            yield int(word)
        elif SEAT.fullmatch(field.name):
            yield from self._words.seats(token.text)

    def _inner(self, kind: Described, at: int) -> Iterator[tuple[dict[str, Any], int]]:
        if self._is_word(at) and self._tokens[at].text == "(":
            for fields, end in self._matches(self._words.form(kind, inner=True), kind, at + 1):
                if self._is_word(end) and self._tokens[end].text == ")":
                    yield fields, end + 1
                else:
                    self._missed(end, literal=")")

    def _enum(self, field: FieldDescriptor, at: int) -> Iterator[int]:
        """Yield the enum values that a word means: exactly, or by the beginning of their own or another word.

        A plural counts as its singular, unless the number before it may be a count.
        """
        token = self._tokens[at]
        is_counted = at > 0 and self._tokens[at - 1].text.casefold() in {*_NUMBERS, *_NUMBERS.values()}
        single = set() if is_counted else singulars(token.word)
        spellings = {value: [*map(plain, self._words.words_for(word))] for value, word in enum_words(field).items()}
        own = {value: plain(word) for value, word in enum_words(field).items()}
        yield from (
            [value for value, words in spellings.items() if token.word in words]
            or [value for value, word in own.items() if word.startswith(token.word)]
            or [value for value, words in spellings.items() if any(word.startswith(token.word) for word in words)]
            or [value for value, words in spellings.items() if single & {*words}]
        )

    def _texts(self, field: FieldDescriptor, at: int) -> Iterator[tuple[str, int]]:
        """Yield the ids that the next words name: one word, or several that form a printed name; else the word."""
        tokens, texts = self._tokens, self._words.texts.get(field.name)
        if tokens[at].quoted:
            # An empty text is what a form leaves out.
            yield tokens[at].text, at + 1
            return
        named = [self._named("_".join(token.text for token in run), texts) for run in self._runs(at)]
        for count in range(1, len(named)):
            if named[count - 1] and not named[count]:
                self._missed(at + count, field=field, begun=at)
        # The longest name first: "black cat" before "black".
        for count in range(len(named), 0, -1):
            if count == 1 and texts is None and not self._words.is_exact(tokens[at].word):
                # A word that is not a component's id may be another text, a field of the board for example.
                yield tokens[at].text, at + 1
            yield from ((text, at + count) for text in named[count - 1])

    def _runs(self, at: int) -> Iterator[Sequence[Token]]:
        """Yield the next word, the next two and so on, up to a quoted text or a parenthesis."""
        for end in range(at + 1, min(at + MOST_WORDS, len(self._tokens)) + 1):
            if self._tokens[end - 1].quoted or self._tokens[end - 1].text in {"(", ")"}:
                return
            yield self._tokens[at:end]

    def _named(self, typed: str, texts: Sequence[str] | None) -> Sequence[str]:
        """Return the ids that a name may mean, among those that the field may have if they are known."""
        if texts is None:
            return self._words.components(typed)
        ids = self._words.components(typed, texts)
        return ids or [text for text in texts if plain(text) == plain(typed)]


def _beginning(names: Iterable[tuple[str, str]], word: str) -> Iterator[str]:
    """Yield the ids of the names that begin with a word, or match it without spaces."""
    joined = word.replace("_", "")
    return (component for name, component in names if name.startswith(word) or name.replace("_", "") == joined)


@lru_cache(maxsize=1024)
def enum_words(field: Any) -> dict[int, str]:
    """Return the words of an enum's values, without the unspecified one: FIGURE_SMALL is "small"."""
    values = field.enum_type.values
    prefix = len(field.enum_type.values_by_number[0].name.removesuffix("UNSPECIFIED"))
    return {value.number: value.name[prefix:].lower() for value in values if value.number}


def written_words(field: Any) -> list[str]:
    """Return an enum's values as they are written: a die's faces are "1", "2", "3", "energy" and so on."""
    return [_NUMBERS.get(word, word) for word in enum_words(field).values()]


def _is_filled(message: Message, name: str) -> bool:
    value = getattr(message, name)
    return message.HasField(name) if isinstance(value, Message) else bool(value)


def in_full(message: Message) -> str:
    """Return a message by its name and its fields as JSON, which `whole_message` reads."""
    return f"{message.DESCRIPTOR.name} {json.dumps(as_json(message), ensure_ascii=False)}"


def _each_once(messages: Iterable[Message]) -> Iterator[Message]:
    seen: set[tuple[str, bytes]] = set()
    for message in messages:
        key = message.DESCRIPTOR.full_name, message.SerializeToString(deterministic=True)
        if key not in seen:
            seen.add(key)
            yield message


def whole_message(text: str, kinds: Iterable[type[Message]]) -> Message | None:
    """Return the message that is written by its name and its fields as JSON, or None for other words.

    Raises ShortFormError for fields that the message does not have.
    """
    name, _, fields = text.strip().partition(" ")
    kind = next((candidate for candidate in kinds if candidate.DESCRIPTOR.name == name), None)
    if kind is None or not fields.strip().startswith("{"):
        return None
    try:
        return json_format.Parse(fields, kind())
    except json_format.ParseError as error:
        raise ShortFormError(str(error)) from None
