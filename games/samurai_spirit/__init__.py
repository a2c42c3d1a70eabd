"""Samurai Spirit, by Antoine Bauza (Funforge, 2014): one to seven players defend a village together."""

from __future__ import annotations

from dataclasses import replace

from games.kit.board.contract import Board
from games.kit.bots.contract import Bots
from games.kit.title import Title
from games.kit.words.contract import Words
from games.samurai_spirit.rules import RULES, version_2
from games.samurai_spirit.rules.table import SamuraiTable


def _words() -> Words:
    from games.samurai_spirit.words import WORDS

    return WORDS


def _words_2() -> Words:
    from games.samurai_spirit.words.version_2 import WORDS

    return WORDS


def _board() -> Board[SamuraiTable]:
    from games.samurai_spirit.board import BOARD

    return BOARD


def _bots() -> Bots[SamuraiTable]:
    from games.samurai_spirit.bots import BOTS

    return BOTS


SAMURAI_SPIRIT = Title(RULES, _words, _board, _bots)
VERSIONS = (SAMURAI_SPIRIT, replace(SAMURAI_SPIRIT, rules=version_2.RULES, load_words=_words_2))
"""The title by each version of its rules, the first of them first."""
