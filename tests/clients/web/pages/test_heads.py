"""The stream of the newest versions: of all the games that a browser looks at, with what it may see of each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import Request, urlopen

import pytest

from clients.web.pages.heads import MOST_GAMES
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import Gunbai, aio
from gunbai_client.errors import Unreachable
from lab.patience import PATIENCE
from tests.clients.web.http_requests import NOWHERE, answer, cookies


@contextmanager
def followed(pages: str, *games: str, cookie: dict[str, str] | None = None, path: str = "/heads") -> Iterator[Any]:
    """Yield the news of games, each given with its version."""
    query = "&".join(f"game={game}" for game in games)
    with urlopen(Request(f"{pages}{path}?{query}", headers=cookie or {}), timeout=PATIENCE) as response:
        assert response.headers["content-type"] == "application/x-ndjson"
        assert (response.headers["x-accel-buffering"], response.headers["cache-control"]) == ("no", "no-store")
        yield map(json.loads, response)


def test_a_stream_says_at_once_that_it_is_open_and_then_what_is_new(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee")
    game = made.info.game
    with followed(pages, f"{game}@1", f"{NOWHERE}@1") as news:
        assert next(news) == {}
        seen = {line["game"]: line for line in (next(news), next(news))}
        assert seen[game] == {"game": game, "head": 1}
        assert "problem" in seen[NOWHERE]
        gunbai.join(game, "Ann")
        heads = (line.get("head", 0) for line in news)
        assert next(head for head in heads if head > 1) == 2
    with followed(pages, f"{game}@1") as news:
        assert [next(news), next(news)] == [{}, {"game": game, "head": 2}]
    gunbai.holding(made.host_token).abandon(game)
    with followed(pages, f"{game}@3") as news:
        assert [next(news), next(news)] == [{}, {"game": game, "head": 3, "over": True}]


def test_a_private_game_is_followed_by_who_may_see_it_and_never_in_a_frame(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee", private=True)
    game = made.info.game
    gunbai.holding(made.host_token).join(game, "Ann")
    cookie = cookies(game, spectator=made.spectator_token)
    with followed(pages, f"{game}@1", cookie=cookie) as news:
        assert [next(news), next(news)] == [{}, {"game": game, "head": 2}]
    for path, held in (("/heads", None), ("/embed/heads", cookie)):
        with followed(pages, f"{game}@1", cookie=held, path=path) as news:
            assert next(news) == {}
            assert "problem" in next(news)


def test_who_came_while_the_service_was_away_learns_no_more_than_they_may_see(
    pages: str, gunbai: Gunbai, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, public = [
        gunbai.create("infludance_duel", seats=2, chance="referee", private=private) for private in (True, False)
    ]
    game, read, away = made.info.game, aio.Gunbai.game, [True] * 3
    gunbai.holding(made.host_token).join(game, "Ann")

    async def unreachable(self: aio.Gunbai, game: str) -> GameInfo:
        if away and away.pop():
            raise Unreachable("the service is away")
        return await read(self, game)

    with followed(pages, f"{game}@1", cookie=cookies(game, spectator=made.spectator_token)) as own:
        assert [next(own), next(own)] == [{}, {"game": game, "head": 2}]
        monkeypatch.setattr(aio.Gunbai, "game", unreachable)
        with followed(pages, f"{game}@999", f"{public.info.game}@1") as news:
            assert next(news) == {}
            assert [line["lost"] for line in (next(news), next(news))] == [True, True]
            gunbai.holding(made.host_token).join(game, "Bob")
            assert next(line["head"] for line in own if line.get("head", 0) > 2) == 3
            seen = {line["game"]: line for line in (next(news), next(news))}
    assert "problem" in seen[game]
    assert seen[public.info.game] == {"game": public.info.game, "head": 1}


@pytest.mark.parametrize(
    "query",
    [
        "game=x",
        f"game={NOWHERE}",
        f"game={NOWHERE}@0",
        f"game={NOWHERE}@{'9' * 16}",
        f"game={NOWHERE}@%D9%A1",
        "&".join([f"game={NOWHERE}@1"] * (MOST_GAMES + 1)),
    ],
)
def test_what_is_no_game_at_a_version_is_refused(pages: str, query: str) -> None:
    assert answer(f"{pages}/heads?{query}")[0] == 400
