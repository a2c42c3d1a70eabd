"""The notation: a game as people write it down while they play becomes a record, judged move by move.

A text has headers, a line each, a blank line, and then the moves. `docs/notation.md` is the format. Each move becomes
a line of a list of moves, and is judged as that is; the first that is no legal move is named by its line and column.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.kit.decider import CHANCE
from gunbai_client.messages import as_json
from gunbai_client.short_forms import CORRECTED, ShortFormError, Token, Vocabulary, plain, tokens_of
from referee.files.moves import Line, MovesError, Reading, Written, record_from, text_of
from referee.files.short_moves import read_move, vocabulary_of
from referee.game.corrections import before_outcome
from referee.game.game import Game
from referee.game.titles import Titles, finished

HEADERS = {
    "Game": "title",
    "Players": "players",
    "Date": "played_on",
    "Name": "label",
    "Tags": "tags",
    "Options": "options",
    "Rules": "rules_version",
    "Edition": "edition",
    "Table": "table",
    "Result": "",
}
"""The headers, with what a list of moves calls them."""
REMEDY = '! ruled {} PLAYER corrected "what was done" table {{...}}'
ABANDONMENT = '! abandoned "why"'
NOBODY = "nobody"
BASES = ("adjudication", "forfeit", "penalty")
_MARK = re.compile(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*|[{;=:\n]')
_HEADER = re.compile(r"[ \t]*(\w+)[ \t]*:[ \t]*")
_NUMBER = re.compile(r"\s*\d+\.(?=\s|$)")
_TABLE = re.compile(r"\btable\s*(?=\{)")
_OPTION = re.compile(r"\s*,?\s*(\w+)\s+")


class _Part(NamedTuple):
    """A part of the moves between two marks, with the mark before it."""

    mark: str
    text: str
    at: int


class _Text(NamedTuple):
    """A text, which knows where its places are."""

    text: str

    def place(self, at: int) -> str:
        """Return a place by its line and column, both counted from 1."""
        begun = self.text.rfind("\n", 0, at) + 1
        return f"line {self.text.count(chr(10), 0, at) + 1}, column {at - begun + 1}"

    def error(self, at: int, problem: str) -> MovesError:
        """Return the error at a place."""
        return MovesError(f"{self.place(at)}: {problem}")


def recorded(file: Path, key: Ed25519PrivateKey | None = None) -> bytes:
    """Return the record file of a game in the notation, whose arbiter has a key, or is the dealer.

    Raises MovesError or OSError.
    """
    return record_of(finished(), text_of(file), key)


def record_of(titles: Titles, text: str, key: Ed25519PrivateKey | None = None) -> bytes:
    """Return the record file of a game in the notation, whose arbiter has a key. Raises MovesError."""
    whole = _Text(text.replace("\r\n", "\n"))
    headers, body = _headers(whole)
    setting_up = _set_up(whole, titles, headers)
    reading = Reading(titles, key, REMEDY, ABANDONMENT)
    lines = [Written("line 1", lambda game: setting_up), *_lines(whole, body)]
    return record_from(reading, lines, lambda game: _check_result(whole, headers, game))


# --- Headers ---


class _Header(NamedTuple):
    value: str
    at: int


def _headers(whole: _Text) -> tuple[Mapping[str, _Header], int]:
    """Return the headers by name, and where the moves begin."""
    found: dict[str, _Header] = {}
    at = 0
    for line in whole.text.splitlines(keepends=True):
        begun, at = at, at + len(line)
        said = line.strip()
        if not said and found:
            break
        if not said or said.startswith("#"):
            continue
        mark = _HEADER.match(line)
        name = mark[1].capitalize() if mark else ""
        if mark is None or name not in HEADERS:
            raise whole.error(begun, f"a header is expected: {', '.join(HEADERS)}; the moves come after a blank line")
        if name in found:
            raise whole.error(begun, f"the header {name} is there already")
        found[name] = _Header(line[mark.end() :].strip(), begun + mark.end())
    for name in ("Game", "Players"):
        if name not in found:
            raise whole.error(0, f"the header {name} is missing")
    return found, at


def _set_up(whole: _Text, titles: Titles, headers: Mapping[str, _Header]) -> Line:
    """Return the first line of a list of moves."""
    found: dict[str, Any] = {}
    for name, (value, at) in headers.items():
        try:
            if HEADERS[name]:
                found[HEADERS[name]] = _title(titles, value) if name == "Game" else _READ.get(name, str)(value)
        except ValueError as error:
            raise whole.error(at, str(error)) from None
    return found


def _title(titles: Titles, value: str) -> str:
    """Return the name of the title with a name or a label. Raises ValueError."""
    known = {book.name: book.title.label for book in titles}
    said = plain(value)
    exact = [name for name, label in known.items() if said in {plain(name), plain(label)}]
    found = exact or [name for name, label in known.items() if plain(label).startswith(said)]
    if len(found) != 1:
        raise ValueError(f"one of the titles is expected: {', '.join(sorted(known.values()))}")
    return found[0]


def _listed(value: str) -> list[str]:
    """Return texts that are separated by commas, in double quotes where they have one. Raises ValueError."""
    if value.startswith("["):
        found: list[str] = json.loads(value)
        return found
    parts = re.findall(r'\s*("(?:[^"\\]|\\.)*"|[^,]+)\s*(?:,|$)', value)
    return [json.loads(part) if part.startswith('"') else part.strip() for part in parts]


def _options(value: str) -> dict[str, Any]:
    """Return options, "name value" separated by commas, or as JSON. Raises ValueError."""
    if value.startswith("{"):
        found: dict[str, Any] = json.loads(value)
        return found
    options: dict[str, Any] = {}
    at = 0
    while at < len(value):
        mark = _OPTION.match(value, at)
        if mark is None:
            raise ValueError(f"options are expected as `name value, name value`, not {value[at:]!r}")
        options[mark[1]], at = _option(value, mark.end())
    return options


def _option(value: str, at: int) -> tuple[Any, int]:
    """Return the value of an option that begins at a place, and where it ends."""
    if value[at] in '[{"':
        found, end = json.JSONDecoder().raw_decode(value, at)
        return found, end
    said = value[at:].partition(",")[0]
    word = said.strip()
    plainly = {"yes": True, "no": False}.get(word.casefold(), int(word) if word.isdecimal() else word)
    return plainly, at + len(said)


_READ: Mapping[str, Callable[[str], Any]] = {
    "Players": _listed,
    "Tags": _listed,
    "Options": _options,
    "Rules": int,
    "Edition": json.loads,
    "Table": json.loads,
}
"""How the values of headers are read that are no plain text, but for the title."""


def _check_result(whole: _Text, headers: Mapping[str, _Header], game: Game) -> None:
    """Check the result that the headers give against that of the moves. Raises MovesError."""
    given = headers.get("Result")
    if given is None:
        return
    words = vocabulary_of(game)
    won = game.result.winners if game.result is not None else ()
    names = _listed(given.value) if plain(given.value) != NOBODY else []
    if sorted(_seat(words, Token(name)) for name in names) != sorted(won):
        winners = ", ".join(words.players[seat][0] for seat in won) or NOBODY
        raise whole.error(given.at, f"by the moves the result is: {winners}")


# --- Moves ---


def _parts(whole: _Text, at: int) -> Iterator[_Part]:
    """Yield the parts of the moves; what is quoted, in braces or a comment has no marks."""
    mark, begun, said = "\n", at, ""
    while (found := _MARK.search(whole.text, at)) is not None:
        said, at = said + whole.text[at : found.start()], found.end()
        if found.group() == "{":
            try:
                _, at = json.JSONDecoder().raw_decode(whole.text, found.start())
            except ValueError as error:
                raise whole.error(found.start(), f"an object of JSON is expected: {error}") from None
            said += whole.text[found.start() : at]
        elif found.group().startswith('"'):
            said += found.group()
        elif not found.group().startswith("#"):
            yield _Part(mark, said, begun)
            mark, begun, said = found.group(), at, ""
    yield _Part(mark, said + whole.text[at:], begun)


def _lines(whole: _Text, at: int) -> Iterator[Written]:
    """Yield what stands for the lines of a list of moves."""
    parts = [*_parts(whole, at), _Part("\n", "", len(whole.text))]
    player: Token | None = None
    corrects = False
    for part, following in pairwise(parts):
        numbered = _NUMBER.match(part.text) if part.mark == "\n" else None
        said = part.text[numbered.end() :] if numbered else part.text
        begun = part.at + (numbered.end() if numbered else 0)
        begun += len(said) - len(said.lstrip())
        said = said.strip()
        if following.mark == ":":
            if part.mark != "\n" or not said:
                raise whole.error(following.at - 1, "a colon follows the player at the beginning of a line")
            player = Token(json.loads(said) if said.startswith('"') else said, begun)
            continue
        outcome, corrected = part.mark == "=", corrects
        corrects = following.mark == "=" and (plain(said) == CORRECTED or said.casefold().endswith(f" {CORRECTED}"))
        if corrects:
            said = said[: -len(CORRECTED)].strip()
        if said.startswith("!"):
            yield Written(whole.place(begun), _ordered(said[1:], player))
        elif outcome:
            yield Written(whole.place(begun), _shown(said, corrects=corrected))
        elif said:
            yield Written(whole.place(begun), _moved(said, player))


def _shown(said: str, *, corrects: bool) -> Callable[[Any], Line]:
    """Return the line of what chance showed."""

    def line(game: Game) -> Line:
        base = before_outcome(game, CHANCE) if corrects else game
        move = read_move(base, CHANCE, said)
        found = {"actor": "chance", "command": move.DESCRIPTOR.name, "fields": as_json(move)}
        return found | {"corrects": True} if corrects else found

    return line


def _moved(said: str, player: Token | None) -> Callable[[Any], Line]:
    """Return the line of a player's move."""

    def line(game: Game) -> Line:
        if player is None:
            raise ShortFormError("who moves is expected first: a player and a colon")
        seat = _seat(vocabulary_of(game), player)
        move = read_move(game, seat, said)
        return {"actor": seat, "command": move.DESCRIPTOR.name, "fields": as_json(move)}

    return line


def _seat(words: Vocabulary, said: Token) -> int:
    """Return the one seat that is called so. Raises ShortFormError."""
    found = words.seats(said.text)
    if len(found) != 1:
        players = ", ".join(names[0] for names in words.players.values())
        raise ShortFormError(f"{said.text!r} is no player; there are {players}")
    return found[0]


# --- What is decided beside the moves ---


def _ordered(said: str, player: Token | None) -> Callable[[Any], Line]:
    """Return the line of what follows an exclamation mark: a ruling, a concession, an agreement, a decision, an end."""

    def line(game: Game) -> Line:
        head, table = said, None
        if (mark := _TABLE.search(said)) is not None:
            head, table = said[: mark.start()], json.loads(said[mark.end() :])
        tokens = tokens_of(head)
        word = tokens[0].word if tokens else ""
        order = _Order(vocabulary_of(game), tokens[1:], player, table)
        if word in _ORDERS:
            return _ORDERS[word](order)
        if word in BASES:
            return order.decided(word)
        raise ShortFormError(f"one of {', '.join((*_ORDERS, *BASES))} is expected after the exclamation mark")

    return line


class _Order:
    """What follows the word of an order."""

    def __init__(self, words: Vocabulary, tokens: list[Token], player: Token | None, table: Any) -> None:
        self._words, self._tokens, self._player, self._table = words, tokens, player, table

    def ruled(self) -> Line:
        """Return the ruling on an irregularity."""
        clause, *rest = self._tokens or [Token("")]
        texts = [token.text for token in rest if token.quoted]
        said = [token for token in rest if not token.quoted]
        remedy = said[-1].word if said else ""
        if len(texts) != 1 or remedy not in {"stands", CORRECTED}:
            raise ShortFormError('a ruling is written so: ! ruled CLAUSE [PLAYER] stands|corrected "what was done"')
        found: dict[str, Any] = {"clause": clause.text, "done": texts[0], "stands": remedy == "stands"}
        for token in said[:-1]:
            found["seat"] = _seat(self._words, token)
        return {"irregularity": found | ({"table": self._table} if self._table is not None else {})}

    def conceded(self) -> Line:
        """Return the concession of a player."""
        who = next(iter(self._tokens), self._player)
        if who is None:
            raise ShortFormError("who concedes is expected")
        return {"conceded": _seat(self._words, who)}

    def agreed(self) -> Line:
        """Return the result on which all agreed."""
        return {"agreed": {"winners": self._seats(""), **self._scores()}}

    def decided(self, basis: str) -> Line:
        """Return the decision of the arbiter."""
        texts = [token.text for token in self._tokens if token.quoted]
        if len(texts) != 1:
            written = f'! {basis} [of PLAYERS] [won by PLAYERS] [scores NUMBERS] "reason"'
            raise ShortFormError(f"a decision is written so: {written}")
        found = {"basis": basis, "seats": self._seats("of"), "winners": self._seats("by"), "reason": texts[0]}
        return {"decided": {**found, **self._scores()}}

    def abandoned(self) -> Line:
        """Return the end of a game that was not played to its end."""
        return {"abandoned": self._tokens[0].text if self._tokens else ""}

    def _seats(self, after: str) -> list[int]:
        """Return the players after a word, up to the next word of the order."""
        found: list[int] = []
        now = ""
        for token in self._tokens:
            if token.word in {"of", "won", "by", "scores"} and not token.quoted:
                now = token.word
            elif now == after and token.word != NOBODY and not (after and token.quoted):
                found.append(_seat(self._words, token))
        return found

    def _scores(self) -> dict[str, list[int]]:
        words = [token.text for token in self._tokens if not token.quoted]
        if "scores" not in words:
            return {}
        try:
            return {"scores": [int(word) for word in words[words.index("scores") + 1 :]]}
        except ValueError:
            raise ShortFormError("a number is expected for each score") from None


_ORDERS: Mapping[str, Callable[[_Order], Line]] = {
    "ruled": _Order.ruled,
    "conceded": _Order.conceded,
    "agreed": _Order.agreed,
    "abandoned": _Order.abandoned,
}
"""What may follow an exclamation mark, besides the decisions of the arbiter."""
