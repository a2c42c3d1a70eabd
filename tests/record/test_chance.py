"""The stream's numbers are uniform, belong to one version, and follow from the secret and everybody's entropy."""

from __future__ import annotations

import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai_record.chance import Keys, Stream, derive, position_digest, salt

KEY = bytes(range(32))


@given(st.integers(1, 10**30), st.integers(0, 2**64 - 1))
def test_a_number_is_below_its_bound(bound: int, version: int) -> None:
    stream = Stream(KEY, version)
    assert all(0 <= stream.below(bound) < bound for _ in range(5))


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 66, 200])
def test_numbers_are_uniform(bound: int) -> None:
    """Chi-square, with a limit that a fair stream passes by far more than once in a million; the stream is fixed."""
    stream, draws = Stream(KEY, bound), 400 * bound
    counts = Counter(stream.below(bound) for _ in range(draws))
    chi_square = sum((counts[number] - 400) ** 2 / 400 for number in range(bound))
    assert chi_square < (bound - 1) + 5 * (2 * (bound - 1)) ** 0.5 + 10


def test_pairs_are_uniform_too() -> None:
    stream = Stream(KEY, 1)
    counts = Counter((stream.below(6), stream.below(6)) for _ in range(18_000))
    assert len(counts) == 36
    assert all(abs(count - 500) < 5 * 500**0.5 for count in counts.values())


def test_the_stream_is_block_after_block_of_hmac_sha_256_and_takes_no_more_bytes_than_a_bound_needs() -> None:
    blocks = b"".join(
        hmac.digest(KEY, (7).to_bytes(8, "big") + number.to_bytes(4, "big"), "sha256") for number in range(4)
    )
    stream, wide = Stream(KEY, 7), Stream(KEY, 7)
    assert bytes(stream.below(256) for _ in range(128)) == blocks
    assert wide.below(2**1024) == int.from_bytes(blocks, "big")
    assert Stream(KEY, 7).below(2**9) == int.from_bytes(blocks[:2], "big") >> 7
    again = Stream(KEY, 7)
    numbers = [again.below(257) for _ in range(3)]
    places = (int.from_bytes(blocks[place : place + 2], "big") >> 7 for place in range(0, 64, 2))
    assert numbers == [number for number in places if number < 257][:3]


def test_a_bound_of_one_takes_nothing_from_the_stream() -> None:
    one, other = Stream(KEY, 1), Stream(KEY, 1)
    assert one.below(1) == 0
    assert one.below(1000) == other.below(1000)


@pytest.mark.parametrize("bound", [0, -1])
def test_there_is_no_number_below_nothing(bound: int) -> None:
    with pytest.raises(ValueError, match="there is no number below"):
        Stream(KEY, 1).below(bound)


def test_versions_have_streams_of_their_own() -> None:
    numbers = {Stream(KEY, ordinal).below(2**64) for ordinal in range(1000)}
    assert len(numbers) == 1000


def test_every_seats_entropy_counts_and_so_does_its_place() -> None:
    shares = [[], [b""], [b"a", b"b"], [b"b", b"a"], [b"ab"], [b"ab", b""], [b"", b"ab"]]
    keys = [derive(KEY, share) for share in shares]
    assert len({key.chance for key in keys}) == len(shares)
    assert len({(key.salts, key.position) for key in keys}) == 1


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**64 - 1), st.binary(max_size=300))
def test_positions_and_salts_are_hmac_sha_256_under_their_keys(key: bytes, version: int, table: bytes) -> None:
    keys, place = Keys(chance=bytes(32), salts=key, position=key), version.to_bytes(8, "big")
    assert position_digest(keys, version, table) == hmac.digest(key, place + table, "sha256")
    assert salt(keys, version, 7) == hmac.digest(key, place + bytes([0, 0, 0, 7]), "sha256")
