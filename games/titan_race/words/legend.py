"""The words and signs of the text board of Titan Race, with their meanings."""

from __future__ import annotations

LEGEND = {
    "bare": (".", "A field without a titan, a trap or anything printed on it"),
    "rassik": ("Rs", "The titan Rassik"),
    "ragnarok": ("Rg", "The titan Ragnarok"),
    "kraken": ("Kr", "The titan Kraken"),
    "grinder": ("Gr", "The titan Grinder"),
    "slaugg": ("Sl", "The titan Slaugg"),
    "chtoolhoo": ("Ch", "The titan Chtóólhóó"),
    "upright": ("upright", "The titan has life and takes its turns; with no life left it is knocked out (TR-8.8)"),
    "down": ("down", "The titan is knocked out: on its next turn, its player takes a die and passes (TR-8.8, TR-8.11)"),
    "resting": (
        "resting",
        "The titan has passed after its knock-out, and recovers at the start of its next turn (TR-8.12, TR-8.13)",
    ),
    "ready": ("ability ready", "The ability can be used once per turn, from the second round on (TR-4.2, TR-12.1)"),
    "used": (
        "ability used",
        "The ability card lies face down until the start of the titan's next turn (TR-4.8, TR-12.1)",
    ),
}
"""What each word or sign of the text board means, without the components, by an id that the languages share."""
