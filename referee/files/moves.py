"""Lists of moves: the record of a game that was played at a real table, or by another program, from lines of JSON.

The first line says what is played and by whom, each further one who moved and how, chance included, as a dealer enters
what the dice and cards showed. The rules judge every line. Where the players broke one, a line has the ruling on it and
the position from which they went on. `docs/move-lists.md` is the format.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message

from games.kit import canonical
from games.kit.decider import CHANCE
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregularities
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client.chain import leaf_of
from gunbai_client.messages import UnknownMessageError, as_json, named, unpacked
from gunbai_client.record_file import RecordFileError, delimited, header
from gunbai_client.tokens import letters
from referee.errors import RefereeError
from referee.game.entries import BY_ARBITER, Added, Deed, packed
from referee.game.game import Game
from referee.game.irregularities import position_item, rule_irregularity
from referee.game.judge import Command, Refused, judge, settled
from referee.game.lifecycle import abandon_game, create_game, start_game, take_seat
from referee.game.names import SALT_BYTES, Name
from referee.game.refusals import refused_of
from referee.game.titles import Titles, finished
from referee.proof.frame import founding_of

Line = Mapping[str, Any]
_PARTS = ("options", "edition", "table")
"""What of the set-up is JSON."""
_SET_UP = {"title", "rules_version", "players", "label", "played_on", "tags", *_PARTS}
_MOVE = {"actor", "command", "fields"}
_IRREGULARITY = {"clause", "done", "seat", "stands", "table"}


class MovesError(RecordFileError):
    """A list of moves that is no game: the message has the line, what is wrong, and the clause if one is broken."""


def recorded(file: Path) -> bytes:
    """Return the record file of the game in a list of moves. Raises MovesError or OSError."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise MovesError(f"{file} is not text: {error}") from None
    return record_of(finished(), text.splitlines())


def record_of(titles: Titles, lines: Iterable[str]) -> bytes:
    """Return the record file of the game in these lines. Raises MovesError."""
    game: Game | None = None
    entries: list[record.Entry] = []
    number = 0
    for number, text in enumerate(lines, 1):
        try:
            added = _added(titles, game, number, _parsed(text))
        except (RefereeError, ValueError, TypeError, UnknownMessageError) as error:
            raise MovesError(f"line {number}: {error}") from None
        game = added.game
        entries += added.entries
    if game is None or not game.over:
        problem = 'the game is not over; if it was not played to its end, add {"abandoned": "why"}'
        raise MovesError(f"after line {number}: {problem}")
    return b"".join((delimited(header(game.id, game.version)), *map(delimited, entries)))


def moves_of(titles: Titles, entries: Sequence[record.Entry]) -> Iterator[str]:
    """Yield the lines of a record in which everything is open and nothing was ruled on: `record_of` reads them."""
    created = founding_of(entries[0].command.open)
    if not isinstance(created, life.CreateGame):
        raise MovesError("the record of a branch is no list of moves")
    players = [life.PlayerNamed.FromString(each.events[1].open.value).player for each in entries if _seats(each)]
    book = titles.rulebook_of(created)
    yield _line({"title": created.title, "players": players, "options": json.loads(created.options_json or "{}")})
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
        raise MovesError("an object of JSON is expected")
    return value


def _added(titles: Titles, game: Game | None, number: int, line: Line) -> Added:
    """Return what a line adds to a game. Raises RefereeError, UnknownMessageError, TypeError or ValueError."""
    if game is None:
        return _begun(titles, line)
    for field, add in _LINES.items():
        if field in line:
            return add(titles, game, number, line)
    raise MovesError('"actor", "irregularity" or "abandoned" is expected')


def _begun(titles: Titles, line: Line) -> Added:
    """Return the game of the first line, started, with its players at its seats."""
    _check(line, _SET_UP, ("title", "players"))
    at = time.time_ns() // 1000
    parts: dict[str, Any] = {f"{each}_json": _line(line[each]) for each in _PARTS if each in line}
    asked = life.CreateGame(
        title=line["title"],
        rules_version=line.get("rules_version", 0),
        seats=len(line["players"]),
        chance_source=life.CHANCE_SOURCE_DEALER,
        label=line.get("label", ""),
        played_on=line.get("played_on", ""),
        tags=line.get("tags", []),
        **parts,
    )
    added = create_game(titles, asked, letters(secrets.token_bytes(16), 16), secrets.token_bytes(32), at)
    entries = [*added.entries]
    for seat, player in enumerate(line["players"], 1):
        added = take_seat(added.game, life.TakeSeat(seat=seat), Name(player, secrets.token_bytes(SALT_BYTES)), at)
        entries += added.entries
    added = settled(start_game(added.game, at))
    return Added(added.game, (*entries, *added.entries))


def _moved(titles: Titles, game: Game, number: int, line: Line) -> Added:
    """Return the game after a move. Raises MovesError with the clause that it breaks."""
    _check(line, _MOVE, ("actor", "command"))
    actor = CHANCE if line["actor"] == "chance" else line["actor"]
    if not isinstance(actor, int) or not 0 <= actor <= game.charter.seats or line["actor"] == 0:
        raise MovesError(f'the actor is "chance", or a seat from 1 to {game.charter.seats}')
    sent = packed(_message(f"gunbai.{game.charter.rulebook.name}.v1.{line['command']}", line.get("fields", {})))
    move = titles.parse(game.charter.rulebook, sent)
    ruling = judge(game, Command(actor, f"line {number}", game.expected(actor), sent, move), game.changed_at)
    if isinstance(ruling, Refused):
        refused = refused_of(game, ruling.refusal)
        values = ", ".join(f"{each.name}: {each.value or 'none'}" for each in refused.values)
        raise MovesError(
            f"refused by {refused.clause}: {refused.sentence}{f' ({values})' if values else ''}\n"
            f"If it was played so, let the ruling on it take the place of this line: "
            f'{{"irregularity": {{"clause": "{refused.clause}", "done": "what was done", "table": {{...}}}}}}'
        )
    return ruling


def _ruled(titles: Titles, game: Game, number: int, line: Line) -> Added:
    """Return the game after the dealer ruled on what was done against the rules."""
    del titles
    _check(line, {"irregularity"}, ("irregularity",))
    asked = line["irregularity"]
    _check(asked, _IRREGULARITY, ("clause", "done"))
    book, charter = game.charter.rulebook, game.charter
    table = game.table
    if "table" in asked:
        table = canonical.read(book.title, json.dumps(asked["table"]), charter.edition, charter.seats)
    position = position_item(book, canonical.encode(table), secrets.token_bytes(SALT_BYTES))
    ruling = irregularities.RuleIrregularity(
        clause=asked["clause"],
        done=asked["done"],
        seat=asked.get("seat", 0),
        remedy=irregularities.REMEDY_STANDS if asked.get("stands") else irregularities.REMEDY_CORRECTED,
        position=leaf_of(position),
    )
    deed = Deed(BY_ARBITER, game.changed_at, packed(ruling), f"line {number}", max(game.moved_at, game.started))
    return settled(rule_irregularity(game, deed, position))


def _abandoned(titles: Titles, game: Game, number: int, line: Line) -> Added:
    """Return the game that was not played to its end."""
    del titles, number
    _check(line, {"abandoned"}, ())
    return abandon_game(game, life.AbandonGame(reason=line["abandoned"]), game.changed_at)


def _message(name: str, fields: Line) -> Message:
    """Return a message from its fields. Raises UnknownMessageError or MovesError."""
    try:
        return json_format.ParseDict(dict(fields), named(name))
    except json_format.ParseError as error:
        raise MovesError(str(error)) from None


def _check(line: Line, known: set[str], needed: Sequence[str]) -> None:
    """Check the names in an object. Raises MovesError."""
    if not isinstance(line, dict):
        raise MovesError("an object of JSON is expected")
    for field in needed:
        if field not in line:
            raise MovesError(f'"{field}" is missing')
    if unknown := sorted(line.keys() - known):
        raise MovesError(f'"{unknown[0]}" is not known here; there are {", ".join(sorted(known))}')


_LINES: Mapping[str, Callable[[Titles, Game, int, Line], Added]] = {
    "actor": _moved,
    "irregularity": _ruled,
    "abandoned": _abandoned,
}
"""What the lines after the first have, by the field that tells them apart."""
