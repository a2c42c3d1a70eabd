"""Writes a record down in the notation, as `notation_reader` reads it (docs/notation.md)."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from google.protobuf.message import Message

from games.kit.rules.decider import CHANCE
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregularities
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.chain import type_name
from gunbai_record.messages import unpacked
from gunbai_record.notation.short_forms import BARE, CORRECTED, Style, in_full, words_of
from gunbai_record.notation.words import ShortFormError, plain
from gunbai_record.numerals import is_whole
from gunbai_record.plain import as_message, full_name
from gunbai_record.record_file import RecordFileError, read
from gunbai_record.text.foreign import quoted, visible, visible_json
from gunbai_record.verify.entry_checks import is_sealed, opened
from referee.errors import TitleNotServed
from referee.files.game_words import vocabulary_of
from referee.files.notation_reader import NOBODY, RESERVED
from referee.files.short_moves import read_move
from referee.game.corrections import before_outcome, is_correction
from referee.game.fold import followed, founded
from referee.game.game import Game, check_served
from referee.game.titles import Titles, finished

WIDTH = 100
"""The maximum number of characters in a line of moves."""
_BASES = {
    results.RESULT_BASIS_ADJUDICATION: "adjudication",
    results.RESULT_BASIS_FORFEIT: "forfeit",
    results.RESULT_BASIS_PENALTY: "penalty",
}


class _Item(NamedTuple):
    """A move, an outcome or an order: whose it is, 0 for nobody, and how it is written."""

    seat: int
    text: str
    alone: bool = False
    """Whether it stands on a line of its own."""
    begins: bool = False
    """Whether a turn begins with it."""


def notated(content: bytes) -> str:
    """Return the notation of the game in a record file's bytes. Raises RecordFileError."""
    return notation_of(finished(), list(read(io.BytesIO(content))[1]))


def notation_of(titles: Titles, entries: Sequence[record.Entry]) -> str:
    """Return a record's notation. Raises RecordFileError for a branch, a sealed move, or rules that are absent."""
    if not entries or not entries[0].command.open.type_url.endswith("gunbai.record.v1.CreateGame"):
        raise RecordFileError("a branch begins in another game, so it cannot be written in notation")
    game = founded(titles, entries[0], opened(entries))
    try:
        check_served(game)
    except TitleNotServed as error:
        raise RecordFileError(str(error)) from None
    created = life.CreateGame.FromString(entries[0].command.open.value)
    items: list[_Item] = []
    written: list[tuple[int, int, bool]] = []
    """The version of each entry, how many items come before it, and whether a turn begins with it."""
    begins = False
    for entry in entries[1:]:
        _check_open(game, entry)
        after = followed(game, entry, {})
        while written and written[-1][0] > _kept(entry):
            _, count, begins = written.pop()
            del items[count:]
        written.append((entry.version, len(items), begins))
        for item in _items(game, after, entry):
            items.append(item._replace(begins=bool(item.seat) and begins))
            begins = begins and not item.seat
        begins = begins or _begins_turn(game, entry)
        game = after
    return "\n".join((*_headers(created, game), "", *_lines(_named(game), items))) + "\n"


def _kept(entry: record.Entry) -> int:
    """Return the version up to which an entry leaves what was played: all before it, unless it takes moves back."""
    sent = entry.command.open
    return life.TakeBack.FromString(sent.value).version if sent.Is(life.TakeBack.DESCRIPTOR) else entry.version


# --- Headers ---


def _named(game: Game) -> Game:
    """Return a game where every player has a name, including players whose names were removed."""
    named = (
        sitting if sitting.player else msgspec.structs.replace(sitting, player=f"player {seat}")
        for seat, sitting in enumerate(game.sittings, 1)
    )
    return msgspec.structs.replace(game, sittings=tuple(named))


def _headers(created: life.CreateGame, game: Game) -> Iterator[str]:
    """Yield the headers that say something."""
    title, named = game.charter.rulebook.title, _named(game)
    won = game.result.winners if game.result is not None else ()
    values = {
        "Game": title.label,
        "Players": _list(sitting.player for sitting in named.sittings),
        "Date": created.played_on,
        "Name": quoted(created.label) if created.label != visible(created.label).strip('" ') else created.label,
        "Tags": _list(created.tags),
        "Options": _options(title.rules.options, created.options_json),
        "Rules": str(created.rules_version or ""),
        "Edition": visible_json(created.edition_json),
        "Table": visible_json(created.table_json),
        "Result": (_list(_player(named, seat) for seat in won) or NOBODY) if game.result is not None else "",
    }
    return (f"{name}: {value}" for name, value in values.items() if value)


def _list(texts: Iterable[str]) -> str:
    """Return texts separated by commas, in double quotes where one could be misread."""
    return ", ".join(
        quoted(text) if set(text) & set('",#[') or text != visible(text).strip() or not text else text for text in texts
    )


def _player(game: Game, seat: int) -> str:
    """Return a seat's player, or the seat if the name is ambiguous or missing."""
    name = game.sitting(seat).player
    own = vocabulary_of(game).seats(name) == (seat,) and plain(name) != NOBODY
    return name if own else f"seat {seat}"


def _options(kind: type[msgspec.Struct], text: str) -> str:
    """Return the options that differ from the defaults."""
    usual = json.loads(msgspec.json.encode(kind()))
    other = {name: value for name, value in json.loads(text or "{}").items() if usual.get(name) != value}
    return ", ".join(f"{name} {_option(value)}" for name, value in other.items())


def _option(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    plainly = isinstance(value, str) and BARE.fullmatch(value) and not is_whole(value)
    return (
        value if plainly and plain(value) not in {"yes", "no"} else visible_json(json.dumps(value, ensure_ascii=False))
    )


# --- Moves ---


def _check_open(game: Game, entry: record.Entry) -> None:
    """Raise RecordFileError for a move or an outcome that is sealed or has a sealed event."""
    is_move = entry.command.open.type_url in game.charter.rulebook.commands
    if is_sealed(entry.command) or (is_move and any(map(is_sealed, entry.events))):
        raise RecordFileError(f"entry {entry.version} is sealed: wait for the end of the game")


def _items(game: Game, after: Game, entry: record.Entry) -> Iterator[_Item]:
    """Yield what an entry is in the notation. Raises RecordFileError for a sealed position."""
    sent = entry.command.open
    if sent.type_url in game.charter.rulebook.commands:
        yield _move(game, entry, as_message(game.charter.rulebook.command(sent)))
        return
    order = _order(_named(game), after, entry, unpacked(sent))
    if order:
        yield _Item(0, f"! {order}", alone=True)


def _begins_turn(game: Game, entry: record.Entry) -> bool:
    """Return whether a turn begins after an entry; in a title that does not say so, after every move."""
    kinds = {full_name(kind) for kind in game.charter.rulebook.title.words.turns}
    return not kinds or any(type_name(event.open.type_url) in kinds for event in entry.events)


def _move(game: Game, entry: record.Entry, move: Message) -> _Item:
    seat = entry.actor.seat
    if seat:
        return _Item(seat, _written(game, seat, move))
    corrects = is_correction(entry)
    base = before_outcome(game, CHANCE) if corrects else game
    return _Item(0, f"{f'{CORRECTED} ' if corrects else ''}= {_written(base, CHANCE, move)}".rstrip())


def _written(game: Game, actor: int, move: Message) -> str:
    """Return a move's short form if it reads back as the same move here, else its name and fields."""
    seat = actor or getattr(game.step, "seat", 0)
    named = _named(game)
    words = vocabulary_of(named)
    for style in Style:
        text = words.written(move, seat, style)
        # A form that does not read back gives way to a longer one.
        with suppress(ShortFormError):
            if read_move(named, actor, text) == move:
                return text
    return in_full(move)


def _order(game: Game, after: Game, entry: record.Entry, order: Message) -> str:
    """Return a decision besides the moves; "" for entries that the notation leaves out, for example taken seats."""
    match order:
        case irregularities.RuleIrregularity():
            return _ruling(game, entry, order)
        case results.Concede() | results.Agree() if after.out != game.out:
            # The game continues without an absent seat just as it would if the seat conceded.
            return f"conceded {_seats(game, [*{*after.out} - {*game.out}])}"
        case results.Agree() if after.result is not None and game.result is None and order.HasField("result"):
            agreed = order.result
            return f"agreed {_seats(game, agreed.winners)}{_scores(agreed.scores)}"
        case results.DecideGame():
            of = f" of {_seats(game, order.seats)}" if order.seats else ""
            won = f" won by {_seats(game, order.winners)}{_scores(order.scores)}"
            return f"{_BASES[order.basis]}{of}{won} {quoted(order.reason)}"
        case clocks.CallClock() if after.result is not None and game.result is None:
            lost = [seat for seat in range(1, game.charter.seats + 1) if seat not in after.result.winners]
            won = _seats(game, after.result.winners)
            return f'forfeit of {_seats(game, lost)} won by {won} "Time was up."'
        case life.AbandonGame():
            return f"abandoned {quoted(order.reason)}"
    if after.over and not game.over and after.result is None:
        return f"abandoned {quoted(words_of(order.DESCRIPTOR.name).capitalize() + '.')}"
    return ""


def _ruling(game: Game, entry: record.Entry, ruling: irregularities.RuleIrregularity) -> str:
    """Return the ruling on an irregularity, with the table where the game continues."""
    remedy = "stands" if ruling.remedy == irregularities.REMEDY_STANDS else CORRECTED
    clause = ruling.clause if ruling.clause in game.charter.rulebook.numbers else quoted(ruling.clause)
    seat = f" {_seats(game, [ruling.seat])}" if ruling.seat else ""
    table = ""
    if ruling.position:
        if is_sealed(entry.events[1]):
            raise RecordFileError(f"the position in entry {entry.version} is sealed: wait for the end of the game")
        table = f" table {irregularities.PositionSet.FromString(entry.events[1].open.value).table_json}"
    return f"ruled {clause}{seat} {remedy} {quoted(ruling.done)}{table}"


def _seats(game: Game, seats: Iterable[int]) -> str:
    """Return seats by their players' names if these are single words."""
    words = vocabulary_of(game)
    names = {seat: words.player(seat) for seat in seats}
    names_written = (
        f"seat {seat}" if is_whole(name) or plain(name) in RESERVED else name for seat, name in names.items()
    )
    return " ".join(names_written) or NOBODY


def _scores(scores: Sequence[int]) -> str:
    return f" scores {' '.join(map(str, scores))}" if scores else ""


# --- Lines ---


def _lines(game: Game, items: Iterable[_Item]) -> Iterator[str]:
    """Yield the lines: turns with their numbers, each player, and outcomes after the moves that caused them."""
    line, player, number = "", 0, 0
    numbered = bool(game.charter.rulebook.title.words.turns)
    for item in items:
        begins = item.begins or not numbered
        turns = item.seat not in {0, player} or (item.begins and numbered)
        longer = f"{line}{'; ' if item.seat else ' '}{item.text}" if line else f"   {item.text}"
        if turns:
            player, number = item.seat, number + begins
            longer = f"{f'{number}. ' if begins else ''}{_label(game, player)}: {item.text}"
        if line and (turns or item.alone or len(longer) > WIDTH):
            yield line
            longer = longer if turns else f"   {item.text}"
        line = longer
        if item.alone:
            yield item.text
            line = ""
    if line:
        yield line


def _label(game: Game, seat: int) -> str:
    """Return a seat's player as a line begins with it."""
    name = _player(game, seat)
    marked = set(name) & set('":;=#{!') or is_whole(name[:1]) or name != visible(name)
    return quoted(name) if marked else name
