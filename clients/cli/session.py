"""The session of a subcommand that calls a service: the shared options, the connection, the saved tokens, the output.

Such a command takes a `typer.Context` first and gets its session with `session_of(context)`.
"""

from __future__ import annotations

import functools
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand
from typer.main import get_command

import gunbai_client
from clients.cli.account.tokens import Tokens
from clients.cli.options.positions import Source
from clients.cli.screen.markup import escape
from clients.cli.screen.output import AsJson, Output
from clients.cli.sources.served_files import served
from gunbai_client import Gunbai, Tls
from gunbai_client.channel import addresses
from gunbai_client.reasons import HiddenFacts
from gunbai_record.text.languages import LANGUAGES
from gunbai_record.text.negotiation import ENGLISH, found_in
from gunbai_record.text_files import read_text
from gunbai_record.tokens import kept_in


def parse_language(text: str) -> str:
    """Return the languages that sentences may come in, in the form of `accept-language`. Raises typer.BadParameter."""
    if not (text.isascii() and text.isprintable()):
        raise typer.BadParameter(f"{text!r} is not a language: write a tag such as cs")
    return text


@contextmanager
def sealing(file: Path) -> Iterator[None]:
    """Add to the error how a record file can show the position: no token opens a file."""
    try:
        yield
    except HiddenFacts as error:
        error.add_note(f"Name one as {file}@VERSION. The service shows more to the holder of a seat's token.")
        raise


def token_in(file: Path, option: str, made: str) -> str:
    """Return the token in a file that the service wrote; `made` says when it writes it. Raises typer.BadParameter."""
    try:
        token = kept_in(read_text(file))
    except UnicodeDecodeError:
        raise typer.BadParameter(f"{file}: not a token; {made}", param_hint=option) from None
    except OSError as error:
        raise typer.BadParameter(f"{file}: {error.strerror}; {made}", param_hint=option) from None
    if not token:
        raise typer.BadParameter(f"{file} does not contain a token with its digest", param_hint=option)
    return token


def locale_language(environment: Mapping[str, str]) -> str:
    """Return the language of the locale that the POSIX environment variables name; English if gunbai lacks it."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    tag = next(filter(None, names), "")[:2]
    return tag if tag in LANGUAGES else ENGLISH


LanguageName = Annotated[
    str,
    typer.Option(
        "--language",
        envvar="GUNBAI_LANGUAGE",
        parser=parse_language,
        metavar="TAG",
        help="Language of the text: en, cs or pl.",
    ),
]


@dataclass
class Session:
    """One run of a subcommand that calls a service."""

    target: str = gunbai_client.DEFAULT_TARGET
    token: str = ""
    tls: Tls | None = None
    output: Output = field(default_factory=Output)
    language: str = ""
    names_language: bool = False
    """Whether the option or its variable names the language, and the user was not told yet that a title lacks it."""

    @property
    def tokens(self) -> Tokens:
        """The saved tokens for this service's games."""
        return Tokens(self.target)

    def connect(self, token: str = "") -> Gunbai:
        """Return a client with the token from the command line, or else with `token`."""
        return gunbai_client.connect(
            self.target, token=self.token or token, tls=self.tls, wait=False, language=self.language
        )

    @contextmanager
    def reading(self, source: Source, *roles: str | int) -> Iterator[Reading]:
        """Yield a client that reads a game, with the saved token of the first of these roles that has one, or with any.

        A bot's token is not used: what the bot hides, it hides from its owner too. For a record file, a service in this
        process answers. Raises GunbaiError if the file is not a record.
        """
        if source.file is not None:
            with sealing(source.file), served(source.file) as target, self._connected(target.address) as gunbai:
                yield self._reading(gunbai, target.game)
            return
        people = (role for role in roles if not self.tokens.is_bots(source.game, role))
        saved = (self.tokens.find(source.game, role) for role in people)
        with self.connect(next(filter(None, saved), "") or self.tokens.any(source.game)) as gunbai:
            yield self._reading(gunbai, source.game)

    def _reading(self, gunbai: Gunbai, game: str) -> Reading:
        if self.names_language:
            self.say_what_is_spoken(gunbai, gunbai.game(game).title)
        return Reading(gunbai, game)

    def say_what_is_spoken(self, gunbai: Gunbai, title: str) -> None:
        """Say once which languages a title speaks, if it does not speak the named one."""
        if not self.names_language:
            return
        answer = gunbai.title(title)
        if not found_in(self.language, answer.languages):
            self.names_language = False
            spoken = ", ".join(answer.languages)
            self.output.remark(
                f"[dim]{escape(answer.title.label)} is not available in {escape(self.language)}, only in: {spoken}.[/]"
            )

    def _connected(self, address: str) -> Gunbai:
        return gunbai_client.connect(address, wait=False, language=self.language)


class Reading(NamedTuple):
    """A client, and the id of the game that it reads."""

    gunbai: Gunbai
    game: str


def session_of(context: typer.Context) -> Session:
    """Return the running subcommand's session."""
    session: Session = context.obj
    return session


class ServiceCommand(TyperCommand):
    """A subcommand that calls a service: it accepts the shared options and finds its session in the context."""

    def __init__(self, name: str | None, *, params: Sequence[Any] | None = None, **attributes: Any) -> None:
        super().__init__(name, params=[*(params or ()), *_shared_options()], **attributes)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the remaining arguments; an option that takes one value fails if it is given twice."""
        given: list[Any] = self.make_parser(ctx).parse_args(args=[*args])[2]
        single = (
            param for param in given if param.param_type_name == "option" and not (param.is_flag or param.multiple)
        )
        for option, times in Counter(single).items():
            if times > 1:
                ctx.fail(f"{option.opts[0]} takes one value, but got {times}.")
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the command's options, then those that all such commands have."""
        shared = {option.name for option in _shared_options()}
        for heading, kind in (("Arguments", "argument"), ("Options", "option"), ("Shared options", "")):
            params = (
                param
                for param in self.get_params(ctx)
                if (param.name in shared) is not bool(kind) and kind in {"", param.param_type_name}
            )
            if rows := [row for param in params if (row := param.get_help_record(ctx))]:
                with formatter.section(heading):
                    formatter.write_dl(rows)

    def invoke(self, ctx: Any) -> Any:
        """Open the session, then run the command with its own parameters."""
        ctx.obj = _session(**{option.name: ctx.params.pop(option.name) for option in _shared_options()})
        return super().invoke(ctx)


def _session(
    *,
    target: Annotated[
        str,
        typer.Option(
            "--target",
            envvar="GUNBAI_TARGET",
            metavar="HOST:PORT",
            help="Address of the service, or several, separated by commas.",
        ),
    ] = (gunbai_client.DEFAULT_TARGET),
    token: Annotated[
        str,
        typer.Option("--token", envvar="GUNBAI_TOKEN", metavar="TOKEN", help="Token to use instead of a saved token."),
    ] = "",
    as_json: AsJson = False,
    language: LanguageName = "",
    tls: Annotated[bool, typer.Option("--tls", envvar="GUNBAI_TLS", help="Encrypt the connection.")] = False,
    tls_ca: Annotated[
        Path | None,
        typer.Option(
            "--tls-ca",
            envvar="GUNBAI_TLS_CA",
            metavar="FILE",
            help="Certificates (PEM) to trust instead of the system's.",
        ),
    ] = None,
    tls_certificate: Annotated[
        Path | None,
        typer.Option(
            "--tls-certificate",
            envvar="GUNBAI_TLS_CERTIFICATE",
            metavar="FILE",
            help="Client certificate (PEM), for mutual TLS.",
        ),
    ] = None,
    tls_key: Annotated[
        Path | None,
        typer.Option(
            "--tls-key", envvar="GUNBAI_TLS_KEY", metavar="FILE", help="Private key of the client certificate (PEM)."
        ),
    ] = None,
) -> Session:
    # typer converts paths when it runs a command, and this function is none.
    files = [Path(file) if file else None for file in (tls_ca, tls_certificate, tls_key)]
    encrypted = Tls(*files) if tls or tls_ca or tls_certificate else None
    try:
        addresses(target)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--target") from None
    spoken = language or locale_language(os.environ)
    return Session(target, token, encrypted, Output(as_json), spoken, bool(language))


@functools.cache
def _shared_options() -> Sequence[Any]:
    """Return the options that `_session` declares as its parameters."""
    app = typer.Typer(add_completion=False)
    app.command()(_session)
    return get_command(app).params
