"""The words in a game's texts: its players, components and questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from google.protobuf.message import Message

from games.kit.rules.decider import Decision, Refusal, open_steps
from games.kit.rules.edition import Edition
from games.kit.title import Title
from games.kit.words.phrasebook import Phrasebook, Speaker
from gunbai_record.messages import texts_in
from gunbai_record.notation.outcomes import places_of
from gunbai_record.notation.short_forms import Vocabulary
from gunbai_record.plain import full_name
from referee.game.game import Game


def vocabulary_of(game: Game) -> Vocabulary:
    """Return what words mean in a game: its players by name, its components in each of the title's languages."""
    title = game.charter.rulebook.title
    book = Speaker(_books(title)[0])
    players = {
        seat: tuple(filter(None, (sitting.player, book.place(seat), f"seat {seat}", str(seat))))
        for seat, sitting in enumerate(game.sittings, 1)
    }
    return _vocabulary(title, game.charter.edition, tuple(players.items()))


@lru_cache(maxsize=64)
def _vocabulary(
    title: Title[Any], edition: Edition[Any], players: tuple[tuple[int, tuple[str, ...]], ...]
) -> Vocabulary:
    books = _books(title)
    ids = dict.fromkeys(chain.from_iterable(book.names for book in books))
    names = {name: tuple(book.names[name] for book in books if name in book.names) for name in ids}
    forms = {full_name(kind): form for kind, form in title.words.forms.items()}
    # Another edition may have components of its own.
    more = edition.texts if edition != title.rules.edition else ()
    texts = {name: (*text, *more) for name, text in title.words.texts.items()}
    return Vocabulary(names=names, values=_values(books), players=dict(players), forms=forms, texts=texts)


@lru_cache(maxsize=64)
def _books(title: Title[Any]) -> tuple[Phrasebook, ...]:
    """Return what a title says in each of its languages, English first."""
    return tuple(title.words.languages.values())


def _values(books: Iterable[Phrasebook]) -> Mapping[str, Sequence[str]]:
    """Return the words for enum values, by the value's own word."""
    by_value: dict[str, tuple[str, ...]] = {}
    for words_of_field in (words for book in books for words in book.words.values()):
        for value, word in words_of_field.items():
            if " " not in word and word not in by_value.get(value, ()):
                by_value[value] = (*by_value.get(value, ()), word)
    return by_value


def speaker_of(game: Game) -> Speaker:
    """Return a game's speaker in English, with its players by name."""
    players = {seat: sitting.player for seat, sitting in enumerate(game.sittings, 1) if sitting.player}
    return Speaker(_books(game.charter.rulebook.title)[0], players)


def question_of(game: Game) -> str:
    """Return what the rules wait for as a sentence."""
    waiting, speaker = game.charter.rulebook.waits(game.table), speaker_of(game)
    return speaker.book.question(waiting, speaker.players) if waiting is not None else "Nothing: the game is over."


def places_in(game: Game, move: Message, refusal: Refusal) -> Iterator[str]:
    """Yield where the components of an impossible refused move lie, as far as everybody can know it."""
    at_fault = {str(value) for value in refusal.values.values()} - _nameable(game, type(move))
    named = [text for text in texts_in(move) if text in at_fault]
    yield from places_of(game.charter.rulebook.title.rules.view(game.table, None), named, vocabulary_of(game))


def _nameable(game: Game, kind: type[Message]) -> set[str]:
    """Return the texts in those commands of a type that make sense now."""
    title, table = game.charter.rulebook.title, game.table
    decisions = [step for step in open_steps(title.rules, table) if isinstance(step, Decision)]
    moves = (move for step in decisions for seat in step.seats(table) for move in step.candidates(table, seat))
    return {text for move in moves if isinstance(move, kind) for text in texts_in(move)}
