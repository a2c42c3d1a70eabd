"""A title as a game of OpenSpiel, for its algorithms: `load_game("liars_dice", seats=2)`. It needs `pyspiel`.

Chance is a single node at the start, which picks one of a fixed number of deals. A deal is a seed from which all dice
and cards follow. So OpenSpiel can list the outcomes of chance, and a history replays a game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
from numpy.typing import NDArray

from gunbai_learn import terms_of
from gunbai_learn.actions import Actions
from gunbai_learn.episode import Episode, Terms
from gunbai_learn.observations import Observer
from gunbai_learn.records import record_of
from gunbai_learn.rewards import rewards_of
from titles.catalogue import TITLES, newest

try:
    import pyspiel
except ImportError:
    raise ImportError("install OpenSpiel: pip install open_spiel") from None

LONGEST = 10_000
"""The maximum number of actions in a game; a longer game ends without a winner."""
PREFIX = "gunbai_"
"""OpenSpiel has games of its own; `pyspiel.load_game("gunbai_liars_dice(seats=3)")` loads one of ours."""
PARAMETERS: Mapping[str, Any] = {"seats": 0, "options": "", "rules_version": 0, "deals": 1_000}
"""The parameters of a game: the options are JSON, quoted as in a URL."""


class Played:
    """What all states of a game share. These facts never change, so a copy of a state has the same facts."""

    def __init__(self, terms: Terms, deals: int) -> None:
        self.terms, self.deals, self.title = terms, deals, terms.read()
        self.actions = Actions(self.title)
        self.observer = Observer(self.title, terms.table(), self.actions)

    def __deepcopy__(self, memo: dict[int, Any]) -> Played:
        return self


class TitleGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A title with a number of seats and options."""

    def __init__(self, title: str, params: Mapping[str, Any] | None = None) -> None:
        asked = {**PARAMETERS, **(params or {})}
        options = json.loads(unquote(asked["options"]) or "{}")
        terms = terms_of(title, seats=asked["seats"], options=options, rules_version=asked["rules_version"])
        self.played = Played(terms, asked["deals"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.played.actions.count,
            max_chance_outcomes=self.played.deals,
            num_players=terms.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(_kind(title), info, asked)

    def new_initial_state(self) -> TitleState:
        """Return the state before a deal is picked."""
        return TitleState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> TitleObserver:
        """Return an observer of states, which always shows what a seat can know."""
        return TitleObserver(self)


class TitleState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position on the way to a command; players count from 0, seats from 1."""

    def __init__(self, game: TitleGame) -> None:
        super().__init__(game)
        self._played = game.played
        self._acted = 0
        self.episode: Episode | None = None
        """The game; None before a deal is picked."""

    def current_player(self) -> int:
        """Return the number of the choosing player, or OpenSpiel's number for chance or the end of the game."""
        if self.episode is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.episode.seat - 1

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """Return the deals, each equally likely."""
        return [(deal, 1 / self._played.deals) for deal in range(self._played.deals)]

    def is_terminal(self) -> bool:
        """Return whether the game is over or has reached the maximum number of actions."""
        return self.episode is not None and (not self.episode.seat or self._acted >= LONGEST)

    def returns(self) -> list[float]:
        """Return the reward of each player."""
        if self.episode is None:
            return [0.0] * self._played.terms.seats
        return rewards_of(self._played.title, self.episode.table)

    def record(self, players: Sequence[str] = ()) -> bytes:
        """Return the record file of the game so far. Raises ValueError before a deal is picked."""
        if self.episode is None:
            raise ValueError("no deal has been picked yet")
        return record_of(self.episode, players)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.episode.legal) if self.episode is not None else []

    def _apply_action(self, action: int) -> None:
        if self.episode is None:
            self.episode = Episode(self._played.terms, self._played.actions, f"deal {action}")
        else:
            self.episode.act(action)
            self._acted += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.episode is None:
            return f"deal {action}"
        choice = self.episode.legal.get(action)
        return (
            f"action {action}" if choice is None else f"{getattr(choice.field, 'value', choice.field)} {choice.value}"
        )

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))


class TitleObserver:
    """Fills a tensor with what a player can know."""

    def __init__(self, game: TitleGame) -> None:
        self._observer = game.played.observer
        self.tensor: NDArray[np.float32] = np.zeros(game.played.observer.size, np.float32)
        self.dict: Mapping[str, NDArray[np.float32]] = {"observation": self.tensor}

    def set_from(self, state: TitleState, player: int) -> None:
        """Fill the tensor for a player."""
        self.tensor[:] = 0 if state.episode is None else self._observer.observe(state.episode, player + 1)

    def string_from(self, state: TitleState, player: int) -> str:
        """Return what a player can know, as text."""
        self.set_from(state, player)
        return " ".join(f"{number:g}" for number in self.tensor)


def load_game(
    title: str, *, seats: int = 0, options: Mapping[str, Any] | None = None, rules_version: int = 0, deals: int = 1_000
) -> TitleGame:
    """Return a title as an OpenSpiel game; seats and rules are as in `gunbai_learn.env`.

    Raises ValueError for terms that cannot be played.
    """
    terms_of(title, seats=seats, options=options, rules_version=rules_version).table()
    written = quote(json.dumps(options)) if options else ""
    asked = {"seats": seats, "options": written, "rules_version": rules_version, "deals": deals}
    game: TitleGame = pyspiel.load_game(f"{PREFIX}{title}", asked)
    return game


def _kind(title: str) -> pyspiel.GameType:
    """Return the type of game of a title."""
    rules = newest(title).rules
    return pyspiel.GameType(
        short_name=f"{PREFIX}{title}",
        long_name=rules.label,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats[-1],
        min_num_players=rules.seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def _class_of(title: str) -> type[TitleGame]:
    """Return the class of the games of a title: OpenSpiel makes games by their parameters alone."""

    class Game(TitleGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(title, params)

    return Game


for _title in TITLES:
    pyspiel.register_game(_kind(_title), _class_of(_title))
