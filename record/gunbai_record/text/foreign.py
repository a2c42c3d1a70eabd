"""Foreign text: names, labels, claims, reasons and errors that other people wrote, where somebody reads them.

A record and a service pass such text on as it is. Code that shows it, or hands it to a program that obeys text, runs it
through one of these functions: `visible` for a terminal or a log, `visible_json` for JSON on a terminal, `spreadsheet`
for a spreadsheet, and `quoted` for a sentence that a person or a language model may believe.
"""

from __future__ import annotations

import json
import re
from unicodedata import category

_HIDDEN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))
"""The Unicode categories that show nothing, or act on their surroundings."""
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Invisible characters that words and emoji are spelled with."""
_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and marks that show nothing."""
_SELECTORS = "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
"""Characters that choose the shape of the one before them."""
_SHAPED = "#*0-9\u00a9\u00ae\u1800-\u18af\u203c-\u2bff\u3030\u303d\u3297\u3299\u3400-\u9fff\U0001f000-\U0003ffff"
"""Characters with several shapes: emoji, symbols, Mongolian letters and ideographs."""
_UNSEEN = re.compile(f"[{_BLANKS}]|(?<![{_SHAPED}])[{_SELECTORS}]")
"""Characters that show nothing where they stand, though no category says so."""
_IGNORED = re.compile(f"[{_BLANKS}{_SELECTORS}]")
"""Characters that show nothing themselves, wherever they stand, besides format characters."""
_FORMULA = re.compile(rf"[\s{_JOINERS}]*[=+\-@＝＋－＠]")  # some spreadsheets read the wide signs as the narrow ones
"""How a spreadsheet formula begins."""


def visible(text: str) -> str:
    """Return a text as one line that no terminal obeys: hidden characters become their Python escapes."""
    text = _UNSEEN.sub(lambda unseen: _escape(unseen[0]), text)
    return text if text.isprintable() else "".join(map(_shown, text))


def visible_lines(text: str) -> str:
    """Return a text of several lines in the same way, with its line ends."""
    return "\n".join(map(visible, text.split("\n")))


def visible_json(text: str) -> str:
    """Return JSON in which hidden characters become their JSON escapes: it means the same."""
    text = _UNSEEN.sub(lambda unseen: json.dumps(unseen[0])[1:-1], text)
    return text if text.isprintable() else "".join(map(_shown_in_json, text))


def without_unseen(text: str) -> str:
    """Return a text without the characters that show nothing themselves."""
    return "".join(sign for sign in _IGNORED.sub("", text) if category(sign) != "Cf")


def spreadsheet(text: str) -> str:
    """Return a text as a table cell that no spreadsheet takes for a formula."""
    shown = visible(text)
    # The quote makes a spreadsheet take the cell as text.
    return f"'{shown}" if _FORMULA.match(shown) else shown


def quoted(text: str) -> str:
    """Return a text in quotes: its beginning and end are clear, whatever it contains."""
    return visible_json(json.dumps(text, ensure_ascii=False))


def _shown(sign: str) -> str:
    return _escape(sign) if _is_hidden(sign) else sign


def _escape(sign: str) -> str:
    return ascii(sign)[1:-1]


def _shown_in_json(sign: str) -> str:
    # JSON does not require an escape for DELETE, the only ASCII control character that may stand in a string.
    return json.dumps(sign)[1:-1].replace("\x7f", r"\u007f") if _is_hidden(sign) else sign


def _is_hidden(sign: str) -> bool:
    return category(sign) in _HIDDEN and sign not in _JOINERS
