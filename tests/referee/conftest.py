"""Every test that takes `house` has a service of its own, on a free port, over a file that is thrown away."""

from __future__ import annotations

import inspect
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, get_origin, get_type_hints

import pytest
import pytest_asyncio
import structlog
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from structlog.testing import capture_logs

from gunbai.referee.v1.referee_pb2 import PlayRequest
from gunbai_record.messages import UnknownMessageError, unpacked
from gunbai_record.tokens import VISITOR
from lab.toy_service import House, open_house
from referee import errors
from referee.calls.reception import Notes
from referee.records import wall_clock
from tests.referee.fake_clock import Clock


@pytest.fixture(autouse=True)
def quiet() -> None:
    """Log only mistakes of ours, unless a test asks for more."""
    structlog.reset_defaults()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))


@pytest.fixture(scope="session", autouse=True)
def facts() -> Iterator[None]:
    """Check every error that a test causes: its facts have their types, and what is at fault is a name, no sentence."""
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and "__init__" in vars(kind)]
    with pytest.MonkeyPatch.context() as patched:
        for kind in kinds:
            patched.setattr(kind, "__init__", with_facts_checked(vars(kind)["__init__"]))
        yield


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check that a field at fault is one of the request, or of the command in it."""
    strange, failure = list[tuple[str, str]](), Notes.failure

    def noted(notes: Notes, call: str, request: object, error: Exception, begun: float) -> None:
        if isinstance(error, errors.InvalidField) and isinstance(request, Message):
            submitted = request.submit if isinstance(request, PlayRequest) and request.HasField("submit") else request
            if error.field != VISITOR and not has_field(submitted, error.field):
                strange.append((call, error.field))
        failure(notes, call, request, error, begun)

    monkeypatch.setattr(Notes, "failure", noted)
    yield
    assert not strange


def has_field(request: Message, path: str) -> bool:
    """Return whether a request, or the command in it, has a field or a choice of fields with this name."""
    names, kind = path.split("."), request.DESCRIPTOR
    for name in names[:-1]:
        field = kind.fields_by_name.get(name)
        if field is None or field.message_type is None:
            return False
        kind = field.message_type
    if names[-1] in {*kind.fields_by_name, *kind.oneofs_by_name}:
        return True
    command = getattr(request, "command", None)
    try:
        return isinstance(command, AnyMessage) and names[-1] in _fields_of(unpacked(command).DESCRIPTOR)
    except UnknownMessageError:
        # The client's package has no stubs of the titles of the tests.
        return names[0] == "command"


def _fields_of(kind: Any) -> set[str]:
    """Return the names of the fields of a message and of its parts, and of choices of fields."""
    parts = (field.message_type for field in kind.fields if field.message_type is not None)
    return {*kind.fields_by_name, *kind.oneofs_by_name}.union(*map(_fields_of, parts))


def with_facts_checked(init: Callable[..., None]) -> Callable[..., None]:
    """Return how an error is made, with an assertion about the facts that it is made of."""
    signature = inspect.signature(init)
    kinds = {name: get_origin(hint) or hint for name, hint in get_type_hints(init).items()}

    @wraps(init)
    def checked(error: errors.RefereeError, *args: Any, **kwargs: Any) -> None:
        for name, value in [*signature.bind(error, *args, **kwargs).arguments.items()][1:]:
            assert isinstance(value, kinds[name]) or (kinds[name] is float and isinstance(value, int)), (name, value)
        init(error, *args, **kwargs)
        if isinstance(error, errors.InvalidField):
            assert " " not in error.field
            assert error.field or isinstance(error, errors.UnparsableRequest)
        if isinstance(error, errors.WrongState):
            assert " " not in error.game

    return checked


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path) as house:
        yield house


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock of every service that is opened from now on."""
    clock = Clock()
    monkeypatch.setattr(wall_clock, "now", clock.now)
    return clock


@pytest.fixture
def lines() -> Iterator[list[Any]]:
    """Return what is logged, of every level."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(0))
    with capture_logs() as lines:
        yield lines
    structlog.configure(**before)
