"""The JSON for the pages' scripts: entries, clauses, components, questions, clocks, commands and rulings."""

from __future__ import annotations

import time
from base64 import b64decode, b64encode
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError
from google.protobuf.timestamp_pb2 import Timestamp

from clients.render.wording import place_in
from clients.web.parts.event_kinds import kind_of
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_CHANCE, ACTOR_KIND_SEAT
from gunbai.record.v1.lifecycle_pb2 import AskShares, BeginGame, CreateGame, RevealShare, StartGame
from gunbai.record.v1.results_pb2 import Concede
from gunbai.referee.v1.audit_pb2 import ListClausesResponse
from gunbai.referee.v1.game_pb2 import Clocks, Waiting
from gunbai.referee.v1.lobby_pb2 import GetTitleResponse
from gunbai.referee.v1.questions_pb2 import ExplainedEntry
from gunbai.referee.v1.referee_pb2 import LegalCommand, ListLegalCommandsResponse
from gunbai.referee.v1.ruling_pb2 import Refused, Ruling
from gunbai_client.errors import InvalidRequest
from gunbai_record.messages import MalformedMessageError, UnknownMessageError, unpacked

BEGINNING = (CreateGame, AskShares, RevealShare, StartGame, BeginGame)
"""The commands before the first move that no reader of the log misses."""


def entry_in_words(explained: ExplainedEntry, corrected: Iterable[str] = ()) -> dict[str, Any]:
    """Return an entry as sentences, each event with its clause's number, or "" if it has none.

    What it `corrected` follows its events.
    """
    sentences, clauses, entry = explained.sentences, list(explained.clauses), explained.entry
    events = [
        {
            "sentence": sentence,
            "clause": clauses[number] if number < len(clauses) else "",
            "kind": kind_of(entry.events[number], aside=number in sentences.asides),
        }
        for number, sentence in enumerate(sentences.events)
    ]
    events += [{"sentence": change, "clause": "", "kind": ""} for change in corrected]
    seat = entry.actor.seat if entry.actor.kind == ACTOR_KIND_SEAT else 0
    return {
        "version": sentences.version,
        "actor": sentences.actor,
        "seat": seat,
        "chance": entry.actor.kind == ACTOR_KIND_CHANCE,
        "concedes": entry.command.open.Is(Concede.DESCRIPTOR),
        "begins": any(entry.command.open.Is(command.DESCRIPTOR) for command in BEGINNING),
        "command": sentences.command,
        "events": events,
        "digest": entry.digest.hex(),
    }


def clauses_in_words(listed: ListClausesResponse) -> dict[str, Any]:
    """Return a title's clauses by number, each with its sentence, its place and its house ruling, if any."""
    rulings = {
        ruling.number: {
            "question": ruling.question,
            "readings": list(ruling.readings),
            "chosen": ruling.chosen,
            "reason": ruling.reason,
            "place": place_in(listed.rulebook, ruling.place),
        }
        for ruling in listed.house_rulings
    }
    return {
        clause.number: {
            "sentence": clause.sentence,
            "place": place_in(listed.rulebook, clause.place),
            "ruling": rulings.get(clause.house_ruling),
        }
        for clause in listed.clauses
    }


def components_in_words(title: GetTitleResponse) -> list[dict[str, str]]:
    """Return a title's components, each with its name and its id in commands."""
    return [{"id": component.id, "name": component.name} for component in title.components]


def texts_in_words(title: GetTitleResponse) -> list[dict[str, str]]:
    """Return those of a title's components that have a text, each with what else is printed on it."""
    return [
        {"name": component.name, "text": component.text, "details": component.details}
        for component in title.components
        if component.text
    ]


def refusal_in_words(refusal: Refused) -> dict[str, Any]:
    """Return a refusal for a script: the clause, its sentence, the values at fault, and the receipt."""
    values = ", ".join(value.words for value in refusal.values)
    receipt = b64encode(refusal.receipt.SerializeToString()).decode()
    return {"clause": refusal.clause, "sentence": refusal.sentence, "values": values, "receipt": receipt}


def ruling_in_words(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling for a script: the version of the newest entry, or the refusal."""
    if ruling.HasField("refused"):
        return {"refused": refusal_in_words(ruling.refused)}
    return {"accepted": max(entry.version for entry in ruling.accepted.entries)}


def waiting_in_words(waiting: Waiting) -> dict[str, Any]:
    """Return the current question, for a script."""
    return {
        "sentence": waiting.sentence,
        "clause": waiting.clause,
        "seats": list(waiting.seats),
        "chance": waiting.chance,
        "shares": list(waiting.share_due.seats),
        "clocks": clocks_in_seconds(waiting.clocks),
    }


def clocks_in_seconds(clocks: Clocks) -> dict[str, Any]:
    """Return for a script how many seconds each seat has left, and until the end of a pause, 0 for none.

    The clock of an asked seat is running.
    """
    now = time.time()
    return {
        "seats": [
            {
                "seat": clock.seat,
                "runs": clock.HasField("deadline"),
                "left": max(_in_seconds(clock.deadline) - now, 0)
                if clock.HasField("deadline")
                else _in_seconds(clock.left),
                "bot": clock.bot,
            }
            for clock in clocks.seats
        ],
        "paused": max(_in_seconds(clocks.pause_expire_time) - now, 0) if clocks.HasField("pause_expire_time") else 0,
    }


def _in_seconds(span: Timestamp | Duration) -> float:
    return span.seconds + span.nanos / 1e9


def commands_in_words(listed: ListLegalCommandsResponse) -> list[dict[str, Any]]:
    """Return the commands of a seat for a script, and last the order to take back its last move, if it may."""
    undoing = [listed.take_back] if listed.HasField("take_back") else []
    spots = defaultdict[str, set[str]](set)
    for legal in listed.commands:
        spots[legal.command.type_url].update(legal.spots)
    return [command_in_words(legal, spots[legal.command.type_url]) for legal in (*listed.commands, *undoing)]


def command_in_words(legal: LegalCommand, alike: Collection[str] = ()) -> dict[str, Any]:
    """Return a command for a script: its sentence, spots, if it only takes back, its kind, texts and numbers.

    `alike` has the spots of all commands of its kind, among which are those that it acts on by not pointing at them.
    """
    return {
        "sentence": legal.sentence,
        "spots": list(legal.spots),
        "rest": _find_rest(legal, alike),
        "back": legal.takes_back,
        "kind": legal.command.type_url.rpartition("/")[2],
        "values": [] if legal.spots or legal.takes_back else _read_values(legal.command),
        "numbers": {} if legal.takes_back else _read_numbers(legal.command),
        "command": encode_command(legal.command),
    }


def _read_numbers(command: AnyMessage) -> dict[str, int]:
    """Return a command's numbers by field, if it has no other fields: those that a stepper can set."""
    try:
        message = unpacked(command)
    except (UnknownMessageError, MalformedMessageError):
        return {}
    numbers = {field.name: value for field, value in message.ListFields()}
    return numbers if all(type(value) is int for value in numbers.values()) else {}


def _find_rest(legal: LegalCommand, alike: Collection[str]) -> list[str]:
    """Return the spots that a command acts on if it points at the others, as a reroll points at the dice to keep."""
    left = [spot.partition(":") for spot in {*alike} - {*legal.spots}]
    named = sorted(_read_lists(legal.command))
    kinds = {kind for kind, _, number in left if number in map(str, named)}
    rest = {number: f"{kind}:{number}" for kind, _, number in left if kind in kinds}
    return [rest[str(number)] for number in named] if len(kinds) == 1 and {*rest} == {*map(str, named)} else []


def _read_lists(command: AnyMessage) -> set[int]:
    """Return the numbers in a command's lists."""
    try:
        message = unpacked(command)
    except (UnknownMessageError, MalformedMessageError):
        return set()
    lists = (value for field, value in message.ListFields() if field.is_repeated)
    return {number for values in lists for number in values if type(number) is int}


def _read_values(command: AnyMessage) -> list[str]:
    """Return a command's texts by field, such as "monster:kraken": what a picture of a choice stands for."""
    try:
        message = unpacked(command)
    except (UnknownMessageError, MalformedMessageError):
        return []
    return [f"{field.name}:{value}" for field, value in message.ListFields() if type(value) is str]


def encode_command(command: AnyMessage) -> str:
    """Return a command as text that a page stores without interpreting it."""
    return b64encode(command.SerializeToString()).decode()


def decode_command(text: object) -> AnyMessage:
    """Return the command in such a text. Raises InvalidRequest."""
    try:
        return AnyMessage.FromString(b64decode(str(text), validate=True))
    except (ValueError, DecodeError):
        raise InvalidRequest("command: not a command of this page", fields={"command": "not one"}) from None
