"""Parameters that several subcommands take, and what they are parsed to."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, cast

import typer
from google.protobuf import descriptor_pool, json_format
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from gunbai.record.v1.clocks_pb2 import ClockTerms
from gunbai_client.fairness import SOURCES
from gunbai_client.messages import UnknownMessageError, import_stubs, named
from gunbai_client.terms import Chance, Expiry, Stalled, clock

TitleName = Annotated[str, typer.Argument(help="A title, as listed by `gunbai titles`.", metavar="TITLE")]
CommandName = Annotated[str, typer.Argument(help="The name of a command, such as Step.", metavar="COMMAND")]
FieldsJson = Annotated[str, typer.Argument(help="The fields of the command, as JSON.", metavar="FIELDS")]
Label = Annotated[str, typer.Option("--label", help="A name for the game.")]
PlayedOn = Annotated[
    str, typer.Option("--played-on", help="When it was played: a day, a month or a year, such as 1972-07-11.")
]
Tags = Annotated[list[str] | None, typer.Option("--tag", help="A tag of the game; can be repeated.")]


def parse_chance(text: str) -> Chance:
    """Return a source of chance by its name, in small or large letters. Raises typer.BadParameter."""
    name = text.strip().casefold()
    if name not in SOURCES:
        raise typer.BadParameter(f"{text!r} is none of {', '.join(SOURCES)}")
    return cast("Chance", name)


ChanceName = Annotated[
    Chance | None,
    typer.Option(
        "--chance",
        parser=parse_chance,
        metavar=f"[{'|'.join(SOURCES)}]",
        help="Who resolves chance; `gunbai fairness` says who could foresee or steer what.",
    ),
]
ShareSeconds = Annotated[
    int, typer.Option("--share-seconds", help="How long the seats have to give shares of chance; 0 for 300.")
]
StalledName = Annotated[
    Stalled,
    typer.Option("--stalled", help="Whether a seat that gives no share ends a game of shared chance, or loses."),
]
InvitedOnly = Annotated[
    bool, typer.Option("--invited-only", help="A seat takes its invitation, which `gunbai invite` prints.")
]
ReissueSeconds = Annotated[
    int,
    typer.Option(
        "--reissue-seconds",
        help="How long a seat may veto that `gunbai reissue` gives it another token; 0 if none gets one.",
    ),
]
ClockText = Annotated[
    str,
    typer.Option(
        "--clock",
        help="How long the seats have: SECONDS for each decision, or BANK+INCREMENT for the whole game, such as 600+5.",
    ),
]
ExpiryName = Annotated[
    Expiry,
    typer.Option(
        "--expiry",
        help="When time is up: the title's default is played, the seat loses, or a bot of the host decides for it too.",
    ),
]
BotSeconds = Annotated[
    int, typer.Option("--bot-seconds", min=1, help="How long the bot has for each decision, with --expiry bot.")
]
RulesVersion = Annotated[
    int, typer.Option("--rules", min=0, help="The version of the title's rules, as listed by `gunbai titles`.")
]
Winners = Annotated[
    list[int] | None, typer.Option("--winner", help="A seat that wins; can be repeated, and left out if none does.")
]
Scores = Annotated[
    list[int] | None, typer.Option("--score", help="The score of a seat; repeated for all in order, or left out.")
]
Private = Annotated[bool, typer.Option("--private", help="Only holders of a token may watch.")]

WholeTable = Annotated[
    bool, typer.Option("--table", help="Ask about the whole table in place of the view, where nothing is hidden.")
]


def parse_command(title: str, name: str, fields: str) -> Message:
    """Return the title's command with this name and these fields. Raises typer.BadParameter."""
    try:
        return json_format.Parse(fields, named(f"gunbai.{title}.v1.{name}"))
    except UnknownMessageError:
        problem = f"{title} has no command {name!r}{_meant(title, name)}"
        raise typer.BadParameter(problem, param_hint="COMMAND") from None
    except json_format.ParseError as error:
        raise typer.BadParameter(str(error), param_hint="FIELDS") from None


def _meant(title: str, name: str) -> str:
    """Return which commands may be meant by a name that none has: those that begin so, or the one most like it."""
    names = [kind.name for kind in commands_of(title)]
    begun = [each for each in names if each.casefold().startswith(name.casefold())]
    found = begun or get_close_matches(name, names, 1)
    return f"; did you mean {' or '.join(found)}?" if found else ""


def commands_of(title: str) -> list[Descriptor]:
    """Return the types of the commands of a title for which this client has stubs."""
    package = f"gunbai.{title}.v1"
    import_stubs(package)
    try:
        file = descriptor_pool.Default().FindFileByName(f"{package.replace('.', '/')}/commands.proto")
    except KeyError:
        return []
    kinds: list[Descriptor] = list(file.message_types_by_name.values())
    parts = {field.message_type.full_name for kind in kinds for field in kind.fields if field.message_type}
    return [kind for kind in kinds if kind.full_name not in parts]


def read_text(path: Path | None) -> str:
    """Return the text of a file, or "" without one. Raises typer.BadParameter."""
    if path is None:
        return ""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(f"{path} cannot be read: {error}") from None


def clock_terms(text: str, expiry: Expiry, bot_seconds: int) -> ClockTerms | None:
    """Return the terms of clocks: "60" for each decision, "600+5" for a bank; None for none. Raises BadParameter."""
    if not text:
        return None
    time, bank, increment = text.partition("+")
    if not (time.isdecimal() and (increment.isdecimal() or not bank)):
        raise typer.BadParameter(f"SECONDS or BANK+INCREMENT is expected, not {text!r}", param_hint="--clock")
    bot = bot_seconds if expiry == "bot" else 0
    if bank:
        return clock(bank_seconds=int(time), increment_seconds=int(increment), expiry=expiry, bot_seconds=bot)
    return clock(decision_seconds=int(time), expiry=expiry, bot_seconds=bot)
