"""Samurai Spirit, by Antoine Bauza (Funforge, 2014): one to seven players defend a village together."""

from __future__ import annotations

from games.kit.assembly import assembled

SAMURAI_SPIRIT = assembled(
    __name__, code="SS", label="Samurai Spirit", rules_version=1, seats=range(2, 8), seats_clause="SS-2.1"
)
