"""What the log of a page makes of an event, by how the protos name events: in the past tense, by what happened."""

from __future__ import annotations

import re

from gunbai.record.v1.entry_pb2 import Item

GAINS = re.compile(r"(Gained|Healed|Won|Earned|Built|Conquered|Crowned|Collected|LapCompleted|Saved)$")
LOSSES = re.compile(
    r"(Lost|Paid|Killed|Died|Destroyed|Devastated|Eliminated|Confiscated|PlayerOut|KnockedOut|WoundTaken)$"
)
QUIET = re.compile(
    r"(Started|Began|Begun|(?<!Game)Ended|Offered|Asked|OfTurnReached|Settled|Due|Passed|Called|Prepared|Finished|Stopped"
    r"|(Planning|Opportunity)Closed|Forgone|Arranged|Refreshed|Triggered)$"
)
LAST_OF_TURN = re.compile(r"(Turn|Round|Year)Ended$")
KINDS = (("gain", GAINS), ("loss", LOSSES), ("last", LAST_OF_TURN), ("quiet", QUIET))


def kind_of(item: Item) -> str:
    """Return "gain" or "loss", "last" at the end of a turn, "quiet" for other bookkeeping; "" for any other event."""
    name = item.open.type_url if item.HasField("open") else ""
    return next((kind for kind, names in KINDS if names.search(name)), "")
