"""What bots need from INFLUDANCE Duel."""

from __future__ import annotations

from games.infludance_duel.bots.evaluation import evaluation
from games.infludance_duel.bots.guess import guess
from games.infludance_duel.bots.solution import Solution
from games.infludance_duel.rules.steps import turn
from games.kit.bots.contract import Bots, rests

BOTS = Bots(guess=guess, evaluation=evaluation, is_quiet=rests(turn), solution=Solution)
