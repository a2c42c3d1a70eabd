"""The list of choices as printed before a person is asked, and the help that goes with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from google.protobuf import json_format

from clients.cli.screen.markup import escape
from clients.cli.screen.output import Hanging
from clients.cli.table.choices import Choices, Option
from clients.cli.table.moves import Move
from clients.cli.table.subsets import Things
from gunbai_record.text.counts import counted

LONGEST = 40
"""The most rows that are listed; typing a word finds the others."""
WORDS = frozenset(("all", "board", "dispute", "picture", "quit", "rules", "search", "undo", "what"))
"""The words that never choose anything."""


def choice_lines(choices: Choices) -> Iterator[str]:
    """Yield a list of choices as lines of markup."""
    if choices.things is not None and choices.fitting_places is None:
        yield from thing_lines(choices.things, choices.things.keys)
    for option in choices.printed[:LONGEST]:
        yield _line(option)
    if len(choices.printed) > LONGEST:
        yield f"[dim]      and {len(choices.printed) - LONGEST} more: type a word to find one[/]"


def thing_lines(things: Things, keys: Collection[str]) -> Iterator[str]:
    """Yield how to name the things, and those with some of the keys."""
    yield f"      {escape(things.label)} [dim]Name them by letter or by word, or type `keep` and the ones to keep.[/]"
    pairs = (pair for pair in zip(things.keys, things.words, strict=True) if pair[0] in keys)
    yield Hanging("      " + "   ".join(f"[bold]{key}[/] {escape(words)}".rstrip() for key, words in pairs), 6)


def fit_line(few: int, every: int) -> str:
    """Return as a line of markup how many of all choices match."""
    return f"[dim]      {few} of {every} {'matches' if few == 1 else 'match'}; `all` or Enter shows all.[/]"


def proposal_line(move: Move) -> str:
    """Return as a line of markup what Enter would choose."""
    return Hanging(f"      {escape(move.sentence)} [dim]Enter chooses it.[/]", 6)


def _line(option: Option) -> str:
    note = f"  [dim]{escape(option.note)}[/]" if option.note else ""
    count = f"  [dim]({counted(len(option.moves), 'way')})[/]" if len(option.moves) > 1 else ""
    return Hanging(f"{option.key:>4}  {escape(option.label)}{count}{note}", 6)


def completions(choices: Choices) -> set[str]:
    """Return the words that choose something here."""
    words = {word.strip(".,:()") for option in choices.printed for word in option.label.split()}
    return {word for word in words if len(word) > 1 and word != "…"} | WORDS


# --- Help ---


def help_lines(choices: Choices) -> Iterator[str]:
    """Yield what `?` prints as markup: what can be typed at this list, with its own labels, things and commands."""
    keys = [option.key for option in choices.options]
    if keys:
        yield _help(keys[0], "a number from the list")
    opens = next((row for row in choices.options if len(row.moves) > 1), None)
    if opens is not None:
        yield _help(_way_in(choices, opens), "several numbers, for consecutive steps")
    if choices.things is not None:
        yield from _help_with_things(choices.things)
    yield _help(
        "words", "words from the list or the board: gunbai chooses an exact match, and only suggests other matches"
    )
    yield _help("search word", "list the matches, and choose nothing")
    yield _help("Enter, all", "the whole list again")
    yield _help("board", "the whole board again        [bold]picture[/]  write it to a file")
    yield _help("what", "what happened since your last move")
    yield _help("what NAME", "what a card, piece, place or symbol is; `NAME?` does the same")
    yield _help("rules", "the aim of the game; [bold]rules word[/] lists clauses, [bold]rules NUMBER[/] explains one")
    yield _help("dispute TEXT", "dispute your last refusal, and say why")
    yield _help("undo", "go back one step; at the start of a choice, take back your last move")
    yield _help("quit", "leave; the game waits, and `gunbai play` returns to it")
    yield from _help_with_commands(choices.moves)


def _help(typed: str, does: str) -> str:
    return f"[bold]{escape(typed)}[/]{' ' * max(12 - len(typed), 1)}{does}"


def _way_in(choices: Choices, row: Option) -> str:
    led = choices.followed([row.key])
    inside = led[0].options[-1].key if led and led[0].options else ""
    return f"{row.key} {inside}".strip()


def _help_with_things(things: Things) -> Iterator[str]:
    first, last = things.keys[0], things.keys[-1]
    word = next(filter(str.isalpha, things.words), things.words[0])
    yield _help(f"{first} {last}", f"names these things: {escape(things.label)}")
    yield _help(
        f"keep {first} {last}",
        f"keeps these and names all others; words work too: [bold]keep {escape(word)}[/]; `keep all`",
    )


def _help_with_commands(moves: Collection[Move]) -> Iterator[str]:
    """Yield which whole commands are legal now, with the fields of one."""
    kinds = list(dict.fromkeys(move.kind for move in moves))
    yield f"You can type a whole command, legal or not. Legal now: [bold]{', '.join(kinds)}[/]"
    example = next((move for move in moves if move.command.ListFields()), None)
    if example is not None:
        fields = json_format.MessageToJson(example.command, preserving_proto_field_name=True, indent=None)
        yield f"  with fields as JSON: [bold]{escape(f'{example.kind} {fields}')}[/]"
