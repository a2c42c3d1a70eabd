"""A title in a package of its own is an environment too, although it declares none of the texts in its commands."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.examples.packaged import gunbai, install, run

PROGRAM = """
import sys, warnings
import gunbai_learn
from pettingzoo.test import api_test, seed_test

warnings.filterwarnings("ignore", "Observation (is not|space for each agent)")
api_test(gunbai_learn.env("ur"), num_cycles=500)
seed_test(lambda: gunbai_learn.env("ur", options={"long_path": True}))
env = gunbai_learn.env("ur")
env.reset(seed=1)
while any(map(env.terminations.__getitem__, env.agents)) is False:
    observation, *_ = env.last()
    env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
open(sys.argv[1], "wb").write(env.record())
"""


def test_a_package_with_a_title_can_be_learned_and_its_games_verify(tmp_path: Path) -> None:
    environment, file = install(tmp_path / "installed"), tmp_path / "game.gunbai"
    assert "Passed API test" in run(sys.executable, "-W", "error", "-c", PROGRAM, str(file), environment=environment)
    assert "consistent" in gunbai("verify", str(file), environment=environment)
