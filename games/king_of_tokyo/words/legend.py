"""The words and signs of the text board of King of Tokyo, with their meanings."""

from __future__ import annotations

LEGEND = {
    "points": ("★", "Victory points: have 20 at the end of a turn to win (KT-8.6)"),
    "energy": ("⚡", "Energy, which pays for cards (KT-1.7)"),
    "life": ("♥", "Life; on a die, a Heart, which only works outside Tokyo (KT-5.17)"),
    "closed": (
        "closed",
        "Tokyo Bay is not in use: there are at most four players, or fewer than five monsters left (KT-2.3, KT-6.12)",
    ),
    "keep": (
        "is kept",
        "A Keep card: it stays with its owner, and works from the moment it is bought (KT-7.4, KT-11.1)",
    ),
    "discard": ("acts at once", "A Discard card: it takes effect when it is bought, and cannot be kept (KT-11.2)"),
}
"""What each word or sign of the text board means, without the components, by an id that the languages share."""
