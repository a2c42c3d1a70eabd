"""What is imported before any test of the tickets is collected: an import that fails is noticed here."""

from __future__ import annotations

import pytest

from tests.mutation.sample.tickets import PRICE


@pytest.fixture
def single() -> int:
    """Return the price of one ticket."""
    return PRICE
