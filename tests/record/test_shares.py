"""What a seat commits to with the shares that it makes."""

from __future__ import annotations

import hmac

from gunbai_record.shares import CHAIN_LENGTH, Shares, link, links
from lab.toy_games import NAME

SEED = bytes(range(32))


def test_a_chain_runs_from_its_last_share_to_its_tip() -> None:
    made = links("game", 2, bytes(32), 3)
    assert len(made) == 4
    assert [link("game", 2, share) for share in made[:-1]] == list(made[1:])
    assert len({link(game, seat, bytes(32)) for game in ("a", "b") for seat in (1, 2)}) == 4


def test_a_seat_makes_its_shares_from_its_seed_by_hmac() -> None:
    for number in (0, 2):
        last = hmac.digest(SEED, b"gunbai chain 1\0\0\0\0" + bytes([number]), "sha256")
        assert Shares("game", 1, SEED, 3).tip(number) == links("game", 1, last, 3)[-1]


def test_a_seat_goes_on_with_its_next_chain_after_the_last_share() -> None:
    made, committed, number = Shares("game", 1, SEED, 3), Shares("game", 1, SEED, 3).tip(), 0
    for place in range(1, 8):
        pair = made.before(committed, number)
        assert pair is not None
        share, following = pair
        assert link("game", 1, share) == committed
        assert bool(following) == (place % 3 == 0)
        committed, number = following or share, number + bool(following)
    assert made.before(bytes(32), number) is None
    assert made.tip() != made.tip(1)


def test_the_sdk_has_long_chains() -> None:
    many, steps = Shares(NAME, 1, SEED), 0
    committed = many.tip()
    while (step := many.before(committed, 0)) is not None and not step[1]:
        steps, committed = steps + 1, step[0]
    assert steps + 1 == CHAIN_LENGTH == 4096
