"""What every test runs under: Hypothesis counts no milliseconds on a shared machine, and searches long if asked to.

Compiled modules are kept, whatever the environment says: otherwise every process that a test starts compiles them
anew, which takes three times as long as to start.
"""

from __future__ import annotations

import os
import sys

from hypothesis import HealthCheck, settings

settings.register_profile("short", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", settings.get_profile("short"), max_examples=300)
settings.load_profile("short")

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
