"""Every input that once broke a promise, those that the fuzzer begins with, and what is drawn from both, break none."""

from __future__ import annotations

import pytest

from lab.fuzz.folders import TARGETS, broken_inputs, load
from lab.fuzz.mutation import mutants

DRAWN = 1000
"""How many inputs of each target the long suite draws."""


@pytest.mark.parametrize("target", TARGETS)
def test_inputs_that_were_kept_break_no_promise(target: str) -> None:
    module = load(target)
    assert list(module.seeds())
    for data in inputs(target):
        module.check(data)


@pytest.mark.long
@pytest.mark.parametrize("target", TARGETS)
def test_inputs_that_are_drawn_from_them_break_no_promise(target: str) -> None:
    check = load(target).check
    for data in mutants(inputs(target), DRAWN, seed=1):
        try:
            check(data)
        except Exception as error:
            raise AssertionError(f"make fuzz: {target} fails on {data!r}") from error


def inputs(target: str) -> list[bytes]:
    """Return the inputs that the fuzzer begins with and those that were kept."""
    return [*load(target).seeds(), *(file.read_bytes() for file in broken_inputs(target))]
