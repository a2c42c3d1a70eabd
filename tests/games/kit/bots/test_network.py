"""Small networks, whose chances are worked out by hand."""

from __future__ import annotations

import pytest

from games.kit.bots.estimate import chance
from games.kit.bots.network import Network

NETWORK = Network(
    facts="""
1000 -2000
500 500
""",
    numbers="""
1000 0
0 -1000
""",
    bias="100 200",
    mix="""
1000 1000
-1000 0
""",
    mix_numbers="""
0 100
0 0
""",
    mix_bias="0 5000",
    out="2000 1000",
    out_numbers="300 0",
    strength=-7000,
)


def test_facts_and_numbers_are_added_up_and_what_is_negative_is_dropped() -> None:
    """Sums of the part: 1 + 0.1 + 2 = 3.1, and -2 + 0.2 - 3 = -4.8, which is dropped; second layer: 3.4 and 1.9."""
    assert NETWORK.chance([[0]], [2.0, 3.0], 1.0) == pytest.approx(chance(-7 + 2 * 3.4 + 1.9 + 0.6))


def test_a_network_may_have_no_numbers() -> None:
    network = Network(facts="1000 -2000", bias="100 200", mix="1000 1000", mix_bias="0", out="2000", strength=-1000)
    assert network.strength([[0]]) == pytest.approx(-1 + 2 * 1.1)
    assert network.chance([[0]]) == pytest.approx(chance(-1 + 2 * 1.1))


def test_a_fact_may_hold_twice() -> None:
    assert NETWORK.chance([[1, 1]], [0.0, 0.0], 1.0) == pytest.approx(chance(-7 + 2 * (1.1 + 1.2) + (5 - 1.1)))


def test_parts_count_alike_in_any_order_and_as_much_as_is_said() -> None:
    one, other, numbers = [0, 1], [1], [1.0, -1.0]
    assert NETWORK.chance([one, other], numbers, 0.5) == pytest.approx(NETWORK.chance([other, one], numbers, 0.5))
    assert NETWORK.chance([one, one], numbers, 0.5) == pytest.approx(NETWORK.chance([one], numbers, 1.0))


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ({"numbers": "1\n1"}, "zip"),
        ({"mix": "1 1 1"}, "zip"),
        ({"facts": "1 1\n1", "bias": "1 1", "numbers": "1\n1"}, "3 weights do not fill rows of 2"),
    ],
)
def test_rows_of_another_length_are_no_network(broken: dict[str, str], problem: str) -> None:
    names = ("facts", "numbers", "bias", "mix", "mix_numbers", "mix_bias", "out", "out_numbers")
    with pytest.raises(ValueError, match=problem):
        Network(**dict.fromkeys(names, "1") | broken, strength=0)
