"""What `gunbai play` understands in English."""

from __future__ import annotations

WORDS = {
    "keep": "keep, all but, not",
    "all": "all, every, everything",
    "none": "none, nothing",
    "yes": "yes, y",
    "no": "no, n",
}
