"""The commands of the record: who gives each, what its client sends with it, and which events follow.

The table is that of docs/record-format.md, "Commands of the record". Every other command is one of the title, whose
rules alone know what follows from it.
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
"""What a client sends with a command: nothing, an id, or an id and the version that it expects."""


class Form(NamedTuple):
    """Who gives a command, what a client sends with it, and the events that may follow; * are any of the title."""

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
    "CallTime": Form(HOST, ("StartVoided", "GameStalled")),
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
"""The commands of the record by name."""
_TITLES = ("*", "SharesGiven *", "OutcomeCorrected *")
"""The events of an entry with a command of the title: its own, and the shares or the correction before them."""


def own_name(item: record.Item) -> str:
    """Return the name of a message of the record in an item; "" if it is the title's, or sealed."""
    url = item.open.type_url
    return url.removeprefix(_V1) if url.startswith(_V1) else ""


def own_message(item: record.Item) -> Any:
    """Return the message of the record in an item. Raises DecodeError."""
    return _KINDS[own_name(item)].FromString(item.open.value)


def check_form(entry: record.Entry, *, dealt: bool) -> None:
    """Check that an entry has the actor, the id, the expected version and the events of its command. Raises BadEntry.

    `dealt` is whether a dealer resolves chance.
    """
    name = own_name(entry.command)
    if name and name not in FORMS:
        raise BadEntry(f"{name} is no command of the record")
    of_title: Sent = "order" if sent_by_client(entry, dealt=dealt) else ""
    form = FORMS[name] if name else Form(entry.actor.kind, _TITLES, of_title)
    kind, seat = entry.actor.kind, entry.actor.seat
    if kind != form.by or (not name and kind not in {SEAT, CHANCE, SUBSTITUTE}):
        raise BadEntry(f"an actor of the kind {record.ActorKind.Name(kind)} does not give {name or 'such a command'}")
    if (kind in {SEAT, SUBSTITUTE}) != (seat > 0):
        raise BadEntry(f"its actor has the seat {seat}")
    if not any(_fits(entry, pattern.split()) for pattern in form.events):
        raise BadEntry("its events are not those of its command")
    _check_sent(entry, "order" if name == "TakeSeat" and entry.signature else form.sent)
    if name:
        _check_seats(entry, own_message(entry.command))


def sent_by_client(entry: record.Entry, *, dealt: bool) -> bool:
    """Return whether a client sent a command of the title: a seat, a bot in place of one, or a dealer."""
    by_bot = entry.actor.kind == SUBSTITUTE and bool(entry.command_id)
    return entry.actor.kind == SEAT or by_bot or (entry.actor.kind == CHANCE and dealt)


def _fits(entry: record.Entry, names: list[str]) -> bool:
    """Return whether the events of an entry have these names; a sealed one may be any."""
    further = names[-1] == "*"
    names = names[:-1] if further else names
    if len(entry.events) < len(names) or (not further and len(entry.events) > len(names)):
        return False
    padded = [*names, *[""] * (len(entry.events) - len(names))]
    return all(is_sealed(item) or own_name(item) == name for item, name in zip(entry.events, padded, strict=True))


def _check_sent(entry: record.Entry, sent: Sent) -> None:
    if bool(entry.command_id) != bool(sent):
        raise BadEntry("a client's command must have an id" if sent else "it has an id that no client sent")
    expected = entry.expected_version
    if not (1 <= expected < entry.version if sent == "order" else expected == 0):
        raise BadEntry(f"it cannot expect version {expected}")


def _check_seats(entry: record.Entry, command: Message) -> None:
    """Check that the command and its events name the seat that acts, where they name one."""
    named = getattr(command, "seat", entry.actor.seat)
    if entry.actor.kind == SEAT and named != entry.actor.seat:
        raise BadEntry(f"it is about seat {named}, and its actor is seat {entry.actor.seat}")
    if entry.actor.kind == ARBITER:
        return
    for item in items_of(entry)[1:]:
        seat = getattr(own_message(item), "seat", named) if own_name(item) else named
        if seat != named:
            raise BadEntry(f"its events are about seat {seat}, not {named}")
