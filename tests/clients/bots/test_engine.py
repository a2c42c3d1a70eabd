"""Engines play by lines of JSON: those of docs/engines.md to the end, and one that breaks the protocol is named."""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
from pathlib import Path

import pytest

from clients.bots import engine as engines
from clients.bots import random_bot
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED
from gunbai_client import aio
from lab.patience import PATIENCE

PAGE = (Path(__file__).parents[3] / "docs" / "engines.md").read_text("utf-8")
BOTS = dict(re.findall(r"```(python|javascript|perl)\n(.*?)```", PAGE, re.DOTALL))
RUN_BY = {"python": [sys.executable], "javascript": ["node"], "perl": ["perl"]}
TURNS = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    print(line.strip(), file=sys.stderr)
    if message["type"] == "ask" or message.get("accepted") is False:
        {answer}
"""
"""An engine in Python that answers every question, and a refusal too, in one way."""

COMMAND = """print('{{"command": {{"@type": {}}}}}', flush=True)"""


async def duel(gunbai: aio.Gunbai) -> list[aio.Seat]:
    created = await gunbai.create("infludance_duel", seats=2, options={"starting_player": "red"}, chance="referee")
    seats = [await gunbai.join(created.info.game, player) for player in ("Ann", "Bob")]
    await gunbai.holding(created.host_token).start(created.info.game)
    return seats


async def played(address: str, command: list[str], seconds: float = PATIENCE) -> tuple[int, str]:
    """Return how many moves an engine made in a duel with a random bot, and the id of the game."""
    async with aio.connect(address) as gunbai:
        own, other = await duel(gunbai)
        async with engines.running(command, seconds) as engine:
            bot = asyncio.create_task(random_bot.play(other))
            try:
                moves = await engines.play(own, engine)
                await bot
            finally:
                bot.cancel()
        assert (await gunbai.game(own.game)).status == GAME_STATUS_FINISHED
        return moves, own.game


def test_the_page_has_an_engine_in_three_languages() -> None:
    assert set(BOTS) == set(RUN_BY)


@pytest.mark.parametrize("language", RUN_BY)
async def test_the_engines_of_the_page_play_a_game_to_its_end(address: str, tmp_path: Path, language: str) -> None:
    if shutil.which(RUN_BY[language][0]) is None:
        pytest.skip(f"{language} is not installed: `apt install nodejs perl`")
    program = tmp_path / "bot"
    program.write_text(BOTS[language], encoding="utf-8")
    moves, _ = await played(address, [*RUN_BY[language], str(program)])
    assert moves


async def test_an_engine_gives_commands_of_its_own(address: str) -> None:
    answer = 'print(json.dumps({"command": message["commands"][0]["command"]}), flush=True)'
    moves, _ = await played(address, [sys.executable, "-c", TURNS.format(answer=answer)])
    assert moves


async def test_a_refusal_names_its_clause_and_the_question_stands(address: str) -> None:
    """The engine shoots before it may, is told why, and then makes a legal choice."""
    shoot = '{"command": {"@type": "gunbai.infludance_duel.v1.Shoot"}}'
    answer = f"print('{shoot}' if message['type'] == 'ask' else json.dumps({{'choice': 0}}), flush=True)"
    moves, game = await played(address, [sys.executable, "-c", TURNS.format(answer=answer)])
    async with aio.connect(address) as gunbai:
        refused = [ruling async for ruling in gunbai.rulings(game, refused_only=True)]
    assert moves
    assert refused
    assert all(ruling.refused.clause for ruling in refused)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("print('first', flush=True)", "not write a JSON object: first"),
        ("print('[0]', flush=True)", "not write a JSON object"),
        ("print('{}', flush=True)", "either `choice`"),
        ("""print('{"choice": "0"}', flush=True)""", "either `choice`"),
        ("""print('{"choice": true}', flush=True)""", "either `choice`"),
        ("""print('{"choice": 0, "command": {}}', flush=True)""", "either `choice`"),
        ("""print('{"choice": -1}', flush=True)""", "chose command -1; expected 0 to"),
        ("""print('{"choice": 1000}', flush=True)""", "chose command 1000; expected 0 to"),
        ("""print('{"command": {"@type": "gunbai.infludance_duel.v1.Win"}}', flush=True)""", "cannot read"),
        (
            """print('{"command": {"@type": "gunbai.infludance_duel.v1.Shoot", "at": 1}}', flush=True)""",
            "cannot read",
        ),
        ("""print('{"command": {"@type": "gunbai.shogun.v1.LayPlan"}}', flush=True)""", "does not belong to this game"),
        ("""print('{"command": {"@type": "gunbai.infludance_duel.v1.Shoot"}}', flush=True)""", "refused 10 answers"),
        ("print('x' * 2_000_000, flush=True)", "a line longer than"),
        ("sys.exit()", "the engine exited"),
    ],
)
async def test_an_engine_that_breaks_the_protocol_is_named(address: str, answer: str, says: str) -> None:
    with pytest.raises(engines.EngineError, match=re.escape(says)):
        await played(address, [sys.executable, "-c", TURNS.format(answer=answer)])


async def test_an_engine_that_gives_no_answer_is_ended(address: str) -> None:
    with pytest.raises(engines.EngineError, match="did not answer within"):
        await played(address, [sys.executable, "-c", TURNS.format(answer="pass")], seconds=0.5)


async def test_a_program_that_is_not_there_cannot_be_run() -> None:
    with pytest.raises(engines.EngineError, match="cannot run"):
        async with engines.running(["/no/such/engine"], 1):
            pass
