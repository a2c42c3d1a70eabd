"""The terms of a game: each has its value in the protos, and a branch has those of its game unless told otherwise."""

from __future__ import annotations

from typing import get_args

from gunbai.record.v1 import lifecycle_pb2 as lifecycle
from gunbai_client.fairness import SOURCES
from gunbai_client.terms import STALLED, Chance, Stalled, branch_source


def test_every_word_has_a_value_of_the_protos_and_every_value_a_word() -> None:
    assert set(get_args(Chance)) == set(SOURCES)
    assert {*SOURCES.values(), lifecycle.CHANCE_SOURCE_UNSPECIFIED} == {*lifecycle.ChanceSource.values()}
    assert set(get_args(Stalled)) == set(STALLED)
    assert {*STALLED.values()} == {*lifecycle.StalledRule.values()}


def test_a_branch_has_the_source_of_its_game_unless_it_says_another() -> None:
    assert branch_source(None) == lifecycle.CHANCE_SOURCE_UNSPECIFIED
    assert branch_source("dealer") == lifecycle.CHANCE_SOURCE_DEALER
