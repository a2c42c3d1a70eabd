"""The service's sentences for entries and rulings, laid out as lines; games and their results."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby, zip_longest

from google.protobuf.timestamp_pb2 import Timestamp
from rich.cells import cell_len

from clients.cli.screen.markup import escape
from clients.cli.screen.output import Hanging
from clients.render.wording import STATUS, ending_of, remark_of
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import game_pb2, ruling_pb2
from gunbai.referee.v1.disputes_pb2 import Dispute
from gunbai.referee.v1.questions_pb2 import ValueChange
from gunbai.referee.v1.ruling_pb2 import EntrySentences
from gunbai_record.text.foreign import visible

ACTOR, MOST_ACTOR = 7, 20
"""The minimum and maximum width of the actors' column."""

WAITS_FOR = "waits_for"
"""The value that holds the step the rules wait for, in the refusal of a move that answers another question."""

_STANDING = {
    game_pb2.STANDING_ATTESTED: "attested",
    game_pb2.STANDING_CONSISTENT: "consistent",
    game_pb2.STANDING_UNVERIFIED: "NOT verified",
}


def sentence_or_seal(sentence: str) -> str:
    """Return the service's sentence; a command or event without one is hidden from the reader."""
    return sentence or "(sealed)"


def entry_lines(
    sentences: EntrySentences, clauses: Sequence[str] = (), *, you: bool = False, room: int = ACTOR
) -> Iterator[str]:
    """Yield an entry as lines of markup: the actor and the command, then its events, some with their clauses.

    The reader's own acts say "you". The actors' column is `room` wide (`actor_room`).
    """
    yield _acted(sentences, sentence_or_seal(sentences.command), room, you=you)
    for event, clause in zip_longest(sentences.events, clauses[: len(sentences.events)], fillvalue=""):
        yield f"{' ' * (room + 8)}[dim]→[/] {escape(sentence_or_seal(event))}{by_clause(clause)}"


def told_lines(sentences: EntrySentences, *, you: bool = False, room: int = ACTOR) -> Iterator[str]:
    """Yield an entry as players read it.

    Hidden items, asides, and events that repeat the command get no line; a run of equal events shares one.
    """
    events = [sentence for place, sentence in enumerate(sentences.events) if place not in sentences.asides]
    first, *others = [*filter(None, (sentences.command, *events))] or ["Acts in secret."]
    yield _acted(sentences, first, room, you=you)
    for sentence, repeated in groupby(other for other in others if other != first):
        times = len([*repeated])
        yield f"{' ' * (room + 8)}[dim]→[/] {escape(sentence)}{f' [dim](×{times})[/]' if times > 1 else ''}"


def actor_room(game: game_pb2.GameInfo) -> int:
    """Return how wide a game's actors' column is: as wide as the longest player's name that fits."""
    return min(max([ACTOR, *(cell_len(visible(seat.player)) for seat in game.seats)]), MOST_ACTOR)


def _acted(sentences: EntrySentences, sentence: str, room: int, *, you: bool) -> Hanging:
    actor = "you" if you else visible(sentences.actor)
    named = escape(actor) + " " * (room - cell_len(actor))
    return Hanging(f"[dim]{sentences.version:>5}[/]  [bold]{named}[/] {escape(sentence)}", room + 8)


def is_of(entry: record.Entry, seats: Collection[int]) -> bool:
    """Return whether one of these seats made an entry itself, not through a substitute; 0 is the dealer's place."""
    if entry.actor.kind == record.ACTOR_KIND_CHANCE:
        return 0 in seats
    return entry.actor.seat in seats and entry.actor.kind == record.ACTOR_KIND_SEAT


def by_clause(clause: str) -> str:
    """Return the clause number to put after a sentence, as markup; "" for none."""
    return f" [dim]({escape(clause)})[/]" if clause else ""


def change_line(change: ValueChange) -> str:
    """Return a value that differs as markup: its path, then both values as JSON."""
    before, after = (escape(value) if value else "[dim]nothing[/]" for value in (change.old_json, change.new_json))
    return f"[bold]{escape(change.path) or 'all'}[/]: {before} [dim]→[/] {after}"


def refusal_line(refused: ruling_pb2.Refused) -> str:
    """Return a refusal as a line of markup: the clause, its sentence, and the values at fault."""
    values = ", ".join(value.words for value in refused.values)
    sentence = f"{refused.sentence} ({values})" if values else refused.sentence
    return f"[red]Refused[/] by [bold]{escape(refused.clause)}[/]: {escape(sentence)}"


def is_untimely(refused: ruling_pb2.Refused) -> bool:
    """Return whether a move was refused because the rules wait for another decision."""
    return any(value.name == WAITS_FOR for value in refused.values)


def refusal_advice(refused: ruling_pb2.Refused) -> str:
    """Return as a line of markup the command that explains a refusal."""
    return f"[dim]`gunbai title clauses {escape(refused.clause)}` explains {_explained(refused)}.[/]"


def played_advice(refused: ruling_pb2.Refused, place: str = "") -> str:
    """Return as a line of markup the place of a refusal's clause, and what explains it to a person who is playing."""
    source = f"{escape(place)}. " if place else ""
    return f"[dim]{source}`rules {escape(refused.clause)}` explains {_explained(refused)}.[/]"


def _explained(refused: ruling_pb2.Refused) -> str:
    """Return what explains a refusal.

    Part of the clause may rest on a house ruling, which was not necessarily decisive.
    """
    ruling = "" if is_untimely(refused) else refused.house_ruling
    return f"the rule and its house ruling {escape(ruling)}" if ruling else "the rule"


def rule_advice(clause: str, word: str = "") -> str:
    """Return as a line of markup what explains a rule, and those on a word, to a person who is playing."""
    rule = f"`rules {clause}` explains the rule" if clause else ""
    on_word = f"`rules {word}` lists the rules with this word" if word else ""
    said = ", ".join(filter(None, (rule, on_word)))
    return f"[dim]{escape(said)}.[/]" if said else ""


def disputed_advice(dispute: Dispute) -> str:
    """Return as a line of markup which commands go on with a dispute."""
    of = f"{dispute.game} {dispute.number}"
    return f"[dim]`gunbai dispute show {of}` shows the dispute. `gunbai dispute say {of} TEXT` adds a statement.[/]"


def free_seats(game: game_pb2.GameInfo) -> str:
    """Return which seats are free in a game that has not started, or that none is; "" once it has started."""
    if game.status != game_pb2.GAME_STATUS_OPEN:
        return ""
    free = [str(seat.seat) for seat in game.seats if not seat.taken]
    named = " and ".join(filter(None, (", ".join(free[:-1]), *free[-1:])))
    seats = f"seat{'s' if len(free) > 1 else ''} {named} {'are' if len(free) > 1 else 'is'} free"
    return f"The game has not started: {seats if free else 'all seats are taken'}."


def result_sentence(game: game_pb2.GameInfo) -> str:
    """Return a game's result, or its status if it has none, with the seats that gave no share of chance."""
    if game.absent_seats:
        absent = ", ".join(_player(game, seat) for seat in game.absent_seats)
        won = ", ".join(_player(game, seat) for seat in game.result.winners)
        status = f"{STATUS[game.status]}: no share of chance came in time from {absent}"
        return f"{status}; won by {won}" if won else status
    if game.went_back:
        is_open = game.status == game_pb2.GAME_STATUS_OPEN
        return "went back; create a new game" if is_open else "went back; continues only as a branch"
    if not game.HasField("result"):
        return STATUS.get(game.status, "")
    result = game.result
    winners = ", ".join(_player(game, seat) for seat in result.winners)
    won = f"won by {winners}" if winners else "nobody won"
    scores = f"scores {', '.join(map(str, result.scores))}" if result.scores else ""
    ending = f"{ending_of(result)} ({result.clause})" if result.clause else ending_of(result)
    pending = "an appeal is pending" if game.status == game_pb2.GAME_STATUS_APPEALED else ""
    return "; ".join(filter(None, (ending, won, scores, remark_of(result), pending)))


def result_lines(game: game_pb2.GameInfo, own: Collection[int]) -> Iterator[str]:
    """Yield a game's result as lines of markup, for the holder of seats or for a watcher."""
    result = game.result
    if game.absent_seats or not game.HasField("result"):
        yield f"[bold]{escape(result_sentence(game))}[/]"
        return
    ending = f"{ending_of(result)} ({result.clause})" if result.clause else ending_of(result)
    text = "; ".join(filter(None, (f"{_won(game, own)}: {ending}", remark_of(result))))
    yield f"[bold]{escape(text)}.[/]"
    winning = [result.scores[seat - 1] for seat in result.winners if seat <= len(result.scores)]
    # Scores that did not decide would contradict the line above.
    if result.scores and max(winning, default=max(result.scores)) == max(result.scores):
        named = zip(game.seats, result.scores, strict=False)
        yield f"Scores: {escape(', '.join(f'{_player(game, place.seat)} {score}' for place, score in named))}."
    if game.status == game_pb2.GAME_STATUS_APPEALED:
        yield "An appeal is pending."


def _won(game: game_pb2.GameInfo, own: Collection[int]) -> str:
    """Return the winners; for the holder of one seat, whether they won: "You lost; Greedy won"."""
    you = own if len(own) == 1 else ()
    winners = game.result.winners
    others = " and ".join(_player(game, seat) for seat in winners if seat not in you)
    if not you:
        return f"{others or 'Nobody'} won"
    if {*you}.isdisjoint(winners):
        return f"You lost; {others or 'nobody'} won"
    return f"You and {others} won" if others else "You won"


def origin_of(game: game_pb2.GameInfo) -> str:
    """Return an imported game's origin and how far its record can be trusted; "" for a game refereed here."""
    if not game.provenance.HasField("import_time"):
        return ""
    return f"{game.provenance.header.game}, {_STANDING[game.standing]}"


def origin_sentence(game: game_pb2.GameInfo) -> str:
    """Return the same with the signer of its head, or with the problem found in it; "" for a game refereed here."""
    source, origin = game.provenance, origin_of(game)
    if not origin:
        return ""
    if source.problem:
        where = f"entry {source.bad_version}: " if source.bad_version else ""
        return f"Imported from {origin}: {where}{source.problem}"
    if source.attesting_key:
        return f"Imported from {origin} by {source.attesting_key}"
    key = source.header.signed_head.key
    return f"Imported from {origin}" + (f"; signed by {key}, which the operator did not name" if key else "")


def clock_lines(clocks: game_pb2.Clocks, game: game_pb2.GameInfo) -> Iterator[str]:
    """Yield as lines of markup, in local time, when each asked seat's time is up and when a pause ends."""
    for seat in clocks.seats:
        if seat.HasField("deadline"):
            bot = ", and so does the seat's bot" if seat.bot else ""
            yield f"[dim]{escape(_player(game, seat.seat))} has until {_local(seat.deadline)}{bot}.[/]"
    if clocks.HasField("pause_expire_time"):
        rest = "are" if clocks.pause_expire_time.ToDatetime(UTC) > datetime.now(UTC) else "were"
        yield f"[dim]The clocks {rest} paused until {_local(clocks.pause_expire_time)}.[/]"


def _local(moment: Timestamp) -> str:
    return moment.ToDatetime(UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S %Z")


def _player(game: game_pb2.GameInfo, seat: int) -> str:
    return next((place.player for place in game.seats if place.seat == seat and place.player), f"seat {seat}")
