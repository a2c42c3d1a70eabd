"""What `gunbai play` understands in Polish."""

from __future__ import annotations

TYPED = {
    "keep": "zostaw, zostawić, zostawiam, zachowaj, zachować, wszystko oprócz, wszystkie oprócz, nie",
    "all": "wszystko, wszystkie, wszystkich",
    "none": "nic, żadne, żadną, żaden, żadnej",
    "yes": "tak",
    "no": "nie",
}
"""What is understood of what is typed in `gunbai play`: words that mean the same, with commas."""
