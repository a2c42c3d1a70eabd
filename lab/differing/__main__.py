"""`make differing`: compare the record verifiers on records that are nearly right; print where they disagree."""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from lab.differing.comparison import Peer, Verifiers, disagreements
from lab.differing.mutation import Mutator, seeds

BATCH = 100
"""How many records the JavaScript verifier gets at once."""
MOST_SHOWN = 20


def main(arguments: Sequence[str]) -> int:
    """Run the command; return 1 if verifiers disagreed."""
    options = _parsed(arguments)
    counter, all_seeds = Counter[str](), seeds()
    mutator, verifiers, begun, done = Mutator(all_seeds, Random(options.seed)), Verifiers(), time.monotonic(), 0
    gc.freeze()  # The seeds stay, so that the garbage collector never looks at them again.
    with Peer(all_seeds) as peer:
        while done < options.records and (not options.seconds or time.monotonic() - begun < options.seconds):
            batch = [mutator.next() for _ in range(min(BATCH, options.records - done))]
            peer.ask(batch)
            own = [verifiers.judge(mutant) for mutant in batch]
            for mutant, (form, rules), script in zip(batch, own, peer.answers(len(batch)), strict=True):
                counter["failed" if rules.failed else "not failed"] += 1
                for one, other in disagreements(form, rules, script):
                    counter["disagreements"] += 1
                    if counter["disagreements"] <= MOST_SHOWN:
                        where = f"{mutant.seed.name}: {one.verifier} fails entry {one.version}: {one.problem[:200]}"
                        sys.stdout.write(f"{where}; {other.verifier} does not\n")
                        _keep(options.keep, f"{options.seed}-{counter['disagreements']}.gunbai", mutant.content)
            done += len(batch)
    counts = ", ".join(f"{count:,} {what}" for what, count in counter.items())
    sys.stdout.write(f"{done:,} records in {time.monotonic() - begun:.0f} s: {counts}\n")
    return 1 if counter["disagreements"] else 0


def _keep(folder: Path | None, name: str, content: bytes) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make differing", description=__doc__)
    parser.add_argument("--records", type=int, default=10_000, help="number of records to try")
    parser.add_argument("--seconds", type=float, default=0, help="time limit in seconds (0: try all the records)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for records that the verifiers disagree on")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
