"""Short moves: what the words of a move or an outcome mean at a table (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, cast

from google.protobuf.message import Message

from games.kit.decider import CHANCE, Chance, Decision, Refusal, Step, Title, open_steps
from games.kit.phrasebook import Phrasebook, Speaker
from gunbai_client.short_forms import ShortFormError, Vocabulary, ordinary_form, tokens_of, whole_message
from referee.game.game import Game

SHOWN = 12
"""The most forms that an error lists."""


def vocabulary_of(game: Game) -> Vocabulary:
    """Return what words mean in a game: its players by name, its components in every language of the title."""
    title = game.charter.rulebook.title
    book = Speaker(_books(title)[0])
    players = {
        seat: tuple(filter(None, (sitting.player, book.place(seat), f"seat {seat}", str(seat))))
        for seat, sitting in enumerate(game.sittings, 1)
    }
    return _vocabulary(title, tuple(players.items()))


@lru_cache(maxsize=64)
def _vocabulary(title: Title[Any], players: tuple[tuple[int, tuple[str, ...]], ...]) -> Vocabulary:
    books = _books(title)
    ids = dict.fromkeys(chain.from_iterable(book.names for book in books))
    names = {found: tuple(book.names[found] for book in books if found in book.names) for found in ids}
    forms = {kind.DESCRIPTOR.full_name: form for kind, form in title.forms.items()}
    return Vocabulary(names=names, values=_values(books), players=dict(players), forms=forms)


@lru_cache(maxsize=64)
def _books(title: Title[Any]) -> tuple[Phrasebook, ...]:
    """Return what a title says in each of its languages, English first."""
    return tuple(cast("Phrasebook", book) for book in (title.words, *title.languages.values()))


def _values(books: Iterable[Phrasebook]) -> Mapping[str, Sequence[str]]:
    """Return the single words in which the values of enums are said, by their own word."""
    found: dict[str, tuple[str, ...]] = {}
    for said in (words for book in books for words in book.words.values()):
        for value, word in said.items():
            if " " not in word and word not in found.get(value, ()):
                found[value] = (*found.get(value, ()), word)
    return found


def read_move(game: Game, actor: int, text: str) -> Message:
    """Return the move of a seat, or the outcome of chance, that words mean in a game. Raises ShortFormError.

    Words that may mean several are those that the rules allow. A move that only another step takes is read too: the
    rules refuse it with their reason.
    """
    title = game.charter.rulebook.title
    whole = whole_message(text, _kinds(title, actor))
    if whole is not None:
        return whole
    words, tokens = vocabulary_of(game), tokens_of(text)
    steps = [*_open(game, actor)]
    found = [(step, move) for step in steps for move in words.readings(tokens, step.takes, _asked(step, actor))]
    allowed = [move for step, move in found if _refused(game, step, actor, move) is None]
    possible = allowed or [move for _, move in found] or [*words.readings(tokens, _kinds(title, actor), actor)]
    if len(allowed) == 1 or (not allowed and possible):
        return min(possible, key=words.unknown)
    if possible:
        written = ", ".join(dict.fromkeys(words.written(move, actor) for move in possible[:SHOWN]))
        raise ShortFormError(f"{text!r} may mean: {written}")
    raise ShortFormError(_unknown(game, actor, text, steps))


def _open(game: Game, actor: int) -> Iterator[Any]:
    """Yield the steps that an actor may answer now."""
    for step in open_steps(game.charter.rulebook.title, game.table):
        if (
            isinstance(step, Chance)
            if actor == CHANCE
            else isinstance(step, Decision) and actor in step.seats(game.table)
        ):
            yield step


def _asked(step: Step[Any], actor: int) -> int:
    """Return whose private outcome or command it is."""
    return actor or int(getattr(step, "seat", 0))


def _refused(game: Game, step: Any, actor: int, move: Message) -> Refusal | None:
    found: Refusal | None = step.refuse(game.table, move) if actor == CHANCE else step.refuse(game.table, actor, move)
    return found


def _kinds(title: Title[Any], actor: int) -> list[type[Message]]:
    """Return the types of everything that chance may show, or a seat do."""
    which = Chance if actor == CHANCE else Decision
    kinds = (kind for step in title.steps if issubclass(step, which) for kind in step.takes)
    return list(dict.fromkeys(kinds))


def _unknown(game: Game, actor: int, text: str, steps: Sequence[Any]) -> str:
    """Return why words mean nothing: what is expected in their place."""
    words = vocabulary_of(game)
    forms = dict.fromkeys(shown(words, kind) for step in steps for kind in step.takes)
    expected = "; ".join([*forms][:SHOWN]) + ("; …" if len(forms) > SHOWN else "")
    if not forms:
        whose = "chance" if actor == CHANCE else f"{words.player(actor)}"
        waiting = game.charter.rulebook.waits(game.table)
        asked = Speaker(_books(game.charter.rulebook.title)[0]).phrase(waiting) if waiting is not None else "nothing"
        return f"{text!r} is nothing that {whose} can do here; the rules wait for: {asked}"
    return f"{text!r} is not understood{words.near(text)}; expected: {expected}"


def shown(words: Vocabulary, kind: type[Message]) -> str:
    """Return the form of a message as an error shows it: "reroll DICE [with CARD]"."""
    own = words.forms.get(kind.DESCRIPTOR.full_name) or ordinary_form(kind.DESCRIPTOR)
    return own.replace("[ ", " [").replace("{", "").replace("}", "")
