"""Foreign text: what other people wrote (names, labels, claims, reasons, errors of a service) where somebody reads it.

A record and a service pass such text on as it is. What shows it, or hands it to a program that obeys text, takes it
through one of these functions: a terminal and a log through `visible`, JSON on a terminal through `visible_json`, a
spreadsheet through `spreadsheet`, and a sentence that a person or a language model believes through `quoted`.
"""

from __future__ import annotations

import json
from unicodedata import category

_HIDDEN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))
"""The categories of Unicode that show nothing, or act on what is around them."""
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Signs without a shape that words and emoji are spelled with."""
_FORMULA = tuple("=+-@＝＋－＠")  # some spreadsheets read the wide signs as the narrow ones
"""What begins a formula of a spreadsheet."""


def visible(text: str) -> str:
    """Return a text as one line that no terminal obeys: every hidden sign is written as its escape in Python."""
    return text if text.isprintable() else "".join(map(_shown, text))


def visible_lines(text: str) -> str:
    """Return a text of several lines in the same way, with its line ends."""
    return "\n".join(map(visible, text.split("\n")))


def visible_json(text: str) -> str:
    """Return JSON in which every hidden sign is written as its escape in JSON: it means the same."""
    return text if text.isprintable() else "".join(map(_shown_in_json, text))


def spreadsheet(text: str) -> str:
    """Return a text as the cell of a table, which no spreadsheet takes for a formula."""
    shown = visible(text)
    return f"'{shown}" if shown.lstrip().startswith(_FORMULA) else shown


def quoted(text: str) -> str:
    """Return a text in quotes: where it begins and ends can be told whatever is in it."""
    return visible_json(json.dumps(text, ensure_ascii=False))


def _shown(sign: str) -> str:
    return repr(sign)[1:-1] if _is_hidden(sign) else sign


def _shown_in_json(sign: str) -> str:
    # JSON needs no escape for DELETE, the only control character of ASCII that may stand in a string.
    return json.dumps(sign)[1:-1].replace("\x7f", r"\u007f") if _is_hidden(sign) else sign


def _is_hidden(sign: str) -> bool:
    return category(sign) in _HIDDEN and sign not in _JOINERS
