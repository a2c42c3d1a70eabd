"""Random games are said and drawn in every language of their title: every word is known, and players are named."""

from __future__ import annotations

import dataclasses
import re
from functools import cache, partial
from itertools import islice
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from games.kit.rules import decider
from games.kit.title import Title
from games.kit.words.phrasebook import Phrasebook, Speaker
from games.shogun.rules.data import DAIMYO, PROVINCES
from gunbai.rules.v1.clauses_pb2 import Clause
from gunbai_client.picture import text_board
from gunbai_record.plain import Plain
from gunbai_record.text.catalogue import Catalogue
from gunbai_record.text.languages import LANGUAGES
from gunbai_record.text.negotiation import ENGLISH
from gunbai_record.text.templates import MARKS
from lab.variants import LONGEST, VARIANTS, marked
from referee.game.refusals import refused_by
from referee.game.translator import Translator
from titles.catalogue import TITLES, newest
from titles.checks.drawing import caption, outside
from titles.checks.walk import Turn, set_up, walk

CASES = [
    pytest.param(
        newest(name),
        newest(name).words.languages[tag],
        seats,
        options,
        id=f"{name}-{tag}-{seats}-{options}",
        marks=marks,
    )
    for name in TITLES
    for tag in newest(name).words.languages
    if tag != ENGLISH
    for seats, options, marks in marked(name)
]
PLAYERS = {seat: f"Hráč{seat}" for seat in range(1, 8)}
NUMBERED = re.compile(r"[A-Z]|[A-Za-z]*-?\d.*")
"""Ids such as "B", "c5" and "R2-13", which every language shows as they are."""


FOREIGN = re.compile(r"[A-Za-z]{3,}")
"""A word that is not said in the language of a picture."""
BULLETS = re.compile(r"[RB.](?:[NESW]{1,2}|-)/(?:[NESW]{1,2}|-)")
"""A field of a duel on a text board, by the letters of the compass."""


class Blank(dict[str, Any]):
    """The words of a language in which every word is a dash."""

    def get(self, key: str, default: Any = None) -> Any:
        """Return the word or template for a key: its own marks, and dashes for what it says."""
        return "".join("—" if mark["text"] else blank_noun(mark) for mark in MARKS.finditer(key))


def blank_noun(mark: re.Match[str]) -> str:
    """Return a mark of a template without the nouns in it."""
    return f"{{{mark['field']}:0 —|—}}" if mark["form"] and "|" in mark["form"] else mark.group()


class Blanks(dict[str, Any]):
    """The words of every field in that language."""

    def get(self, key: str, default: Any = None) -> Any:
        return Blank()


def blank_book(title: Title[Any]) -> Phrasebook:
    """Return a phrasebook in which whatever is said of a title is dashes."""
    dash = Blank({"": ""})
    dashes = dataclasses.replace(LANGUAGES[ENGLISH], tag="xx", seat="— {}", conjunction=" — ", nothing="—")
    shared = Catalogue(dashes, dash)
    return Phrasebook({}, names=dash, texts=dash, words=Blanks({"": dash}), labels=dash, language=dashes, parent=shared)


def drawn(title: Title[Any], turn: Turn, book: Phrasebook, reader: int | None) -> str:
    """Return the picture after a move as a reader sees it, in the language of a phrasebook."""
    translator = Translator(title, {}, "en")
    translator.book = book
    view = translator.view(title.rules.view(turn.accepted.table, reader))
    shown = caption(title, turn.accepted.table, turn.accepted.events, reader, PLAYERS)
    return title.board.picture(view, replace(shown, label="", book=book))


@cache
def sampled(title: Title[Any], seats: int, options: str) -> list[Turn]:
    """Return some moves of a random game, its last among them."""
    turns = list(islice(walk(title, set_up(title, seats, options).table, 2), LONGEST[title.name]))
    return [*turns[:: max(1, len(turns) // 25)], turns[-1]]


def strictly(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """Return the set in which a speaker notes what it has no word for, by its field."""
    unknown: set[tuple[str, str]] = set()
    name_before = Speaker.name

    def name(self: Speaker, value: str, field: str = "") -> str:
        words = self.book.words.get(field, {}), self.book.names, self.book.shared.templates
        is_named = not value or any(value in word for word in words)
        if not is_named and not NUMBERED.fullmatch(value):
            unknown.add((field, value))
        return name_before(self, value, field)

    labelled = Speaker.label

    def label(self: Speaker, template: str, **values: Any) -> str:
        if self.book.get(template) is None:
            unknown.add(("label", template))
        return labelled(self, template, **values)

    monkeypatch.setattr(Speaker, "name", name)
    monkeypatch.setattr(Speaker, "label", label)
    return unknown


@pytest.mark.parametrize(("title", "book", "seats", "options"), CASES)
def test_a_game_is_said_with_known_words(
    monkeypatch: pytest.MonkeyPatch, title: Title[Any], book: Phrasebook, seats: int, options: str
) -> None:
    unknown = strictly(monkeypatch)
    for turn in islice(walk(title, set_up(title, seats, options).table, 1), LONGEST[title.name]):
        step = decider.waiting(title.rules, turn.before)
        assert step is not None
        sentences = [
            book.question(step, PLAYERS),
            book.question(step, PLAYERS, partial(title.rules.view, turn.before, turn.actor or None)),
            book.sentence(turn.move, PLAYERS, partial(title.rules.view, turn.before, turn.actor or None), None, step),
            *(book.sentence(plain, PLAYERS) for plain in (turn.move, *turn.accepted.events)),
        ]
        assert [sentence for sentence in sentences if not sentence.strip() or sentence[-1] not in ".!?"] == []
    assert unknown == set()


@pytest.mark.parametrize(("title", "book", "seats", "options"), CASES)
def test_a_picture_says_known_words(
    monkeypatch: pytest.MonkeyPatch, title: Title[Any], book: Phrasebook, seats: int, options: str
) -> None:
    unknown = strictly(monkeypatch)
    for turn in sampled(title, seats, options):
        for reader in (None, seats):
            drawing = drawn(title, turn, book, reader)
            assert outside(drawing) == []
    assert unknown == set()


@pytest.mark.parametrize("name", TITLES)
def test_each_word_of_the_legend_stands_on_a_board(name: str) -> None:
    title = newest(name)
    for book in title.words.languages.values():
        missing = {word for word, _ in book.legend.values()}
        for seats, options in VARIANTS[name]:
            drawings = (drawn(title, turn, book, seats) for turn in sampled(title, seats, options))
            for board in map(text_board, drawings if missing else ()):
                missing -= {word for word in missing if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", board)}
        assert missing == set()


@pytest.mark.parametrize(
    ("title", "seats", "options"),
    [
        pytest.param(newest(name), seats, options, id=f"{name}-{seats}-{options}", marks=marks)
        for name in TITLES
        for seats, options, marks in marked(name)
    ],
)
def test_a_picture_has_no_word_that_another_language_could_not_say(title: Title[Any], seats: int, options: str) -> None:
    """Proper names stay as they are: those of players, daimyos and provinces."""
    book = blank_book(title)
    proper = {*PLAYERS.values()} | proper_names(title)
    for turn in sampled(title, seats, options)[::3]:
        drawing = ET.fromstring(drawn(title, turn, book, seats))
        for words in drawing.itertext():
            plain = BULLETS.sub("", words)
            for name in sorted(proper, key=len, reverse=True):
                plain = plain.replace(name, "")
            assert FOREIGN.findall(plain) == [], words


def proper_names(title: Title[Any]) -> set[str]:
    """Return the names of people and places that pictures have in every language."""
    if title.name != "shogun":
        return set()
    return {province.name for province in PROVINCES} | {daimyo.name for daimyo in DAIMYO}


@pytest.mark.parametrize(("title", "book", "seats", "options"), CASES)
def test_what_is_refused_at_the_wrong_time_is_said_with_known_words(
    monkeypatch: pytest.MonkeyPatch, title: Title[Any], book: Phrasebook, seats: int, options: str
) -> None:
    unknown = strictly(monkeypatch)
    speaker, moves = Speaker(book, PLAYERS), dict[str, Plain]()
    for turn in sampled(title, seats, options):
        moves |= {type(move).__name__: move for move in (*turn.legal, turn.move)}
        rulings = (decider.decide(title.rules, turn.before, actor, move) for actor in (0, 1) for move in moves.values())
        for ruling in rulings:
            if isinstance(ruling, decider.Refusal):
                for named in refused_by(Clause(), ruling).values:
                    assert speaker.fact(named.name, named.value)
    assert unknown == set()
