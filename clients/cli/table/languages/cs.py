"""What `gunbai play` understands in Czech."""

from __future__ import annotations

WORDS = {
    "keep": "nech, nechat, nechte, nechám, ponech, ponechat, vše kromě, všechny kromě, ne",
    "all": "vše, všechno, všechny, všech",
    "none": "nic, žádné, žádnou, žádný",
    "yes": "ano",
    "no": "ne",
}
