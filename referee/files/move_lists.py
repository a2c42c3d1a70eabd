"""Lists of moves: the record of a game from a real table, or from another program, as lines of JSON.

The first line names the title and the players. Every further line says who moved and how. Lines for chance have what
the dice and cards showed, as a dealer enters it. The rules judge every line. Where the players broke a rule, a line has
the ruling on it and the position from which they went on; other lines have what was decided outside the rules. The
dealer makes these decisions, or an arbiter who signs them. `docs/move-lists.md` describes the format.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf import json_format
from google.protobuf.message import Message

from games.kit.rules import canonical
from games.kit.rules.decider import CHANCE, Refusal
from games.kit.words.phrasebook import STEP
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregularities
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record import text_files
from gunbai_record.chain import command_payload, leaf_of
from gunbai_record.clauses import code_of
from gunbai_record.messages import UnknownMessageError, as_json, of_title, unpacked
from gunbai_record.player_names import SALT_BYTES, Name
from gunbai_record.record_file import RecordFileError, delimited, header, is_record
from gunbai_record.tokens import letters
from gunbai_record.verify.entry_checks import founding_of
from referee.access.fields import check_date, check_tags, check_text
from referee.errors import BrokenClause, GameOver, InvalidField, RefereeError
from referee.files.game_words import places_in, question_of, speaker_of
from referee.files.short_moves import due, is_due
from referee.game.agreements import agree
from referee.game.decided_results import concede, decide_game
from referee.game.entries import BY_ARBITER, Added, Deed, packed, seat
from referee.game.game import Game
from referee.game.irregularities import position_item, rule_irregularity
from referee.game.judge import Command, Refused, judge, settled
from referee.game.lifecycle import abandon_game, create_game, start_game, take_seat
from referee.game.refusals import refused_of
from referee.game.titles import Titles, finished

Line = Mapping[str, Any]
_PARTS = ("options", "edition", "table")
"""The set-up's parts that are JSON."""
_SET_UP = {"title", "rules_version", "players", "label", "played_on", "tags", *_PARTS}
_MOVE = {"actor", "command", "fields", "corrects"}
_IRREGULARITY = {"clause", "done", "seat", "stands", "table"}
_RESULT = {"winners", "scores"}
_DECISION = {"basis", "seats", "reason", *_RESULT}
_BASES = {
    "adjudication": results.RESULT_BASIS_ADJUDICATION,
    "forfeit": results.RESULT_BASIS_FORFEIT,
    "penalty": results.RESULT_BASIS_PENALTY,
}


class Place(NamedTuple):
    """A place in a text: a line, or a column in it, both counted from 1."""

    line: int
    column: int = 0

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}" if self.column else f"line {self.line}"


class MovesError(RecordFileError):
    """A list of moves that makes no game: the message has the line and the problem.

    `facts` has the line and the column and, for a move against the rules, the clause and the table before it, as JSON.
    """

    def __init__(self, problem: str, place: Place | None = None, **facts: str) -> None:
        super().__init__(f"{place}: {problem}" if place else problem)
        self.problem, self.place = problem, place
        where = {"line": str(place.line), "column": str(place.column or "")} if place else {}
        self.facts = {name: value for name, value in {**where, **facts}.items() if value}

    def at(self, place: Place) -> MovesError:
        """Return the error with its place; an error that already has a place keeps it."""
        return self if self.place else MovesError(self.problem, place, **self.facts)


class WrittenLine(NamedTuple):
    """A line, or what stands for one, and where it is."""

    place: Place
    """Where an error is, and what the commands in it are called."""
    line: Callable[[Game | None], Line]
    """Returns it as an object, in the game so far. Raises RefereeError or ValueError."""
    parts: Mapping[str, Place] = {}
    """The places of its parts, by name, if they have places of their own."""


def _ways_on(game: Game) -> str:
    """Return the commands that the rules wait for, as lines have them."""
    return ", ".join(_line({"actor": actor or "chance", "command": kind.DESCRIPTOR.name}) for actor, kind in due(game))


class Reading(NamedTuple):
    """The titles, and the key of the arbiter who signs decisions, if any."""

    titles: Titles
    key: Ed25519PrivateKey | None = None
    remedy: str = '{{"irregularity": {{"clause": "{}", "done": "what was done", "stands": true, "table": {{...}}}}}}'
    """How to write the ruling on a move that breaks a clause."""
    correction: str = '"stands": false'
    """What to change in it if the move did not stand."""
    game: str = ""
    """The game's id in its record; a random one if empty."""
    endings: str = '{"abandoned": "why"}, {"conceded": SEAT} or {"agreed": {"winners": [SEATS]}}'
    """How to write the end of an unfinished game."""
    ways_on: Callable[[Game], str] = _ways_on
    """Returns how to write what the rules wait for."""

    @property
    def arbiter(self) -> bytes:
        """The arbiter's public key; empty if the dealer rules."""
        return self.key.public_key().public_bytes_raw() if self.key is not None else b""

    def order(self, game: Game, place: str, order: Message) -> Deed:
        """Return the arbiter's order in a line, signed if there is a key."""
        deed = Deed(BY_ARBITER, game.changed_at, packed(order), place, game.version)
        if self.key is None:
            return deed
        name, value = order.DESCRIPTOR.full_name, deed.command.value
        return deed._replace(
            signature=self.key.sign(command_payload(game.id, deed.expected_version, deed.command_id, name, value))
        )


def recorded(file: Path, key: Ed25519PrivateKey | None = None, game: str = "") -> bytes:
    """Return the record file for the game in a list of moves, whose arbiter has a key, or is the dealer.

    The game has this id, or else a random one. Raises MovesError or OSError.
    """
    return record_of(finished(), text_of(file).splitlines(), key, game)


def text_of(file: Path) -> str:
    """Return a file's text, without the byte-order mark that some editors add. Raises MovesError or OSError."""
    content = file.read_bytes()
    if is_record(content):
        raise MovesError("this is a gunbai record file: import it without --moves and --notation")
    try:
        return text_files.text_of(content)
    except UnicodeDecodeError as error:
        raise MovesError(f"not UTF-8 text, from byte {error.start + 1} on") from None


def record_of(titles: Titles, lines: Iterable[str], key: Ed25519PrivateKey | None = None, game: str = "") -> bytes:
    """Return the record file for the game in these lines, whose arbiter has a key. Raises MovesError."""
    reading = Reading(titles, key, game=game)
    return record_from(reading, (_written(number, text) for number, text in enumerate(lines, 1)))


def _written(number: int, text: str) -> WrittenLine:
    return WrittenLine(Place(number), lambda game: _parsed(text))


def record_from(reading: Reading, lines: Iterable[WrittenLine], check: Callable[[Game], None] | None = None) -> bytes:
    """Return the record file for the game in lines, each of which is read in the game so far.

    `check` looks at the game after the last line. Raises MovesError.
    """
    game: Game | None = None
    entries: list[record.Entry] = []
    place = Place(0)
    for place, line, parts in lines:
        try:
            added = _added(reading, game, str(place), line(game))
        except InvalidField as error:
            part = error.field.removesuffix("_json")
            raise _misfit(error, named=part not in parts).at(parts.get(part, place)) from None
        except MovesError as error:
            raise error.at(place) from None
        except (RefereeError, ValueError, TypeError, UnknownMessageError) as error:
            over = "the game ends before this, so nothing can follow"
            raise MovesError(over if isinstance(error, GameOver) else str(error), place) from None
        game = added.game
        entries += added.entries
    if game is None or not game.over:
        problem = f"the game is not over; if the players stopped early, add {reading.endings}"
        if game is not None:
            problem = f"{problem}. Next: {question_of(game)}"
        raise MovesError(f"after {place}: {problem}", line=str(place.line), column=str(place.column or ""))
    if check is not None:
        check(game)
    return b"".join((delimited(header(game.id, game.version)), *map(delimited, entries)))


def _misfit(error: InvalidField, *, named: bool) -> MovesError:
    """Return the error for an unfit part of a line, with the clause that it breaks; a `named` one says which part."""
    problem = str(error) if named else error.problem
    if isinstance(error, BrokenClause):
        cited = problem if error.clause in problem else f"{problem} ({error.clause})"
        return MovesError(f"{cited}: {error.sentence}", clause=error.clause)
    return MovesError(problem)


def moves_of(titles: Titles, entries: Sequence[record.Entry]) -> Iterator[str]:
    """Yield the lines of a record without sealed items and rulings: `record_of` reads them."""
    created = founding_of(entries[0].command.open)
    if not isinstance(created, life.CreateGame):
        raise MovesError("the record of a branch cannot be a list of moves")
    players = [
        life.PlayerNamed.FromString(joining.events[1].open.value).player for joining in entries if _seats(joining)
    ]
    book = titles.rulebook_of(created)
    yield _line({"title": created.title, "players": players, "options": json.loads(created.options_json)})
    for entry in entries:
        if entry.command.open.type_url in book.commands:
            move = unpacked(entry.command.open)
            by = entry.actor.seat or "chance"
            yield _line({"actor": by, "command": move.DESCRIPTOR.name, "fields": as_json(move)})
        elif entry.command.open.type_url.endswith("gunbai.record.v1.AbandonGame"):
            yield _line({"abandoned": life.AbandonGame.FromString(entry.command.open.value).reason})


def _seats(entry: record.Entry) -> bool:
    return entry.command.open.type_url.endswith("gunbai.record.v1.TakeSeat")


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _parsed(text: str) -> Line:
    """Return the object in a line. Raises ValueError."""
    value = json.loads(text)
    if not isinstance(value, dict):
        raise MovesError("expected a JSON object")
    return value


def _added(reading: Reading, game: Game | None, place: str, line: Line) -> Added:
    """Return what a line adds to a game. Raises RefereeError, UnknownMessageError, TypeError or ValueError."""
    if game is None:
        return _begun(reading, line)
    for field, add in _LINES.items():
        if field in line:
            return add(reading, game, place, line)
    raise MovesError(f"expected one of {', '.join(_LINES)}")


def _begun(reading: Reading, line: Line) -> Added:
    """Return the first line's game, started, with its players at its seats."""
    _check(line, _SET_UP, ("title", "players"))
    _check_set_up(line)
    at = time.time_ns() // 1000
    parts: dict[str, Any] = {f"{part}_json": _line(line[part]) for part in _PARTS if part in line}
    package = reading.titles.rulebook(line["title"], line.get("rules_version", 0)).package
    creation = life.CreateGame(
        title=line["title"],
        rules_version=line.get("rules_version", 0),
        seats=len(line["players"]),
        chance_source=life.CHANCE_SOURCE_DEALER,
        label=line.get("label", ""),
        played_on=line.get("played_on", ""),
        tags=line.get("tags", []),
        arbiter=reading.arbiter,
        distribution=package.distribution,
        distribution_version=package.version,
        **parts,
    )
    game = reading.game or letters(secrets.token_bytes(16), 16)
    added = create_game(reading.titles, creation, game, secrets.token_bytes(32), at)
    entries = [*added.entries]
    for number, player in enumerate(line["players"], 1):
        added = take_seat(added.game, life.TakeSeat(seat=number), Name(player, secrets.token_bytes(SALT_BYTES)), at)
        entries += added.entries
    added = settled(start_game(added.game, at))
    return Added(added.game, (*entries, *added.entries))


def _check_set_up(line: Line) -> None:
    """Check a game's description as the service does when it creates one. Raises InvalidField."""
    check_text("label", line.get("label", ""), 100)
    check_date("played_on", line.get("played_on", ""))
    check_tags("tags", line.get("tags", []))
    for player in line["players"]:
        check_text("players", player, 100, at_least=1)


def _moved(reading: Reading, game: Game, place: str, line: Line) -> Added:
    """Return the game after a move or a corrected outcome. Raises MovesError with a broken clause."""
    _check(line, _MOVE, ("actor", "command"))
    actor = CHANCE if line["actor"] == "chance" else line["actor"]
    if not isinstance(actor, int) or not 0 <= actor <= game.charter.seats or line["actor"] == 0:
        raise MovesError(f'expected "chance" as the actor, or a seat from 1 to {game.charter.seats}')
    sent = packed(_message(game.charter.rulebook.name, line["command"], line.get("fields", {})))
    move = reading.titles.parse(game.charter.rulebook, sent)
    corrects = game.version if line.get("corrects") else 0
    command = Command(actor, place, game.expected(actor), sent, move, corrects=corrects)
    ruling = judge(game, command, game.changed_at)
    if isinstance(ruling, Refused):
        on_time = is_due(ruling.game, actor, move)
        raise _refusal(reading, game, move, ruling.refusal, on_time=on_time)
    return ruling


def _refusal(reading: Reading, game: Game, move: Message, refusal: Refusal, *, on_time: bool) -> MovesError:
    """Return the error for a move against the rules: the clause, the values at fault, and how to go on."""
    refused, speaker = refused_of(game, refusal), speaker_of(game)
    facts = [speaker.fact(value.name, value.value) for value in refused.values if value.name != STEP]
    values = f" ({', '.join(facts)})" if facts else ""
    lines = [
        f"refused by {refused.clause}: {refused.sentence}{values}",
        *places_in(game, move, refusal),
        *(_remedy(reading, refused.clause) if on_time else _missing(reading, game)),
    ]
    table = canonical.encode(game.table).decode()
    return MovesError("\n".join(lines), clause=refused.clause, sentence=refused.sentence, table=table)


def _missing(reading: Reading, game: Game) -> Iterator[str]:
    """Yield what the rules wait for instead of a move that nobody is asked for."""
    yield f"Next: {question_of(game)}"
    yield f"Write it like this: {reading.ways_on(game)}"
    yield "Is something missing before this?"


def _remedy(reading: Reading, clause: str) -> Iterator[str]:
    """Yield how to rule on a move that breaks a clause."""
    yield (
        f"If the players really did this, write the ruling instead: {reading.remedy.format(clause)}. Give the table "
        "as it was afterwards (`gunbai record import --json` prints the table before the move, as `table`), or leave "
        f"it out if nothing changed. If the move did not stand, write {reading.correction}."
    )


def _ruled(reading: Reading, game: Game, place: str, line: Line) -> Added:
    """Return the game after the ruling on an irregularity."""
    _check(line, {"irregularity"}, ("irregularity",))
    fields = line["irregularity"]
    _check(fields, _IRREGULARITY, ("clause", "done"))
    book, charter = game.charter.rulebook, game.charter
    position = None
    if "table" in fields:
        table = canonical.read(book.title.rules, json.dumps(fields["table"]), charter.edition, charter.seats)
        position = position_item(book, canonical.encode(table), secrets.token_bytes(SALT_BYTES))
    clause = fields["clause"]
    ruling = irregularities.RuleIrregularity(
        clause=clause.upper() if code_of(str(clause)) == book.title.code else clause,
        done=fields["done"],
        seat=fields.get("seat", 0),
        remedy=irregularities.REMEDY_STANDS if fields.get("stands") else irregularities.REMEDY_CORRECTED,
        position=leaf_of(position) if position is not None else b"",
    )
    return settled(rule_irregularity(game, reading.order(game, place, ruling), position))


def _conceded(reading: Reading, game: Game, place: str, line: Line) -> Added:
    """Return the game after a seat conceded."""
    del reading
    _check(line, {"conceded"}, ())
    return settled(concede(game, _by_seat(game, line["conceded"], place, results.Concede())))


def _agreed(reading: Reading, game: Game, place: str, line: Line) -> Added:
    """Return the game after all seats still playing agreed on its result."""
    del reading
    _check(line, {"agreed"}, ())
    _check(line["agreed"], _RESULT, ("winners",))
    word = results.Agree(result=results.AgreedResult(**line["agreed"]))
    entries: list[record.Entry] = []
    for number in game.playing:
        added = settled(agree(game, _by_seat(game, number, f"{place}, seat {number}", word)))
        game = added.game
        entries += added.entries
    return Added(game, tuple(entries))


def _decided(reading: Reading, game: Game, place: str, line: Line) -> Added:
    """Return the game after a decided result."""
    _check(line, {"decided"}, ())
    fields = line["decided"]
    _check(fields, _DECISION, ("basis", "reason"))
    if fields["basis"] not in _BASES:
        raise MovesError(f"expected one of {', '.join(_BASES)}")
    decision = results.DecideGame(**{**fields, "basis": _BASES[fields["basis"]]})
    return settled(decide_game(game, reading.order(game, place, decision)))


def _by_seat(game: Game, number: object, command_id: str, order: Message) -> Deed:
    """Return a seat's order in a line. Raises MovesError if the seat is not a number."""
    if not isinstance(number, int) or not 1 <= number <= game.charter.seats:
        raise MovesError(f"expected a seat from 1 to {game.charter.seats}")
    return Deed(seat(number), game.changed_at, packed(order), command_id, game.version)


def _abandoned(reading: Reading, game: Game, place: str, line: Line) -> Added:
    """Return the game that was not played to its end."""
    del reading, place
    _check(line, {"abandoned"}, ())
    return abandon_game(game, life.AbandonGame(reason=line["abandoned"]), game.changed_at)


def _message(title: str, name: str, fields: Line) -> Message:
    """Return a title's command from its fields. Raises UnknownMessageError or MovesError."""
    try:
        return json_format.ParseDict(dict(fields), of_title(title, name))
    except json_format.ParseError as error:
        raise MovesError(str(error)) from None


def _check(line: Line, names: set[str], needed: Sequence[str]) -> None:
    """Check an object's names. Raises MovesError."""
    if not isinstance(line, dict):
        raise MovesError("expected a JSON object")
    for field in needed:
        if field not in line:
            raise MovesError(f'"{field}" is missing')
    if unknown := sorted(line.keys() - names):
        raise MovesError(f'unknown key "{unknown[0]}"; the keys are {", ".join(sorted(names))}')


_LINES: Mapping[str, Callable[[Reading, Game, str, Line], Added]] = {
    "actor": _moved,
    "irregularity": _ruled,
    "conceded": _conceded,
    "agreed": _agreed,
    "decided": _decided,
    "abandoned": _abandoned,
}
"""What the lines after the first contain, by the field that tells them apart."""
