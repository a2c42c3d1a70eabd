"""Numbers as people type them: words for an amount, such as `three`, and for a die's face, such as `sixes`."""

from __future__ import annotations

from collections.abc import Iterable

_AMOUNTS = (
    "one jeden jedna jedno jednu",
    "two dva dve dwa dwie",
    "three tri trzy",
    "four ctyri cztery",
    "five pet piec",
    "six sest szesc",
    "seven sedm siedem",
    "eight osm osiem",
    "nine devet dziewiec",
    "ten deset dziesiec",
)
_FACES = (
    "one ones jednicka jednicky jednicek jednicku jedynka jedynki jedynek jedynke",
    "two twos dvojka dvojky dvojek dvojku dwojka dwojki dwojek dwojke",
    "three threes trojka trojky trojek trojku trojki trojke",
    "four fours ctyrka ctyrky ctyrek ctyrku czworka czworki czworek czworke",
    "five fives petka petky petek petku piatka piatki piatek piatke",
    "six sixes sestka sestky sestek sestku szostka szostki szostek szostke",
)


def _numbered(lines: Iterable[str]) -> dict[str, tuple[str, ...]]:
    return {str(number): tuple(dict.fromkeys(line.split())) for number, line in enumerate(lines, 1)}


AMOUNTS = _numbered(_AMOUNTS)
"""The words for an amount by its digits, in English, Czech and Polish, plain."""
FACES = _numbered(_FACES)
"""The words for a die's face, or for that many dice, by the digits."""
NUMBERS = {word: number for number, words in FACES.items() for word in words}
"""The numbers that words for a die's face mean."""
