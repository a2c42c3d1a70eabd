"""`python -m gunbai_record`: what you can do with nothing but records."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from gunbai_record.verify import command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m gunbai_record", description="Verify records of games on your own machine, without a service."
    )
    command.add_to(parser.add_subparsers(required=True, metavar="COMMAND"))
    parsed = parser.parse_args(arguments)
    code: int = parsed.run(parsed)
    return code


if __name__ == "__main__":
    sys.exit(main())
