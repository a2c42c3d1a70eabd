"""Short moves: what the words of a move or an outcome mean at a table (docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from google.protobuf.message import Message

from games.kit.rules.chance import Zeros
from games.kit.rules.decider import CHANCE, Chance, Decision, Refusal, Step, asked_seats, legal, open_steps
from games.kit.title import Title
from gunbai_record.notation.outcomes import how_many, miscount
from gunbai_record.notation.short_forms import Style, Vocabulary, bare_form, is_whose, ordinary_form, whole_message
from gunbai_record.notation.words import ShortFormError, Token, tokens_of
from gunbai_record.plain import as_message, as_plain, message_type
from referee.files.game_words import question_of, vocabulary_of
from referee.game.game import Game

SHOWN = 12
"""The maximum number of forms that an error lists."""
_FIELD = re.compile(r"\{(\w+)\}")


def read_move(game: Game, actor: int, text: str) -> Message:
    """Return a seat's move, or an outcome of chance, from words in a game. Raises ShortFormError.

    Ambiguous words mean what the rules allow. A seat's move that only another step takes is read too: the rules refuse
    it with their reason.
    """
    title = game.charter.rulebook.title
    whole = whole_message(text, _kinds(title, actor))
    if whole is not None:
        return whole
    words, tokens = vocabulary_of(game), tokens_of(text)
    steps = [*_open(game, actor)]
    readings = [(step, move) for step in steps for move in words.readings(tokens, _taken(step), _mover(step, actor))]
    allowed = [move for step, move in readings if _refused(game, step, actor, move) is None]
    possible = allowed or [move for _, move in readings]
    if not possible and not (steps and actor == CHANCE):
        possible = [*words.readings(tokens, _kinds(title, actor), actor)]
    if len(allowed) == 1 or (not allowed and possible):
        move = min(possible, key=words.unknown)
        _check_count(game, steps, move)
        return move
    if possible:
        raise ShortFormError(f"{text!r} may mean: {', '.join(words.told_apart(possible[:SHOWN], actor))}")
    raise _unknown(game, actor, text, steps)


def _check_count(game: Game, steps: Sequence[Any], move: Message) -> None:
    """Check that the words name as many things, for example dice, as chance shows. Raises ShortFormError."""
    for step in steps:
        if isinstance(step, Chance) and isinstance(move, _taken(step)):
            problem = miscount(move, as_message(step.draw(game.table, Zeros())))
            if problem:
                raise ShortFormError(problem)


def is_due(game: Game, actor: int, move: Message) -> bool:
    """Return whether a move of this type is what an actor is asked for now."""
    return any(isinstance(move, _taken(step)) for step in _open(game, actor))


def due(game: Game) -> list[tuple[int, type[Message]]]:
    """Return the seat or chance that is asked, and the types of move or outcome."""
    title, table, step = game.charter.rulebook.title, game.table, game.step
    if isinstance(step, Chance):
        return [(CHANCE, kind) for kind in _taken(step)]
    return list(
        dict.fromkeys(
            (seat, message_type(type(move)))
            for seat in asked_seats(title.rules, table)
            for move in legal(title.rules, table, seat)
        )
    )


def ways_on(game: Game) -> str:
    """Return how to write what the rules wait for: "Nora: reroll DICE [with CARD]; stop", or "= 3 dice"."""
    words, moves = vocabulary_of(game), due(game)
    forms = "; ".join(dict.fromkeys(shown(words, kind) for _, kind in moves))
    if isinstance(game.step, Chance):
        return f"= {how_many(as_message(game.step.draw(game.table, Zeros()))) or forms}"
    return f"{' or '.join(dict.fromkeys(words.players[seat][0] for seat, _ in moves))}: {forms}"


def _open(game: Game, actor: int) -> Iterator[Any]:
    """Yield the steps that an actor may answer now."""
    for step in open_steps(game.charter.rulebook.title.rules, game.table):
        if (
            isinstance(step, Chance)
            if actor == CHANCE
            else isinstance(step, Decision) and actor in step.seats(game.table)
        ):
            yield step


def _mover(step: Step[Any], actor: int) -> int:
    """Return whose private outcome or command it is."""
    return actor or int(getattr(step, "seat", 0))


def _refused(game: Game, step: Any, actor: int, move: Message) -> Refusal | None:
    given = (as_plain(move),) if actor == CHANCE else (actor, as_plain(move))
    refusal: Refusal | None = step.refuse(game.table, *given)
    return refusal


def _taken(step: Any) -> tuple[type[Message], ...]:
    """Return the types of everything that a step takes."""
    return tuple(map(message_type, step.takes))


def _kinds(title: Title[Any], actor: int) -> list[type[Message]]:
    """Return the types of everything that chance may show, or a seat do."""
    which = Chance if actor == CHANCE else Decision
    kinds = (kind for step in title.rules.steps if issubclass(step, which) for kind in _taken(step))
    return list(dict.fromkeys(kinds))


def _unknown(game: Game, actor: int, text: str, steps: Sequence[Any]) -> ShortFormError:
    """Return the error for unreadable words: the words, and what to write instead."""
    words, tokens = vocabulary_of(game), tokens_of(text)
    kinds = [kind for step in steps for kind in _taken(step)]
    if not kinds:
        whose = "chance" if actor == CHANCE else words.players[actor][0]
        if game.over:
            return ShortFormError(f"{whose} cannot do {text!r}: the game is over")
        instead = f"{question_of(game)} Write it like this: {ways_on(game)}"
        return ShortFormError(f"{whose} cannot do {text!r} now. {instead}")
    misread = words.misread(tokens, kinds)
    if misread.read or misread.fields:
        return misread.problem(words)
    near = words.near(text, misread.literals) or _without_words(words, tokens, kinds)
    return ShortFormError(f"cannot read {text!r}{near}; expected: {_expected(words, kinds)}")


def _without_words(words: Vocabulary, tokens: Sequence[Token], kinds: Sequence[type[Message]]) -> str:
    """Ask whether the only move with these values was meant: "The King" fits one."""
    forms = {kind.DESCRIPTOR.full_name: bare_form(kind.DESCRIPTOR) for kind in kinds}
    meant = [*msgspec.structs.replace(words, forms=forms).readings(tokens, kinds)]
    return f" (did you mean `{words.written(meant[0], style=Style.NAMES)}`?)" if len(meant) == 1 else ""


def _expected(words: Vocabulary, kinds: Sequence[type[Message]]) -> str:
    """Return the expected forms; for a single one, also its values."""
    forms = list(dict.fromkeys(shown(words, kind) for kind in kinds))
    kind = kinds[0].DESCRIPTOR
    fields = [field for field in kind.fields if len(forms) == 1 and not is_whose(kind, field.name)]
    return "; ".join((*forms[:SHOWN], *(["…"] if len(forms) > SHOWN else []), *map(words.expected, fields)))


def shown(words: Vocabulary, kind: type[Message]) -> str:
    """Return a message's form as an error shows it: "reroll DICE [with CARD]"."""
    own = words.forms.get(kind.DESCRIPTOR.full_name) or ordinary_form(kind.DESCRIPTOR)
    return _FIELD.sub(lambda field: field[1].replace("_", " ").upper(), own.replace("[ ", " ["))
