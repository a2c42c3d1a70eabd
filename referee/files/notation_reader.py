"""The notation: a game as people write it down while they play becomes a record, judged move by move.

A text has headers, one per line, a blank line, and then the moves. `docs/notation.md` describes the format. Each move
becomes a line of a list of moves, and is judged like one; the first illegal move is reported with its line and column.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, cast

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.kit.rules.decider import CHANCE
from gunbai_record.messages import as_json
from gunbai_record.notation.short_forms import CORRECTED, MOST_WORDS, NUMBER, Vocabulary
from gunbai_record.notation.words import ShortFormError, Token, plain, tokens_of
from gunbai_record.numerals import is_whole
from referee.files.game_words import vocabulary_of
from referee.files.move_lists import Line, MovesError, Place, Reading, WrittenLine, record_from, text_of
from referee.files.short_moves import read_move, ways_on
from referee.game.corrections import before_outcome
from referee.game.game import Game
from referee.game.titles import Rulebook, Titles, finished

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
"""The headers, with their names in a list of moves."""
REMEDY = '! ruled {} PLAYER stands "what was done" table {{...}}'
CORRECTION = "`corrected` instead of `stands`"
ENDINGS = '! abandoned "why", ! conceded PLAYER or ! agreed PLAYERS'
NOBODY = "nobody"
RESERVED = {NOBODY, "of", "won", "by", "scores", "stands", CORRECTED}
"""The words in orders, which cannot be players' names there."""
BASES = ("adjudication", "forfeit", "penalty")
_MARK = re.compile(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*|[{;=:\n]')
_HEADER = re.compile(r"[ \t]*(\w+)[ \t]*:[ \t]*")
_NUMBER = re.compile(r"\s*[0-9]+\.(?=\s|$)")
_TABLE = re.compile(r"\btable\s*(?=\{)")
_OPTION = re.compile(r"\s*,?\s*(\w+)\s+")


class _Part(NamedTuple):
    """A part of the moves between two marks, with the mark before it."""

    mark: str
    text: str
    at: int


class _Text(NamedTuple):
    """A text that knows where its places are."""

    text: str

    def place(self, at: int) -> Place:
        """Return a character's place."""
        begun = self.text.rfind("\n", 0, at) + 1
        return Place(self.text.count("\n", 0, at) + 1, at - begun + 1)

    def error(self, at: int, problem: str) -> MovesError:
        """Return the error at a place."""
        return MovesError(problem, self.place(at))


def recorded(file: Path, key: Ed25519PrivateKey | None = None, game: str = "") -> bytes:
    """Return the record file for a game in the notation, whose arbiter has a key, or is the dealer.

    The game has this id, or else a random one. Raises MovesError or OSError.
    """
    return record_of(finished(), text_of(file), key, game)


def record_of(titles: Titles, text: str, key: Ed25519PrivateKey | None = None, game: str = "") -> bytes:
    """Return the record file for a game in the notation, whose arbiter has a key. Raises MovesError."""
    whole = _Text(text.replace("\r\n", "\n"))
    headers, body = _headers(whole)
    setting_up = _set_up(whole, titles, headers)
    reading = Reading(titles, key, REMEDY, CORRECTION, game, ENDINGS, ways_on)
    parts = {HEADERS[name]: whole.place(at) for name, (_, at) in headers.items()}
    parts = {"seats": parts["players"]} | parts
    last = Place(max(place.line for place in parts.values()))
    lines = [WrittenLine(last, lambda game: setting_up, parts), *_lines(whole, body)]
    return record_from(reading, lines, lambda game: _check_result(whole, headers, game))


# --- Headers ---


class _Header(NamedTuple):
    value: str
    at: int


def _headers(whole: _Text) -> tuple[Mapping[str, _Header], int]:
    """Return the headers by name, and where the moves begin."""
    headers: dict[str, _Header] = {}
    at = 0
    for line in whole.text.splitlines(keepends=True):
        begun, at = at, at + len(line)
        text = line.strip()
        if not text and headers:
            break
        if not text or text.startswith("#"):
            continue
        mark = _HEADER.match(line)
        name = mark[1].capitalize() if mark else ""
        if mark is None or name not in HEADERS:
            raise whole.error(begun, f"expected a header: {', '.join(HEADERS)}; the moves come after a blank line")
        if name in headers:
            raise whole.error(begun, f"the header {name} appears twice")
        headers[name] = _Header(line[mark.end() :].strip(), begun + mark.end())
    for name in ("Game", "Players"):
        if name not in headers:
            raise whole.error(0, f"the header {name} is missing")
    return headers, at


def _set_up(whole: _Text, titles: Titles, headers: Mapping[str, _Header]) -> Line:
    """Return the first line of a list of moves."""
    fields: dict[str, Any] = {}
    for name, (value, at) in headers.items():
        try:
            if HEADERS[name]:
                fields[HEADERS[name]] = _title(titles, value) if name == "Game" else _READ.get(name, str)(value)
        except ValueError as error:
            problem = f"expected {_EXPECTED[name]}: {error}" if name in _EXPECTED else str(error)
            raise whole.error(at, problem) from None
    rules_versions = titles.versions(fields["title"])
    if fields.get("rules_version", rules_versions[-1]) not in rules_versions:
        versions = ", ".join(map(str, rules_versions))
        raise whole.error(headers["Rules"].at, f"expected a version of the rules: {versions}")
    return fields


def _title(titles: Titles, value: str) -> str:
    """Return the title with this name or label. Raises ValueError."""
    labels = {book.name: book.title.label for book in titles}
    plain_value = plain(value)
    exact = [name for name, label in labels.items() if plain_value in {plain(name), plain(label)}]
    matches = exact or [name for name, label in labels.items() if plain(label).startswith(plain_value)]
    if len(matches) != 1:
        near = Vocabulary().near(value, labels.values())
        raise ValueError(f"expected one of the titles{near}: {', '.join(sorted(labels.values()))}")
    return matches[0]


def _listed(value: str) -> list[str]:
    """Return texts separated by commas, in double quotes if they contain one. Raises ValueError."""
    if value.startswith("["):
        items: list[str] = json.loads(value)
        return items
    parts = re.findall(r'\s*("(?:[^"\\]|\\.)*"|[^,]+)\s*(?:,|$)', value)
    return [json.loads(part) if part.startswith('"') else part.strip() for part in parts]


def _options(value: str) -> dict[str, Any]:
    """Return options, "name value" separated by commas, or as JSON. Raises ValueError."""
    if value.startswith("{"):
        parsed: dict[str, Any] = json.loads(value)
        return parsed
    options: dict[str, Any] = {}
    at = 0
    while at < len(value):
        mark = _OPTION.match(value, at)
        if mark is None:
            raise ValueError(f"expected options as `name value, name value`, not {value[at:]!r}")
        options[mark[1]], at = _option(value, mark.end())
    return options


def _option(value: str, at: int) -> tuple[Any, int]:
    """Return the option value that begins at a place, and where it ends."""
    if value[at] in '[{"':
        parsed, end = json.JSONDecoder().raw_decode(value, at)
        return parsed, end
    part = value[at:].partition(",")[0]
    word = part.strip()
    plainly = {"yes": True, "no": False}.get(word.casefold(), int(word) if is_whole(word) else word)
    return plainly, at + len(part)


def _text(value: str) -> str:
    """Return a text that may stand in double quotes. Raises ValueError."""
    return str(json.loads(value)) if value.startswith('"') else value


_READ: Mapping[str, Callable[[str], Any]] = {
    "Name": _text,
    "Players": _listed,
    "Tags": _listed,
    "Options": _options,
    "Rules": int,
    "Edition": json.loads,
    "Table": json.loads,
}
"""The readers for headers that are not plain text, except the title."""
_EXPECTED = {"Rules": "a number", "Edition": "JSON on one line", "Table": "JSON on one line"}
"""What a header that Python cannot read should have been."""


def _check_result(whole: _Text, headers: Mapping[str, _Header], game: Game) -> None:
    """Compare the result in the headers with the moves' result. Raises MovesError."""
    given = headers.get("Result")
    if given is None:
        return
    words = vocabulary_of(game)
    won = game.result.winners if game.result is not None else ()
    try:
        names = _listed(given.value) if plain(given.value) != NOBODY else []
        seats = sorted(_seat(words, Token(name)) for name in names)
    except ValueError as error:
        raise whole.error(given.at, str(error)) from None
    if seats != sorted(won):
        winners = ", ".join(words.players[seat][0] for seat in won) or NOBODY
        raise whole.error(given.at, f"the moves lead to this result: {winners}")


# --- Moves ---


def _parts(whole: _Text, at: int) -> Iterator[_Part]:
    """Yield the parts of the moves; quotes, braces and comments contain no marks, and no order has a player."""
    mark, begun, text_so_far = "\n", at, ""
    while (match := _MARK.search(whole.text, at)) is not None:
        text_so_far, at = text_so_far + whole.text[at : match.start()], match.end()
        if match.group() == ":" and text_so_far.lstrip().startswith("!"):
            text_so_far += ":"  # For example after "scores:".
        elif match.group() == "{":
            try:
                _, at = json.JSONDecoder().raw_decode(whole.text, match.start())
            except ValueError as error:
                raise whole.error(match.start(), f"expected a JSON object: {error}") from None
            text_so_far += whole.text[match.start() : at]
        elif match.group().startswith('"'):
            text_so_far += match.group()
        elif not match.group().startswith("#"):
            yield _Part(mark, text_so_far, begun)
            mark, begun, text_so_far = match.group(), at, ""
    yield _Part(mark, text_so_far + whole.text[at:], begun)


def _lines(whole: _Text, at: int) -> Iterator[WrittenLine]:
    """Yield what stands for the lines of a list of moves."""
    parts = [*_parts(whole, at), _Part("\n", "", len(whole.text))]
    player: Token | None = None
    corrects = False
    for part, following in pairwise(parts):
        numbered = _NUMBER.match(part.text) if part.mark == "\n" else None
        line_text = part.text[numbered.end() :] if numbered else part.text
        begun = part.at + (numbered.end() if numbered else 0)
        begun += len(line_text) - len(line_text.lstrip())
        line_text = line_text.strip()
        if following.mark == ":":
            if part.mark != "\n" or not line_text:
                raise whole.error(following.at - 1, "put a colon after the player at the beginning of a line")
            player = Token(_unquoted(whole, line_text, begun) if line_text.startswith('"') else line_text, begun)
            continue
        outcome, corrected = part.mark == "=", corrects
        corrects = following.mark == "=" and (
            plain(line_text) == CORRECTED or line_text.casefold().endswith(f" {CORRECTED}")
        )
        if corrects:
            line_text = line_text[: -len(CORRECTED)].strip()
        if line_text.startswith("!"):
            yield _written(whole, begun, _ordered(line_text, player))
        elif outcome:
            yield _written(whole, begun, _shown(line_text, corrects=corrected))
        elif line_text:
            yield _written(whole, begun, _moved(line_text, player))


def _unquoted(whole: _Text, text: str, at: int) -> str:
    """Return the text in double quotes at a place. Raises MovesError."""
    try:
        return str(json.loads(text))
    except ValueError:
        raise whole.error(at, f"expected a player in double quotes, not {text}") from None


def _written(whole: _Text, at: int, line: Callable[[Any, int], Line]) -> WrittenLine:
    """Return what stands at a place; its errors name the misunderstood word."""

    def read(game: Any) -> Line:
        try:
            return line(game, at)
        except ShortFormError as error:
            raise whole.error(at if error.at is None else error.at, str(error)) from None

    return WrittenLine(whole.place(at), read)


def _read(game: Game, actor: int, text: str, at: int) -> Line:
    """Return what chance shows or a seat does, in words that begin at a place, as a list of moves has it."""
    try:
        move = read_move(game, actor, text)
    except ShortFormError as error:
        raise ShortFormError(str(error), at + (error.at or 0)) from None
    return {"actor": actor or "chance", "command": move.DESCRIPTOR.name, "fields": as_json(move)}


def _shown(text: str, *, corrects: bool) -> Callable[[Any, int], Line]:
    """Return the line for an outcome of chance."""

    def line(game: Game, at: int) -> Line:
        outcome = _read(before_outcome(game, CHANCE) if corrects else game, CHANCE, text, at)
        return {**outcome, "corrects": True} if corrects else outcome

    return line


def _moved(text: str, player: Token | None) -> Callable[[Any, int], Line]:
    """Return the line for a player's move."""

    def line(game: Game, at: int) -> Line:
        if player is None:
            raise ShortFormError("first say who moves: a player and a colon")
        seat = _seat(vocabulary_of(game), player)
        try:
            return _read(game, seat, text, at)
        except ShortFormError as error:
            raise ShortFormError(f"{error}{_order_meant(text)}", error.at) from None

    return line


def _order_meant(text: str) -> str:
    """Ask whether an order was meant where a move is expected, or return ""."""
    matches = get_close_matches(plain(text.partition(" ")[0]), (*_ORDERS, *BASES), 1, 0.75)
    return f" (did you mean `! {matches[0]}`?)" if matches else ""


def _seat(words: Vocabulary, token: Token) -> int:
    """Return the one seat with this name. Raises ShortFormError."""
    seats = words.seats(token.text)
    if len(seats) == 1:
        return seats[0]
    names = {seat: called[0] for seat, called in words.players.items()}
    if seats:
        alike = [name for seat, name in names.items() if name in {names[other] for other in names if other != seat}]
        meant = " or ".join(f"seat {seat}" if names[seat] in alike else names[seat] for seat in seats)
        raise ShortFormError(f"{token.text!r} is ambiguous: it can mean {meant}", token.at)
    near = words.near(token.text, names.values())
    raise ShortFormError(f"{token.text!r} is not a player{near}; the players are {', '.join(names.values())}", token.at)


# --- Decisions outside the moves ---


def _ordered(text: str, player: Token | None) -> Callable[[Any, int], Line]:
    """Return the line for what follows an exclamation mark: a ruling, concession, agreement, decision or end."""

    def line(game: Game, at: int) -> Line:
        head, table = text[1:], None
        if (mark := _TABLE.search(text)) is not None:
            head, table = text[1 : mark.start()], json.loads(text[mark.end() :])
        tokens = tokens_of(head, at + 1)
        word = tokens[0].word if tokens else ""
        order = _Order(vocabulary_of(game), tokens[1:], player)
        if word == "ruled":
            return order.ruled(game.charter.rulebook, table)
        if table is not None:
            raise ShortFormError("a table can only follow a ruling", at + (mark.start() if mark else 0))
        if word in _ORDERS:
            return _ORDERS[word](order)
        if word in BASES:
            return order.decided(word)
        orders = ("ruled", *_ORDERS, *BASES)
        near = order.words.near(word, orders)
        raise ShortFormError(f"expected one of {', '.join(orders)} after the exclamation mark{near}")

    return line


class _Order:
    """What follows an order's word, read word by word."""

    def __init__(self, words: Vocabulary, tokens: list[Token], player: Token | None) -> None:
        self.words, self._tokens, self._player = words, tokens, player

    def ruled(self, book: Rulebook, table: Any) -> Line:
        """Return the ruling on an irregularity."""
        form = 'write a ruling like this: ! ruled CLAUSE [PLAYER] stands|corrected "what was done" [table {...}]'
        if not self._tokens:
            raise self._error(form)
        clause = self._clause(book)
        seats = [] if self._is("stands", CORRECTED) else self._seats("stands", CORRECTED)
        if len(seats) > 1 or not self._is("stands", CORRECTED):
            raise self._error(form)
        stands = self._tokens.pop(0).word == "stands"
        ruling: dict[str, Any] = {"clause": clause, "done": self._text(form), "stands": stands}
        if seats:
            ruling["seat"] = seats[0]
        self._end(form)
        return {"irregularity": ruling | ({"table": table} if table is not None else {})}

    def _clause(self, book: Rulebook) -> str:
        """Return the next clause of the title, or the rule in quotes. Raises ShortFormError."""
        token = self._tokens.pop(0)
        if token.quoted or token.text.upper() in book.numbers:
            return token.text
        near = self.words.near(token.text, book.numbers)
        problem = f"{book.title.label} has no clause {token.text!r}{near}"
        raise ShortFormError(f"{problem}; write any other rule in double quotes", token.at)

    def conceded(self) -> Line:
        """Return a player's concession."""
        if not self._tokens and self._player is None:
            raise ShortFormError("say who concedes: ! conceded PLAYER")
        seat = self._player_next() if self._tokens else _seat(self.words, cast("Token", self._player))
        self._end("write a concession like this: ! conceded [PLAYER]")
        return {"conceded": seat}

    def agreed(self) -> Line:
        """Return the result that all agreed on."""
        form = "write an agreement like this: ! agreed PLAYERS [scores NUMBERS]"
        if not self._tokens or self._is("scores"):
            raise self._error(form)
        agreed = {"winners": sorted(self._seats("scores")), **self._scores()}
        self._end(form)
        return {"agreed": agreed}

    def decided(self, basis: str) -> Line:
        """Return the arbiter's decision."""
        form = f'write a decision like this: ! {basis} [of PLAYERS] [won by PLAYERS] [scores NUMBERS] "reason"'
        seats = sorted(self._seats("won", "scores")) if self._take("of") else []
        winners = sorted(self._seats("scores")) if self._take("won") and self._take("by") else []
        decision = {"basis": basis, "seats": seats, "winners": winners, **self._scores(), "reason": self._text(form)}
        self._end(form)
        return {"decided": decision}

    def abandoned(self) -> Line:
        """Return the end of an unfinished game."""
        reason = self._tokens.pop(0).text if self._tokens else ""
        self._end('write an end like this: ! abandoned ["why"]')
        return {"abandoned": reason}

    def _is(self, *words: str) -> bool:
        """Return whether one of these words is next."""
        return bool(self._tokens) and not self._tokens[0].quoted and self._tokens[0].word in words

    def _take(self, word: str) -> bool:
        """Return whether a word is next, and step over it if so."""
        return self._is(word) and bool(self._tokens.pop(0))

    def _text(self, form: str) -> str:
        """Return the next text in quotes. Raises ShortFormError."""
        if not self._tokens or not self._tokens[0].quoted:
            raise self._error(form)
        return self._tokens.pop(0).text

    def _end(self, form: str) -> None:
        """Check that nothing is left. Raises ShortFormError."""
        if self._tokens:
            raise self._error(form)

    def _error(self, form: str) -> ShortFormError:
        """Return the error for the next word, with the order's form."""
        if not self._tokens:
            return ShortFormError(form)
        token = self._tokens[0]
        return ShortFormError(f"cannot read {token.text!r}: {form}", token.at)

    def _player_next(self) -> int:
        """Return the next player, whose name may have several words. Raises ShortFormError."""
        for count in range(min(MOST_WORDS, len(self._tokens)), 1, -1):
            name = " ".join(token.text for token in self._tokens[:count])
            if len(seats := self.words.seats(name)) == 1:
                del self._tokens[:count]
                return seats[0]
        return _seat(self.words, self._tokens.pop(0))

    def _seats(self, *before: str) -> list[int]:
        """Return the players up to one of these words, a text in quotes after the first, or the end; or nobody."""
        if self._take(NOBODY):
            return []
        seats: list[int] = []
        while self._tokens and not self._is(*before) and not (seats and self._tokens[0].quoted):
            seats.append(self._player_next())
        return seats

    def _scores(self) -> dict[str, list[int]]:
        """Return the scores, if given. Raises ShortFormError for anything but numbers."""
        if not self._take("scores"):
            return {}
        scores: list[int] = []
        while self._tokens and not self._tokens[0].quoted:
            token = self._tokens.pop(0)
            if not NUMBER.fullmatch(token.text):
                raise ShortFormError(f"expected a number for each score, not {token.text!r}", token.at)
            scores.append(int(token.text))
        return {"scores": scores}


_ORDERS: Mapping[str, Callable[[_Order], Line]] = {
    "conceded": _Order.conceded,
    "agreed": _Order.agreed,
    "abandoned": _Order.abandoned,
}
"""What can follow an exclamation mark, besides rulings and the arbiter's decisions."""
