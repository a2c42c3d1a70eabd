"""The list of choices, as it is printed before a person is asked."""

from __future__ import annotations

from collections.abc import Iterator

from rich.markup import escape

from clients.cli.choices import Choices, Option, Things, label

LONGEST = 40
"""The most lines that are listed; a typed word finds the others."""

HELP = (
    "[bold]1[/], [bold]a[/]        what the list shows beside it; several in a row lead on at once: [bold]2 5[/]",
    "[bold]words[/]       words of the list or of the board; what fits alone is chosen",
    "[bold]keep 1 3[/]    all things but these; also by their words: [bold]keep hearts[/]",
    "[bold]search word[/] lists what fits, and chooses nothing",
    "[bold]Enter[/]       the list again",
    "[bold]board[/]       the whole board again        [bold]picture[/]  writes it to a file",
    "[bold]what[/]        what happened since your last move",
    "[bold]undo[/]        one step back; at the start of the choice, your last move, if all players agree",
    "[bold]quit[/]        leaves; the game waits, and `gunbai play` returns to it",
    'A whole command is ruled upon, legal or not: [bold]Step {"heading": "HEADING_FORWARD"}[/]',
)
"""What `?` prints, as markup."""
WORDS = frozenset(("board", "picture", "quit", "search", "undo", "what"))
"""The words that choose nothing."""


def choice_lines(choices: Choices) -> Iterator[str]:
    """Yield a list of choices as lines of markup."""
    if choices.things is not None:
        yield from _thing_lines(choices.things)
    for option in choices.options[:LONGEST]:
        yield _line(option)
    if len(choices.options) > LONGEST:
        yield f"[dim]      and {len(choices.options) - LONGEST} more: type a word of them[/]"
    if choices.counted is not None:
        keys = [option.key for option in choices.counted.options]
        yield f"[dim]      {keys[0]} to {keys[-1]}: {escape(label(choices.counted.moves))}[/]"


def completions(choices: Choices) -> set[str]:
    """Return the words that choose something here."""
    words = {word.strip(".,:()") for option in choices.options for word in option.label.split()}
    return {word for word in words if len(word) > 1 and word != "…"} | WORDS


def _thing_lines(things: Things) -> Iterator[str]:
    yield f"      {escape(things.label)} [dim]Name which, or `keep` and those that stay.[/]"
    pairs = zip(things.keys, things.words, strict=True)
    yield "      " + "   ".join(f"[bold]{key}[/] {escape(words)}".rstrip() for key, words in pairs)


def _line(option: Option) -> str:
    note = f"  [dim]{escape(option.note)}[/]" if option.note else ""
    count = f"  [dim]({len(option.moves)} ways)[/]" if len(option.moves) > 1 else ""
    return f"{option.key:>4}  {escape(option.label)}{count}{note}"
