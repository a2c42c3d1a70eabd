"""What bots need from Liar's Dice."""

from __future__ import annotations

from games.kit.bots.contract import Bots, rests
from games.liars_dice.bots.evaluation import belief, evaluation, prospect
from games.liars_dice.bots.guess import guess
from games.liars_dice.rules.steps import turn

BOTS = Bots(guess=guess, belief=belief, evaluation=evaluation, is_quiet=rests(turn), prospect=prospect)
