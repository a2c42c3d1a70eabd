"""The bots of gunbai play in an environment as they play on a service: by legal commands, of what their seat knows."""

from __future__ import annotations

import pytest

import gunbai_learn
from gunbai_learn import TitleEnv, terms_of
from gunbai_learn.bots import BotAgent
from tests.clients.learn.test_environments import NAMES


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_acts_in_every_title(name: str, level: int) -> None:
    env, bot = TitleEnv(terms_of(name), asides=True), BotAgent(level, seed=1)
    env.reset(seed=4)
    for _ in range(150):
        if not env.episode.seat:
            break
        action = bot.act(env)
        assert action in env.episode.legal
        assert (action == env.actions.wait) == env.episode.is_aside
        env.step(action)
    assert len(env.episode.moves) > 3


def test_a_bot_plays_only_in_our_environments_and_before_the_end() -> None:
    env, bot = gunbai_learn.env("samurai_spirit"), BotAgent(0)
    env.reset(seed=1)
    while env.unwrapped.episode.seat:
        env.step(bot.act(env))
    with pytest.raises(ValueError, match="the game is over"):
        bot.act(env)
    with pytest.raises(TypeError, match="environment of gunbai_learn"):
        bot.act(type("Other", (), {"unwrapped": None}))
