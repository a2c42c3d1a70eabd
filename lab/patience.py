"""How long tests wait for what must come."""

from __future__ import annotations

PATIENCE = 180.0
"""Seconds: a guard against a hang, never a measure. A test that reaches it has failed, with a tenth of a core too."""
