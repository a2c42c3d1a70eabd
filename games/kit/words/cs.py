"""The words that all titles share, in Czech: picture labels by their English templates, and values in refusals."""

from __future__ import annotations

WORDS = {
    "yes": "ano",
    "no": "ne",
    "none": "nic",
    # Pictures
    "{status:id}; to act: {players:id}": "{status:id}; na tahu: {players:id}",
    "game {game:id}": "hra {game:id}",
    "version {version}": "verze {version}",
    "Last move: {marked:id}": "Poslední tah: {marked:id}",
    "winner": "vítěz",
    "Turn of {players:id}": "Na tahu: {players:id}",
    "to act": "na tahu",
    # Refusals
    "fact.actor": "hráč: [{actor:seat}|náhoda]",
    "fact.seat": "hráč: {seat}",
    "fact.waits_for": "čeká se na: {waits_for}",
    "fact.ending": "konec hry: {ending}",
}
