"""The vectors in docs/vectors are those that the code makes, and the page lists them."""

from __future__ import annotations

import pytest

from games.catalogue import TITLES, newest
from games.kit.decider import Chance
from referee.proof.offline import verify_file
from tests.vectors import write

PAGE = write.PAGE.read_text("utf-8")
LISTED = ("format.json", "chain.json", "modes.json", "forms.json", "outcomes/", "records.json", "records/")


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return write.files()


def test_the_vectors_are_those_of_the_code(made: dict[str, bytes]) -> None:
    kept = {path.relative_to(write.FOLDER).as_posix() for path in write.FOLDER.rglob("*") if path.is_file()}
    assert kept == set(made), "`make vectors` writes them anew"
    for name, content in made.items():
        assert (write.FOLDER / name).read_bytes() == content, f"{name}: `make vectors` writes it anew"


@pytest.mark.parametrize("name", LISTED)
def test_the_page_lists_the_vectors(name: str) -> None:
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("title", TITLES)
def test_every_chance_step_that_a_referee_draws_has_an_outcome(title: str) -> None:
    steps = {step.__name__ for step in newest(title).steps if issubclass(step, Chance)}
    assert {each["step"] for each in write.outcomes(title)} == steps - write.NEVER_DRAWN


@pytest.mark.parametrize("name", ["referee", "committed", "shared", "signed", "running", "branched"])
def test_our_verifier_has_nothing_against_the_records(name: str) -> None:
    report = verify_file(write.FOLDER / "records" / f"{name}.jsonl").verification
    assert report.problem == ""
    assert report.linked == report.entries > 0
