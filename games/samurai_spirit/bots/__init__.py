"""What bots need from Samurai Spirit."""

from __future__ import annotations

from games.kit.bots.contract import Bots
from games.samurai_spirit.bots.evaluation import SPREAD, evaluation
from games.samurai_spirit.bots.guess import guess
from games.samurai_spirit.bots.habit import habit, is_quiet

BOTS = Bots(guess=guess, evaluation=evaluation, spread=SPREAD, is_quiet=is_quiet, habit=habit)
