"""Options that several commands take together."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import typer

from clients.cli.options.grouped import bundled

Size = Annotated[int, typer.Option("--size")]


def weighed(*, size: Size = 3, heavy: bool = False) -> str:
    """Return what was asked for."""
    return f"{size} {heavy}"


def test_a_command_has_the_options_of_a_bundle_in_place_of_its_value() -> None:
    seen: list[Any] = []

    @bundled(weighed, "weight", size=5)
    def command(context: int, *, name: str = "", weight: str) -> None:
        seen.append((context, name, weight))

    options = inspect.signature(command).parameters
    assert list(options) == ["context", "name", "size", "heavy"]
    assert (options["size"].default, options["heavy"].default) == (5, False)
    assert inspect.get_annotations(command)["size"] is Size
    command(1, name="Ann", size=7, heavy=True)
    assert seen == [(1, "Ann", "7 True")]
