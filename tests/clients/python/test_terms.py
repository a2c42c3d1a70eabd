"""The terms of a game: each has its value in the protos, and a branch has those of its game unless told otherwise."""

from __future__ import annotations

from typing import get_args

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import lifecycle_pb2 as lifecycle
from gunbai_client.fairness import SOURCES
from gunbai_client.terms import EXPIRY, STALLED, Chance, Expiry, Stalled, branch_source, clock


def test_every_word_has_a_value_of_the_protos_and_every_value_a_word() -> None:
    assert set(get_args(Chance)) == set(SOURCES)
    assert {*SOURCES.values(), lifecycle.CHANCE_SOURCE_UNSPECIFIED} == {*lifecycle.ChanceSource.values()}
    assert set(get_args(Stalled)) == set(STALLED)
    assert {*STALLED.values()} == {*lifecycle.StalledRule.values()}
    assert set(get_args(Expiry)) == set(EXPIRY)
    assert {clocks.ExpiryRule.Name(rule): word.upper() for word, rule in EXPIRY.items()} == {
        name: name.removeprefix("EXPIRY_RULE_") for name in clocks.ExpiryRule.keys()[1:]
    }
    assert {lifecycle.StalledRule.Name(rule): word.upper() for word, rule in STALLED.items() if word} == {
        name: name.removeprefix("STALLED_RULE_") for name in lifecycle.StalledRule.keys()[1:]
    }


def test_the_clocks_have_the_terms_that_are_given_and_no_others() -> None:
    assert clock() == clocks.ClockTerms(expiry=clocks.EXPIRY_RULE_DEFAULT)
    terms = {"decision_seconds": 1, "bank_seconds": 2, "increment_seconds": 3, "bot_seconds": 4}
    assert clock(**terms, expiry="bot") == clocks.ClockTerms(**terms, expiry=clocks.EXPIRY_RULE_BOT)


def test_a_branch_has_the_source_of_its_game_unless_it_says_another() -> None:
    assert branch_source(None) == lifecycle.CHANCE_SOURCE_UNSPECIFIED
    assert branch_source("dealer") == lifecycle.CHANCE_SOURCE_DEALER
