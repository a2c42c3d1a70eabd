"""Titan Race, by Julian Allain (Funforge): two to six players race six titans three times around a wrapping track."""

from __future__ import annotations

from games.kit.board.contract import Board
from games.kit.bots.contract import Bots
from games.kit.title import Title
from games.kit.words.contract import Words
from games.titan_race.rules import RULES
from games.titan_race.rules.table import RaceTable


def _words() -> Words:
    from games.titan_race.words import WORDS

    return WORDS


def _board() -> Board[RaceTable]:
    from games.titan_race.board import BOARD

    return BOARD


def _bots() -> Bots[RaceTable]:
    from games.titan_race.bots import BOTS

    return BOTS


TITAN_RACE = Title(RULES, _words, _board, _bots)
VERSIONS = (TITAN_RACE,)
"""The title by each version of its rules, the first of them first."""
