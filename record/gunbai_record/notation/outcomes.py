"""Outcomes in words: what a dealer types for real dice and cards, matched with what chance may show.

A dealer types only an outcome's values: dice by their faces, cards by their names or the first letters of them
(`gunbai_record.notation.short_forms`). Where the service lists the possible outcomes, ambiguous words mean one of
those.
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
"""The maximum number of outcomes that a message lists, for ambiguous words and with a question."""


class ChanceQuestion(NamedTuple):
    """What chance is asked: the outcome types, the listed outcomes, and the only seat that can see it, or 0."""

    kinds: tuple[type[Message], ...]
    listed: tuple[Message, ...] = ()
    seat: int = 0

    @property
    def expected(self) -> str:
        """What is expected, in words: each field's values."""
        part = self.only_part
        fields = part.fields if part else (field for kind in self.kinds for field in _fields(kind))
        all_values = "; ".join(dict.fromkeys(map(values_of, fields)))
        return f"{all_values}; each after its word" if part else all_values

    @property
    def only_part(self) -> Any:
        """The one message, like cubes, that makes up the whole outcome: it is written without parentheses."""
        if len(self.kinds) != 1:
            return None
        fields = [*_fields(self.kinds[0])]
        return fields[0].message_type if len(fields) == 1 and not fields[0].is_repeated else None

    @property
    def faces(self) -> list[str]:
        """The faces of the dice in question, as they are written; none if there are no dice."""
        dice = (field for kind in self.kinds for field in _fields(kind) if field.enum_type is not None)
        return list(dict.fromkeys(word for field in dice for word in written_words(field)))


def vocabulary_of(title: GetTitleResponse, game: GameInfo, *more: GetTitleResponse) -> Vocabulary:
    """Return what words mean in a game; `more` is the title in other languages."""
    names: dict[str, tuple[str, ...]] = {}
    for component in (component for listing in (title, *more) for component in listing.components):
        names[component.id] = (*names.get(component.id, ()), component.name)
    players = {seat.seat: tuple(filter(None, (seat.player, f"seat {seat.seat}"))) for seat in game.seats}
    forms = {name: bare_form(named(name).DESCRIPTOR) for name in title.commands}
    return Vocabulary(names=names, players=players, forms=forms)


def asked_of(listed: ListLegalCommandsResponse, words: Vocabulary) -> ChanceQuestion:
    """Return what the dealer is asked, from the list of what chance may show."""
    kinds = tuple(type(named(name)) for name in listed.waiting.commands)
    outcomes = tuple(unpacked(command.command) for command in listed.commands)
    seats = {outcome.seat for outcome in outcomes if is_whose(outcome.DESCRIPTOR, "seat")}  # type: ignore[attr-defined]  # such a message has it
    return ChanceQuestion(
        kinds, outcomes, seats.pop() if len(seats) == 1 else _named_in(listed.waiting.sentence, words)
    )


def _named_in(sentence: str, words: Vocabulary) -> int:
    """Return the seat whose player a question names, 0 for none; among nested names, the longest wins."""
    plain_sentence = f"_{plain(sentence)}_"
    matches = [
        (len(name), seat)
        for seat, names in words.players.items()
        for name in names
        if f"_{plain(name)}_" in plain_sentence
    ]
    return max(matches)[1] if matches else 0


def outcomes_in(text: str, question: ChanceQuestion, words: Vocabulary) -> list[Message]:
    """Return the outcomes that words may mean: one, unless the words are ambiguous.

    Raises ShortFormError, with what is expected, for words that are not an outcome.
    """
    whole = whole_message(text, question.kinds)
    if whole is not None:
        return [whole]
    readings = [*words.readings(tokens_of(text), question.kinds, question.seat)]
    if not readings and question.only_part:
        readings = [*words.readings(tokens_of(f"({text})"), question.kinds, question.seat)]
    if not readings:
        raise _unknown(text, question, words)
    keys = {_key(outcome) for outcome in question.listed}
    possible = [outcome for outcome in readings if _key(outcome) in keys]
    least = min(map(words.unknown, readings))
    if least and keys and not possible:
        raise ShortFormError(f"cannot read {text!r}{words.near(text)}; expected: {_expected(question, words)}")
    return possible or [outcome for outcome in readings if words.unknown(outcome) == least]


def outcome_in(text: str, question: ChanceQuestion, words: Vocabulary) -> Message:
    """Return the outcome that words mean, the first of those with the same names, such as two cards that are alike.

    Raises ShortFormError if they mean none, or several, which it lists.
    """
    outcomes = outcomes_in(text, question, words)
    if len({_in_names(outcome, words) for outcome in outcomes}) > 1:
        raise ShortFormError(
            f"{text!r} is ambiguous: it can mean {', '.join(words.told_apart(outcomes[:SHOWN], question.seat))}"
        )
    if _key(outcomes[0]) in map(_key, question.listed):
        return outcomes[0]
    alike = {_in_names(outcome, words): outcome for outcome in reversed(question.listed)}
    return alike.get(_in_names(outcomes[0], words), outcomes[0])


def _in_names(outcome: Message, words: Vocabulary) -> str:
    """Return an outcome with the names of the components in it."""
    said = str(outcome)
    for text in texts_in(outcome):
        said = said.replace(f'"{text}"', f'"{words.name(text)}"')
    return said


def unlisted(outcome: Message, question: ChanceQuestion, words: Vocabulary, view: Message) -> str:
    """Return which components of an outcome cannot come up, and where they lie in a view; "" where all can.

    It is known only where the possible outcomes are listed.
    """
    listed = {text for possible in question.listed for text in texts_in(possible)}
    others = [text for text in texts_in(outcome) if text in words.names and text not in listed] if listed else []
    return ". ".join((*(f"{words.name(text)} cannot come up now" for text in others), *places_of(view, others, words)))


def _unknown(text: str, question: ChanceQuestion, words: Vocabulary) -> ShortFormError:
    """Return the error for words that are not an outcome: the words at fault, and what is expected instead."""
    misread = words.misread(tokens_of(text), question.kinds)
    if misread.fields and not question.only_part:
        return misread.problem(words, choices_of(question, words))
    return ShortFormError(f"cannot read {text!r}{words.near(text)}; expected: {_expected(question, words)}")


def _expected(question: ChanceQuestion, words: Vocabulary) -> str:
    """Return what is expected, in words: the outcomes if they are few, else each field's values."""
    return ", ".join(choices_of(question, words)) or question.expected


def miscount(outcome: Message, example: Message) -> str:
    """Say how many dice or cards are expected, judging by an example; "" if the number is right."""
    lists = [field for field in example.DESCRIPTOR.fields if field.is_repeated]
    if len(lists) != 1 or type(outcome) is not type(example):
        return ""
    (field,) = lists
    expected, given = len(getattr(example, field.name)), len(getattr(outcome, field.name))
    if expected == given:
        return ""
    return f"expected {expected} {_things(field, expected)}, not {given}"


def _things(field: Any, count: int) -> str:
    """Return what a list's values are called: numbers and enum words are dice."""
    if field.type in {field.TYPE_STRING, field.TYPE_MESSAGE} or SEAT.fullmatch(field.name):
        return str(field.name.replace("_", " "))
    return "die" if count == 1 else "dice"


def how_many(example: Message) -> str:
    """Return how many dice or cards an outcome lists, in words: "6 dice"; "" if it lists nothing."""
    lists = [field for field in example.DESCRIPTOR.fields if field.is_repeated]
    count = len(getattr(example, lists[0].name)) if len(lists) == 1 else 0
    return f"{count} {_things(lists[0], count)}" if count else ""


def asked_again(outcome: Message) -> ChanceQuestion:
    """Return what the dealer is asked when an outcome was entered wrongly."""
    return ChanceQuestion((type(outcome),), (), int(getattr(outcome, "seat", 0)))


def choices_of(question: ChanceQuestion, words: Vocabulary) -> list[str]:
    """Return every possible outcome as it is written if they are few, else nothing."""
    return words.told_apart(question.listed, question.seat) if len(question.listed) <= SHOWN else []


def several(text: str, question: ChanceQuestion, words: Vocabulary) -> list[str]:
    """Return the outcomes in a line, which are separated by semicolons or commas.

    Commas also separate the dice of one roll.
    """
    parts = [part.strip() for part in text.split(";")]
    if len(parts) > 1 or any(map(_lists, question.kinds)) or _is_one(text, question, words):
        return parts
    return [part.strip() for part in text.split(",")]


def _lists(kind: type[Message]) -> bool:
    """Return whether an outcome lists something, dice for example."""
    return any(field.is_repeated for field in _fields(kind))


def _is_one(text: str, question: ChanceQuestion, words: Vocabulary) -> bool:
    try:
        return bool(outcomes_in(text, question, words))
    except ShortFormError:
        return False


def _key(outcome: Message) -> tuple[str, str]:
    """Return an outcome in the form that is compared: dice in any order."""
    fields = {
        field.name: sorted(map(str, value)) if field.is_repeated else str(value)
        for field, value in outcome.ListFields()
    }
    return outcome.DESCRIPTOR.full_name, repr(sorted(fields.items()))


def _fields(kind: type[Message]) -> Iterator[Any]:
    return (field for field in kind.DESCRIPTOR.fields if not is_whose(kind.DESCRIPTOR, field.name))


# --- Where a component lies ---


def places_of(view: Message, components: Iterable[str], words: Vocabulary) -> list[str]:
    """Return where components lie in a view, as sentences without a full stop: "Bob has Wings".

    A place says no more than the view does. If a component lies with a player or directly on the table, other mentions
    only describe the board, such as a province as the neighbour of another one.
    """
    found = list(_components_in(view, set(components), words.players, 0, ()))
    near = {component for component, seat, path in found if seat or len(path) <= 1}
    places = [place for place in found if place[0] not in near or place[1] or len(place[2]) <= 1]
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
    """Yield the components that a message names, each with its owner's seat, or 0, and the path to it."""
    for field, value in message.ListFields():
        within = path if field.name == "id" else (*path, field.name.replace("_", " "))
        for item in value if field.is_repeated else (value,):
            if isinstance(item, Message):
                # The view's own seat is its reader's, who does not own everything in it.
                own = getattr(item, "seat", 0)
                yield from _components_in(item, wanted, players, own if own in players else seat, within)
            elif item in wanted:
                yield item, seat, within
