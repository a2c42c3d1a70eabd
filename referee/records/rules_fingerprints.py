"""Fingerprints of rules: whether a title's rules changed without a new version since its games were refereed.

A fingerprint covers the code by which a rules version judges and folds: the modules of the title's rules and those of
the kit that they import, the messages of commands and events, and the edition. It is made from the source, not from
seeded random games: a rule that random games never reach can still change a verdict. So it may change where no verdict
does; `gunbai record audit --rules OWN` then shows which recorded rulings differ, if any.

Comments, docstrings, layout, the order of imports, types for checkers only, and words do not change it: not the words
of errors and of `Change`, nor anything behind the doors of words, board and bots, and `view`.
"""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Iterator
from functools import cache, partial
from hashlib import sha256
from importlib.util import find_spec
from typing import Any, NamedTuple

import structlog
from google.protobuf.descriptor import FileDescriptor

from games.kit.rules.change import Change
from games.kit.rules.decider import Rules
from gunbai_record.clauses import clauses_of
from gunbai_record.plain import full_name
from referee.game.titles import Titles
from store.contract import Filter, RulesNote, Store

KIT = "games.kit"
CANONICAL = f"{KIT}.rules.canonical"
"""The module that writes tables for position digests."""
_LAYOUT = frozenset({"ctx", "kind", "type_comment"})
"""The fields of nodes that only say how something is written."""


class Changed(NamedTuple):
    """A version of a title's rules that differs from the one that refereed a store's games."""

    title: str
    rules_version: int

    @property
    def problem(self) -> str:
        """What this means, as a sentence."""
        return (
            "the rules changed without a new version after they had refereed games; those games "
            "may now be judged differently or look damaged"
        )


class Compared(NamedTuple):
    """The changed rules, and the rules to note: unknown ones, and those without games."""

    changed: tuple[Changed, ...]
    unknown: tuple[RulesNote, ...]


async def compared_rules(store: Store, titles: Titles) -> Compared:
    """Compare the installed rules with those that refereed a store's games."""
    noted = {(note.title, note.rules_version): note.fingerprint for note in await store.rules()}
    notes = await asyncio.to_thread(notes_of, titles)
    other = [note for note in notes if noted.get((note.title, note.rules_version)) != note.fingerprint]
    played = {note.title for note in other if (await store.games(Filter(title=note.title), page_size=1)).summaries}
    changed = [note for note in other if (note.title, note.rules_version) in noted and note.title in played]
    return Compared(
        tuple(Changed(note.title, note.rules_version) for note in changed),
        tuple(note for note in other if note not in changed),
    )


async def warn_of_changes(store: Store, titles: Titles) -> None:
    """Log which rules changed without a new version, and note unknown ones."""
    changed, unknown = await compared_rules(store, titles)
    for change in changed:
        structlog.get_logger().error(
            "rules_changed", title=change.title, rules_version=change.rules_version, problem=change.problem
        )
    await store.note_rules(unknown)


async def accept_rules(store: Store, titles: Titles) -> None:
    """Note the installed rules as those that refereed a store's games."""
    await store.note_rules(await asyncio.to_thread(notes_of, titles))


def notes_of(titles: Titles) -> list[RulesNote]:
    """Return the fingerprints of all titles in all versions of their rules; none for code without its source."""
    books = [titles.rulebook(book.name, version) for book in titles for version in titles.versions(book.name)]
    prints = [(book, fingerprint(book.title.rules)) for book in books]
    # All sources as trees are large, and nobody asks for them again.
    _source.cache_clear()
    return [RulesNote(book.name, book.rules_version, made) for book, made in prints if made]


def fingerprint(rules: Rules[Any]) -> str:
    """Return the fingerprint of a title's rules version, in hex; "" if the source is missing."""
    parts = [
        *(rules.setup, rules.needs_dealer, rules.turn, rules.standing, rules.sides),
        *((rules.misplaced,) if rules.misplaced else ()),
        *(rules.outcome, rules.invariants, rules.table, rules.options, type(rules.edition.data)),
        *rules.steps,
        *rules.revisions,
        *rules.revisions.values(),
    ]
    handlers = {full_name(kind): handler for kind, handler in rules.evolve.handlers.items()}
    named = [_name(part) for part in parts] + [f"{kind} {_name(handlers[kind])}" for kind in sorted(handlers)]
    modules = {CANONICAL, *(_unwrapped(part).__module__ for part in (*parts, *handlers.values()))}
    try:
        sources = [f"{module} {_source(module).text}" for module in sorted(_imported(modules))]
    except OSError:
        return ""
    commands, events, _, clauses = rules.protos
    facts_hashed = [
        *(rules.name, str([*rules.seats]), rules.seats_clause, rules.edition.digest),
        *named,
        *_messages(commands.DESCRIPTOR),
        *_messages(events.DESCRIPTOR),
        *(f"{value} {clause.number}" for value, clause in clauses_of(clauses).items()),
        *sources,
    ]
    return sha256("\0".join(facts_hashed).encode()).hexdigest()


def _unwrapped(part: Any) -> Any:
    return _unwrapped(part.func) if isinstance(part, partial) else part


def _name(part: Any) -> str:
    whole = _unwrapped(part)
    given = f" {part.args} {sorted(part.keywords.items())}" if isinstance(part, partial) else ""
    return f"{whole.__module__}.{whole.__qualname__}{given}"


def _messages(file: FileDescriptor) -> Iterator[str]:
    """Yield a proto file's messages and enums in terms of what can be encoded, without comments."""
    for message in file.message_types_by_name.values():
        yield f"{message.full_name} {message.GetOptions().SerializeToString(deterministic=True).hex()}"
        for field in message.fields:
            kind = field.message_type or field.enum_type
            form = f"{field.type} {field.is_repeated} {field.has_presence} {kind.full_name if kind else ''}"
            yield f"{field.number} {field.name} {form}"
    for enum in file.enum_types_by_name.values():
        yield from (f"{enum.full_name} {value.number} {value.name}" for value in enum.values)


def _imported(modules: set[str]) -> set[str]:
    """Return modules with all their direct and indirect imports from their own packages and the kit."""
    own = {f"{module.rpartition('.rules')[0] or module.partition('.')[0]}." for module in modules} | {f"{KIT}."}
    reached, waiting = set[str](), [*modules]
    while waiting:
        module = waiting.pop()
        if module in reached or not any(f"{module}.".startswith(prefix) for prefix in own):
            continue
        reached.add(module)
        waiting += _source(module).imports
    return reached


class Source(NamedTuple):
    """A module as a running program has it: its source, and its imports by name."""

    text: str
    imports: tuple[str, ...]


@cache
def _source(module: str) -> Source:
    """Return a module's source in terms of what it means. Raises OSError if there is none."""
    spec = find_spec(module)
    source = getattr(spec.loader, "get_source", lambda _: None)(module) if spec else None
    if source is None:
        raise OSError(f"{module} has no source")
    writing = _Writing()
    writing.node(ast.parse(source), words=False)
    named = sorted(f"{module} {name} {alias}" for module, name, alias in writing.imports)
    imports = {_module_of(module, name) for module, name, _ in writing.imports}
    return Source("".join((*named, *writing.text)), tuple(sorted(imports)))


def _module_of(package: str, name: str) -> str:
    """Return the module that is imported by a name from a package: one of the package's, or itself."""
    inner = f"{package}.{name}"
    try:
        return inner if name and find_spec(inner) else package
    except ModuleNotFoundError:
        return package


class _Writing:
    """Writes a tree the same way in all versions of Python, without parts that mean nothing."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.imports: set[tuple[str, str, str]] = set()
        """The imported modules, the names imported from them, and what they are called."""

    def node(self, node: ast.AST, *, words: bool) -> None:
        """Write a node; `words` means that only people read the texts in it."""
        words = words or isinstance(node, ast.Raise) or _is_change(node)
        if words and _is_text(node):
            self.text.append("(text)")
            return
        self.text.append(f"({type(node).__name__}")
        for name in node._fields:
            if name not in _LAYOUT:
                self._value(name, getattr(node, name, None), words=words)
        self.text.append(")")

    def _value(self, name: str, value: object, *, words: bool) -> None:
        # Later versions of Python have more fields, which are empty in code that all versions can read.
        if value is None or value == []:
            return
        self.text.append(f"{name}=")
        if isinstance(value, list):
            for item in value:
                self._item(item, words=words)
            self.text.append(";")
        elif isinstance(value, ast.AST):
            self.node(value, words=words)
        else:
            self.text.append(ascii(value))

    def _item(self, item: object, *, words: bool) -> None:
        if isinstance(item, ast.Import):
            self.imports |= {(alias.name, "", alias.asname or "") for alias in item.names}
        elif isinstance(item, ast.ImportFrom):
            self.imports |= {(item.module or "", alias.name, alias.asname or "") for alias in item.names}
        elif isinstance(item, ast.AST):
            if not _says_nothing(item):
                self.node(item, words=words)
        else:
            self.text.append(ascii(item))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_change(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == Change.__name__


def _says_nothing(node: ast.AST) -> bool:
    """Return whether a statement is a docstring, or only for type checkers."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
