"""What `gunbai play` understands in Czech."""

from __future__ import annotations

TYPED = {
    "keep": "nech, nechat, nechte, nechám, ponech, ponechat, vše kromě, všechny kromě, ne",
    "all": "vše, všechno, všechny, všech",
    "none": "nic, žádné, žádnou, žádný",
    "yes": "ano",
    "no": "ne",
}
"""What is understood of what is typed in `gunbai play`: words that mean the same, with commas."""
