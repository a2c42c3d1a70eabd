"""The words that all titles share, in English: picture labels by their English templates, and values in refusals."""

from __future__ import annotations

WORDS = {
    "yes": "yes",
    "no": "no",
    "none": "none",
    # Pictures
    "{status:id}; to act: {players:id}": "{status:id}; to act: {players:id}",
    "game {game:id}": "game {game:id}",
    "version {version}": "version {version}",
    "Last move: {marked:id}": "Last move: {marked:id}",
    "winner": "winner",
    "Turn of {players:id}": "Turn of {players:id}",
    "to act": "to act",
    # Refusals
    "fact.actor": "player: [{actor:seat}|chance]",
    "fact.seat": "seat: {seat}",
    "fact.waits_for": "waits for: {waits_for}",
    "fact.ending": "ending: {ending}",
}
