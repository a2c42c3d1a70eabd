"""The commands of the record: who gives each, what its client sends with it, and which events follow.

The table is the one in docs/record-format.md, "Commands of the record". Every other command belongs to the title, and
only its rules know what follows from it.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai_record.chain import URL, items_of
from gunbai_record.messages import shared_kinds
from gunbai_record.verify.entry_checks import is_sealed
from gunbai_record.verify.message_checks import BadEntry

_V1 = f"{URL}gunbai.record.v1."
_KINDS = {url.removeprefix(_V1): kind for url, kind in shared_kinds().items()}

HOST, SEAT, CHANCE = record.ACTOR_KIND_HOST, record.ACTOR_KIND_SEAT, record.ACTOR_KIND_CHANCE
ARBITER, SUBSTITUTE = record.ACTOR_KIND_ARBITER, record.ACTOR_KIND_SUBSTITUTE

Sent = Literal["", "request", "order"]
"""What a client sends with a command: nothing, an id, or an id and the expected version."""


class Form(NamedTuple):
    """Who gives a command, what its client sends with it, and the events that may follow; * is any of the title's."""

    by: record.ActorKind.ValueType
    events: tuple[str, ...]
    sent: Sent = ""


_AGREED = "SeatAgreed AgreementReached"
FORMS = {
    "CreateGame": Form(HOST, ("GameCreated",)),
    "ForkGame": Form(HOST, ("GameForked",)),
    "TakeSeat": Form(SEAT, ("SeatTaken PlayerNamed",)),
    "FreeSeat": Form(HOST, ("SeatFreed",), "request"),
    "LeaveSeat": Form(SEAT, ("SeatFreed",), "request"),
    "ReissueToken": Form(SEAT, ("TokenReissued",), "order"),
    "AnnounceReissue": Form(HOST, ("ReissueAnnounced",), "request"),
    "VetoReissue": Form(SEAT, ("ReissueVetoed",), "request"),
    "CompleteReissue": Form(HOST, ("TokenReissued",)),
    "StartGame": Form(HOST, ("GameStarted *", "SharesAsked")),
    "AskShares": Form(HOST, ("SharesAsked",)),
    "RevealShare": Form(SEAT, ("ShareRevealed",)),
    "BeginGame": Form(HOST, ("GameStarted *",)),
    "CallTime": Form(HOST, ("StartVoided", "StartPutOff", "GameStalled")),
    "Concede": Form(SEAT, ("SeatConceded",), "order"),
    "Agree": Form(
        SEAT,
        ("SeatAgreed", _AGREED, f"{_AGREED} ClocksPaused", f"{_AGREED} ClocksResumed", f"{_AGREED} AbsenceSettled"),
        "order",
    ),
    "AnnounceAbsence": Form(SEAT, ("AbsenceAnnounced",), "order"),
    "CallAbsence": Form(HOST, ("AbsenceCalled",)),
    "TakeBack": Form(SEAT, ("MovesTakenBack",), "order"),
    "RuleIrregularity": Form(ARBITER, ("IrregularityRuled", "IrregularityRuled PositionSet *"), "order"),
    "DecideGame": Form(ARBITER, ("ResultDecided",), "order"),
    "CallClock": Form(HOST, ("ClockExpired",)),
    "ExcuseStop": Form(HOST, ("StopExcused",)),
    "ContinueGame": Form(HOST, ("GameContinued",)),
    "EndContinuation": Form(HOST, ("ContinuationEnded",)),
    "CloseGame": Form(HOST, ("GameClosed", "GameDecided")),
    "AbandonGame": Form(HOST, ("GameAbandoned",)),
}  # fmt: skip
"""The record's commands by name."""
_TITLES = ("*", "SharesGiven *", "OutcomeCorrected *")
"""The events that may follow a title's command: its own, after shares or a correction if there are any."""


def own_name(item: record.Item) -> str:
    """Return the name of the record's message in an item; "" if the message is the title's or sealed."""
    url = item.open.type_url
    return url.removeprefix(_V1) if url.startswith(_V1) else ""


def own_message(item: record.Item) -> Any:
    """Return the record's message in an item. Raises DecodeError."""
    return _KINDS[own_name(item)].FromString(item.open.value)


def check_form(entry: record.Entry, *, dealt: bool) -> None:
    """Check that an entry has its command's actor, id, expected version and events. Raises BadEntry.

    `dealt` is whether a dealer resolves chance.
    """
    name = own_name(entry.command)
    if name and name not in FORMS:
        raise BadEntry(f"{name} is not a command of the record")
    of_title: Sent = "order" if sent_by_client(entry, dealt=dealt) else ""
    form = FORMS[name] if name else Form(entry.actor.kind, _TITLES, of_title)
    kind, seat = entry.actor.kind, entry.actor.seat
    if kind != form.by or (not name and kind not in {SEAT, CHANCE, SUBSTITUTE}):
        raise BadEntry(f"an actor of kind {record.ActorKind.Name(kind)} cannot give {name or 'this command'}")
    if (kind in {SEAT, SUBSTITUTE}) != (seat > 0):
        raise BadEntry(f"its actor cannot be seat {seat}")
    if not any(_fits(entry, pattern.split()) for pattern in form.events):
        raise BadEntry("its events do not belong to its command")
    # A held seat is taken with a signed command, and a signature covers the id and the expected version.
    _check_sent(entry, "order" if name == "TakeSeat" and entry.signature else form.sent)
    if name:
        _check_seats(entry, own_message(entry.command))


def sent_by_client(entry: record.Entry, *, dealt: bool) -> bool:
    """Return whether a title's command came from a client: a seat, a bot that plays for one, or a dealer."""
    # The referee plays a late seat's default itself, without an id.
    by_bot = entry.actor.kind == SUBSTITUTE and bool(entry.command_id)
    return entry.actor.kind == SEAT or by_bot or (entry.actor.kind == CHANCE and dealt)


def _fits(entry: record.Entry, names: list[str]) -> bool:
    """Return whether an entry's events have these names; a sealed event may be any."""
    further = names[-1] == "*"
    names = names[:-1] if further else names
    if len(entry.events) < len(names) or (not further and len(entry.events) > len(names)):
        return False
    padded = [*names, *[""] * (len(entry.events) - len(names))]
    return all(is_sealed(item) or own_name(item) == name for item, name in zip(entry.events, padded, strict=True))


def _check_sent(entry: record.Entry, sent: Sent) -> None:
    if bool(entry.command_id) != bool(sent):
        raise BadEntry("a client's command must have an id" if sent else "it has an id, though no client sent it")
    expected = entry.expected_version
    if not (1 <= expected < entry.version if sent == "order" else expected == 0):
        raise BadEntry(f"it cannot expect version {expected}")


def _check_seats(entry: record.Entry, command: Message) -> None:
    """Check that the command and its events are about the acting seat, where they name a seat."""
    named = getattr(command, "seat", entry.actor.seat)
    if entry.actor.kind == SEAT and named != entry.actor.seat:
        raise BadEntry(f"it is about seat {named}, but its actor is seat {entry.actor.seat}")
    # An arbiter has no seat to compare with.
    if entry.actor.kind == ARBITER:
        return
    for item in items_of(entry)[1:]:
        seat = getattr(own_message(item), "seat", named) if own_name(item) else named
        if seat != named:
            raise BadEntry(f"its events are about seat {seat}, not {named}")
