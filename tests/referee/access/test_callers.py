"""A caller is who their token says, within the quotas: guesses at tokens count as calls."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.tokens import hash_of
from lab.toy_games import AT, NAME, named, seated, started
from referee.access import quotas
from referee.access.callers import (
    Caller,
    Callers,
    Entrant,
    at_table,
    check_reading,
    check_seated,
    check_standing,
    check_watching,
    stands,
)
from referee.access.quotas import Limits, Quotas
from referee.access.tokens import grant
from referee.errors import (
    ForeignToken,
    GamePrivate,
    QuotaExceeded,
    RoleNeeded,
    TokenMissing,
    TokenPending,
    TokenRevoked,
    TokenUnknown,
)
from referee.game.forks import fork_game, held_seats
from referee.game.game import Game
from referee.game.leaving import free_seat
from referee.game.lifecycle import take_seat
from referee.game.token_reissue import announce_reissue
from store.contract import Opening, Stored, Summary
from store.memory import MemoryStore

TOKENS = {"host": "host token", "seat": "seat token", "dealer": "dealer token", "spectator": "spectator token"}


class Call:
    """A call as far as callers look at one: its metadata and its peer."""

    def __init__(self, token: str = "", peer: str = "ipv4:192.0.2.7:5000") -> None:
        self._token, self._peer = token, peer

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self._token}"),) if self._token else ()

    def peer(self) -> str:
        return self._peer


def call(token: str = "", peer: str = "ipv4:192.0.2.7:5000") -> Any:
    return Call(token, peer)


async def callers(**limits: float) -> Callers:
    store = MemoryStore()
    grants = [grant(token, NAME, role, *((2, 3) if role == "seat" else ())) for role, token in TOKENS.items()]  # type: ignore[arg-type]  # the roles by name
    summary = Summary(game=NAME, title="lantern_night", status="open", seats=2, created_at=0, changed_at=0)
    await store.create(
        Opening(game=NAME, title="lantern_night", secret=bytes(32)), [Stored(1, "", b"entry")], grants, summary
    )

    async def games(_: str) -> Game:
        return started().game

    return Callers(store, Quotas(Limits(**limits)), games)  # type: ignore[arg-type]  # limits by name


async def test_a_token_is_a_role_and_no_token_is_the_public() -> None:
    known_callers = await callers()
    assert await known_callers.caller(call(), NAME) == Caller("ipv4:192.0.2.7")
    assert await known_callers.caller(call(TOKENS["seat"]), NAME) == Caller("ipv4:192.0.2.7", "seat", 2, 3)
    assert await known_callers.caller(call(TOKENS["host"]), NAME) == Caller("ipv4:192.0.2.7", "host")


async def test_a_token_opens_its_own_game_alone() -> None:
    known_callers = await callers()
    for _ in range(2):
        with pytest.raises(ForeignToken):
            await known_callers.caller(call(TOKENS["host"]), "another game")
    with pytest.raises(TokenUnknown):
        await known_callers.caller(call("a guess"), NAME)


async def test_seats_and_the_dealer_play_and_the_host_hosts() -> None:
    known_callers = await callers()
    assert (await known_callers.player(call(TOKENS["dealer"]), NAME)).role == "dealer"
    assert (await known_callers.host(call(TOKENS["host"]), NAME)).role == "host"
    for ask, wrong in (
        (known_callers.player, "host"),
        (known_callers.player, "spectator"),
        (known_callers.host, "seat"),
    ):
        with pytest.raises(RoleNeeded):
            await ask(call(TOKENS[wrong]), NAME)
        with pytest.raises(TokenMissing):
            await ask(call(), NAME)


async def test_the_token_of_a_seat_that_was_freed_is_that_of_no_seat() -> None:
    known_callers, night = await callers(), seated()
    freed = free_seat(night.game, 2, "r", AT).game
    caller = await known_callers.caller(call(TOKENS["seat"]), NAME)
    for game in (freed, take_seat(freed, life.TakeSeat(seat=2), named("another"), AT).game):
        known_callers._games = partial(given, game)  # the head of the game goes on
        with pytest.raises(TokenRevoked, match="seat 2"):
            await known_callers.caller(call(TOKENS["seat"]), NAME)
        assert not stands(game, caller)
        assert (await known_callers.holder(call(TOKENS["seat"]), NAME)) == caller


async def test_a_token_is_not_that_of_a_grant_with_another_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the store took for equal."""
    known_callers = await callers()
    host = await known_callers._store.grant(hash_of(TOKENS["host"]), NAME)

    async def another(_: bytes, *__: str) -> Any:
        return host

    monkeypatch.setattr(known_callers._store, "grant", another)
    for _ in range(2):
        with pytest.raises(TokenUnknown):
            await known_callers.caller(call(TOKENS["seat"]), NAME)
    assert (await known_callers.caller(call(TOKENS["host"]), NAME)).role == "host"


async def given(game: Game, _: str) -> Game:
    return game


async def test_guesses_at_tokens_count_as_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    known_callers = await callers(calls_per_second=0.1)
    with pytest.raises(TokenUnknown):
        await known_callers.player(call("a guess"), NAME)
    with pytest.raises(QuotaExceeded):
        await known_callers.player(call("another guess"), NAME)


def test_the_dealer_sees_what_chance_showed_a_seat_and_no_seats_secret() -> None:
    dealer = Caller("peer", "dealer")
    by_chance = record.Entry(game=NAME, actor=record.Actor(kind=record.ACTOR_KIND_CHANCE))
    by_a_seat = record.Entry(game=NAME, actor=record.Actor(kind=record.ACTOR_KIND_SEAT, seat=1))
    assert dealer.sees(NAME, by_chance, owner=1)
    assert not dealer.sees("a branch", by_chance, owner=1)
    assert not dealer.sees(NAME, by_a_seat, owner=1)


def test_a_seat_sees_its_own_secrets_and_the_public_none_not_even_those_of_nobody() -> None:
    by_a_seat = record.Entry(game=NAME, actor=record.Actor(kind=record.ACTOR_KIND_SEAT, seat=1))
    assert Caller("peer", "seat", 1).sees(NAME, by_a_seat, owner=1)
    assert not Caller("peer", "seat", 2).sees(NAME, by_a_seat, owner=1)
    for caller in (Caller("peer"), Caller("peer", "host"), Caller("peer", "spectator")):
        assert not caller.sees(NAME, by_a_seat, owner=0)


def test_a_caller_is_named_by_their_role() -> None:
    named = [Caller("peer", "seat", 2), Caller("peer", "host"), Caller("peer", "dealer"), Caller("peer")]
    assert [caller.named() for caller in named] == ["seat 2", "host", "dealer", "anybody"]


async def test_a_seat_of_the_parent_is_kept_for_its_holder_where_the_branch_keeps_seats() -> None:
    known_callers, parent = await callers(), started().game
    fork = life.ForkGame(parent=NAME, consents=[b"1" * 16, b"2" * 16], held_seats=held_seats(parent))
    branch = fork_game(parent, fork, "branch", bytes(32), AT).game
    free = fork_game(parent, life.ForkGame(parent=NAME), "branch", bytes(32), AT).game
    assert await known_callers.entrant(call(TOKENS["seat"]), branch) == Entrant(Caller("ipv4:192.0.2.7"), 2)
    assert await known_callers.entrant(call(TOKENS["seat"]), parent) == Entrant(Caller("ipv4:192.0.2.7", "seat", 2, 3))
    assert await known_callers.entrant(call(), branch) == Entrant(Caller("ipv4:192.0.2.7"))
    other = msgspec.structs.replace(branch, charter=msgspec.structs.replace(branch.charter, parent="another game"))
    for token, game in ((TOKENS["seat"], free), (TOKENS["host"], branch), (TOKENS["seat"], other)):
        with pytest.raises(ForeignToken):
            await known_callers.entrant(call(token), game)


async def test_the_grants_used_longest_ago_are_looked_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.access.callers._REMEMBERED", 1)
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    known_callers = await callers(calls_per_second=0.3)
    for token in (TOKENS["seat"], TOKENS["seat"], TOKENS["dealer"], TOKENS["dealer"]):
        await known_callers.player(call(token), NAME)
    await known_callers.player(call(TOKENS["seat"]), NAME)
    with pytest.raises(QuotaExceeded):
        await known_callers.player(call(TOKENS["dealer"]), NAME)
    await known_callers.player(call(TOKENS["seat"]), NAME)


async def test_the_operator_is_who_shows_the_token_whose_hash_the_service_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    ours = await callers()
    with_one = Callers(ours._store, Quotas(Limits(calls_per_second=0.4)), ours._games, hash_of("operator's"))
    assert with_one.operator(call("operator's")) == "ipv4:192.0.2.7"
    with pytest.raises(TokenMissing, match="the operator's token"):
        with_one.operator(call())
    for known_callers, token in ((with_one, "another"), (with_one, TOKENS["host"]), (ours, "operator's"), (ours, "")):
        with pytest.raises(RoleNeeded if token else TokenMissing, match="the operator's token"):
            known_callers.operator(call(token))
    with pytest.raises(QuotaExceeded):
        with_one.operator(call("operator's"))


async def test_the_bot_plays_the_seat_that_went_to_it() -> None:
    store = MemoryStore()
    summary = Summary(game=NAME, title="lantern_night", status="running", seats=2, created_at=0, changed_at=0)
    opening = Opening(game=NAME, title="lantern_night", secret=bytes(32))
    await store.create(opening, [Stored(1, "", b"entry")], [grant("bot token", NAME, "bot")], summary)
    for with_bot, seat in (((), 0), ((2,), 2), ((1, 2), 1)):
        game = msgspec.structs.replace(started().game, with_bot=with_bot)
        known_callers = Callers(store, Quotas(Limits()), partial(given, game))
        player = await known_callers.player(call("bot token"), NAME)
        assert player == await known_callers.caller(call("bot token"), NAME) == Caller("ipv4:192.0.2.7", "bot", seat)
        assert at_table(game, player._replace(seat=7)) == player
        if seat:
            check_seated(player)
        else:
            with pytest.raises(RoleNeeded, match="the token of a seat or, once"):
                check_seated(player)
    check_seated(Caller("peer"))


async def test_a_token_is_looked_for_in_its_game_and_in_the_parent_that_keeps_seats_for_its_holders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_in, parent = list[tuple[str, ...]](), started().game
    fork = life.ForkGame(parent=NAME, consents=[b"1" * 16, b"2" * 16], held_seats=held_seats(parent))
    branch = fork_game(parent, fork, "branch", bytes(32), AT).game
    free = fork_game(parent, life.ForkGame(parent=NAME), "branch", bytes(32), AT).game
    for game in (branch, free, parent):
        known_callers = await callers()

        async def noted(_: bytes, *games: str) -> Any:
            looked_in.append(games)

        monkeypatch.setattr(known_callers._store, "grant", noted)
        with pytest.raises(TokenUnknown):
            await known_callers.entrant(call(TOKENS["seat"]), game)
    assert looked_in == [("branch", NAME), ("branch",), (NAME,)]


def test_the_token_of_a_notice_is_not_the_seats_yet_and_any_other_is_not_any_more() -> None:
    night = started(reissue_seconds=60)
    notice = announce_reissue(night.game, life.AnnounceReissue(seat=2, token_hash=bytes(32)), "request", AT).game
    check_standing(notice, Caller("peer", "seat", 2, 3))
    check_standing(notice, Caller("peer", "host"))
    with pytest.raises(TokenPending) as pending:
        check_standing(notice, Caller("peer", "seat", 2, notice.version))
    assert pending.value.seat == 2
    for since in (0, 1, notice.version - 1):
        with pytest.raises(TokenRevoked) as revoked:
            check_standing(notice, Caller("peer", "seat", 2, since))
        assert revoked.value.seat == 2


def test_a_private_record_that_is_not_verified_is_read_with_a_token() -> None:
    opening = Opening(game=NAME, title="chess", secret=bytes(32), public=False)
    with pytest.raises(GamePrivate) as private:
        check_reading(opening, Caller("peer"))
    assert private.value.game == NAME
    check_reading(opening, Caller("peer", "spectator"))
    check_reading(msgspec.structs.replace(opening, public=True), Caller("peer"))


def test_whoever_has_no_seat_has_it_since_nothing() -> None:
    assert Caller("peer") == ("peer", None, 0, 0)
    assert Entrant(Caller("peer")) == (Caller("peer"), 0)


def test_a_private_game_is_watched_with_a_token() -> None:
    private = started(private=True).game
    with pytest.raises(GamePrivate):
        check_watching(private, Caller("peer"))
    check_watching(private, Caller("peer", "spectator"))
    check_watching(started().game, Caller("peer"))


async def test_the_grant_that_was_shown_first_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.access.callers._REMEMBERED", 2)
    known_callers, looked_up = await callers(), []
    look_up = known_callers._store.grant

    async def noted(token_hash: bytes, *games: str) -> Any:
        looked_up.append(token_hash)
        return await look_up(token_hash, *games)

    monkeypatch.setattr(known_callers._store, "grant", noted)
    for role in ("host", "seat", "dealer", "dealer", "seat", "host"):
        await known_callers.caller(call(TOKENS[role]), NAME)
    assert looked_up == [hash_of(TOKENS[role]) for role in ("host", "seat", "dealer", "host")]


async def test_a_long_name_of_a_game_is_not_repeated_whole() -> None:
    known_callers = await callers()
    with pytest.raises(ForeignToken) as foreign:
        await known_callers.caller(call(TOKENS["seat"]), "x" * 1000)
    assert foreign.value.game == "x" * 100


@pytest.mark.parametrize(
    ("role", "seat", "plays"),
    [
        ("seat", 1, True),
        ("bot", 2, True),
        ("bot", 0, False),
        ("host", 1, False),
        ("dealer", 0, False),
        (None, 0, False),
    ],
)
def test_who_decides_for_a_seat_plays(role: Any, seat: int, *, plays: bool) -> None:
    assert Caller("a reader", role, seat).plays is plays
