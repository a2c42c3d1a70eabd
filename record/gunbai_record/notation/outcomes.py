"""Outcomes in words: what a dealer types of real dice and cards, found among what chance may show.

A dealer writes only the values of an outcome, dice by their faces, cards by their names or the first letters of them
(`gunbai_record.notation.short_forms`). Where the service lists the possible outcomes, words that could mean several
outcomes mean one of those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from google.protobuf.message import Message

from gunbai_record.messages import named, texts_in, unpacked
from gunbai_record.notation.short_forms import (
    SEAT,
    Vocabulary,
    bare_form,
    is_whose,
    values_of,
    whole_message,
    written_words,
)
from gunbai_record.notation.words import ShortFormError, plain, tokens_of

if TYPE_CHECKING:  # The messages of the service belong to the client; a record is read without them.
    from gunbai.referee.v1.game_pb2 import GameInfo
    from gunbai.referee.v1.lobby_pb2 import GetTitleResponse
    from gunbai.referee.v1.referee_pb2 import ListLegalCommandsResponse

SHOWN = 12
"""The most outcomes that are named: where words may mean several, and with a question."""


class Asked(NamedTuple):
    """What chance is asked: the types of outcome, those that are listed, and the seat that alone may see it, or 0."""

    kinds: tuple[type[Message], ...]
    listed: tuple[Message, ...] = ()
    seat: int = 0

    @property
    def expected(self) -> str:
        """What is expected, in words: the values of each field."""
        part = self.only_part
        fields = part.fields if part else (field for kind in self.kinds for field in _fields(kind))
        said = "; ".join(dict.fromkeys(map(values_of, fields)))
        return f"{said}; each after its word" if part else said

    @property
    def only_part(self) -> Any:
        """What the outcome is a message of and nothing else, such as cubes: it is written without parentheses."""
        if len(self.kinds) != 1:
            return None
        fields = [*_fields(self.kinds[0])]
        return fields[0].message_type if len(fields) == 1 and not fields[0].is_repeated else None

    @property
    def faces(self) -> list[str]:
        """The faces of the dice that are asked, each as it is written; none for what is no dice."""
        dice = (field for kind in self.kinds for field in _fields(kind) if field.enum_type is not None)
        return list(dict.fromkeys(word for field in dice for word in written_words(field)))


def vocabulary_of(title: GetTitleResponse, game: GameInfo, *more: GetTitleResponse) -> Vocabulary:
    """Return what words mean in a game; `more` is the title in other languages."""
    names: dict[str, tuple[str, ...]] = {}
    for component in (component for said in (title, *more) for component in said.components):
        names[component.id] = (*names.get(component.id, ()), component.name)
    players = {seat.seat: tuple(filter(None, (seat.player, f"seat {seat.seat}"))) for seat in game.seats}
    forms = {name: bare_form(named(name).DESCRIPTOR) for name in title.commands}
    return Vocabulary(names=names, players=players, forms=forms)


def asked_of(listed: ListLegalCommandsResponse, words: Vocabulary) -> Asked:
    """Return what the dealer is asked by a list of what chance may show."""
    kinds = tuple(type(named(name)) for name in listed.waiting.commands)
    outcomes = tuple(unpacked(command.command) for command in listed.commands)
    seats = {outcome.seat for outcome in outcomes if is_whose(outcome.DESCRIPTOR, "seat")}  # type: ignore[attr-defined]  # such a message has it
    return Asked(kinds, outcomes, seats.pop() if len(seats) == 1 else _named_in(listed.waiting.sentence, words))


def _named_in(sentence: str, words: Vocabulary) -> int:
    """Return the seat whose player a question names, 0 for none; of names within each other it is the longest."""
    said = f"_{plain(sentence)}_"
    matches = [
        (len(name), seat) for seat, names in words.players.items() for name in names if f"_{plain(name)}_" in said
    ]
    return max(matches)[1] if matches else 0


def outcomes_in(text: str, asked: Asked, words: Vocabulary) -> list[Message]:
    """Return the outcomes that words may mean, as far as can be told: one, unless they mean several.

    Raises ShortFormError for words that are no outcome, with what is expected.
    """
    whole = whole_message(text, asked.kinds)
    if whole is not None:
        return [whole]
    readings = [*words.readings(tokens_of(text), asked.kinds, asked.seat)]
    if not readings and asked.only_part:
        readings = [*words.readings(tokens_of(f"({text})"), asked.kinds, asked.seat)]
    if not readings:
        raise _unknown(text, asked, words)
    keys = {_key(outcome) for outcome in asked.listed}
    possible = [outcome for outcome in readings if _key(outcome) in keys]
    least = min(map(words.unknown, readings))
    if least and keys and not possible:
        raise ShortFormError(f"cannot read {text!r}{words.near(text)}; expected: {_expected(asked, words)}")
    return possible or [outcome for outcome in readings if words.unknown(outcome) == least]


def outcome_in(text: str, asked: Asked, words: Vocabulary) -> Message:
    """Return the outcome that words mean, the first of those with the same names, such as two cards that are alike.

    Raises ShortFormError where they mean none, or several, which it names.
    """
    outcomes = outcomes_in(text, asked, words)
    if len({_in_names(outcome, words) for outcome in outcomes}) > 1:
        raise ShortFormError(f"{text!r} may be {', '.join(words.told_apart(outcomes[:SHOWN], asked.seat))}")
    if _key(outcomes[0]) in map(_key, asked.listed):
        return outcomes[0]
    alike = {_in_names(outcome, words): outcome for outcome in reversed(asked.listed)}
    return alike.get(_in_names(outcomes[0], words), outcomes[0])


def _in_names(outcome: Message, words: Vocabulary) -> str:
    """Return an outcome with the names of the components in it."""
    said = str(outcome)
    for text in texts_in(outcome):
        said = said.replace(f'"{text}"', f'"{words.name(text)}"')
    return said


def unlisted(outcome: Message, asked: Asked, words: Vocabulary, view: Message) -> str:
    """Return which components of an outcome cannot come up, and where they lie in a view; "" where all can.

    It is known only where the possible outcomes are listed.
    """
    listed = {text for possible in asked.listed for text in texts_in(possible)}
    others = [text for text in texts_in(outcome) if text in words.names and text not in listed] if listed else []
    return ". ".join((*(f"{words.name(text)} cannot come up now" for text in others), *places_of(view, others, words)))


def _unknown(text: str, asked: Asked, words: Vocabulary) -> ShortFormError:
    """Return the error of words that are no outcome: which of them, and what is expected in their place."""
    misread = words.misread(tokens_of(text), asked.kinds)
    if misread.fields and not asked.only_part:
        return misread.problem(words, choices_of(asked, words))
    return ShortFormError(f"cannot read {text!r}{words.near(text)}; expected: {_expected(asked, words)}")


def _expected(asked: Asked, words: Vocabulary) -> str:
    """Return what is expected, in words: the outcomes if they are few, else the values of each field."""
    return ", ".join(choices_of(asked, words)) or asked.expected


def miscount(outcome: Message, example: Message) -> str:
    """Return that as many dice, cards or whatever an example lists are expected, or "" if there are as many."""
    lists = [field for field in example.DESCRIPTOR.fields if field.is_repeated]
    if len(lists) != 1 or type(outcome) is not type(example):
        return ""
    (field,) = lists
    expected, given = len(getattr(example, field.name)), len(getattr(outcome, field.name))
    if expected == given:
        return ""
    return f"expected {expected} {_things(field, expected)}, not {given}"


def _things(field: Any, count: int) -> str:
    """Return what a list of values is called: numbers and the words of enums are dice."""
    if field.type in {field.TYPE_STRING, field.TYPE_MESSAGE} or SEAT.fullmatch(field.name):
        return str(field.name.replace("_", " "))
    return "die" if count == 1 else "dice"


def how_many(example: Message) -> str:
    """Return how many dice, cards or whatever an outcome lists, in words: "6 dice"; "" if it lists nothing."""
    lists = [field for field in example.DESCRIPTOR.fields if field.is_repeated]
    count = len(getattr(example, lists[0].name)) if len(lists) == 1 else 0
    return f"{count} {_things(lists[0], count)}" if count else ""


def asked_again(outcome: Message) -> Asked:
    """Return what the dealer is asked when an outcome was entered wrongly."""
    return Asked((type(outcome),), (), int(getattr(outcome, "seat", 0)))


def choices_of(asked: Asked, words: Vocabulary) -> list[str]:
    """Return every outcome there may be as it is written, if they are few; nothing if they are not."""
    return words.told_apart(asked.listed, asked.seat) if len(asked.listed) <= SHOWN else []


def several(text: str, asked: Asked, words: Vocabulary) -> list[str]:
    """Return the outcomes that are written in a line one after the other, with semicolons or commas between them.

    Commas also stand between the dice of one roll.
    """
    parts = [part.strip() for part in text.split(";")]
    if len(parts) > 1 or any(map(_lists, asked.kinds)) or _is_one(text, asked, words):
        return parts
    return [part.strip() for part in text.split(",")]


def _lists(kind: type[Message]) -> bool:
    """Return whether an outcome lists something, such as dice."""
    return any(field.is_repeated for field in _fields(kind))


def _is_one(text: str, asked: Asked, words: Vocabulary) -> bool:
    try:
        return bool(outcomes_in(text, asked, words))
    except ShortFormError:
        return False


def _key(outcome: Message) -> tuple[str, str]:
    """Return an outcome as it is compared: dice in any order."""
    fields = {
        field.name: sorted(map(str, value)) if field.is_repeated else str(value)
        for field, value in outcome.ListFields()
    }
    return outcome.DESCRIPTOR.full_name, repr(sorted(fields.items()))


def _fields(kind: type[Message]) -> Iterator[Any]:
    return (field for field in kind.DESCRIPTOR.fields if not is_whose(kind.DESCRIPTOR, field.name))


# --- Where a component lies ---


def places_of(view: Message, components: Iterable[str], words: Vocabulary) -> list[str]:
    """Return where components lie in a view, as sentences without a point: "Bob has Wings".

    A place says no more than the view does.
    """
    places = _components_in(view, set(components), words.players, 0, ())
    return list(dict.fromkeys(_place(component, seat, path, words) for component, seat, path in places))


def _place(component: str, seat: int, path: Sequence[str], words: Vocabulary) -> str:
    name = words.name(component)
    if seat:
        return f"{words.players[seat][0]} has {name}"
    where = f": {', '.join(path)}" if path else ""
    return f"{name} lies on the table{where}"


def _components_in(
    message: Message, wanted: set[str], players: Mapping[int, Sequence[str]], seat: int, path: tuple[str, ...]
) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Yield the components that a message names, each with the seat whose it is, or 0, and the way to it."""
    for field, value in message.ListFields():
        within = path if field.name == "id" else (*path, field.name.replace("_", " "))
        for item in value if field.is_repeated else (value,):
            if isinstance(item, Message):
                # The seat of the view itself is that of its reader.
                own = getattr(item, "seat", 0)
                yield from _components_in(item, wanted, players, own if own in players else seat, within)
            elif item in wanted:
                yield item, seat, within
