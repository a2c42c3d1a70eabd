"""Fuzz one target: mutate its corpus, guided by coverage, until this many inputs have been tried.

An input that breaks a promise joins the corpus, which the short suite tries from then on.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
from pathlib import Path

import structlog

from lab.fuzz.folders import CORPUS, TARGETS, load

LONGEST = 1 << 16
"""The bytes of the longest input."""
REACH = ["games", "gunbai_client", "referee", "store"]
"""The packages in which the fuzzer sees what an input reaches."""


def main() -> None:
    """Run the command; it ends with the fuzzer's status."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--inputs", type=int, default=10_000, help="number of inputs to try")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    try:
        import atheris
    except ImportError:
        parser.exit(2, "make fuzz installs Atheris; it runs on Linux with Python 3.11 to 3.14\n")
    with atheris.instrument_imports(include=REACH):
        target = load(chosen.target)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory() as folder:
        begin = Path(folder)
        for number, seed in enumerate(target.seeds()):
            (begin / f"seed-{number}").write_bytes(seed)
        corpus = CORPUS / chosen.target
        corpus.mkdir(parents=True, exist_ok=True)
        flags = [f"-runs={chosen.inputs}", f"-seed={chosen.seed}", f"-max_len={LONGEST}", f"-artifact_prefix={corpus}/"]
        atheris.Setup([sys.argv[0], *flags, str(begin), str(corpus)], target.check)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
