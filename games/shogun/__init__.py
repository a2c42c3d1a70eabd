"""Shogun, by Dirk Henn (Queen Games 2006): three to five daimyo, two years of war, one cube tower."""

from __future__ import annotations

from games.kit.assembly import assembled

SHOGUN = assembled(__name__, code="SH", label="Shogun", rules_version=1, seats=range(3, 6), seats_clause="SH-1.1")
