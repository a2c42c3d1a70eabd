"""The README of the TypeScript client and its examples do what they say."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED
from gunbai_client import Seat, connect
from lab.patience import PATIENCE
from tests.clients.typescript.conftest import CLIENT, Service, Talk, facts_of, run
from titles.catalogue import newest

BOT, WHOLE = re.findall(r"```javascript\n(.*?)```", (CLIENT / "README.md").read_text("utf-8"), re.DOTALL)


class BotsGame(NamedTuple):
    """A game that bots have played: its ending, and the lines that each of them printed."""

    game: str
    ending: str
    printed: list[list[str]]


@pytest.fixture(scope="module")
def bots_game(programs: Path, service: Service) -> BotsGame:
    """Return a game that two bots of the README have played."""
    (programs / "bot-of-readme.mjs").write_text(BOT, "utf-8")

    async def printed(game: str, seats: list[Seat]) -> list[list[str]]:
        command = ("bot-of-readme.mjs", service.url, game)
        talks = [await Talk.begin(programs, *command, str(seat.number), seat.token, seat.seed.hex()) for seat in seats]
        return [await talk.rest() for talk in talks]

    with connect(service.address) as gunbai:
        created = gunbai.create("liars_dice", seats=2)
        game = created.info.game
        seats = [gunbai.join(game, player) for player in ("Ann", "Bob")]
        gunbai.holding(created.host_token).start(game)
        printed_lines = asyncio.run(printed(game, seats))
        return BotsGame(game, gunbai.game(game).result.ending, printed_lines)


def test_the_bot_of_the_readme_plays_a_seat(bots_game: BotsGame) -> None:
    assert [lines[-1] for lines in bots_game.printed] == [bots_game.ending] * 2
    assert any(line.startswith("Bid ") for line in bots_game.printed[0])


def test_the_whole_game_of_the_readme_is_played(programs: Path, service: Service) -> None:
    assert "http://localhost:7071" in WHOLE
    (programs / "whole-of-readme.mjs").write_text(WHOLE.replace("http://localhost:7071", service.url), "utf-8")
    lines = run(programs, "whole-of-readme.mjs").splitlines()
    assert lines
    assert all(line.endswith(" accepted") for line in lines)


def test_its_watcher_shows_a_game_in_czech(programs: Path, service: Service, bots_game: BotsGame) -> None:
    shown = run(programs, "watch.mjs", service.url, bots_game.game, "cs").splitlines()
    assert shown[0] == "1  hostitel: Založit hru, 2 hráči."
    assert re.fullmatch(r" +Hra končí: .*vítězí (Ann|Bob).*", shown[-1])


@pytest.mark.parametrize(
    ("title", "chance"),
    [
        ("infludance_duel", "referee"),
        pytest.param("king_of_tokyo", "committed", marks=pytest.mark.long),
        pytest.param("samurai_spirit", "referee", marks=pytest.mark.long),
        pytest.param("titan_race", "shared", marks=pytest.mark.long),
    ],
)
def test_its_bots_play_a_game_of_a_title(programs: Path, service: Service, title: str, chance: str) -> None:
    assert newest(title).rules.seats[0] <= 2
    played = facts_of(programs, "bot.mjs", service.url, title, chance)
    with connect(service.address, deadline=PATIENCE) as gunbai:
        info = gunbai.game(played["game"])
        assert info.status == GAME_STATUS_FINISHED
        assert played == {"game": info.game, "ending": info.result.ending, "winners": [*info.result.winners]}
        assert gunbai.verify(info.game).verdict == VERDICT_CONSISTENT
