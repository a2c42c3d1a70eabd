"""Options that several commands take together, passed to each command as one value."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeAlias

Command: TypeAlias = Callable[..., None]


def bundled(make: Callable[..., Any], parameter: str, **defaults: Any) -> Callable[[Command], Command]:
    """Return a decorator that replaces a command's parameter with the options of `make`.

    The parameter gets what `make` returns. Some options may have other defaults than in `make`.
    """
    options = dict(inspect.signature(make, eval_str=True).parameters)
    for name, default in defaults.items():
        options[name] = options[name].replace(default=default)

    def decorated(function: Command) -> Command:
        own = inspect.signature(function, eval_str=True).parameters

        @functools.wraps(function)
        def command(*given: Any, **named: Any) -> None:
            chosen = {name: named.pop(name) for name in options}
            function(*given, **{parameter: make(**chosen)}, **named)

        parameters = [param for name, param in own.items() if name != parameter] + list(options.values())
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # functions may have one
        command.__annotations__ = {param.name: param.annotation for param in parameters}
        return command

    return decorated
