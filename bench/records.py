"""Whole records for the benchmark: games between random players, and one of any length."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.games import RED_STARTS, long_duel, wide_boards
from games.kit.rules.decider import CHANCE, Decision, legal
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.plain import as_message
from gunbai_record.player_names import Name
from gunbai_record.record_file import delimited, header
from referee.game.entries import Added, packed
from referee.game.game import Game
from referee.game.judge import Command, judge, settled
from referee.game.lifecycle import abandon_game, create_game, start_game, take_seat
from referee.game.titles import Titles
from titles.checks.walk import pick

AT = 1_700_000_000_000_000
"""The time of everything, in microseconds since 1970."""


class Record(NamedTuple):
    """A whole game with its opened secret."""

    game: str
    secret: bytes
    entries: list[record.Entry]


def refereed(
    titles: Titles, source: random.Random, name: str, title: str = "infludance_duel", seats: int = 2
) -> Record:
    """Return a game between random players, whose chance the referee drew."""
    terms = life.CreateGame(title=title, seats=seats, chance_source=life.CHANCE_SOURCE_REFEREE)
    made, game = _seated(titles, source, name, terms)
    while isinstance(game.step, Decision):
        seat = pick(source, game.step.seats(game.table))
        move = as_message(pick(source, tuple(legal(game.charter.rulebook.title.rules, game.table, seat))))
        ruling = judge(game, Command(seat, f"move-{game.version}", game.expected(seat), packed(move), move), AT)
        game = _noted(made, ruling)
    return made


def refereed_games(titles: Titles, title: str, entries: int) -> list[Record]:
    """Return a title's games with this many entries together, or a few more, in all numbers of seats in turn."""
    games: list[Record] = []
    seats = titles.rulebook(title).title.rules.seats
    while sum(len(game.entries) for game in games) < entries:
        number = len(games)
        name = f"{title}-{number}"
        games.append(refereed(titles, random.Random(number), name, title, seats[number % len(seats)]))
    return games


def long_record(titles: Titles, moves: int) -> Record:
    """Return a duel of this many moves on wide boards, whose chance a dealer entered, and which was then abandoned."""
    terms = life.CreateGame(
        title="infludance_duel",
        seats=2,
        chance_source=life.CHANCE_SOURCE_DEALER,
        options_json=RED_STARTS,
        edition_json=wide_boards().text,
    )
    made, game = _seated(titles, random.Random(1), "long-duel", terms)
    for actor, value, _ in long_duel(moves):
        move = as_message(value)
        sent = Command(actor, f"move-{game.version}", game.expected(actor), packed(move), move)
        game = _noted(made, judge(game, sent, AT))
    _noted(made, abandon_game(game, life.AbandonGame(), AT))
    return made


def written(folder: Path, record: Record) -> Path:
    """Return a record's file, which is written into a folder."""
    file = folder / f"{record.game}.gunbai"
    with file.open("wb") as out:
        out.writelines(map(delimited, (header(record.game, len(record.entries)), *record.entries)))
    return file


def entries_of(records: Sequence[Record]) -> int:
    """Return how many entries records have."""
    return sum(len(recorded.entries) for recorded in records)


def _seated(titles: Titles, source: random.Random, name: str, terms: life.CreateGame) -> tuple[Record, Game]:
    """Return a game that has started, and its record so far, to which its moves are added."""
    made = Record(name, source.randbytes(32), [])
    game = _noted(made, create_game(titles, terms, name, made.secret, AT))
    for seat in range(CHANCE + 1, terms.seats + 1):
        taken = life.TakeSeat(seat=seat, entropy=source.randbytes(16))
        game = _noted(made, take_seat(game, taken, Name(f"player {seat}", bytes(32)), AT))
    return made, _noted(made, settled(start_game(game, AT)))


def _noted(made: Record, ruling: object) -> Game:
    """Add a ruling's entries to a record, and return the game after them. Raises TypeError for a refusal."""
    if not isinstance(ruling, Added):
        raise TypeError(f"the referee refuses a legal move: {ruling}")
    made.entries.extend(ruling.entries)
    return ruling.game
