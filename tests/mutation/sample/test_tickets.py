"""What is tested of the tickets: their price, at its limits; of the bearer too little, of the seats nothing."""

from __future__ import annotations

import pytest

from tests.mutation.sample.tickets import bearer, price


@pytest.mark.parametrize(("count", "expected"), [(0, 0), (1, 3), (9, 27), (10, 15), (12, 18)])
def test_from_ten_on_tickets_cost_half(count: int, expected: int) -> None:
    assert price(count) == expected


def test_one_ticket_has_the_price_of_one(single: int) -> None:
    assert price(1) == single


def test_a_ticket_is_its_bearers() -> None:
    assert bearer("Ann") == "Ann"
