"""The words and signs of the text board of Liar's Dice, with their meanings."""

from __future__ import annotations

LEGEND = {
    "hidden": ("?", "A die under another player's cup, which only that player sees (LD-1.2)"),
    "not_shaken": ("not shaken", "The cup has yet to be shaken in this round (LD-2.1)"),
    "showing": ("showing", "The bid: at least this many of all the dice show this face (LD-3.1)"),
    "lifted": (
        "lifted last",
        "The dice that were under this cup at the last challenge or spot-on call (LD-4.2, LD-5.2)",
    ),
    "out": ("out", "The player has lost their last die and left the game (LD-6.1)"),
}
"""What each word or sign of the text board means, without the components, by an id that the languages share."""
