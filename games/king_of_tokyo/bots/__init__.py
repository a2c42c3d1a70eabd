"""What bots need from King of Tokyo."""

from __future__ import annotations

from games.king_of_tokyo.bots.appraisal import appraisal
from games.king_of_tokyo.bots.evaluation import evaluation
from games.king_of_tokyo.bots.guess import guess
from games.king_of_tokyo.rules.steps import turn
from games.kit.bots.contract import Bots, rests

BOTS = Bots(guess=guess, evaluation=evaluation, appraisal=appraisal, is_quiet=rests(turn))
