"""The verifier in JavaScript reads every fixture: each sound one is sound to it, and the other ones are not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import pytest

from lab.paths import FIXTURES
from lab.recorded_games import tables_of
from referee.game.titles import finished
from tests.clients.typescript.verifier import NEEDS_NODE, Case
from tests.fixtures.test_fixtures import read_fixture
from titles.catalogue import TITLES
from tools.fixtures import write
from tools.fixtures.vouched import FIRST, SERVICE

Verified: TypeAlias = Callable[[Iterable[Case]], list[dict[str, Any]]]

pytestmark = NEEDS_NODE


RULES = {f"{what}_NOT_JUDGED" for what in ("RULES", "RESULT", "CLOCK", "DEFAULT", "POSITION")}
"""What only the rules of a title can judge, which this verifier does not know."""
WITHOUT_TABLES = {*RULES, "NO_TABLE"}


def case_of(name: str) -> Case:
    """Return a fixture with its tables, but those of a branch, whose secrets its header has, and of whole games."""
    head, entries = read_fixture(name)
    content = (FIXTURES / name).read_bytes()
    if head.ancestors or ".finished." in name:
        return Case(content)
    return Case(content, tables_of(finished(), entries))


@pytest.mark.parametrize("which", ["short", pytest.param("finished", marks=pytest.mark.long)])
@pytest.mark.parametrize("title", TITLES)
def test_the_fixtures_of_a_title_are_sound_to_it(title: str, which: str, verified: Verified) -> None:
    kinds = [kind for kind in write.kinds_of(title) if (kind == "finished") == (which == "finished")]
    cases = {kind: case_of(f"{title}.{kind}.gunbai") for kind in kinds}
    for kind, case, report in zip(cases, cases.values(), verified(cases.values()), strict=True):
        assert (report["problem"], report["linked"]) == ("", report["entries"]), kind
        assert report["verdict"] in {"consistent", "incomplete"}
        left = {unchecked["reason"] for unchecked in report["unchecked"]}
        assert left <= (RULES if case.tables is not None else WITHOUT_TABLES), kind


@pytest.mark.parametrize("title", TITLES)
def test_who_vouches_for_a_record_vouches_here_too(title: str, verified: Verified) -> None:
    files = (FIXTURES / f"{title}.{kind}.gunbai" for kind in ("attested", "running"))
    ended, running = verified(Case(file.read_bytes(), keys=[str(FIRST.verifier)]) for file in files)
    assert (ended["signer"], running["signer"]) == (str(SERVICE.verifier),) * 2
    assert (running["verdict"], running["problem"], running["linked"]) == ("incomplete", "", running["entries"])


@pytest.mark.parametrize("title", TITLES)
def test_a_record_that_does_not_verify_fails_here_too(title: str, verified: Verified) -> None:
    (report,) = verified([case_of(f"{title}.unverified.gunbai")])
    assert report["verdict"] == "failed", report
