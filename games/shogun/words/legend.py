"""The words and signs of the text board of Shogun, with their meanings."""

from __future__ import annotations

from games.shogun.rules.data import REGIONS

REGION = "A region of nine provinces: having the most castles, temples or theatres in it scores in winter (SH-17.2)"
LEGEND = {
    "hidden": ("?", "An action whose card is still face down (SH-5.2, SH-9.3)"),
    "done": ("in parentheses", "An action that all players have carried out in this round (SH-9.1)"),
    "open": ("Open", "A face-up event card for a round of this year (SH-4.1)"),
    **{region: (region, REGION) for region in REGIONS},
}
"""What each word or sign of the text board means, without the components, by an id that the languages share."""
