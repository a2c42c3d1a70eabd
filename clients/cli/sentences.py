"""Entries, games and rulings as sentences, made from the protocol messages alone."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage
from rich.markup import escape

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import game_pb2, ruling_pb2
from gunbai_client.chain import type_name
from gunbai_client.messages import UnknownMessageError, unpacked

LONGEST = 60
"""The most characters of a field that are shown."""

STATUS = {
    game_pb2.GAME_STATUS_OPEN: "open",
    game_pb2.GAME_STATUS_RUNNING: "running",
    game_pb2.GAME_STATUS_FINISHED: "finished",
    game_pb2.GAME_STATUS_ABANDONED: "abandoned",
    game_pb2.GAME_STATUS_REVEALING: "revealing",
    game_pb2.GAME_STATUS_VOIDED: "voided",
    game_pb2.GAME_STATUS_STALLED: "stalled",
}


def message_sentence(packed: AnyMessage) -> str:
    """Return a command or event in words: its name, then its fields."""
    name = _words(type_name(packed.type_url).rpartition(".")[2])
    try:
        message = unpacked(packed)
    except UnknownMessageError:
        return f"{name} (a newer message than this client knows)"
    fields = ", ".join(_field(descriptor, value) for descriptor, value in message.ListFields())
    return f"{name}: {fields}" if fields else name


def item_sentence(item: record.Item) -> str:
    """Return an item in words; the content of a sealed item is not known."""
    return "(sealed)" if item.HasField("sealed") else message_sentence(item.open)


def actor_name(actor: record.Actor) -> str:
    """Return the name of an actor: a seat, chance or the host."""
    if actor.kind == record.ACTOR_KIND_SEAT:
        return f"seat {actor.seat}"
    return "chance" if actor.kind == record.ACTOR_KIND_CHANCE else "host"


def entry_lines(entry: record.Entry) -> Iterator[str]:
    """Yield an entry as lines of markup: the command, then its events."""
    yield f"[dim]{entry.version:>5}[/]  [bold]{actor_name(entry.actor):<7}[/] {escape(item_sentence(entry.command))}"
    for event in entry.events:
        yield f"               [dim]→[/] {escape(item_sentence(event))}"


def refusal_line(refused: ruling_pb2.Refused) -> str:
    """Return a refusal as a line of markup: the clause, its house ruling, its sentence, and the values at fault."""
    values = ", ".join(f"{each.name}: {each.value or 'none'}" for each in refused.values)
    sentence = f"{refused.sentence} ({values})" if values else refused.sentence
    open_question = f" (house ruling {refused.house_ruling})" if refused.house_ruling else ""
    return f"[red]Refused[/] by [bold]{refused.clause}[/]{open_question}: {escape(sentence)}"


def refusal_advice(refused: ruling_pb2.Refused) -> str:
    """Return as a line of markup which command explains a refusal."""
    return f"[dim]`gunbai clauses {refused.clause}` explains the rule.[/]"


def result_sentence(game: game_pb2.GameInfo) -> str:
    """Return the result of a finished game, or the status of another, with the seats that gave no share of chance."""
    if game.absent_seats:
        absent = ", ".join(_player(game, seat) for seat in game.absent_seats)
        won = ", ".join(_player(game, seat) for seat in game.result.winners)
        status = f"{STATUS[game.status]}: no share of chance came in time from {absent}"
        return f"{status}; won by {won}" if won else status
    if game.status != game_pb2.GAME_STATUS_FINISHED:
        return STATUS.get(game.status, "")
    result = game.result
    winners = ", ".join(_player(game, seat) for seat in result.winners)
    won = f"won by {winners}" if winners else "nobody won"
    scores = f"scores {', '.join(map(str, result.scores))}" if result.scores else ""
    return "; ".join(filter(None, (f"{result.ending} ({result.clause})", won, scores, result.remark)))


def _player(game: game_pb2.GameInfo, seat: int) -> str:
    return next((each.player for each in game.seats if each.seat == seat and each.player), f"seat {seat}")


def text_board(svg: str) -> str:
    """Return the board as text, which a picture carries for screen readers."""
    found = re.search(r"<desc>(.*?)</desc>", svg, re.DOTALL)
    return html.unescape(found[1]) if found else ""


def _words(name: str) -> str:
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()
    return words[:1].upper() + words[1:]


def _field(descriptor: Any, value: Any) -> str:
    name = descriptor.name.replace("_", " ")
    if descriptor.is_repeated:
        return f"{name} {', '.join(_value(descriptor, each) for each in value)}"
    return name if value is True else f"{name} {_value(descriptor, value)}"


def _value(descriptor: Any, value: Any) -> str:
    if descriptor.enum_type is not None:
        known = descriptor.enum_type.values_by_number
        prefix = len(descriptor.enum_type.values[0].name.removesuffix("UNSPECIFIED"))
        return known[value].name[prefix:].lower().replace("_", " ") if value in known else str(value)
    if descriptor.message_type is not None:
        return f"({', '.join(_field(inner, each) for inner, each in value.ListFields())})"
    return value.hex()[:12] + "…" if isinstance(value, bytes) else _shorten(str(value))


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
