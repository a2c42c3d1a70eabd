"""A branch continues the record of another game at a version, with seats, secret and keys of its own."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict, replace

from games.kit.rules.decider import Outcome
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.chance import commitment, derive
from lab import share_games
from lab.toy_games import AT, NAME, SECRET, TITLES, bid, created, started
from referee.errors import GameNotStarted, InvalidField
from referee.game.chance_shares import SHARE_SECONDS
from referee.game.fold import fold
from referee.game.forks import branch_chance, fork_game, held_seats
from referee.game.game import Sitting
from referee.game.own_turn import OwnTurn
from referee.game.time_control import Clock, ClockTerms

BRANCH, OTHER_SECRET = "branchbranchbra2", bytes(32)


def test_a_branch_continues_the_numbers_and_the_chain_of_its_parent() -> None:
    night = started().play(bid(1, 1))
    fork = life.ForkGame(
        parent=NAME,
        label="what if",
        chance_source=life.CHANCE_SOURCE_DEALER,
        private=True,
        played_on="1972",
        tags=["again"],
    )
    added = fork_game(night.game, fork, BRANCH, OTHER_SECRET, AT)
    entry = added.entries[0]
    assert (entry.version, entry.previous) == (night.game.version + 1, night.game.digest)
    command = life.ForkGame.FromString(entry.command.open.value)
    assert (command.parent, command.parent_version, command.parent_digest) == (
        NAME,
        night.game.version,
        night.game.digest,
    )
    charter = added.game.charter
    assert (charter.label, charter.private, charter.parent) == ("what if", True, NAME)
    assert (charter.played_on, charter.tags) == ("1972", ("again",))
    assert charter.chance_source == life.CHANCE_SOURCE_DEALER


def test_a_branch_has_the_table_of_its_parent_and_free_seats() -> None:
    night = started().play(bid(1, 1))
    branch = fork_game(night.game, life.ForkGame(parent=NAME), BRANCH, OTHER_SECRET, AT).game
    assert branch.table == night.game.table
    assert branch.status == "open"
    assert [sitting.player for sitting in branch.sittings] == ["", ""]
    assert branch.keys != night.game.keys
    assert branch.acted == (0, 0, 0)


def test_nothing_that_befell_the_seats_of_the_parent_is_that_of_a_branch() -> None:
    night = started(3).play(bid(1, 1))
    outcome = Outcome("adjudication", 0, (1,))
    befallen = replace(
        night.game, acted=(4, 5, 6, 7), deadline=9, words=((1, b"word"),), out=(3,), clock=Clock((1, 2, 3), 8),
        late=(1,), with_bot=(2,), before_outcome=night.game.table, result=outcome,
        basis=results.RESULT_BASIS_ADJUDICATION, continued_by="another", absent=(2,), drawn=7,
        used=frozenset({b"used"}),
    )  # fmt: skip
    terms = clocks.ClockTerms(bank_seconds=60, increment_seconds=5, expiry=clocks.EXPIRY_RULE_LOSES)
    fork = life.ForkGame(
        parent=NAME, label="what if", chance_source=life.CHANCE_SOURCE_SHARED, share_seconds=7,
        stalled=life.STALLED_RULE_LOSES, private=True, played_on="1972", tags=["again"], arbiter=bytes(32), clock=terms,
        invited_only=True, reissue_seconds=60,
    )  # fmt: skip
    added = fork_game(befallen, fork, BRANCH, OTHER_SECRET, AT + 1)
    charter = asdict(befallen.charter) | {
        "game": BRANCH, "label": "what if", "chance_source": life.CHANCE_SOURCE_SHARED, "share_seconds": 7,
        "stalled": life.STALLED_RULE_LOSES, "private": True, "commitment": commitment(OTHER_SECRET),
        "created_at": AT + 1, "played_on": "1972", "tags": ("again",), "arbiter": bytes(32),
        "clock": ClockTerms.of(terms),
        "invited_only": True, "reissue_seconds": 60, "parent": NAME, "parent_version": night.game.version,
        "shares_sealed": True,
    }  # fmt: skip
    assert asdict(added.game.charter) == charter
    assert asdict(added.game) == asdict(befallen) | {
        "charter": added.game.charter, "secret": OTHER_SECRET, "inherited": SECRET,
        "keys": derive(OTHER_SECRET, inherited=SECRET), "status": "open", "sittings": (Sitting(),) * 3, "step": None,
        "version": night.game.version + 1, "digest": added.entries[0].digest, "changed_at": AT + 1,
        "acted": (0, 0, 0, 0), "deadline": 0, "words": (), "out": (), "clock": None, "late": (), "with_bot": (),
        "before_outcome": None, "result": None, "basis": results.RESULT_BASIS_UNSPECIFIED, "continued_by": "",
        "absent": (), "own_turn": OwnTurn(),
    }  # fmt: skip


def test_a_branch_folds_to_the_same_game() -> None:
    night = started().play(bid(1, 1))
    added = fork_game(night.game, life.ForkGame(parent=NAME), BRANCH, OTHER_SECRET, AT)
    assert fold(TITLES, (*night.entries, *added.entries), {NAME: SECRET, BRANCH: OTHER_SECRET}) == added.game


def test_the_secret_of_a_branch_opens_nothing_without_those_whose_sealed_items_it_shares() -> None:
    night, fork = started().play(bid(1, 1)), life.ForkGame(parent=NAME)
    before = fork_game(started().game, fork, BRANCH, OTHER_SECRET, AT).game
    assert before.keys == derive(OTHER_SECRET)
    branch = fork_game(night.game, fork, BRANCH, OTHER_SECRET, AT).game
    assert branch.keys == derive(OTHER_SECRET + SECRET)
    twig = fork_game(branch.linked(branch.digest), fork, "twig", bytes([1]) * 32, AT).game
    assert twig.keys == derive(bytes([1]) * 32 + OTHER_SECRET + SECRET)


CONSENTS = [b"1" * 16, b"2" * 16]


@pytest.mark.parametrize(
    ("consents", "seats", "field"),
    [
        (CONSENTS[:1], [1, 2], "consents"),
        (CONSENTS[:1] * 2, [1, 2], "consents"),
        ([b"1", b"2"], [1, 2], "consents"),
        ([b"1" * 16, b"2"], [1, 2], "consents"),
        ([b"1", b"2" * 16], [1, 2], "consents"),
        ([*CONSENTS, b"3" * 16], [1, 2], "consents"),
        (CONSENTS, [1], "held_seats"),
        (CONSENTS, [2, 1], "held_seats"),
        ([], [1, 2], "consents"),
    ],
)
def test_a_branch_names_one_consent_of_each_seat_and_its_holder(
    consents: list[bytes], seats: list[int], field: str
) -> None:
    held = [life.HeldSeat(seat=seat) for seat in seats]
    fork = life.ForkGame(parent=NAME, consents=consents, held_seats=held)
    with pytest.raises(InvalidField) as refused:
        fork_game(started().game, fork, BRANCH, OTHER_SECRET, AT)
    assert refused.value.field == field


def test_a_branch_goes_on_with_chance_as_its_parent_unless_asked_otherwise() -> None:
    parent = share_games.asking(share_seconds=7, stalled=life.STALLED_RULE_LOSES).game
    same = (share_games.SHARED, 7, life.STALLED_RULE_LOSES)
    none, ends = life.STALLED_RULE_UNSPECIFIED, life.STALLED_RULE_ENDS
    assert branch_chance(parent, life.CHANCE_SOURCE_UNSPECIFIED, 0, none) == same
    assert branch_chance(parent, share_games.SHARED, 0, none) == same
    assert branch_chance(parent, life.CHANCE_SOURCE_UNSPECIFIED, 9, ends) == (share_games.SHARED, 9, ends)
    assert branch_chance(parent, share_games.COMMITTED, 0, none) == (share_games.COMMITTED, SHARE_SECONDS, none)
    assert branch_chance(parent, life.CHANCE_SOURCE_DEALER, 0, none) == (life.CHANCE_SOURCE_DEALER, 0, none)


def test_a_branch_keeps_the_seats_for_their_holders() -> None:
    night = started().play(bid(1, 1))
    fork = life.ForkGame(parent=NAME, consents=CONSENTS, held_seats=held_seats(night.game))
    added = fork_game(night.game, fork, BRANCH, OTHER_SECRET, AT)
    command = life.ForkGame.FromString(added.entries[0].command.open.value)
    assert [held.seat for held in command.held_seats] == [1, 2]
    assert list(command.consents) == CONSENTS
    assert [holder.taken for holder in added.game.charter.holders] == [True, True]


def test_a_game_that_has_not_started_has_no_branches() -> None:
    with pytest.raises(GameNotStarted):
        fork_game(created().game, life.ForkGame(parent=NAME), BRANCH, OTHER_SECRET, AT)


def test_a_branch_is_never_dated_before_the_entry_that_it_leaves() -> None:
    fork = life.ForkGame(parent=NAME, chance_source=life.CHANCE_SOURCE_REFEREE)
    added = fork_game(started().game, fork, BRANCH, OTHER_SECRET, AT - 500)
    assert added.entries[0].at_micros == AT
