"""The package examples/gunbai-ur, installed for a Python of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from lab.paths import ROOT
from lab.patience import PATIENCE

PROJECT = ROOT / "examples" / "gunbai-ur"


def install(folder: Path, project: Path = PROJECT) -> Mapping[str, str]:
    """Install the package from its own folder into another; return the environment of a Python that has it."""
    options = ("--no-build-isolation", "--no-deps", "--disable-pip-version-check", "--target", str(folder))
    run(sys.executable, "-m", "pip", "install", "--quiet", *options, str(project))
    return {"PYTHONPATH": str(folder)}


def run(*command: str, code: int = 0, environment: Mapping[str, str] | None = None) -> str:
    """Run a command, which must exit with this code; return what it printed."""
    settings = {**os.environ, **(environment or {})}
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def gunbai(*words: str, code: int = 0, environment: Mapping[str, str] | None = None) -> str:
    """Run `gunbai`, which must exit with this code; return what it printed."""
    return run(sys.executable, "-m", "clients.cli", *words, code=code, environment=environment)
