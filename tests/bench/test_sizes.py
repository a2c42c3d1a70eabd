"""What calls cost beside many stored games and many entries: the games are real, and the comparison is right."""

from __future__ import annotations

import math
from pathlib import Path

from bench.children import DATABASE
from bench.figures import at_most
from bench.sizes import beside, fill
from bench.traffic import relative
from referee.game.titles import finished
from referee.records.games import Games
from store.sqlite import SqliteStore


async def test_stored_games_wait_for_players_and_are_listed(tmp_path: Path) -> None:
    await fill(tmp_path, 25)
    async with await SqliteStore.open(tmp_path / DATABASE) as store:
        assert {*await store.every_game()} == {f"stored-{number}" for number in range(25)}
        assert len((await store.games()).summaries) == 25
        assert await store.check_catalogue() == []
        game = await Games(store, finished()).game("stored-7")
        assert (game.status, game.version) == ("open", 1)


def test_a_cost_that_grows_by_more_than_a_tenth_misses_the_target() -> None:
    costs = {
        "Submit, few": [100.0, 200.0, 100.0],
        "Submit, many": [120.0, 220.0, 111.0],
        "GetView, few": [100.0],
        "GetView, many": [110.0],
    }
    figures = beside(costs, "few", "many")
    assert [(figure.value, figure.missed) for figure in figures if figure.target] == [(1.11, True), (1.1, False)]


def test_the_ratio_of_costs_is_not_measured_where_the_system_says_none() -> None:
    figure = relative("ratio", [1.0, math.nan], [1.0, 1.0], at_most(1))
    assert (figure.value, figure.missed) == (None, False)
