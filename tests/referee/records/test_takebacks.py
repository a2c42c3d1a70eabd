"""A takeback is proposed by the host or a seat, on the terms of its game, and counts while the game has not gone on."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.kit.rules.decider import Outcome
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import lifecycle_pb2 as life
from lab.toy_games import AT, NAME, SECRET, TITLES, bid, named, started
from referee.access.callers import Caller
from referee.errors import GameNotOpen, GameOver, InvalidField, OrdersUsedUp, RoleNeeded, TokenMissing
from referee.game.entries import Added
from referee.game.fold import fold
from referee.game.forks import fork_game, held_seats
from referee.game.lifecycle import take_seat
from referee.records.takebacks import (
    MOST_PROPOSALS,
    Proposals,
    check_not_gone_on,
    check_proposer,
    consented,
    gone_on,
    has_begun,
    proposal,
    superseded,
)
from tests.referee.eventful_games import continued, continuing, secret_of

HOST, SEAT, PUBLIC = Caller("peer", "host"), Caller("peer", "seat", 1), Caller("peer")
NIGHT = started().play(bid(1, 3))
START = fold(TITLES, NIGHT.entries[:4], {NAME: SECRET})
TO_BOT = clocks.ClockTerms(bank_seconds=100, expiry=clocks.EXPIRY_RULE_BOT, bot_seconds=30)
EACH = clocks.ClockTerms(decision_seconds=60, expiry=clocks.EXPIRY_RULE_DEFAULT)


def test_the_host_or_a_seat_proposes() -> None:
    check_proposer(HOST)
    check_proposer(SEAT)
    with pytest.raises(TokenMissing, match="a seat's or the host's token"):
        check_proposer(PUBLIC)
    for role in ("dealer", "spectator", "bot"):
        with pytest.raises(RoleNeeded, match="a seat's or the host's token"):
            check_proposer(Caller("peer", role))


def test_a_proposal_has_the_terms_of_its_game() -> None:
    terms: dict[str, Any] = {"private": True, "clock": EACH, "reissue_seconds": 60, "arbiter": bytes(32)}
    night = started(**terms).play(bid(1, 3))
    position = fold(TITLES, night.entries[:4], {NAME: SECRET})
    game = proposal(night.game, position, SEAT)
    assert game == life.ForkGame(
        parent=NAME, chance_source=life.CHANCE_SOURCE_REFEREE, held_seats=held_seats(night.game), continues=True,
        **terms,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("terms", "host_alone"),
    [({}, False), ({"clock": EACH}, False), ({"clock": TO_BOT}, True),
     ({"chance_source": life.CHANCE_SOURCE_DEALER}, True)],
)  # fmt: skip
def test_the_host_alone_proposes_where_that_makes_a_token_that_sees_more_than_a_seats(
    terms: dict[str, Any], *, host_alone: bool
) -> None:
    night = started(**terms).play(bid(1, 3))
    position = fold(TITLES, night.entries[:4], {NAME: SECRET})
    assert proposal(night.game, position, HOST).continues
    if host_alone:
        with pytest.raises(RoleNeeded, match="the host's token"):
            proposal(night.game, position, SEAT)
    else:
        assert proposal(night.game, position, SEAT).continues


def test_what_came_after_the_start_can_be_taken_back_while_nothing_is_decided() -> None:
    assert proposal(NIGHT.game, START, SEAT).continues
    for position in (NIGHT.game, fold(TITLES, NIGHT.entries[:3], {NAME: SECRET})):
        with pytest.raises(InvalidField, match="version: expected a version after the start of the game and before 5"):
            proposal(NIGHT.game, position, SEAT)
    with pytest.raises(GameOver):
        proposal(replace(NIGHT.game, result=Outcome("dawn", 0, ())), START, SEAT)
    of_branch = replace(NIGHT.game, charter=replace(NIGHT.game.charter, parent_version=4))
    with pytest.raises(InvalidField, match="version"):
        proposal(of_branch, START, SEAT)


def test_a_proposal_is_void_once_its_game_has_gone_on() -> None:
    branch = fork_game(START, continuing(START), "branch", secret_of(1), AT).game
    check_not_gone_on(replace(NIGHT.game, changed_at=AT), branch)
    with pytest.raises(GameNotOpen, match="has moved on since the takeback was proposed") as void:
        check_not_gone_on(replace(NIGHT.game, changed_at=AT + 1), branch)
    assert void.value.game == "branch"


def test_the_branch_starts_with_the_consent_of_the_last_seat() -> None:
    branch = fork_game(START, continuing(START), "branch", secret_of(1), AT).game
    first = take_seat(branch, life.TakeSeat(seat=1), named("player 1"), AT)
    assert consented(first, AT) == first
    last = take_seat(first.game, life.TakeSeat(seat=2), named("player 2"), AT)
    begun = consented(last, AT)
    assert begun.entries[:1] == last.entries
    assert [entry.command.open.type_url.rpartition(".")[2] for entry in begun.entries] == ["TakeSeat", "StartGame"]
    assert begun.game.status == "running"


def test_a_game_goes_on_in_a_branch_that_has_begun_and_hears_of_its_end() -> None:
    parent, branch = continued(NIGHT, START.version)
    waiting = fork_game(START, continuing(START), "branch", secret_of(1), AT).game
    assert [has_begun(game) for game in (branch.game, waiting, NIGHT.game)] == [True, False, False]
    apart = replace(branch.game, charter=replace(branch.game.charter, continues=False))
    orphan = replace(branch.game, charter=replace(branch.game.charter, parent=""))
    assert not has_begun(apart)
    assert not has_begun(orphan)
    (entry,) = gone_on(NIGHT.game, branch.game, AT).entries
    continuation = life.ContinueGame.FromString(entry.command.open.value)
    assert continuation == life.ContinueGame(branch=branch.game.id, version=START.version)
    for other in (parent.game, replace(NIGHT.game, result=Outcome("dawn", 0, ()))):
        assert gone_on(other, branch.game, AT) == Added(other, ())
    over = replace(branch.game, status="abandoned")
    (ended,) = superseded(parent.game, over, AT).entries
    asked_end = life.EndContinuation.FromString(ended.command.open.value)
    assert asked_end == life.EndContinuation(branch_version=over.version, branch_digest=over.digest)
    for game, of in ((parent.game, branch.game), (NIGHT.game, over)):
        assert superseded(game, of, AT) == Added(game, ())


def test_a_seat_proposes_so_many_takebacks_until_its_game_goes_on_and_takes_none_from_others() -> None:
    proposals, game = Proposals(), NIGHT.game
    for _ in range(MOST_PROPOSALS):
        proposals.add(game, 1)
    for _ in range(2):
        with pytest.raises(OrdersUsedUp, match="8 open takeback proposals"):
            proposals.add(game, 1)
    proposals.add(game, 2)
    proposals.add(replace(game, moved_at=game.moved_at + 1), 1)
