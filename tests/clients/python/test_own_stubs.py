"""The client runs next to a folder named gunbai, such as a clone, which Python takes for a part of its stubs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from gunbai_client.own_stubs import OWN

PROGRAM = """
import gunbai_client
from gunbai.referee.v1 import lobby_pb2

print(lobby_pb2.__file__)
"""


LEARNER = """
import gunbai_learn

env = gunbai_learn.env("liars_dice")
env.reset(seed=1)
print(len(env.unwrapped.record()))
"""


def test_a_learner_next_to_a_clone_named_gunbai_writes_its_record(tmp_path: Path) -> None:
    (tmp_path / "gunbai" / "referee").mkdir(parents=True)
    (tmp_path / "gunbai" / "referee" / "__init__.py").touch()
    program = tmp_path / "look.py"
    program.write_text(LEARNER, encoding="utf-8")
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
    assert int(done.stdout or 0) > 100, done.stderr


def test_a_program_next_to_a_clone_named_gunbai_gets_the_stubs_of_the_client(tmp_path: Path) -> None:
    (tmp_path / "gunbai" / "referee").mkdir(parents=True)
    (tmp_path / "gunbai" / "referee" / "__init__.py").touch()
    program = tmp_path / "client.py"
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == str(OWN / "referee" / "v1" / "lobby_pb2.py"), done.stderr
