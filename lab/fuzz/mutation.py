"""Inputs drawn from others by a seed, unguided: what the long suite tries where Atheris is not installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

MOST_CHANGES = 4
LONGEST_PIECE = 64


def mutants(inputs: Sequence[bytes], count: int, seed: int) -> Iterator[bytes]:
    """Yield so many inputs, each one of those given with a few changes."""
    draw = Random(seed)
    for _ in range(count):
        data = bytearray(draw.choice(inputs))
        for _ in range(draw.randint(1, MOST_CHANGES)):
            _change(data, draw, draw.choice(inputs))
        yield bytes(data)


def _change(data: bytearray, draw: Random, other: bytes) -> None:
    """Flip a bit of an input, drop a piece of it, or put in bytes or a piece of another."""
    place, size = draw.randrange(len(data) + 1), draw.randint(1, LONGEST_PIECE)
    match draw.randrange(4):
        case 0 if place < len(data):
            data[place] ^= 1 << draw.randrange(8)
        case 1:
            del data[place : place + size]
        case 2:
            data[place:place] = draw.randbytes(1) * size
        case _:
            begin = draw.randrange(len(other) + 1)
            data[place:place] = other[begin : begin + size]
