"""What every subcommand shares: where the service is, who calls, and whether a person or a script reads the answer."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from google.protobuf.message import Message
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

import gunbai_client
from gunbai_client import Gunbai, Tls, messages

Target = Annotated[str, typer.Option("--target", envvar="GUNBAI_TARGET", help="Where the service listens, HOST:PORT.")]
Token = Annotated[
    str, typer.Option("--token", envvar="GUNBAI_TOKEN", help="The token to call with, instead of the one saved.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for scripts: one value, or one per line.")]
UseTls = Annotated[bool, typer.Option("--tls", envvar="GUNBAI_TLS", help="Encrypt the connection.")]
Roots = Annotated[Path | None, typer.Option("--ca", help="Certificates (PEM) to trust instead of the system's.")]
Certificate = Annotated[Path | None, typer.Option("--cert", help="The client's certificate (PEM), for mutual TLS.")]
Key = Annotated[Path | None, typer.Option("--key", help="The key (PEM) of the client's certificate.")]


PIPED_WIDTH = 200
"""The width of tables that no terminal shows."""


@dataclass
class Session:
    """One run of a subcommand."""

    target: str = gunbai_client.DEFAULT_TARGET
    token: str = ""
    as_json: bool = False
    tls: Tls | None = None
    console: Console = field(default_factory=lambda: _console(sys.stdout))
    # Progress and remarks go where they do not mix with an answer that is piped.
    remarks: Console = field(default_factory=lambda: _console(sys.stderr))

    def connect(self, token: str = "") -> Gunbai:
        """Return a client that speaks for `token`, or for the one given on the command line."""
        return gunbai_client.connect(self.target, token=self.token or token, tls=self.tls)

    def answer(self, value: Any, *shown: Any) -> None:
        """Print the JSON value for a script, or what is shown to a person."""
        if self.as_json:
            print(json.dumps(as_json(value), ensure_ascii=False), flush=True)
            return
        for each in shown:
            self.console.print(each)

    def remark(self, text: str) -> None:
        """Tell a person something that is not the answer."""
        if not self.as_json:
            self.remarks.print(text)

    def progress(self) -> Progress:
        """Return a display of progress; on a terminal only, and never among JSON."""
        return Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=self.remarks,
            disable=self.as_json,
        )


def _console(file: TextIO) -> Console:
    """Return a console as wide as its terminal; what is piped is not folded to a terminal's width."""
    return Console(file=file, highlight=False, soft_wrap=True, width=None if file.isatty() else PIPED_WIDTH)


def as_json(value: Any) -> Any:
    """Return a value as JSON has it: messages in protobuf's mapping, fields named as in the protos."""
    if isinstance(value, Message):
        return messages.as_json(value)
    if isinstance(value, dict):
        return {name: as_json(each) for name, each in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [as_json(each) for each in value]
    return value


def with_session(command: Callable[..., None]) -> Callable[..., None]:
    """Give a subcommand the shared options; it takes what they say as its first parameter, a Session."""

    def run(
        *arguments: Any,
        target: Target = gunbai_client.DEFAULT_TARGET,
        token: Token = "",
        as_json: AsJson = False,
        tls: UseTls = False,
        ca: Roots = None,
        cert: Certificate = None,
        key: Key = None,
        **options: Any,
    ) -> None:
        encrypted = Tls(ca, cert, key) if tls or ca or cert else None
        command(Session(target, token, as_json, encrypted), *arguments, **options)

    _, *own = inspect.signature(command, eval_str=True).parameters.values()
    shared = [
        parameter
        for parameter in inspect.signature(run, eval_str=True).parameters.values()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    ]
    keyword = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own]
    run.__signature__ = inspect.Signature([*keyword, *shared])  # type: ignore[attr-defined]  # typer reads it
    run.__annotations__ = {each.name: each.annotation for each in (*keyword, *shared)}
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    return run
