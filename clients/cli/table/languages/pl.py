"""What `gunbai play` understands in Polish."""

from __future__ import annotations

WORDS = {
    "keep": "zostaw, zostawić, zostawiam, zachowaj, zachować, wszystko oprócz, wszystkie oprócz, nie",
    "all": "wszystko, wszystkie, wszystkich",
    "none": "nic, żadne, żadną, żaden, żadnej",
    "yes": "tak",
    "no": "nie",
}
