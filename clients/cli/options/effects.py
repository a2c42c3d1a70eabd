"""Options that only have an effect with others: without these they are refused, so that nobody relies on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import typer

from clients.cli.options.positions import Source

Params: TypeAlias = Mapping[str, Any]
"""The values of the parameters of a command, by their names."""


class Effect(NamedTuple):
    """When some of a command's options have an effect, and what the error says if they have none."""

    options: Sequence[str]
    """The names of their parameters."""
    without: str
    has: Callable[[Params], Any]


def needs(*options: str, with_: Sequence[str], without: str) -> Effect:
    """Return that options have an effect only with one of some others."""
    return Effect(options, without, lambda params: any(params[name] for name in with_))


BOT_TIME = Effect(("bot_seconds",), "it needs --expiry bot", lambda params: params["expiry"] == "bot")
TERMS = (BOT_TIME, needs("level", with_=("bots",), without="it sets the level of --bots"))
STORE = ("store_key", "store_name", "store_monitor")
FROM_A_TABLE = ("moves", "notation")
EFFECTS: Mapping[str, Sequence[Effect]] = {
    "new": TERMS,
    "game fork": TERMS,
    "game consent": [BOT_TIME],
    "join": [Effect(("player",), "in a branch you keep your name", lambda params: not params["parent"])],
    "bot": [
        Effect(("seconds",), "only level 3 has a search time", lambda params: params["level"] > 2),
        Effect(("playouts",), "only levels 2 and 3 search", lambda params: params["level"] > 1),
        Effect(
            ("game", "seat", "player", "unary", "substitute"),
            "--lines does not play a game",
            lambda params: not params["lines"],
        ),
        Effect(("player",), "--substitute takes no seat", lambda params: not params["substitute"]),
    ],
    "record import": [
        needs("arbiter_key", with_=FROM_A_TABLE, without="it only signs games of --moves or --notation"),
        Effect(
            ("keys", "keep_unverified"),
            "games of --moves and --notation have no signed head",
            lambda params: not any(params[name] for name in FROM_A_TABLE),
        ),
    ],
    "record audit": [
        needs("database", "processes", with_=("rules",), without="without --rules the service judges"),
        Effect(("target", "token"), "--rules does not ask a service", lambda params: not params["rules"]),
    ],
    "game analyse": [
        needs("seed", with_=("playouts",), without="it needs --playouts"),
        Effect(("seconds",), "--playouts replaces it", lambda params: not params["playouts"]),
    ],
    "game replay": [Effect(("svg",), "--animate replaces it", lambda params: params["animate"] is None)],
    "game stats": [
        needs("keys", with_=("files",), without="it only selects among record files"),
        Effect(("by", "luck", "drawn"), "--sqlite does not count anything", lambda params: not params["sqlite"]),
    ],
    "serve": [
        needs(*STORE, "store_replicas", "accept_loss", with_=("store",), without="it needs --store"),
        needs("connect_origin", with_=("connect",), without="it needs --connect"),
        needs("trace_share", with_=("traces",), without="it needs --traces"),
        needs(
            "games_per_minute",
            "commands_per_second",
            "calls_per_second",
            "computing_seconds_per_minute",
            "stored_mib_per_day",
            "streams",
            "loopback_quotas",
            with_=("quotas",),
            without="--no-quotas removes all quotas",
        ),
    ],
    "server doctor": [needs(*STORE, with_=("store",), without="it needs --store")],
}
"""For each command, the options that have no effect on their own."""
SHARED = (
    needs("tls_key", with_=("tls_certificate",), without="add --tls-certificate"),
    needs("tls_certificate", with_=("tls_key",), without="add --tls-key"),
    Effect(
        ("target", "token", "tls", "tls_ca", "tls_certificate"),
        "a file is read without a service",
        lambda params: not any(isinstance(value, Source) and value.file for value in params.values()),
    ),
)
"""The same for the options that several commands share."""


def check_effects(command: str, context: typer.Context) -> None:
    """Raise typer.BadParameter if an option on the command line has no effect."""
    given = {param.name: param for param in context.command.params if _is_given(context, param.name)}
    for effect in (*EFFECTS.get(command, ()), *_applying(context)):
        for name in effect.options:
            if name in given and not effect.has(context.params):
                problem = f"no effect here: {effect.without}"
                raise typer.BadParameter(problem, context, given[name])


def _applying(context: typer.Context) -> Iterator[Effect]:
    """Yield the rules for the shared options that a command has."""
    if "target" in context.params:
        yield from SHARED


def _is_given(context: typer.Context, name: str | None) -> bool:
    source = context.get_parameter_source(name or "")
    return source is not None and source.name == "COMMANDLINE"
