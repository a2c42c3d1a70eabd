"""The words and signs of the text board of Samurai Spirit, with their meanings."""

from __future__ import annotations

LEGEND = {
    "unknown": ("unknown", "Face-down raiders whose place in the pile nobody knows (SS-2.4)"),
    "lacks": (
        "lacks",
        "Symbols missing on the left side: each one costs something at the end of the round (SS-9.1, SS-9.2, SS-9.3)",
    ),
    "ninja": ("ninja", "A penalty: the top raider becomes an intruder, unseen (SS-5.5)"),
    "fire": ("fire", "A penalty: a barricade burns, or a farm if no barricade is left (SS-5.3)"),
    "hard": ("hard", "A level of difficulty: destroyed farms have penalties (SS-10.2)"),
    "heroic": (
        "heroic",
        "A level of difficulty: destroyed farms have penalties, and no family gives a bonus (SS-9.4, SS-10.2)",
    ),
}
"""What each word or sign of the text board means, without the components, by an id that the languages share."""
