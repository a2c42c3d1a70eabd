"""What `gunbai play` understands in English."""

from __future__ import annotations

TYPED = {
    "keep": "keep, all but, not",
    "all": "all, every, everything",
    "none": "none, nothing",
    "yes": "yes, y",
    "no": "no, n",
}
"""What is understood of what is typed in `gunbai play`: words that mean the same, with commas."""
