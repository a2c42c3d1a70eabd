"""Expressions about a position: `monsters.0.life < 3 and not monsters.0.place == "PLACE_TOKYO_CITY"`.

    expression   either ("or" either)*          either   not_ ("and" not_)*
    not_         "not" not_ | comparison        comparison   value (("==" | "!=" | "<" | "<=" | ">" | ">=") value)?
    value        a path | a literal of JSON | "len" "(" a path ")" | "(" expression ")"

An expression is parsed once, against the view of a title if it is about views, so that a misspelt name is an error and
no absence. It is then a function of a position: nothing of the language runs, and its cost is that of its length.
A comparison with what a position does not have does not hold, except that nothing is equal to null.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, NoReturn

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from gunbai_record.values import ABSENT, LENGTH, Kind, UnknownPathError, kind_of, value_at

LONGEST_EXPRESSION = 500
"""The maximum number of characters in an expression."""
_DEEPEST = 20
"""How deeply parentheses and negations may be nested."""

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    |(?P<number>-?[0-9]+(?:\.[0-9]+)?(?![\w.]))
    |(?P<op>==|!=|<=|>=|<|>|\(|\))
    |(?P<name>[A-Za-z_]\w*(?:\.[\w-]+(?:=(?!=)[^\s().<>=!]*)?)*)
    )""",
    re.VERBOSE,
)
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_WORDS = {"true": True, "false": False, "null": None}
_NUMBERS = {
    FieldDescriptor.CPPTYPE_INT32,
    FieldDescriptor.CPPTYPE_INT64,
    FieldDescriptor.CPPTYPE_UINT32,
    FieldDescriptor.CPPTYPE_UINT64,
    FieldDescriptor.CPPTYPE_DOUBLE,
    FieldDescriptor.CPPTYPE_FLOAT,
}

Evaluate = Callable[[Any], Any]
"""Returns the value of an expression's part in a position."""


class ExpressionError(ValueError):
    """A text that is not an expression: the message names the column, counted from 1, and the problem there."""

    def __init__(self, column: int, problem: str) -> None:
        super().__init__(f"column {column}: {problem}")
        self.column = column


class Expression(NamedTuple):
    """A question about a position: whether it holds there, and the paths that it looks at, in order."""

    holds: Callable[[Any], bool]
    paths: tuple[tuple[str, tuple[str, ...]], ...]
    """Each path as it is written, and its parts."""


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


class _Part(NamedTuple):
    """A part of an expression: its value, its type as far as is known, and where it begins."""

    value: Evaluate
    type: str
    token: _Token
    kind: Kind | None = None
    """What it leads to, if it is a path in a view."""
    literal: Any = ABSENT


def parsed(text: str, view: Descriptor | None = None) -> Expression:
    """Return the expression in a text, about views of a type or, without one, about tables. Raises ExpressionError."""
    if len(text) > LONGEST_EXPRESSION:
        problem = f"an expression has at most {LONGEST_EXPRESSION} characters; this one has {len(text)}"
        raise ExpressionError(LONGEST_EXPRESSION + 1, problem)
    return _Parser(text, view).expression()


class _Parser:
    """A parser for one expression, by recursive descent."""

    def __init__(self, text: str, view: Descriptor | None) -> None:
        self._view, self._place, self._depth = view, 0, 0
        self._tokens = [*_tokens(text), _Token("end", "", len(text) + 1)]
        self._paths: dict[str, tuple[str, ...]] = {}

    def expression(self) -> Expression:
        """Return the whole text as an expression. Raises ExpressionError."""
        whole = self._true(self._or())
        if self._next.kind != "end":
            _fail(self._next, f"expected an operator, not {self._next.text!r}")
        return Expression(whole, tuple(self._paths.items()))

    @property
    def _next(self) -> _Token:
        return self._tokens[self._place]

    def _take(self, *texts: str) -> _Token | None:
        """Return the next token if it is one of these texts, and step over it."""
        token = self._next
        if token.kind in {"op", "name"} and token.text in texts:
            self._place += 1
            return token
        return None

    def _or(self) -> _Part:
        part = self._and()
        while token := self._take("or"):
            one, other = self._true(part), self._true(self._and())
            part = _Part(_either(one, other), "boolean", token)
        return part

    def _and(self) -> _Part:
        part = self._not()
        while token := self._take("and"):
            one, other = self._true(part), self._true(self._not())
            part = _Part(_both(one, other), "boolean", token)
        return part

    def _not(self) -> _Part:
        token = self._take("not")
        if token is None:
            return self._comparison()
        self._deeper(token)
        inner = self._true(self._not())
        self._depth -= 1
        return _Part(lambda at: not inner(at), "boolean", token)

    def _comparison(self) -> _Part:
        left = self._value()
        token = self._take(*_COMPARE)
        if token is None:
            return left
        right = self._value()
        _check_types(left, right, token)
        if chained := self._take(*_COMPARE):
            _fail(chained, "comparisons cannot be chained: combine two with `and`")
        return _Part(_compared(left.value, right.value, token.text), "boolean", token)

    def _value(self) -> _Part:
        token = self._next
        self._place += token.kind != "end"
        match token.kind:
            case "text":
                return self._literal(token, _unquoted(token))
            case "number":
                return self._literal(token, json.loads(_sound_number(token)))
            case "op" if token.text == "(":
                return self._parenthesis(token)
            case "name" if token.text in _WORDS:
                return self._literal(token, _WORDS[token.text])
            case "name" if token.text == "len" and self._take("("):
                return self._length(token)
            case "name" if token.text not in {"and", "or", "not"}:
                return self._path(token, token.text)
        return _fail(
            token,
            f"expected a path or a value, not {token.text!r}"
            if token.text
            else "expected more: the expression ends here",
        )

    def _parenthesis(self, token: _Token) -> _Part:
        self._deeper(token)
        inner = self._or()
        self._close(token)
        self._depth -= 1
        return inner._replace(token=token)

    def _close(self, opened: _Token) -> None:
        if self._take(")") is None:
            _fail(self._next, f"the ( at column {opened.column} needs a )")

    def _length(self, token: _Token) -> _Part:
        inner = self._next
        if inner.kind != "name":
            _fail(inner, "expected the path of a list")
        self._place += 1
        self._close(token)
        return self._path(inner, f"{inner.text}.{LENGTH}")

    def _literal(self, token: _Token, value: Any) -> _Part:
        return _Part(lambda at: value, _type_of(value), token, literal=value)

    def _path(self, token: _Token, path: str) -> _Part:
        parts = tuple(path.split("."))
        self._paths[path] = parts
        kind = self._kind(token, parts)
        return _Part(lambda at: value_at(at, parts), _type(kind) if kind else "", token, kind)

    def _kind(self, token: _Token, parts: tuple[str, ...]) -> Kind | None:
        if self._view is None:
            return None
        try:
            return kind_of(self._view, parts)
        except UnknownPathError as error:
            place = token.column + sum(len(part) + 1 for part in parts[: error.part])
            raise ExpressionError(place, str(error)) from None

    def _true(self, part: _Part) -> Callable[[Any], bool]:
        """Return a part as something that holds or does not. Raises ExpressionError for any other value."""
        if part.type not in {"boolean", ""}:
            _fail(part.token, f"this is a {part.type}: compare it with something")
        return lambda at: part.value(at) is True

    def _deeper(self, token: _Token) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            _fail(token, f"an expression can be nested at most {_DEEPEST} levels deep")


def _tokens(text: str) -> list[_Token]:
    tokens, place = [], 0
    while text[place:].strip():
        match = _TOKEN.match(text, place)
        if match is None or match.lastgroup is None:
            place += len(text[place:]) - len(text[place:].lstrip())
            raise ExpressionError(place + 1, _unreadable(text[place:]))
        tokens.append(_Token(match.lastgroup, match[match.lastgroup], match.start(match.lastgroup) + 1))
        place = match.end()
    return tokens


def _unreadable(text: str) -> str:
    if text[0] in "\"'":
        return "this string lacks its closing quote"
    if text[0] == "=":
        return "compare values with =="
    return f"{text[0]!r} has no meaning here"


def _unquoted(token: _Token) -> str:
    """Return the text between quotation marks. Raises ExpressionError for an escape that JSON does not have."""
    inner = token.text[1:-1]
    if token.text[0] == "'":
        inner = inner.replace("\\'", "'").replace('"', '\\"')
    try:
        return str(json.loads(f'"{inner}"'))
    except json.JSONDecodeError:
        _fail(token, "this is not a JSON string")


def _sound_number(token: _Token) -> str:
    if re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", token.text) is None:
        _fail(token, f"{token.text} is not a JSON number")
    return token.text


def _either(one: Callable[[Any], bool], other: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda at: one(at) or other(at)


def _both(one: Callable[[Any], bool], other: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda at: one(at) and other(at)


def _compared(left: Evaluate, right: Evaluate, text: str) -> Callable[[Any], bool]:
    """Return a comparison of values of one type: others are neither equal nor greater nor less."""
    compare = _COMPARE[text]

    def holds(at: Any) -> bool:
        one, other = left(at), right(at)
        if one is ABSENT or other is ABSENT:
            return None in (one, other) and text == "=="
        if _type_of(one) != _type_of(other):
            return text == "!="
        return bool(compare(one, other)) if text in {"==", "!="} or _type_of(one) in {"number", "string"} else False

    return holds


def _check_types(left: _Part, right: _Part, token: _Token) -> None:
    """Check that two parts can be compared, as far as their types are known. Raises ExpressionError."""
    for one, other in ((left, right), (right, left)):
        enum = one.kind.enum if one.kind is not None else None
        if enum is not None and isinstance(other.literal, str):
            _check_enum(enum, other)
    if "null" in (left.type, right.type) and token.text in {"==", "!="}:
        return
    if left.type and right.type and left.type != right.type:
        _fail(token, f"a {left.type} and a {right.type} are never equal")
    if token.text not in {"==", "!="} and not {left.type, right.type} <= {"number", "string", ""}:
        _fail(token, f"{token.text} compares only numbers or strings")


def _check_enum(enum: EnumDescriptor, literal: _Part) -> None:
    if literal.literal not in enum.values_by_name:
        names = ", ".join(enum.values_by_name)
        _fail(literal.token, f"{literal.literal!r} is not a value of {enum.name}; the values are {names}")


def _type(kind: Kind) -> str:
    """Return the type of what a path leads to in a view."""
    if kind.number or kind.truth:
        return "number" if kind.number else "boolean"
    if kind.field is None or kind.listed or kind.message is not None:
        return "list" if kind.listed else "message"
    if kind.field.cpp_type in _NUMBERS:
        return "number"
    return "boolean" if kind.field.cpp_type == FieldDescriptor.CPPTYPE_BOOL else "string"


def _type_of(value: Any) -> str:
    """Return a JSON value's type."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    return "string" if isinstance(value, str) else "list" if isinstance(value, list) else "message"


def _fail(token: _Token, problem: str) -> NoReturn:
    raise ExpressionError(token.column, problem)
