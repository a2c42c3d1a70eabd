"""What bots need from Titan Race."""

from __future__ import annotations

from games.kit.bots.contract import Bots, rests
from games.titan_race.bots.evaluation import evaluation
from games.titan_race.bots.guess import guess
from games.titan_race.rules.steps import turn

BOTS = Bots(guess=guess, evaluation=evaluation, is_quiet=rests(turn))
