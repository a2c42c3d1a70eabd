"""Which command an unknown one may mean: the same verb under another noun, or the nearest name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

ELSEWHERE = {
    "branch": "game fork",
    "create": "new",
    "dealer": "game deal",
    "history": "record show",
    "host": "new",
    "move": "game submit",
    "resign": "game concede",
    "rules": "title clauses",
    "undo": "game takeback",
    "view": "game show",
}
"""What other programs call our commands."""


def no_command(typed: str, commands: Sequence[str], noun: str = "") -> str:
    """Return the sentence for an unknown command, with the likely ones."""
    unknown = f"no command `{f'{noun} {typed}'.strip()}`"
    *most, last = ["", *(f"`gunbai {command}`" for command in _meant(typed, commands, noun))]
    meant = " or ".join(filter(None, (", ".join(most[1:]), last)))
    return f"{unknown}; did you mean {meant}?" if meant else unknown


def _meant(typed: str, commands: Sequence[str], noun: str) -> list[str]:
    """Return the commands that a name may mean, those of its noun first."""
    if same := _called([typed], commands):
        return same
    if typed in ELSEWHERE:
        return [ELSEWHERE[typed]]
    siblings = [command for command in commands if noun and command.startswith(f"{noun} ")]
    return _near(typed, siblings) or _near(typed, [*commands, *{command.split()[0] for command in commands}])


def _near(typed: str, commands: Sequence[str]) -> list[str]:
    names = sorted({command.split()[-1] for command in commands})
    return _called(get_close_matches(typed, names, 1), commands)


def _called(names: Iterable[str], commands: Sequence[str]) -> list[str]:
    wanted = set(names)
    return list(dict.fromkeys(command for command in commands if command.split()[-1] in wanted))
