"""The cases hold at a service as they hold in the process: a sample of each title's; all of them in the long suite."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from games.catalogue import TITLES
from gunbai_client import Gunbai
from gunbai_client.cases import read_files, run
from gunbai_client.cases.remote import RemoteVenue

CASES = list(read_files([Path(__file__).parents[2] / "cases"]))


@pytest.mark.parametrize("title", TITLES)
def test_a_sample_of_the_cases_holds_at_a_service(title: str, gunbai: Gunbai) -> None:
    venue = RemoteVenue(gunbai)
    own = [case for case in CASES if case.title == title]
    for case in itertools.islice(own, 0, None, len(own) // 10):
        run(case, venue)


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_every_case_holds_at_a_service(title: str, gunbai: Gunbai) -> None:
    venue = RemoteVenue(gunbai)
    for case in CASES:
        if case.title == title:
            run(case, venue)
