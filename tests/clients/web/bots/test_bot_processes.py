"""Where the bots think: in processes of their own, one of which may be lost."""

from __future__ import annotations

import os
import signal
from multiprocessing import active_children

import pytest

from clients.bots.levels import Question
from clients.web.bots.bot_processes import BotProcesses
from games.kit.rules import canonical, decider
from titles.catalogue import newest
from titles.checks.walk import set_up, walk


def question() -> Question:
    """Return the first question of a game to a seat."""
    title = newest("liars_dice")
    table = next(
        turn.before
        for turn in walk(title, set_up(title, 2).table, seed=1)
        if decider.asked_seats(title.rules, turn.before)
    )
    seat = decider.asked_seats(title.rules, table)[0]
    return Question(title.name, title.rules_version, "", canonical.encode(table).decode(), seat)


def test_whoever_was_asked_nothing_has_started_no_process() -> None:
    before = active_children()
    BotProcesses().close()
    assert active_children() == before


@pytest.mark.long
def test_a_process_that_was_killed_is_replaced() -> None:
    before, choices = set(active_children()), list[int]()
    processes = BotProcesses(1)
    try:
        bot = processes.bot_at(1, 0, lambda: choices.append(1))
        first = bot.choose(question())
        (process,) = set(active_children()) - before
        os.kill(process.pid or 0, signal.SIGKILL)
        process.join()
        assert first is not None
        assert type(bot.choose(question())) is type(first)
        assert choices == [1, 1]
    finally:
        processes.close()
    assert set(active_children()) <= before
