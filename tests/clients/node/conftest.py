"""What clients in JavaScript are made of is installed once, as their lock file names it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from lab.patience import PATIENCE

HERE = Path(__file__).parent
NPM = shutil.which("npm")
NODE = shutil.which("node")


@pytest.fixture(scope="session")
def node_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the clients and what their lock file names."""
    if not (NPM and NODE):
        pytest.skip("needs `node` and `npm`, such as those of `apt-get install nodejs npm`")
    folder = tmp_path_factory.mktemp("node")
    for name in ("package.json", "package-lock.json", "calls.mjs", "lists.mjs", "play.mjs", "web.mjs"):
        shutil.copy(HERE / name, folder)
    install = [NPM, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(install, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    if done.returncode:
        pytest.skip(f"npm cannot install gRPC and Connect here: {done.stderr.strip().splitlines()[-1:]}")
    return folder
