"""Cubes, counted by colour: the armies of each seat in order, and the farmers last."""

from __future__ import annotations

from gunbai.shogun.v1 import commands as cmd

Cubes = tuple[int, ...]


def no_cubes(players: int) -> Cubes:
    """Return no cube of any colour."""
    return (0,) * (players + 1)


def some_cubes(players: int, armies: dict[int, int], farmers: int = 0) -> Cubes:
    """Return these armies by seat, and these farmers."""
    return (*(armies.get(seat, 0) for seat in range(1, players + 1)), farmers)


def together(one: Cubes, other: Cubes) -> Cubes:
    """Return the cubes of both."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def apart(one: Cubes, other: Cubes) -> Cubes:
    """Return the first cubes without the second."""
    return tuple([a - b for a, b in zip(one, other, strict=True)])


def as_plain(cubes: Cubes) -> cmd.Cubes:
    """Return cubes in the form that commands and events have."""
    return cmd.Cubes(armies=cubes[:-1], farmers=cubes[-1])


def counted(cubes: cmd.Cubes | None) -> Cubes:
    """Return the cubes in a command or event."""
    return (*cubes.armies, cubes.farmers) if cubes is not None else (0,)
