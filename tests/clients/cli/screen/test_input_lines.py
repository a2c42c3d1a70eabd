"""Lines: a person's, which can be interrupted, and those of a pipe."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from threading import Event, Thread

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from clients.cli.screen.input_lines import Interrupted, Piped
from clients.cli.screen.output import Output
from clients.cli.screen.typed_lines import Typed
from lab.patience import PATIENCE


def quiet() -> bool:
    """Say that nothing has happened."""
    return False


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    """Yield a keyboard."""
    with create_pipe_input() as keyboard:
        yield keyboard


def test_a_person_types_a_line(keys: PipeInput) -> None:
    typed = Typed(input=keys, output=DummyOutput())
    keys.send_text("keep 1 4\x7f3 \r")
    assert typed.read((), quiet) == "keep 1 3"


def test_a_key_ends_the_input(keys: PipeInput) -> None:
    keys.send_text("\x04")
    assert Typed(input=keys, output=DummyOutput()).read((), quiet) is None


def test_news_interrupt_a_line_whose_beginning_is_kept(keys: PipeInput) -> None:
    typed = Typed(input=keys, output=DummyOutput())
    keys.send_text("kee")
    typing = typed._session.default_buffer
    typing.on_text_changed += lambda _: Thread(target=typed.interrupt).start() if typing.text == "kee" else None
    with pytest.raises(Interrupted):
        typed.read((), quiet)
    keys.send_text("p 1\r")
    assert typed.read((), quiet) == "keep 1"


def test_a_line_that_is_interrupted_leaves_nothing_on_the_screen(keys: PipeInput) -> None:
    screen = io.StringIO()
    typed = Typed(input=keys, output=Vt100_Output(screen, lambda: Size(24, 80)))
    for _ in range(2):
        with pytest.raises(Interrupted):
            typed.read((), lambda: True)
    assert "\n" not in screen.getvalue()
    keys.send_text("1\r")
    assert typed.read((), quiet) == "1"
    assert screen.getvalue().count("\n") == 1


def test_news_that_came_before_interrupt_at_once(keys: PipeInput) -> None:
    typed = Typed(input=keys, output=DummyOutput())
    typed.interrupt()
    with pytest.raises(Interrupted):
        typed.read((), lambda: True)


def test_lines_that_were_typed_before_are_forgotten_and_one_that_is_begun_stays(keys: PipeInput) -> None:
    typed = Typed(input=keys, output=DummyOutput())
    keys.send_text("1\nlarge\nkee")
    assert typed.discard() == "1 large"
    keys.send_text("p 1\r")
    assert typed.read((), quiet) == "keep 1"
    assert typed.discard() == ""


def test_lines_after_the_one_that_was_read_are_forgotten_too(keys: PipeInput) -> None:
    typed = Typed(input=keys, output=DummyOutput())
    keys.send_text("1\r2\r")
    assert typed.read((), quiet) == "1"
    assert typed.discard() == "2"


def test_lines_of_a_pipe_are_repeated_in_the_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(" 1 \n"))
    piped = Piped(Output())
    assert piped.discard() == ""
    assert [piped.read((), lambda: True), piped.read((), quiet)] == ["1", None]
    assert capsys.readouterr().out == ">  1\n"


def test_the_end_of_a_pipe_is_announced_and_known_when_its_lines_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    monkeypatch.setattr(sys, "stdin", os.fdopen(read, encoding="utf-8"))
    piped, ended = Piped(Output(as_json=True)), Event()
    piped.announce_end(ended.set)
    os.write(write, b"1\n")
    assert not ended.is_set()
    os.close(write)
    assert ended.wait(PATIENCE)
    assert not piped.ended
    assert [piped.read((), quiet), piped.ended, piped.read((), quiet), piped.read((), quiet)] == ["1", True, None, None]
    sys.stdin.close()
