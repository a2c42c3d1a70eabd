"""Every input that once broke a promise, and those that the fuzzer begins with, break none."""

from __future__ import annotations

import pytest

from tests.fuzz.folders import TARGETS, kept, load


@pytest.mark.parametrize("target", TARGETS)
def test_inputs_that_were_kept_break_no_promise(target: str) -> None:
    module = load(target)
    seeds = list(module.seeds())
    assert seeds
    for data in (*seeds, *(file.read_bytes() for file in kept(target))):
        module.check(data)
