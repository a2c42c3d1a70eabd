"""The titles as environments for reinforcement learning: the rules in this process, without a service.

import gunbai_learn

env = gunbai_learn.env("liars_dice", seats=2)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, _ = env.last()
    over = termination or truncation
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

try:
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("install the extra `learn`: pip install 'gunbai[learn]'", name=missing.name) from None

from gunbai_learn.aec import TitleEnv
from gunbai_learn.episode import Episode, IllegalActionError, Terms
from titles.catalogue import TITLES, newest

__all__ = ["Episode", "IllegalActionError", "Terms", "TitleEnv", "env", "terms_of"]


def env(
    title: str,
    *,
    seats: int = 0,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    rules_version: int = 0,
    edition: Mapping[str, Any] | None = None,
    asides: bool = False,
    max_cycles: int = 10_000,
    render_mode: str | None = None,
) -> Any:
    """Return a title as a PettingZoo environment, by default with the fewest seats and the newest rules.

    Raises ValueError for terms that cannot be played. With `asides`, a seat that can act out of turn is asked too, and
    can wait. A game is truncated after `max_cycles` actions.
    """
    terms = terms_of(title, seats=seats, options=options, rules_version=rules_version, edition=edition)
    raw = TitleEnv(terms, seed=seed, asides=asides, max_cycles=max_cycles, render_mode=render_mode)
    return OrderEnforcingWrapper(raw)


def terms_of(
    title: str,
    *,
    seats: int = 0,
    options: Mapping[str, Any] | None = None,
    rules_version: int = 0,
    edition: Mapping[str, Any] | None = None,
) -> Terms:
    """Return the terms of a game. Raises ValueError for a title or version that is not installed."""
    if rules_version not in {0, *TITLES.get(title, ())} or title not in TITLES:
        raise ValueError(
            f"unknown title or version {title!r} {rules_version or ''}; the titles are {', '.join(TITLES)}, each with "
            "its versions"
        )
    rules = (TITLES[title][rules_version] if rules_version else newest(title)).rules
    options_json, edition_json = (json.dumps(part) if part else "" for part in (options, edition))
    return Terms(title, rules.rules_version, seats or rules.seats[0], options_json, edition_json)
