"""What bots need from Shogun."""

from __future__ import annotations

from games.kit.bots.contract import Bots
from games.shogun.bots.evaluation import evaluation
from games.shogun.bots.guess import guess
from games.shogun.bots.habit import habit, is_quiet
from games.shogun.bots.plans import next_cards
from gunbai.shogun.v1 import commands as cmd

BOTS = Bots(guess=guess, evaluation=evaluation, is_quiet=is_quiet, habit=habit, builds={cmd.LayPlan: next_cards})
