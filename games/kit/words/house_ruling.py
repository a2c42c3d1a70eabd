"""House rulings: the decisions of a title where its rulebook is silent, unclear or contradicts itself."""

from __future__ import annotations

import msgspec

from gunbai.rules.v1 import clauses_pb2


class HouseRuling(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a title's register. The clauses that carry it out name it in their option `house_ruling`."""

    number: str
    """The code of the title, a letter and a number, such as "SS-A17"."""
    question: str
    """The open point, as a question."""
    readings: tuple[str, ...]
    """The readings that players defend, each a sentence."""
    chosen: str
    """The reading that the referee follows, as a sentence."""
    reason: str
    """Why this reading was chosen."""
    place: str
    """The page or heading of the rulebook that is silent or unclear."""
    option: str = ""
    """The option of the game that chooses a different reading, where players disagree; empty if there is none."""

    def message(self) -> clauses_pb2.HouseRuling:
        """Return the house ruling as a message for clients."""
        return clauses_pb2.HouseRuling(**msgspec.structs.asdict(self))


class RulingText(msgspec.Struct, frozen=True, kw_only=True):
    """What an entry of a register says, in another language."""

    question: str
    readings: tuple[str, ...]
    chosen: str
    reason: str
