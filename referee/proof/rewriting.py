"""Replay: write an entry again from its command, and show how the recorded one differs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError, Message

from games.kit.rules.decider import CHANCE, Chance, Refusal
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chain import DIGEST_BYTES, URL
from gunbai_record.messages import UnknownMessageError, as_json, is_canonical
from gunbai_record.plain import Plain, as_plain
from gunbai_record.player_names import Name
from gunbai_record.verify.entry_checks import CREATE, FORK, TAKE_SEAT, founding_of
from gunbai_record.verify.irregularities import RULE
from gunbai_record.verify.message_checks import BadEntry
from referee.game.absences import announce_absence, call_absence
from referee.game.agreements import agree
from referee.game.chance_shares import ask_shares, call_time, check_all_given, reveal_share, shares_used
from referee.game.clocks import call_clock, excuse_stop
from referee.game.continuations import continue_game, end_continuation
from referee.game.corrections import before_outcome, corrected, is_correction
from referee.game.decided_results import concede, decide_game
from referee.game.entries import Added, Deed, is_default, packed, seat, substitute
from referee.game.fold import followed, founded, given_in
from referee.game.forks import fork_game
from referee.game.game import Game
from referee.game.irregularities import rule_irregularity
from referee.game.judge import check_command, drawn_from, first_absent, owed, ruled
from referee.game.leaving import free_seat, leave_seat
from referee.game.lifecycle import Consent, abandon_game, begin_game, create_game, start_game, take_seat
from referee.game.refusals import refused_of
from referee.game.taking_back import take_back
from referee.game.titles import Titles
from referee.game.token_reissue import announce_reissue, complete_reissue, reissue_token, veto_reissue

_PROBLEMS = {
    "command": "its command is not what the referee would have written",
    "events": "its events do not follow from its command",
}
"""The texts for differing fields that have words of their own."""
_LONGEST = 200
"""How many characters of a value a problem quotes."""


def written_anew(
    titles: Titles, before: Game | None, entry: record.Entry, secret: bytes, *, opened: bool, common: bytes = b""
) -> Added:
    """Return what an entry's command leads to; `secret` and `common` are empty while unknown.

    `opened` is whether the game's keys are known, for which a branch may need more than its own secret.

    Raises BadEntry, or the error that a client would get, if the command leads to no entry.
    """
    kind = entry.command.open.type_url
    if kind == CREATE:
        return _created(titles, entry, secret, common)
    if before is None:
        raise BadEntry("the first entry must create a game")
    if kind == FORK:
        return _forked(before, entry, secret)
    if kind == TAKE_SEAT:
        return _seated(before, entry)
    _check_absent(before, entry)
    own = _OWN.get(kind)
    if own is not None:
        return own(before, entry.command.open, entry.at_micros)
    order = _ORDERS.get(kind)
    if order is not None:
        return order(before, _deed_of(entry, entry.actor), entry)
    if is_default(entry):
        return or_bad(owed(before), "no seat that has left the game has a decision to make")
    return _drawn(titles, before, entry, opened=opened) if by_stream(before, entry) else _sent(titles, before, entry)


def _check_absent(game: Game, entry: record.Entry) -> None:
    """Check that nothing precedes the default of a seat that cannot decide itself. Raises BadEntry."""
    absent = first_absent(game)
    if absent and not is_default(entry):
        raise BadEntry(f"seat {absent}'s default must come first")


def _created(titles: Titles, entry: record.Entry, secret: bytes, common: bytes) -> Added:
    creation = life.CreateGame.FromString(entry.command.open.value)
    anew = create_game(titles, creation, entry.game, secret, entry.at_micros, common=common)
    return anew if secret else Added(founded(titles, entry, {}), anew.entries)


def _forked(before: Game, entry: record.Entry, secret: bytes) -> Added:
    fork = life.ForkGame.FromString(entry.command.open.value)
    anew = fork_game(before, fork, entry.game, secret, entry.at_micros)
    return anew if secret else Added(followed(before, entry, {}), anew.entries)


def _seated(game: Game, entry: record.Entry) -> Added:
    """Return how a seat is taken under the entry's name, or without the name that was removed from it."""
    if len(entry.events) != 2:
        raise BadEntry("it has neither the player's name nor the leaf of a removed name")
    command = life.TakeSeat.FromString(entry.command.open.value)
    consent = Consent(entry.command_id, entry.expected_version, entry.signature)
    return take_seat(game, command, Name.of(entry.events[1]), entry.at_micros, consent)


def _drawn(titles: Titles, game: Game, entry: record.Entry, *, opened: bool) -> Added:
    """Return an outcome of the referee's chance, drawn again if the game's keys are known."""
    if game.status != "running" or not isinstance(game.step, Chance):
        raise BadEntry("no outcome of chance is due")
    given = given_in(game, entry)
    if opened:
        anew = owed(game) if given is None else drawn_from(game, given.shares, entry.at_micros)
        return or_bad(anew, "no outcome of chance is due")
    outcome = as_plain(titles.recorded(game.charter.rulebook, entry.command.open))
    deed = Deed(seat(CHANCE), entry.at_micros, packed(outcome))
    if given is None:
        return _ruled(game, deed, outcome)
    check_all_given(game, given.shares, entry.at_micros)
    return _ruled(shares_used(game, given.shares), deed, outcome, given)


def _deed_of(entry: record.Entry, actor: record.Actor) -> Deed:
    return Deed(
        actor,
        entry.at_micros,
        entry.command.open,
        entry.command_id,
        entry.expected_version,
        entry.signature,
    )


def _named(deed: Deed) -> int:
    """Return the seat that a command frees, or whose token it keeps."""
    return life.FreeSeat.FromString(deed.command.value).seat


def _ruled_irregular(game: Game, deed: Deed, entry: record.Entry) -> Added:
    # The ruling comes before the position, if it sets one.
    return rule_irregularity(game, deed, entry.events[1] if len(entry.events) > 1 else None)


def _sender_of(entry: record.Entry) -> record.Actor:
    """Return the possible senders of a title's command: a seat, a dealer, or a bot for a seat."""
    by_bot = entry.actor.kind == record.ACTOR_KIND_SUBSTITUTE
    return substitute(entry.actor.seat) if by_bot else seat(entry.actor.seat)


def _sent(titles: Titles, game: Game, entry: record.Entry) -> Added:
    """Return what a client's command leads to, checked as the service checks it."""
    if not entry.command_id:
        raise BadEntry("a client's command must have an id")
    deed = _deed_of(entry, _sender_of(entry))
    move = as_plain(titles.recorded(game.charter.rulebook, deed.command))
    check_command(game, deed)
    if is_correction(entry):
        return _ruled(before_outcome(game, deed.actor.seat), deed, move, corrected(game))
    return _ruled(game, deed, move)


def _ruled(game: Game, deed: Deed, move: Plain, *given: Message) -> Added:
    ruling = ruled(game, deed, move, *given)
    if isinstance(ruling, Refusal):
        refused = refused_of(game, ruling)
        raise BadEntry(f"the rules refuse its command: {refused.clause}, {refused.sentence}")
    return ruling


def is_written_canonically(titles: Titles, game: Game | None, entry: record.Entry) -> bool:
    """Return whether an entry's command is canonical, or not one that a client sent for the title."""
    content = entry.command.open
    if game is None or not entry.command_id or content.type_url.startswith(f"{URL}gunbai.record."):
        return True
    return is_canonical(titles.recorded(game.charter.rulebook, content), content)


def by_stream(game: Game | None, entry: record.Entry) -> bool:
    """Return whether an entry is an outcome that the referee drew."""
    by_chance = entry.actor.kind == record.ACTOR_KIND_CHANCE
    return by_chance and game is not None and game.charter.chance_source != life.CHANCE_SOURCE_DEALER


def difference(entry: record.Entry, anew: record.Entry) -> BadEntry:
    """Return which field of an entry differs from what follows from its command, and how."""
    for field in record.Entry.DESCRIPTOR.fields:
        own, expected = getattr(entry, field.name), getattr(anew, field.name)
        if own != expected:
            problem = _PROBLEMS.get(field.name, f"its {field.name} does not follow from its command")
            return BadEntry(problem, *map(_short, (expected, own)))
    return BadEntry("it does not follow from its command")


def _short(value: object) -> str:
    """Return a field's value in at most 200 characters: bytes in hex, messages as JSON."""
    if isinstance(value, bytes):
        text = value.hex()
    elif isinstance(value, Message):
        text = _as_text(value)
    elif isinstance(value, Iterable) and not isinstance(value, str):
        text = f"[{', '.join(map(_as_text, value))}]"
    else:
        text = str(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _as_text(message: Message) -> str:
    """Return a message as JSON, or its bytes in hex if they do not fit its type."""
    try:
        return json.dumps(as_json(message), ensure_ascii=False)
    except (UnknownMessageError, DecodeError, TypeError, ValueError):
        return message.SerializeToString().hex()


def bared(entry: record.Entry) -> record.Entry:
    """Return an entry without what depends on its game's secret: digests, the commitment, and salts.

    For a salt, it is left whether there is one; for a position digest, whether it has the right length.
    """
    copied = record.Entry()
    copied.CopyFrom(entry)
    copied.ClearField("digest")
    if len(copied.position_digest) == DIGEST_BYTES:
        copied.position_digest = b"some"
    for item in (copied.command, *copied.events):
        item.salt = item.salt and b"some"
    command = founding_of(copied.command.open)
    if command is not None:
        command.ClearField("commitment")
        copied.command.open.value = command.SerializeToString()
    return copied


def or_bad(added: Added | None, problem: str) -> Added:
    """Return what the referee added. Raises BadEntry if it added nothing."""
    if added is None:
        raise BadEntry(problem)
    return added


def _called(game: Game, called: life.CallTime, at: int) -> Added:
    return call_time(game, called.shares, at, puts_off=called.puts_off)


_ORDERS: dict[str, Callable[[Game, Deed, record.Entry], Added]] = {
    f"{URL}gunbai.record.v1.Concede": lambda game, deed, _: concede(game, deed),
    f"{URL}gunbai.record.v1.Agree": lambda game, deed, _: agree(game, deed),
    f"{URL}gunbai.record.v1.AnnounceAbsence": lambda game, deed, _: announce_absence(game, deed),
    f"{URL}gunbai.record.v1.TakeBack": lambda game, deed, _: take_back(game, deed),
    f"{URL}gunbai.record.v1.DecideGame": lambda game, deed, _: decide_game(game, deed),
    RULE: _ruled_irregular,
    f"{URL}gunbai.record.v1.ReissueToken": lambda game, deed, _: reissue_token(game, deed),
    f"{URL}gunbai.record.v1.AnnounceReissue": lambda game, deed, _: announce_reissue(
        game, life.AnnounceReissue.FromString(deed.command.value), deed.command_id, deed.at
    ),
    f"{URL}gunbai.record.v1.VetoReissue": lambda game, deed, _: veto_reissue(
        game, _named(deed), deed.command_id, deed.at
    ),
    f"{URL}gunbai.record.v1.FreeSeat": lambda game, deed, _: free_seat(game, _named(deed), deed.command_id, deed.at),
    f"{URL}gunbai.record.v1.LeaveSeat": lambda game, deed, _: leave_seat(game, _named(deed), deed.command_id, deed.at),
}
"""The record's own commands that clients send with an id."""
_OWN: dict[str, Callable[[Game, AnyMessage, int], Added]] = {
    f"{URL}gunbai.record.v1.StartGame": lambda game, _, at: start_game(game, at),
    f"{URL}gunbai.record.v1.RevealShare": lambda game, command, at: reveal_share(
        game, life.RevealShare.FromString(command.value), at
    ),
    f"{URL}gunbai.record.v1.CompleteReissue": lambda game, command, at: complete_reissue(
        game, life.CompleteReissue.FromString(command.value).seat, at
    ),
    f"{URL}gunbai.record.v1.BeginGame": lambda game, _, __: begin_game(game),
    f"{URL}gunbai.record.v1.AskShares": lambda game, _, at: ask_shares(game, at),
    f"{URL}gunbai.record.v1.CallTime": lambda game, command, at: _called(
        game, life.CallTime.FromString(command.value), at
    ),
    f"{URL}gunbai.record.v1.CallAbsence": lambda game, _, at: call_absence(game, at),
    f"{URL}gunbai.record.v1.CallClock": lambda game, _, at: call_clock(game, at),
    f"{URL}gunbai.record.v1.ExcuseStop": lambda game, command, at: excuse_stop(
        game, clocks.ExcuseStop.FromString(command.value), at
    ),
    f"{URL}gunbai.record.v1.ContinueGame": lambda game, command, at: continue_game(
        game, life.ContinueGame.FromString(command.value), at
    ),
    f"{URL}gunbai.record.v1.EndContinuation": lambda game, command, at: end_continuation(
        game, life.EndContinuation.FromString(command.value), at
    ),
    f"{URL}gunbai.record.v1.CloseGame": lambda game, _, at: or_bad(owed(game), "the game is not over"),
    f"{URL}gunbai.record.v1.AbandonGame": lambda game, command, at: abandon_game(
        game, life.AbandonGame.FromString(command.value), at
    ),
}
