"""What the rules cannot judge is checked as far as none are needed: sealed items and unknown rules hide no forgery."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.liars_dice.v1.commands_pb2 import MakeBid
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.record_file import delimited, header
from gunbai_record.verify.file import verify_file
from gunbai_record.verify.report import Verdict
from lab.recorded_games import AT, NAME, SECRET, begun, played, played_on
from lab.toy_games import TITLES as TOYS
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.game.lifecycle import create_game
from referee.game.titles import Titles, finished
from referee.proof.verification import verify
from tests.referee.proof.test_verification import rechained

KEYS = [Ed25519PrivateKey.from_private_bytes(bytes([seat]) * 32) for seat in (1, 2)]
BIDS, BID = 2, "MakeBid"


class Running(NamedTuple):
    """A running game of seats that sign, as a stranger sees it, and the number of a public bid after a sealed item."""

    entries: list[record.Entry]
    bid: int


@pytest.fixture
def running() -> Running:
    """Return a running game of Liar's Dice."""
    added = create_game(finished(), life.CreateGame(title="liars_dice", seats=2), NAME, SECRET, AT)
    game, entries = begun(added.game, [*added.entries], KEYS)
    last = game.version + BIDS
    game, entries = played_on(game, entries, random.Random(2), lambda now: now.version >= last, KEYS)
    assert not game.over
    seen = [shown(game, entry, Caller("stranger"), ()) for entry in entries]
    sealed = next(entry.version for entry in seen if any(item.sealed for item in entry.events))
    bids = (entry.version for entry in seen if entry.version > sealed and BID in entry.command.open.type_url)
    return Running(seen, next(bids))


def _another_move(entry: record.Entry) -> None:
    move = MakeBid.FromString(entry.command.open.value)
    entry.command.open.value = MakeBid(quantity=move.quantity + 1, face=move.face).SerializeToString()


def _by_the_other_seat(entry: record.Entry) -> None:
    entry.actor.seat = 3 - entry.actor.seat


def _by_nobody(entry: record.Entry) -> None:
    entry.actor.seat = 99


def _by_a_substitute(entry: record.Entry) -> None:
    entry.actor.kind = record.ACTOR_KIND_SUBSTITUTE


FORGERIES: dict[str, tuple[Callable[[record.Entry], None], str]] = {
    "another move": (_another_move, "not signed with"),
    "a random signature": (lambda entry: setattr(entry, "signature", bytes(64)), "not signed with"),
    "no signature": (lambda entry: entry.ClearField("signature"), "not signed with"),
    "the other seat": (_by_the_other_seat, "not signed with"),
    "nobody's seat": (_by_nobody, "nobody holds seat 99"),
    "a version of the future": (lambda entry: setattr(entry, "expected_version", 10**9), "cannot expect version"),
    "a substitute": (_by_a_substitute, "nobody signs this command"),
    "no position": (lambda entry: entry.ClearField("position_digest"), "position digest has 0 bytes"),
}


def test_a_running_record_with_sealed_items_is_incomplete(running: Running) -> None:
    report = verify(finished(), running.entries)
    assert (report.verdict, report.problem) == (pb.VERDICT_INCOMPLETE, "")
    assert "everything was checked except the rules" in report.unchecked[-1].sentence


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_move_after_the_first_sealed_item_is_found(name: str, running: Running, tmp_path: Path) -> None:
    forge, problem = FORGERIES[name]
    forge(running.entries[running.bid - 1])
    forged = rechained(running.entries)
    report = verify(finished(), forged)
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, running.bid)
    assert problem in report.problem
    without_rules = verify_file(written(tmp_path, forged))
    assert (without_rules.verdict, without_rules.bad_version) == (Verdict.FAILED, running.bid)


def test_a_game_of_unknown_rules_is_checked_as_far_as_none_are_needed(running: Running) -> None:
    """The titles of the toys have no Liar's Dice."""
    genuine = verify(TOYS, running.entries)
    assert (genuine.verdict, genuine.unchecked[-1].reason) == (
        pb.VERDICT_INCOMPLETE,
        pb.UNCHECKED_REASON_UNKNOWN_RULES,
    )
    _another_move(running.entries[running.bid - 1])
    report = verify(TOYS, rechained(running.entries))
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, running.bid)


@pytest.mark.parametrize("titles", [finished, lambda: TOYS], ids=["known rules", "unknown rules"])
def test_terms_that_no_referee_writes_are_found_without_the_rules(
    titles: Callable[[], Titles], running: Running
) -> None:
    created = life.CreateGame.FromString(running.entries[0].command.open.value)
    created.arbiter = bytes(64)
    running.entries[0].command.open.value = created.SerializeToString(deterministic=True)
    report = verify(titles(), rechained(running.entries))
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, 1)


def test_a_changed_card_is_damage_and_no_move_against_the_rules() -> None:
    entries = drawn()
    turned = next(entry for entry in entries if entry.command.open.type_url.endswith(".TurnCard"))
    turned.command.open.value = b"\x0a\x06frenzy"
    report = verify(finished(), entries)
    assert (report.bad_version, report.problem) == (turned.version, "its digest does not match its content")


def drawn() -> Sequence[record.Entry]:
    """Return a game of King of Tokyo whose first cards lie open."""
    return played(finished(), "king_of_tokyo", 3, 5, lambda game: game.version > 10)[1]


def written(folder: Path, entries: Sequence[record.Entry]) -> Path:
    """Write a record file of a game without a signed head."""
    file = folder / "game.gunbai"
    file.write_bytes(b"".join(map(delimited, (header(NAME, len(entries)), *entries))))
    return file
