"""A refusal in words has its clause, its house ruling, its sentence, and the values at fault, long ones cut short."""

from __future__ import annotations

import pytest

from games.kit.rules.decider import Value, refusal
from lab.toy import CLAUSE_1
from lab.toy_games import started
from referee.game.refusals import LONGEST_VALUE, refused_of


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "yes"),
        (False, "no"),
        (3, "3"),
        (("crane", 2), "crane, 2"),
        ((), ""),
        ("x" * LONGEST_VALUE, "x" * LONGEST_VALUE),
        ("x" * (LONGEST_VALUE + 1), "x" * LONGEST_VALUE + "…"),
    ],
)
def test_values_at_fault_are_words(value: Value, words: str) -> None:
    game = started().game
    refused = refused_of(game, refusal(CLAUSE_1, light=value))
    assert (refused.clause, refused.house_ruling, refused.version) == ("LN-1", "LN-A1", game.version)
    assert refused.sentence == "Nobody bids more than the purse holds."
    assert [(named.name, named.value) for named in refused.values] == [("light", words)]
