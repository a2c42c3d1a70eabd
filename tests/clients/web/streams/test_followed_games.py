"""Games that visitors follow: one watch of each, which outlives the one whose it was, and tells the newest to all."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, aclosing
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bench.ports import free_port
from clients.web.streams import followed_games
from clients.web.streams.connections import Connections
from clients.web.streams.followed_games import FOR_ONE, FollowedGames, Inbox, News
from gunbai_client import NewGame, aio
from gunbai_client.aio import Gunbai
from gunbai_client.errors import Exhausted
from gunbai_record.tokens import new_token
from lab.patience import PATIENCE
from lab.service_process import start, stop

HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest_asyncio.fixture
async def connections(address: str) -> AsyncIterator[Connections]:
    """Return connections to the service."""
    async with Connections(lambda: aio.connect(address, own_connection=True)) as opened:
        yield opened


@pytest.fixture
def games(connections: Connections) -> FollowedGames:
    """Return games that are followed."""
    return FollowedGames(connections)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110  # what is told is told to nobody else
            await asyncio.sleep(0.01)


async def new_game(gunbai: Gunbai, *, private: bool = False) -> NewGame:
    """Create a game for two."""
    return await gunbai.create("infludance_duel", seats=2, chance="referee", private=private)


async def test_all_who_follow_a_game_share_one_watch_and_get_its_newest_version(
    connections: Connections, games: FollowedGames
) -> None:
    gunbai, news_seen = connections.gunbai, list[News]()
    game = (await new_game(gunbai)).info.game
    with ExitStack() as followed:
        for number in range(300):
            visitor = f"192.0.2.{number // 100}"
            head = followed.enter_context(games.following(visitor, game, 1, gunbai, news_seen.append))
            assert head == 1
        assert games.watched == 1
        await gunbai.join(game, "Ann")
        await until(lambda: sum(news.get("head") == 2 for news in news_seen) >= 300)
        assert followed.enter_context(games.following(THERE, game, 1, gunbai, news_seen.append)) == 2
    assert games.watched == 0


async def test_the_watch_goes_on_for_the_others_when_the_first_leaves(
    connections: Connections, games: FollowedGames
) -> None:
    gunbai, news_seen = connections.gunbai, list[News]()
    game = (await new_game(gunbai)).info.game
    first = games.following(HERE, game, 1, gunbai, lambda _: None)
    first.__enter__()
    with games.following(THERE, game, 1, gunbai, news_seen.append):
        first.__exit__(None, None, None)
        await gunbai.join(game, "Ann")
        await until(lambda: News(game=game, head=2) in news_seen)


async def test_who_may_not_see_a_game_is_told_so_and_takes_it_from_nobody(
    connections: Connections, games: FollowedGames
) -> None:
    gunbai, refused, news_seen = connections.gunbai, list[News](), list[News]()
    made = await new_game(gunbai, private=True)
    game, reader = made.info.game, gunbai.holding(made.spectator_token)
    with (
        games.following(HERE, game, 1, gunbai.holding(new_token()), refused.append),
        games.following(THERE, game, 1, reader, news_seen.append),
    ):
        await until(lambda: bool(refused))
        assert refused[0].get("problem")
        await gunbai.holding(made.host_token).abandon(game)
        await until(lambda: News(game=game, over=True) in news_seen)
        assert len(refused) == 1


async def test_a_visitor_whose_quota_is_used_up_keeps_no_news_from_the_others(
    connections: Connections, games: FollowedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    gunbai, greedy, news_seen = connections.gunbai, connections.gunbai.holding("greedy"), list[News]()
    game, updates = (await new_game(gunbai)).info.game, Gunbai.updates

    def refused(self: Gunbai, *of: Any, **more: Any) -> AsyncIterator[Any]:
        if self.metadata == greedy.metadata:
            raise Exhausted("your quota is used up", "QUOTA_EXCEEDED")
        return updates(self, *of, **more)

    monkeypatch.setattr(Gunbai, "updates", refused)
    with (
        games.following(HERE, game, 1, greedy, news_seen.append),
        games.following(THERE, game, 1, gunbai, news_seen.append),
    ):
        await gunbai.join(game, "Ann")
        await until(lambda: News(game=game, head=2) in news_seen)
        assert News(game=game, lost=True) not in news_seen


async def test_a_visitor_follows_so_many_games_and_leaves_room_for_others(
    connections: Connections, games: FollowedGames
) -> None:
    game = (await new_game(connections.gunbai)).info.game

    def follow(visitor: str) -> object:
        return followed.enter_context(games.following(visitor, game, 1, connections.gunbai, lambda _: None))

    with ExitStack() as followed:
        for _ in range(FOR_ONE):
            follow(HERE)
        with pytest.raises(Exhausted):
            follow(HERE)
        follow(THERE)


@pytest.mark.long
async def test_a_service_that_is_away_is_told_and_so_is_its_return(tmp_path: Path) -> None:
    port, news_seen = free_port(), list[News]()
    service = await start(tmp_path, port)
    try:
        async with Connections(lambda: aio.connect(f"127.0.0.1:{port}", own_connection=True)) as connections:
            gunbai = connections.gunbai
            game = (await new_game(gunbai)).info.game
            with FollowedGames(connections).following(HERE, game, 1, gunbai, news_seen.append):
                await until(lambda: News(game=game, head=1) in news_seen)
                await stop(service, signal.SIGKILL)
                await until(lambda: news_seen[-1] == News(game=game, lost=True))
                service = await start(tmp_path, port)
                await gunbai.join(game, "Ann")
                await until(lambda: news_seen[-1] == News(game=game, head=2))
    finally:
        await stop(service, signal.SIGKILL)


async def test_who_reads_slowly_gets_the_newest_of_each_game_and_a_beat_in_a_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(followed_games, "BEAT", 0.01)
    inbox = Inbox()
    for head in range(2, 1000):
        inbox.put(News(game="a", head=head))
    inbox.put(News(game="b", over=True))
    async with aclosing(inbox.read()) as news:
        assert [await anext(news) for _ in range(3)] == [News(game="a", head=999), News(game="b", over=True), News()]
        inbox.put(News(game="a", lost=True))
        assert await anext(news) == News(game="a", lost=True)
        inbox.put(News(game="a", head=1000))
        inbox.put(News(game="a", over=True))
        assert await anext(news) == News(game="a", head=1000, over=True)


async def test_followers_are_told_which_seats_are_at_the_table(connections: Connections, games: FollowedGames) -> None:
    gunbai, news_seen = connections.gunbai, list[News]()
    game = (await new_game(gunbai)).info.game
    with games.following(HERE, game, 1, gunbai, news_seen.append):
        with games.following(THERE, game, 1, gunbai, lambda _: None, seats=(2,)):
            assert news_seen[-1] == News(game=game, present=[2])
        assert news_seen[-1] == News(game=game, present=[])


async def test_who_is_present_is_told_with_what_else_is_new() -> None:
    inbox = Inbox()
    inbox.put(News(game="a", present=[1]))
    inbox.put(News(game="a", head=7))
    inbox.put(News(game="a", present=[1, 2]))
    async with aclosing(inbox.read()) as news:
        assert await anext(news) == News(game="a", head=7, present=[1, 2])
