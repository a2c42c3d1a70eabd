"""A title as a PettingZoo environment, in which the seats act in turn (AEC)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from gunbai_learn.actions import Actions
from gunbai_learn.episode import Episode, Terms
from gunbai_learn.observations import MOST, Observer
from gunbai_learn.records import record_of
from gunbai_learn.rewards import rewards_of
from titles.checks.drawing import board, draw

AGENT = "seat_"


class Observation(TypedDict):
    """What an agent can know, and the actions that it can take."""

    observation: NDArray[np.int32]
    action_mask: NDArray[np.int8]


class TitleEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A title, with an agent for each seat: `seat_1`, `seat_2` and so on."""

    def __init__(
        self,
        terms: Terms,
        *,
        seed: int = 0,
        asides: bool = False,
        max_cycles: int = 10_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        title = terms.read()
        self.metadata = {"name": terms.title, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.terms, self.max_cycles = terms, max_cycles
        self.actions = Actions(title)
        self._title, self._asides, self._seed, self._games = title, asides, seed, 0
        self._observer = Observer(title, terms.table(), self.actions)
        self.possible_agents = [f"{AGENT}{seat}" for seat in range(1, terms.seats + 1)]
        self.action_spaces = {agent: spaces.Discrete(self.actions.count) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.agents: list[str] = []

    def _space(self) -> spaces.Space[Any]:
        return spaces.Dict(
            {
                "observation": spaces.Box(-MOST - 1, MOST, (self._observer.size,), np.int32),
                "action_mask": spaces.Box(0, 1, (self.actions.count,), np.int8),
            }
        )

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The same seed gives the same game; without a seed, the next game of the last seed begins."""
        if seed is not None:
            self._seed, self._games = seed, 0
        self._games += 1
        self.episode = Episode(self.terms, self.actions, f"{self._seed}.{self._games}", asides=self._asides)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles = 0
        self._next()

    def step(self, action: int | None) -> None:
        """Take an action for the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("this agent must take an action: its game is not over")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.episode.act(int(action))
        self._cycles += 1
        self._next()
        self._accumulate_rewards()

    def _next(self) -> None:
        """Select the agent that acts next, or end the game."""
        if self.episode.seat:
            self.agent_selection = f"{AGENT}{self.episode.seat}"
            if self._cycles >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, rewards_of(self._title, self.episode.table), strict=True))
            self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """Return what an agent can know, and the actions that it can take; none unless it is the agent's turn."""
        seat = self.possible_agents.index(agent) + 1
        mask = bytearray(self.actions.count)
        if seat == self.episode.seat and not self.truncations.get(agent, False):
            for action in self.episode.legal:
                mask[action] = 1
        return {"observation": self._observer.observe(self.episode, seat), "action_mask": np.frombuffer(mask, np.int8)}

    def view(self, agent: str) -> Any:
        """Return what an agent can know as the message of its title, such as `gunbai.liars_dice.v1.View`."""
        return self.episode.view(self.possible_agents.index(agent) + 1)

    def render(self) -> str | None:
        """Return the board as text, as the acting agent sees it; None unless the mode is `ansi`."""
        if self.render_mode != "ansi":
            return None
        return "\n".join(board(draw(self._title, self.episode.table, self.episode.seat or None)))

    def record(self, players: Sequence[str] = ()) -> bytes:
        """Return the record file of the game so far, with the names of the players; see `gunbai_learn.records`."""
        return record_of(self.episode, players)

    def close(self) -> None:
        """Do nothing: an environment has nothing to close."""
