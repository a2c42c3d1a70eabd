"""The verifiers of records agree about records that are nearly right; `make differing` tries many more."""

from __future__ import annotations

from random import Random

import pytest

from lab.differing.__main__ import main
from lab.differing.comparison import Judgement, disagreements, judged_by_form, judged_by_rules
from lab.differing.mutation import Mutator, seeds
from tests.clients.typescript.verifier import NEEDS_NODE

RIGHT = Judgement("one", failed=False, version=0, problem="", unchecked=[])
WRONG = Judgement("other", failed=True, version=7, problem="a problem", unchecked=[])


@NEEDS_NODE
@pytest.mark.parametrize(
    "records", [pytest.param(150, id="some"), pytest.param(20_000, id="many", marks=pytest.mark.long)]
)
def test_the_verifiers_agree(records: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert (main(["--records", str(records), "--seed", "7"]), "disagreements" in capsys.readouterr().out) == (0, False)


def test_a_verifier_agrees_if_it_names_the_entry_that_another_one_fails() -> None:
    named = RIGHT._replace(unchecked=[(5, 7)])
    assert list(disagreements(RIGHT, RIGHT, RIGHT)) == []
    assert list(disagreements(named, WRONG, named)) == []
    assert list(disagreements(WRONG, WRONG, named)) == []
    assert list(disagreements(RIGHT, WRONG, RIGHT)) == [(WRONG, RIGHT)]
    assert list(disagreements(WRONG, RIGHT, WRONG)) == [(WRONG, RIGHT), (WRONG, RIGHT)]


def test_most_records_are_wrong_and_some_are_right() -> None:
    """A change that every verifier sees at once would teach nothing."""
    mutator = Mutator(seeds(), Random(7))
    judged = [(judged_by_form(content), judged_by_rules(content)) for _, content in (mutator.next() for _ in range(60))]
    assert 0 < sum(rules.failed for _, rules in judged) < len(judged)
    assert all(rules.failed or not form.failed for form, rules in judged)
