"""Titan Race, by Julian Allain (Funforge): two to six players race six titans three times around a wrapping track."""

from __future__ import annotations

from games.kit.assembly import assembled

TITAN_RACE = assembled(
    __name__, code="TR", label="Titan Race", rules_version=1, seats=range(2, 7), seats_clause="TR-2.10"
)
