"""The bots of gunbai as opponents in an environment."""

from __future__ import annotations

from typing import Any

from clients.bots.levels import Bot, Budget, Question
from clients.bots.tournament import wilson
from games.kit.rules import canonical
from games.kit.rules.chance import Zeros
from gunbai_learn.aec import TitleEnv
from gunbai_learn.commands import path_of
from gunbai_record.plain import Plain

__all__ = ["BotAgent", "wilson"]


class BotAgent:
    """Acts as a bot of a level: 0 moves at random, 1 looks one move ahead, 2 and 3 search."""

    def __init__(self, level: int, seed: int = 0, budget: Budget | None = None) -> None:
        self._bot = Bot(level, budget, seed, cores=1)
        self._command: Plain | None = None

    def act(self, env: Any) -> int:
        """Choose an action for the selected agent. The bot never acts out of turn."""
        raw = env.unwrapped
        if not isinstance(raw, TitleEnv):
            raise TypeError(f"expected an environment of gunbai_learn, not {raw!r}")
        episode = raw.episode
        if episode.is_aside:
            return raw.actions.wait
        if episode.offer is None:
            raise ValueError("the game is over")
        if not episode.offer.begun or self._command is None:
            self._command = self._chosen(raw)
        choice = path_of(self._command)[len(episode.offer.begun)]
        action = next((action for action, offered in episode.legal.items() if offered == choice), None)
        return raw.actions.further if action is None else action

    def _chosen(self, env: TitleEnv) -> Plain:
        """Return the command of the bot, which sees what its seat can know."""
        episode, title = env.episode, env.terms.read()
        guessed = canonical.encode(title.bots.guess(episode.table, episode.seat, Zeros())).decode()
        terms = episode.terms
        command = self._bot.choose(Question(terms.title, terms.rules_version, terms.edition, guessed, episode.seat))
        if command is None:
            raise ValueError(f"seat {episode.seat} has no move")
        return command
