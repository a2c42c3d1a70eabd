"""The record's own entries in a game's life: creation, seats, start, end. Each is written and folded here.

Branching is in `referee.game.forks`. Functions that write an entry are named after its command, those that fold it
after its event.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from google.protobuf.message import Message

from games.kit.rules import canonical
from games.kit.rules.canonical import BadTableError
from games.kit.rules.decider import Outcome, Table, begin
from games.kit.rules.edition import Edition, EditionError
from games.kit.rules.faults import cited_clause, seats_fault
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.chance import Keys, commitment, common_chance, derive, seed_secret
from gunbai_record.limits import KEY_BYTES, LEAST_REISSUE, LONGEST_REASON, LONGEST_TIME, MOST_BEFORE_START
from gunbai_record.packages import package_of
from gunbai_record.player_names import Name
from referee.errors import (
    BrokenClause,
    GameNotOpen,
    GameOver,
    InvalidField,
    SeatsFree,
    SeatTaken,
    ShareNotDue,
    TitleFaulty,
)
from referee.game.absences import absence_seconds
from referee.game.chance_shares import all_revealed, check_commitment, share_seconds, shares_asked, stalled_rule
from referee.game.common_chance import duplicate, seed
from referee.game.decided_results import game_decided
from referee.game.entries import BY_HOST, Added, Deed, packed, seat, write, write_first
from referee.game.game import Charter, Game, Sitting, folded, has_salt, share_deadline
from referee.game.orders import check_signature, check_text, check_version
from referee.game.time_control import MICROS, ClockTerms
from referee.game.titles import Rulebook, Titles


class Consent(NamedTuple):
    """What a seat with a key sends when it takes its seat in a branch that continues its game."""

    command_id: str = ""
    expected_version: int = 0
    signature: bytes = b""


NO_CONSENT = Consent()

CROWDED = 64
"""From this many entries of its own on, a game that has not started has room only for players whom its host invites."""

CHARTERED = (
    *("label", "chance_source", "private", "commitment", "share_seconds", "stalled", "played_on", "arbiter"),
    *("invited_only", "reissue_seconds", "absence_seconds"),
)
"""The fields that a charter has as they stand in the first entry, of a new game or a branch."""
SOURCES = {
    life.CHANCE_SOURCE_UNSPECIFIED: life.CHANCE_SOURCE_REFEREE,
    life.CHANCE_SOURCE_REFEREE: life.CHANCE_SOURCE_REFEREE,
    life.CHANCE_SOURCE_DEALER: life.CHANCE_SOURCE_DEALER,
    life.CHANCE_SOURCE_COMMITTED: life.CHANCE_SOURCE_COMMITTED,
    life.CHANCE_SOURCE_SHARED: life.CHANCE_SOURCE_SHARED,
}


def create_game(
    titles: Titles, creation: life.CreateGame, game: str, secret: bytes, at: int, *, common: bytes = b""
) -> Added:
    """Return a new game with its first entry.

    `creation` is the command as far as the host fills it in; the newest rules version, default options and digests are
    added to it. Raises TitleNotFound or InvalidField.
    """
    package = package_of(creation)
    if not package.is_valid:
        raise InvalidField("distribution", "expected the name and the version of a package, or neither")
    book = titles.rulebook(creation.title, creation.rules_version, package)
    edition = _edition(book, creation)
    source = source_of(creation.chance_source)
    command = life.CreateGame(
        title=book.title.name,
        rules_version=book.title.rules_version,
        seats=_seats(book, creation.seats),
        options_json=_options(book, creation.options_json),
        edition_json=edition.text if creation.edition_json else "",
        edition_digest=edition.digest,
        table_json=_table_json(book, creation, edition),
        chance_source=source,
        private=creation.private,
        commitment=commitment(secret),
        label=creation.label,
        share_seconds=share_seconds(source, creation.share_seconds),
        stalled=stalled_rule(source, creation.stalled),
        played_on=creation.played_on,
        tags=creation.tags,
        arbiter=arbiter_key(creation.arbiter),
        invited_only=creation.invited_only,
        clock=clock_terms(creation),
        reissue_seconds=reissue_seconds(creation.reissue_seconds),
        absence_seconds=absence_seconds(creation.absence_seconds),
        distribution=creation.distribution,
        distribution_version=creation.distribution_version,
        duplicate=duplicate(creation, game, common),
        seed=seed(creation),
    )
    try:
        table = book.first_table(command, edition)
    except ValueError as error:
        raise _unfit(book, "options_json", str(error), cited_clause(str(error))) from None
    check_dealer(book, table, command.chance_source)
    deed = Deed(BY_HOST, at, packed(command))
    entry = write_first(book, game, secret, deed, life.GameCreated())
    return Added(game_created(titles, entry, secret, common), (entry,))


def chartered(founding: life.CreateGame | life.ForkGame, entry: record.Entry) -> dict[str, Any]:
    """Return the fields of a charter that a new game and a branch state alike in their first entry."""
    return {name: getattr(founding, name) for name in CHARTERED} | {
        "game": entry.game,
        "created_at": entry.at_micros,
        "tags": tuple(founding.tags),
        "clock": terms_of(founding),
    }


def game_created(titles: Titles, entry: record.Entry, secret: bytes, common: bytes = b"") -> Game:
    """Return the game after its first entry; `secret`, and the `common` one of several, are empty while unknown.

    Raises ValueError or DecodeError if the entry creates no game.
    """
    created = life.CreateGame.FromString(entry.command.open.value)
    book = titles.rulebook_of(created)
    edition = book.edition(created)
    return Game(
        charter=Charter(
            **chartered(created, entry),
            rulebook=book,
            edition=edition,
            seats=created.seats,
            options_json=created.options_json,
            sisters=tuple(created.duplicate.games),
            common_commitment=created.duplicate.commitment,
            seed=created.seed,
        ),
        secret=secret,
        common=seed_secret(created.seed) if created.seed else common,
        keys=derive(secret),
        sittings=(Sitting(),) * created.seats,
        table=book.first_table(created, edition),
        version=entry.version,
        digest=entry.digest,
        changed_at=entry.at_micros,
        acted=(0,) * (created.seats + 1),
    )


def take_seat(game: Game, order: life.TakeSeat, name: Name, at: int, consent: Consent = NO_CONSENT) -> Added:
    """Add a player by their name at the requested seat, or at the first free one for seat 0.

    In a branch that continues its parent, the seat thereby consents. Raises GameNotOpen, SeatTaken, InvalidField,
    VersionConflict, SignatureMissing or SignatureInvalid.
    """
    _check_open(game)
    if game.version - game.charter.parent_version >= MOST_BEFORE_START:
        raise GameNotOpen(game.id, f"it has reached the limit of {MOST_BEFORE_START} entries before its start")
    check_commitment(game, order)
    number = order.seat or next((n for n, sitting in enumerate(game.sittings, 1) if not sitting.taken), 0)
    if not number or game.sitting(number).taken:
        raise SeatTaken(game.id, f"seat {number} is taken" if number else "all seats are taken")
    if order.public_key and order.public_key == game.charter.arbiter:
        raise InvalidField("public_key", "this key belongs to the arbiter, who does not play")
    # A copy with the seat: the entry says which one it is, whatever the player asked for.
    command = life.TakeSeat()
    command.CopyFrom(order)
    command.seat = number
    deed = _deed(game, seat(number), command, at)._replace(**consent._asdict())
    _check_consent(game, deed, command)
    return write(game, deed, [life.SeatTaken(seat=number), name.item(number)], partial(seat_taken, game))


def is_crowded(game: Game) -> bool:
    """Return whether seats changed hands so often before the start that a seat needs an invitation."""
    return game.status == "open" and game.version - game.charter.parent_version >= CROWDED


def _check_consent(game: Game, deed: Deed, taken: life.TakeSeat) -> None:
    """Check that a seat in a branch that continues its parent is taken with the key that holds it there."""
    key = game.charter.holders[taken.seat - 1].public_key if game.charter.continues else b""
    if game.charter.continues and taken.public_key != key:
        raise InvalidField("public_key", f"this is not the key of seat {taken.seat}, or the seat has none")
    sent = {"request_id": deed.command_id, "signature": deed.signature, "expected_version": deed.expected_version}
    if stray := next((field for field, value in sent.items() if value and not key), ""):
        raise InvalidField(stray, "only a seat that joins with its key from the parent sends this field")
    if key and not deed.command_id:
        raise InvalidField("request_id", "expected an id: the seat joins with its key from the parent")
    if key:
        check_version(game, deed.expected_version, game.charter.parent_version + 1)
        check_signature(game, deed, key)


def seat_taken(game: Game, entry: record.Entry) -> Game:
    """Return the game after a player took a seat."""
    taken = life.TakeSeat.FromString(entry.command.open.value)
    player = Name.of(entry.events[1]).player
    sitting = Sitting(
        player, taken.entropy, taken.public_key, taken.commitment,
        taken=True, since=entry.version, taken_at=entry.version, freed_at=game.sitting(taken.seat).freed_at,
    )  # fmt: skip
    return game.noted(entry, sittings=game.resat({taken.seat: sitting}), used=game.used | {taken.commitment} - {b""})


def start_game(game: Game, at: int) -> Added:
    """Start a game whose seats are all taken, or continue it after a fork; if shares come first, ask for them.

    Raises GameNotOpen or SeatsFree.
    """
    _check_open(game)
    free = tuple(number for number, sitting in enumerate(game.sittings, 1) if not sitting.taken)
    if free:
        raise SeatsFree(game.id, f"free seats: {', '.join(map(str, free))}")
    deed = _deed(game, BY_HOST, life.StartGame(), at)
    if game.charter.chance_source == life.CHANCE_SOURCE_COMMITTED:
        event = life.SharesAsked(deadline_micros=deed.at + game.charter.share_seconds * MICROS)
        return write(game, deed, [event], partial(shares_asked, game))
    return _begin(game, deed)


def game_started(game: Game, entry: record.Entry) -> Game:
    """Return the game after the host started it; the events after the first are the title's."""
    if game.charter.chance_source == life.CHANCE_SOURCE_COMMITTED:
        return shares_asked(game, entry)
    return game_begun(game, entry)


def begin_game(game: Game) -> Added:
    """Begin a game whose shares are all revealed. Raises ShareNotDue."""
    if game.status != "revealing" or not all_revealed(game):
        raise ShareNotDue(game.id, "not every share has been revealed")
    return _begin(game, _deed(game, BY_HOST, life.BeginGame(), game.changed_at))


def game_begun(game: Game, entry: record.Entry) -> Game:
    """Return the game after it began; the events after the first are the title's."""
    return _begun(game, entry, folded(game, entry.events[1:]))


def _begin(game: Game, deed: Deed) -> Added:
    first = begin(game.charter.rulebook.title.rules, game.table)
    return write(game, deed, (life.GameStarted(), *first.events), partial(_begun, game, table=first.table))


def _begun(game: Game, entry: record.Entry, table: Table) -> Game:
    step = game.charter.rulebook.waits(table)
    return game.noted(
        entry,
        status="running",
        keys=_keys_of(game),
        table=table,
        step=step,
        deadline=share_deadline(game, step, entry.at_micros),
        asked_since=entry.version,
        started=game.started or entry.version,
        sealed=game.sealed or has_salt(game, entry),
        moved_at=entry.version,
    )


def _keys_of(game: Game) -> Keys:
    """Return the keys of a game that begins; if its chance is not its own, the seats have no part in it."""
    keys = derive(game.secret, [sitting.share or sitting.entropy for sitting in game.sittings], game.inherited)
    return keys._replace(chance=common_chance(game.common)) if game.common else keys


def close_game(game: Game, outcome: Outcome) -> Added:
    """Close a game that has ended by its rules; the entry opens its secret. Raises TitleFaulty."""
    if outcome.unfit:
        title, closed_name = game.charter.rulebook.name, life.GameClosed.DESCRIPTOR.full_name
        raise TitleFaulty(title, closed_name, "scores", outcome.unfit)
    closed = life.GameClosed(
        ending=outcome.ending,
        clause=game.charter.rulebook.clauses[outcome.clause].number,
        winners=outcome.winners,
        scores=outcome.scores,
        remark=outcome.remark,
        secret=game.secret,
    )
    # At the time of the move that ended it, which verifiers demand: the operator has no say in it.
    deed = _deed(game, BY_HOST, life.CloseGame(), game.changed_at)
    return write(game, deed, [closed], lambda entry: by_rules(game, entry, outcome))


def by_rules(game: Game, entry: record.Entry, outcome: Outcome) -> Game:
    """Return the game after it was closed with its rules' outcome."""
    return msgspec.structs.replace(game.ended(entry, "finished", outcome), basis=results.RESULT_BASIS_RULES)


def game_closed(game: Game, entry: record.Entry) -> Game:
    """Return the game after it was closed."""
    event = entry.events[0].open
    if event.Is(results.GameDecided.DESCRIPTOR):
        return game_decided(game, entry)
    closed = life.GameClosed.FromString(event.value)
    numbers = {clause.number: value for value, clause in game.charter.rulebook.clauses.items()}
    outcome = Outcome(
        closed.ending, numbers.get(closed.clause, 0), tuple(closed.winners), tuple(closed.scores), closed.remark
    )
    return by_rules(game, entry, outcome)


def abandon_game(game: Game, command: life.AbandonGame, at: int) -> Added:
    """End a game without a result; the entry opens its secret. Raises GameOver, or InvalidField without a reason."""
    if game.over:
        raise GameOver(game.id, f"it is {game.status}")
    if game.status == "continued":
        raise GameOver(game.id, f"it continues in {game.continued_by!r}")
    if game.status == "running" and game.result is not None:
        raise GameOver(game.id, "it is already decided")
    if command.by_operator:
        check_text("reason", command.reason, LONGEST_REASON)
    deed = _deed(game, BY_HOST, life.AbandonGame(reason=command.reason, by_operator=command.by_operator), at)
    return write(game, deed, [life.GameAbandoned(secret=game.secret)], partial(game_abandoned, game))


def game_abandoned(game: Game, entry: record.Entry) -> Game:
    """Return the game after it was abandoned."""
    return game.ended(entry, "abandoned")


def source_of(source: life.ChanceSource.ValueType) -> life.ChanceSource.ValueType:
    """Return the source of chance: the referee if none is named. Raises InvalidField."""
    if source not in SOURCES:
        raise InvalidField("chance_source", f"{source} is not a source of chance")
    return SOURCES[source]


def arbiter_key(key: bytes) -> bytes:
    """Return an arbiter's key, empty for none. Raises InvalidField."""
    if len(key) not in {0, KEY_BYTES}:
        raise InvalidField("arbiter", f"a public key has {KEY_BYTES} bytes, not {len(key)}")
    return key


def clock_terms(command: life.CreateGame | life.ForkGame) -> clocks.ClockTerms | None:
    """Return the requested clock terms, None for no clocks. Raises InvalidField."""
    terms = terms_of(command)
    return terms.message() if terms is not None else None


def reissue_seconds(seconds: int) -> int:
    """Return how long a seat without a key may veto a new token; 0 for never. Raises InvalidField."""
    if seconds and not LEAST_REISSUE <= seconds <= LONGEST_TIME:
        raise InvalidField(
            "reissue_seconds", f"expected 0, or {LEAST_REISSUE} to {LONGEST_TIME} seconds, not {seconds}"
        )
    return seconds


def terms_of(founding: life.CreateGame | life.ForkGame) -> ClockTerms | None:
    """Return a game's clock terms, None for no clocks. Raises InvalidField."""
    return ClockTerms.of(founding.clock) if founding.HasField("clock") else None


def _deed(game: Game, actor: record.Actor, command: Message, at: int) -> Deed:
    return Deed(actor, game.later(at), packed(command))


def check_dealer(book: Rulebook, table: Table, source: life.ChanceSource.ValueType) -> None:
    """Check that a game has a dealer if the referee cannot draw its chance. Raises InvalidField."""
    reason = book.title.rules.needs_dealer(table)
    if reason and source != life.CHANCE_SOURCE_DEALER:
        raise _unfit(book, "chance_source", reason, cited_clause(reason))


def _check_open(game: Game) -> None:
    if game.status != "open":
        raise GameNotOpen(game.id, f"it is {game.status}")


def _seats(book: Rulebook, seats: int) -> int:
    if fault := seats_fault(book.title.rules, seats):
        raise _unfit(book, "seats", fault, book.title.rules.seats_clause)
    return seats


def _options(book: Rulebook, text: str) -> str:
    try:
        options = msgspec.json.decode(text or "{}", type=book.title.rules.options)
    # Anybody may send options, and text that is nested deeply enough exhausts the stack.
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidField("options_json", _options_fault(book, text) or str(error)) from None
    return msgspec.json.encode(options, order="deterministic").decode()


def _options_fault(book: Rulebook, text: str) -> str:
    """Return which option the title lacks, and which ones it has; "" if all are known."""
    names = book.title.rules.options.__struct_fields__
    try:
        given = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return ""
    unknown = next((name for name in given if name not in names), None)
    return f"unknown option {unknown[:100]!r}; {_listed(names)}" if unknown is not None else ""


def _listed(names: Sequence[str]) -> str:
    return f"the options are {', '.join(names)}" if names else "the title has none"


def _edition(book: Rulebook, creation: life.CreateGame) -> Edition[Any]:
    try:
        return book.edition(creation)
    except (EditionError, RecursionError) as error:
        raise InvalidField("edition_json", str(error)) from None


def _table_json(book: Rulebook, creation: life.CreateGame, edition: Edition[Any]) -> str:
    if not creation.table_json:
        return ""
    try:
        return canonical.encode(canonical.read(book.title.rules, creation.table_json, edition, creation.seats)).decode()
    except BadTableError as error:
        raise _unfit(book, "table_json", str(error), error.clause) from None


def _unfit(book: Rulebook, field: str, fault: str, number: str) -> InvalidField:
    """Return the error for a field that does not fit the title, with the clause that it breaks, if any."""
    cited = next((clause for clause in book.clauses.values() if clause.number == number), None)
    return BrokenClause(field, fault, cited.number, cited.sentence) if cited else InvalidField(field, fault)
