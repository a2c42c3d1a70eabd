"""Mutants: small deliberate mistakes in a module, one at a time, that a test should notice.

A mutant is a node of the module's syntax tree with another one in its place. Left as they are: docstrings, annotations
and other code for the type checker alone, prose (a text with a space in it), names that only the code itself compares,
such as the values of enums, and `__repr__`.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from tools import code

Place = tuple[tuple[str, int | None], ...]
"""The way from a module's root to a node: a field, and an index where the field is a list."""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
FOR_TYPES = {"NewType", "ParamSpec", "TypeVar", "assert_never", "cast", "isinstance", "issubclass"}
"""Functions whose arguments speak to the type checker, or name types."""
SHAPE = {"frozen", "gc", "kw_only", "order", "slots", "total", "weakref"}
"""Keywords of a class that say how its values are stored, or which of its keys the type checker wants."""
NAMES_ONLY = {"Enum", "Protocol", "StrEnum"}
"""Classes whose members are names that only the code itself compares."""
LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}


@dataclass(frozen=True)
class Mutant:
    """A mistake: the node at a place of a module, and what is there instead."""

    path: Path
    place: Place
    new: ast.AST = field(compare=False)
    scope: str
    """The qualified name of the class or function around it; empty at the level of the module."""
    live: bool
    """Whether the node is in the body of a function, which can change after its module was imported."""
    first_line: int
    """Where the statement begins."""
    line: int
    text: str
    """The line of source, without its indent."""
    change: str
    also: tuple[Mutant, ...] = ()
    """The same mistake in a module that is derived from this one."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.mistake}"

    @property
    def mistake(self) -> str:
        """Return where in the module it is, and the change."""
        return f"{self.scope or '(module)'}: {self.change}"

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Return what names the mutant when other lines of the file change."""
        return str(self.path), self.scope, self.text, self.change

    def tree(self) -> ast.Module:
        """Return the syntax tree of the module with the mistake in it."""
        tree = copy.deepcopy(code.tree(self.path))
        parent: ast.AST = tree
        *way, (last, index) = self.place
        for name, position in way:
            child = getattr(parent, name)
            parent = child if position is None else child[position]
        if index is None:
            setattr(parent, last, self.new)
        else:
            getattr(parent, last)[index] = self.new
        return tree


@dataclass(frozen=True)
class _Spot:
    """A node with what is known about its surroundings."""

    node: ast.AST
    place: Place = ()
    scope: tuple[str, ...] = ()
    live: bool = False
    first_line: int = 1
    raising: bool = False


def mutants(path: Path) -> list[Mutant]:
    """Return every mutant of a module, in the order of its text."""
    lines = (code.ROOT / path).read_text(encoding="utf-8").splitlines()
    return [
        Mutant(
            path=path,
            place=spot.place,
            new=_located(new, spot.node),
            scope=".".join(spot.scope),
            live=spot.live,
            first_line=spot.first_line,
            line=spot.node.lineno,
            text=lines[spot.node.lineno - 1].strip(),
            change=f"{_unparsed(spot.node)} -> {_unparsed(new)}",
        )
        for spot in _spots(_Spot(code.tree(path)))
        if isinstance(spot.node, ast.expr | ast.stmt)
        for new in changes(spot.node)
    ]


def _located(new: ast.AST, old: ast.AST) -> ast.AST:
    return ast.fix_missing_locations(ast.copy_location(new, old))


def _unparsed(node: ast.AST) -> str:
    """Return a node as source on one line; of a compound statement, its first line."""
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}: …"
    return " ".join(ast.unparse(node).split())


def _spots(spot: _Spot) -> Iterator[_Spot]:
    """Yield every node below one that may change, itself first."""
    if spot.place:
        yield spot
    for name, index, child in _children(spot.node):
        if not _is_kept(spot, name, child):
            yield from _spots(_step(spot, (name, index), child))


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield name, None, value
        elif isinstance(value, list):
            yield from ((name, index, child) for index, child in enumerate(value) if isinstance(child, ast.AST))


def _step(spot: _Spot, last: tuple[str, int | None], child: ast.AST) -> _Spot:
    return _Spot(
        node=child,
        place=(*spot.place, last),
        scope=_scope(spot, last[0]),
        live=spot.live or (isinstance(spot.node, FUNCTIONS) and last[0] == "body"),
        first_line=child.lineno if isinstance(child, ast.stmt) else spot.first_line,
        raising=spot.raising or isinstance(spot.node, ast.Raise),
    )


def _scope(spot: _Spot, last: str) -> tuple[str, ...]:
    if last == "body" and isinstance(spot.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return (*spot.scope, spot.node.name)
    return spot.scope


def _is_kept(spot: _Spot, field: str, child: ast.AST) -> bool:
    """Return whether a node and all that is below it stay as they are."""
    return (
        _is_no_code(child)
        or _is_for_types(spot.node, field, child)
        or _is_prose(spot, child)
        or (isinstance(spot.node, ast.Call) and _is_kept_argument(spot.node, field, child))
    )


def _is_no_code(child: ast.AST) -> bool:
    match child:
        case ast.Import() | ast.ImportFrom() | ast.Global() | ast.Nonlocal():
            return True
        case ast.Expr(value=ast.Constant()):
            return True  # A docstring, or the dots of a body without one.
        case ast.FunctionDef(name="__repr__" | "__str__"):
            return True
        case ast.ClassDef(bases=bases):
            return any(isinstance(base, ast.Name) and base.id in NAMES_ONLY for base in bases)
    return False


def _is_for_types(parent: ast.AST, field: str, child: ast.AST) -> bool:
    match parent, child:
        case (_, ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")])):
            return True
        case (ast.FunctionDef() | ast.AsyncFunctionDef() | ast.arg() | ast.AnnAssign() | ast.ClassDef(), _):
            return field in {"annotation", "returns", "decorator_list", "bases"} or _is_shape(child)
        case (_, ast.AnnAssign(annotation=ast.Name(id="TypeAlias"))):
            return True
        case (_, ast.If(test=ast.Name(id="TYPE_CHECKING"))):
            return True
    return isinstance(parent, ast.BinOp) and _names_types(parent)


def _is_prose(spot: _Spot, child: ast.AST) -> bool:
    match spot.node, child:
        case (ast.JoinedStr() | ast.FormattedValue(), ast.Constant() | ast.JoinedStr()):
            return True  # The words around the values.
        case (_, ast.JoinedStr()):
            return spot.raising
        case (_, ast.Constant(value=str(text))):
            return " " in text or text.endswith((".", ":"))
    return False


def _is_shape(child: ast.AST) -> bool:
    return isinstance(child, ast.keyword) and child.arg in SHAPE


def _is_kept_argument(call: ast.Call, field: str, child: ast.AST) -> bool:
    name = _called(call)
    if field == "func":
        return isinstance(child, ast.Name)
    if name in FOR_TYPES:
        return not (name == "isinstance" and child is call.args[0])
    words = isinstance(child, ast.Constant) and isinstance(child.value, str)
    return words and name in LEVELS and isinstance(call.func, ast.Attribute)


def _called(call: ast.Call) -> str:
    """Return the last name of what is called."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _names_types(node: ast.AST) -> bool:
    """Return whether an operation is the union of types rather than of sets."""
    match node:
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return _names_types(left) or _names_types(right)
        case ast.Constant(value=None):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return hasattr(builtins, name) or (name[0].isupper() and not name.isupper())
        case ast.Subscript(value=value):
            return _names_types(value)
    return False


def changes(node: ast.expr | ast.stmt) -> Iterator[ast.AST]:
    """Yield what can be in the place of a node."""
    match node:
        case ast.Compare():
            yield from _comparisons(node)
        case ast.BoolOp():
            yield from _connections(node)
        case ast.Constant(value=value):
            yield from (ast.Constant(other) for other in _constants(value))
        case ast.Call():
            yield from _calls(node)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            yield from _unfiltered(node)
        case ast.expr():
            yield from _operations(node)
        case ast.stmt():
            yield from _statements(node)


def _operations(node: ast.expr) -> Iterator[ast.AST]:
    match node:
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.BinOp(op=op) if type(op) in ARITHMETIC and not _names_types(node) and not _formats(node):
            yield ast.BinOp(node.left, ARITHMETIC[type(op)](), node.right)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield ast.IfExp(_negation(test), body, orelse)


def _formats(node: ast.BinOp) -> bool:
    """Return whether an operation puts values into a text."""
    return any(
        isinstance(side, ast.JoinedStr | ast.Constant) and not _is_number(side) for side in (node.left, node.right)
    )


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _negation(test: ast.expr) -> ast.expr:
    return test.operand if isinstance(test, ast.UnaryOp) else ast.UnaryOp(ast.Not(), test)


def _comparisons(node: ast.Compare) -> Iterator[ast.AST]:
    for index, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            yield ast.Compare(node.left, [*node.ops[:index], other(), *node.ops[index + 1 :]], node.comparators)


def _connections(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for index in range(len(node.values)):
        left = [*node.values[:index], *node.values[index + 1 :]]
        yield left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


def _constants(value: object) -> Iterator[bool | int | float | str | bytes]:
    match value:
        case bool():
            yield not value
        case int() | float():
            yield value + 1
        case str():
            yield "" if value else "mutant"
        case bytes():
            yield b"" if value else b"mutant"


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    name = _called(node)
    if isinstance(node.func, ast.Name) and name in OPPOSITES:
        yield ast.Call(ast.Name(OPPOSITES[name], ast.Load()), node.args, node.keywords)
    if isinstance(node.func, ast.Name) and name == "range":
        yield from _ranges(node)
    elif (
        name not in FOR_TYPES | OPPOSITES.keys()
        and len(node.args) >= 2
        and not any(isinstance(arg, ast.Starred) for arg in node.args)
    ):
        first, second, *others = node.args
        yield ast.Call(node.func, [second, first, *others], node.keywords)


def _ranges(node: ast.Call) -> Iterator[ast.AST]:
    for index, argument in enumerate(node.args[:2]):
        for op in (ast.Add(), ast.Sub()):
            moved = ast.BinOp(argument, op, ast.Constant(1))
            yield ast.Call(node.func, [*node.args[:index], moved, *node.args[index + 1 :]], node.keywords)


def _unfiltered(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> Iterator[ast.AST]:
    """Yield a comprehension without each of its conditions."""
    for number, generator in enumerate(node.generators):
        for index in range(len(generator.ifs)):
            other = copy.deepcopy(node)
            del other.generators[number].ifs[index]
            yield other


def _statements(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.If(test=test, body=body, orelse=orelse):
            yield ast.If(_negation(test), body, orelse)
            yield ast.If(ast.Constant(value=True), body, orelse)
            yield ast.If(ast.Constant(value=False), body, orelse)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Expr() if _called_statement(node) not in FOR_TYPES:
            yield ast.Pass()
        case ast.Raise() | ast.AugAssign() | ast.Delete() | ast.Break():
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
    if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)


def _called_statement(node: ast.Expr) -> str:
    return _called(node.value) if isinstance(node.value, ast.Call) else ""


def without_coroutines(path: Path) -> Path | None:
    """Return the module of the blocking client that is derived from a module, if one is."""
    other = path.parent.with_name("blocking") / path.name
    return other if path.parent.name == "aio" and (code.ROOT / other).exists() else None


def derived(mutant: Mutant) -> Mutant:
    """Return a mutant with the same mistake in the module that is derived from its own, if one is."""
    other = without_coroutines(mutant.path)
    if other is None:
        return mutant
    # Only `async` and `await` are dropped, so each line has as many mutants, in the same order.
    ours, theirs = ([found for found in _mutants(path) if found.line == mutant.line] for path in (mutant.path, other))
    return replace(mutant, also=(theirs[ours.index(mutant)],)) if len(ours) == len(theirs) else mutant


_mutants = cache(mutants)
