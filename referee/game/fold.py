"""Folding: a game rebuilt from its entries.

fold(entries)        from nothing to the game at the last entry
continued(game, …)   the game after further entries
followed(game, e)    the game after one more entry
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chain import ORIGIN, URL, check
from gunbai_record.verify.irregularities import RULE
from referee.errors import RecordDamaged, TitleNotServed
from referee.game.absences import absence_announced, absence_called
from referee.game.agreements import seat_agreed
from referee.game.chance_shares import share_revealed, shares_asked, shares_used, time_called
from referee.game.clocks import clock_expired, stop_excused
from referee.game.common_chance import secrets_from
from referee.game.continuations import continuation_ended, game_continued
from referee.game.corrections import before_correction
from referee.game.decided_results import result_decided, seat_conceded
from referee.game.forks import FORK, game_forked
from referee.game.game import Game, moved
from referee.game.irregularities import irregularity_ruled
from referee.game.leaving import seat_freed
from referee.game.lifecycle import game_abandoned, game_begun, game_closed, game_created, game_started, seat_taken
from referee.game.taking_back import moves_taken_back
from referee.game.titles import Titles
from referee.game.token_reissue import reissue_announced, reissue_completed, reissue_vetoed, token_reissued

SHARES_GIVEN = f"{URL}gunbai.record.v1.SharesGiven"

_HANDLERS: dict[str, Callable[[Game, record.Entry], Game]] = {
    f"{URL}gunbai.record.v1.TakeSeat": seat_taken,
    f"{URL}gunbai.record.v1.FreeSeat": seat_freed,
    f"{URL}gunbai.record.v1.LeaveSeat": seat_freed,
    f"{URL}gunbai.record.v1.ReissueToken": token_reissued,
    f"{URL}gunbai.record.v1.AnnounceReissue": reissue_announced,
    f"{URL}gunbai.record.v1.VetoReissue": reissue_vetoed,
    f"{URL}gunbai.record.v1.CompleteReissue": reissue_completed,
    f"{URL}gunbai.record.v1.StartGame": game_started,
    f"{URL}gunbai.record.v1.RevealShare": share_revealed,
    f"{URL}gunbai.record.v1.BeginGame": game_begun,
    f"{URL}gunbai.record.v1.AskShares": shares_asked,
    f"{URL}gunbai.record.v1.CallTime": time_called,
    f"{URL}gunbai.record.v1.Concede": seat_conceded,
    f"{URL}gunbai.record.v1.Agree": seat_agreed,
    f"{URL}gunbai.record.v1.AnnounceAbsence": absence_announced,
    f"{URL}gunbai.record.v1.CallAbsence": absence_called,
    f"{URL}gunbai.record.v1.TakeBack": moves_taken_back,
    f"{URL}gunbai.record.v1.CallClock": clock_expired,
    f"{URL}gunbai.record.v1.ExcuseStop": stop_excused,
    RULE: irregularity_ruled,
    f"{URL}gunbai.record.v1.DecideGame": result_decided,
    f"{URL}gunbai.record.v1.ContinueGame": game_continued,
    f"{URL}gunbai.record.v1.EndContinuation": continuation_ended,
    f"{URL}gunbai.record.v1.CloseGame": game_closed,
    f"{URL}gunbai.record.v1.AbandonGame": game_abandoned,
}
"""The record's own commands, except creation and branching; all others are the title's."""


def fold(
    titles: Titles, entries: Iterable[record.Entry], secrets: Mapping[str, bytes], *, trusted: bool = False
) -> Game:
    """Return the game at its last entry, checking each against the chain unless they are trusted.

    `secrets` has the secret of each game that has entries here, as far as is known. Raises RecordDamaged.
    """
    return continued(titles, None, entries, secrets, trusted=trusted)


def continued(
    titles: Titles,
    game: Game | None,
    entries: Iterable[record.Entry],
    secrets: Mapping[str, bytes],
    *,
    trusted: bool = False,
) -> Game:
    """Return a game, None for one without an entry, after further entries, as `fold` does. Raises RecordDamaged."""
    for version, entry in enumerate(entries, 1 + (game.version if game is not None else 0)):
        try:
            if not trusted:
                check(entry, version, game.digest if game is not None else ORIGIN)
            game = followed(game, entry, secrets) if game is not None else founded(titles, entry, secrets)
        # A missing title is no damage.
        except TitleNotServed:
            raise
        except Exception as error:
            raise RecordDamaged(entry.game, version, str(error) or type(error).__name__) from error
    if game is None:
        raise RecordDamaged("", 1, "it has no entries")
    return game


def founded(titles: Titles, entry: record.Entry, secrets: Mapping[str, bytes]) -> Game:
    """Return the game after its first entry. Raises ValueError or DecodeError if the entry creates no game."""
    created = life.CreateGame.FromString(entry.command.open.value)
    return game_created(titles, entry, *secrets_from(created, entry.game, secrets.get(entry.game, b"")))


def followed(game: Game, entry: record.Entry, secrets: Mapping[str, bytes]) -> Game:
    """Return the game after one more entry, which must continue the chain."""
    kind = entry.command.open.type_url
    handler = _HANDLERS.get(kind)
    if handler is not None:
        return handler(game, entry)
    if kind == FORK:
        return game_forked(game, entry, secrets.get(entry.game, b""))
    given = given_in(game, entry)
    if given is not None:
        return _moved(shares_used(game, given.shares), entry, entry.events[1:])
    base = before_correction(game, entry)
    if base is not None:
        return _moved(base, entry, entry.events[1:])
    return _moved(game, entry, entry.events[:])


def _moved(game: Game, entry: record.Entry, events: Iterable[record.Item]) -> Game:
    """Return the game after an entry with these events of the title."""
    book, table = game.charter.rulebook, game.table
    found = book.events_in(events)
    for event in found:
        table = book.title.rules.evolve(table, event)
    return moved(game, entry, table, book.waits(table), found)


def given_in(game: Game, entry: record.Entry) -> life.SharesGiven | None:
    """Return the shares from which an outcome of shared chance was drawn, or None for any other entry.

    Raises ValueError or DecodeError if they are not the first event.
    """
    if game.charter.chance_source != life.CHANCE_SOURCE_SHARED or entry.actor.kind != record.ACTOR_KIND_CHANCE:
        return None
    first = entry.events[0].open if entry.events else entry.command.open
    if first.type_url != SHARES_GIVEN:
        raise ValueError("an outcome of shared chance must begin with the shares that it was drawn from")
    return life.SharesGiven.FromString(first.value)


def is_own(entry: record.Entry) -> bool:
    """Return whether an entry after the first is the record's own, not the title's."""
    kind = entry.command.open.type_url
    return kind in _HANDLERS or kind == FORK
