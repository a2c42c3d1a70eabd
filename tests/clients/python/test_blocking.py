"""The client without coroutines: it is derived from the one with them, and offers the same."""

from __future__ import annotations

import importlib.util
import inspect
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import gunbai_client
from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai_client import Seat, StaleVersion, Unreachable, aio, blocking, connect

SDK = Path(__file__).parents[3] / "clients" / "python"
AIO = SDK / "gunbai_client" / "aio"


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    """Return the build hook, which no package contains."""
    spec = importlib.util.spec_from_file_location("build_client", SDK / "build_client.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("source", "derived"),
    [
        ("async def f() -> None:\n    await g()\n", "def f() -> None:\n    g()\n"),
        ("async with a as b:\n    async for c in b: ...\n", "with a as b:\n    for c in b: ...\n"),
        ("x = (await f(await g())).h\n", "x = (f(g())).h\n"),
        ("def f() -> AsyncIterator[int]: ...\n", "def f() -> Iterator[int]: ...\n"),
        ("def f() -> Awaitable[a.B]: ...\n", "def f() -> a.B: ...\n"),
        ("from gunbai_client.aio.client import x\n", "from gunbai_client.blocking.client import x\n"),
        ("async def __aenter__(self): raise StopAsyncIteration\n", "def __enter__(self): raise StopIteration\n"),
        ('"""Never await an async aio."""  # async\n', '"""Never await an async aio."""  # async\n'),
    ],
)
def test_coroutines_are_taken_out_of_code_and_not_out_of_text(hook: ModuleType, source: str, derived: str) -> None:
    assert hook.without_coroutines(source) == derived


@pytest.mark.parametrize("path", sorted(AIO.glob("*.py")), ids=lambda path: path.name)
def test_the_installed_client_is_derived_from_the_present_one(hook: ModuleType, path: Path) -> None:
    installed = SDK / "gunbai_client" / "blocking" / path.name
    assert installed.read_text(encoding="utf-8") == hook.without_coroutines(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["Gunbai", "Seat", "PlayStream"])
def test_both_clients_have_the_same_calls_with_the_same_parameters(name: str) -> None:
    one, other = vars(getattr(aio, name)), vars(getattr(blocking, name))
    methods = [method for method in one if inspect.isfunction(one[method]) and not method.startswith("_")]
    assert methods
    for method in methods:
        assert [*inspect.signature(one[method]).parameters] == [*inspect.signature(other[method]).parameters]
        assert not inspect.iscoroutinefunction(other[method])
        assert not inspect.isasyncgenfunction(other[method])


def test_the_package_offers_the_client_without_coroutines() -> None:
    assert gunbai_client.Gunbai is blocking.Gunbai


def test_a_seat_is_played_over_one_stream(duel: list[Seat]) -> None:
    first, second = duel
    with first.play() as stream:
        prompt = next(stream)
        ruling = stream.submit(prompt.commands[0].command)
        assert ruling.accepted.entries
        with pytest.raises(StaleVersion):
            stream.submit(prompt.commands[0].command)
        second.submit(second.legal().commands[0].command)
        assert next(stream).waiting.seats == [1]


def test_a_refused_answer_is_asked_for_again(duel: list[Seat]) -> None:
    prompts = duel[0].prompts()
    prompt = next(prompts)
    refused = duel[0].submit(cmd.EndTurn()).refused
    assert refused.clause
    assert next(prompts) == replace(prompt, refused=refused)


def test_a_stream_to_nowhere_is_unreachable() -> None:
    with connect("127.0.0.1:1") as gunbai, pytest.raises(Unreachable), gunbai.seat("g", 1).play(patience=1) as stream:
        next(stream)
