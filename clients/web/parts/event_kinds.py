"""The kinds of events in a page's log, by their names in the protos: past tense, as they have happened."""

from __future__ import annotations

import re

from gunbai.record.v1.entry_pb2 import Item

GAINS = re.compile(r"(Gained|Healed|Won|Earned|Built|Conquered|Crowned|Collected|LapCompleted|Saved)$")
LOSSES = re.compile(
    r"(Lost|Paid|Killed|Died|Destroyed|Devastated|Eliminated|Confiscated|PlayerOut|KnockedOut|WoundTaken)$"
)
LAST_OF_TURN = re.compile(r"(Turn|Round|Year)Ended$")
NAMED = re.compile(r"PlayerNamed$")
"""Says again who takes a seat."""
KINDS = (("last", LAST_OF_TURN), ("gain", GAINS), ("loss", LOSSES), ("aside", NAMED))


def kind_of(item: Item, *, aside: bool) -> str:
    """Return "last" at the end of a turn, "gain" or "loss", "aside" for one of the title's asides, "" for any other."""
    name = item.open.type_url if item.HasField("open") else ""
    return next((kind for kind, names in KINDS if names.search(name)), "aside" if aside else "")
