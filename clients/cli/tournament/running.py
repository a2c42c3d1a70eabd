"""A round's games: created by the host, started once their seats are taken, and read for their results."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any, cast

from msgspec.structs import replace

from clients.cli.account.keys import public_key
from clients.cli.account.tokens import HOST, SPECTATOR
from clients.cli.options.game_terms import clock_terms
from clients.cli.session import Session
from clients.cli.tournament.pairing import paired
from clients.cli.tournament.plan import Round, Seats, Terms, Tournament, TournamentError
from gunbai.referee.v1 import game_pb2 as pb
from gunbai_client import Gunbai, NewTokens
from gunbai_client.new_game import ids_of
from gunbai_client.reasons import GameNotFound, GamePrivate
from gunbai_client.terms import Expiry

_OPEN = {pb.GAME_STATUS_OPEN, pb.GAME_STATUS_REVEALING}


def next_round(session: Session, plan: Tournament) -> Tournament:
    """Return a tournament with its next round, whose games have saved tokens. Raises TournamentError or OSError."""
    pairing, tables = paired(plan), list[Seats]()
    for players in pairing.tables:
        if any(player in plan.away for player in players):
            tables.append(_forfeited(Seats("", players), plan.away))
            continue
        tokens = NewTokens()
        (game,) = ids_of([tokens])
        session.tokens.save(game, HOST, tokens.host)
        session.tokens.save(game, SPECTATOR, tokens.spectator)
        tables.append(Seats(game, players))
    seated = {player for table in tables for player in table.players}
    away = tuple(player for player in plan.players if player not in seated and player != pairing.bye)
    return replace(plan, rounds=(*plan.rounds, Round(tuple(tables), pairing.bye, away)))


def missing(gunbai: Gunbai, latest: Round) -> list[Seats]:
    """Return the round's tables whose games do not exist: a round is planned before its games are created."""
    return [table for table in latest.tables if table.game and not _is_there(gunbai, table.game)]


def _is_there(gunbai: Gunbai, game: str) -> bool:
    try:
        gunbai.game(game)
    except GameNotFound:
        return False
    except GamePrivate:
        return True
    return True


def created(gunbai: Gunbai, session: Session, plan: Tournament, table: Seats) -> None:
    """Create a table's game; its players take their seats with invitations."""
    terms, place = plan.terms, f"{plan.name}, round {len(plan.rounds)}"
    tokens = NewTokens(host=session.tokens.find(table.game, HOST), spectator=session.tokens.find(table.game, SPECTATOR))
    made = gunbai.create(
        terms.title,
        seats=len(table.players),
        options=terms.options,
        rules_version=terms.rules,
        label=f"{place}: {' - '.join(table.players)}"[:100],
        tags=[plan.name[:30]],
        invited_only=True,
        tokens=tokens,
        duplicate_games=_alike(plan, table),
        **_agreed(terms),
    )
    session.tokens.save_all(made)


def _alike(plan: Tournament, table: Seats) -> tuple[str, ...]:
    """Return the games that share a table's deal: if that was requested, the round's games with as many seats."""
    games = [other.game for other in plan.rounds[-1].tables if other.game and len(other.players) == len(table.players)]
    return tuple(games) if plan.terms.same_deal and len(games) > 1 else ()


def _agreed(terms: Terms) -> dict[str, Any]:
    return {
        "chance": terms.chance,
        "private": terms.private,
        "arbiter": public_key(terms.arbiter),
        "clock": clock_terms(terms.clock, cast("Expiry", terms.expiry), 0),
    }


def invitations(gunbai: Gunbai, session: Session, table: Seats) -> Iterator[tuple[str, str]]:
    """Yield a table's players, each with the link or the command that takes their seat."""
    host = gunbai.holding(session.tokens.find(table.game, HOST))
    for player, invitation in zip(table.players, host.invitations(table.game), strict=True):
        command = ("gunbai", "join", table.game, "--player", player, "--invitation", invitation.code)
        yield player, invitation.url or shlex.join(command)


def updated(gunbai: Gunbai, session: Session, plan: Tournament) -> Tournament:
    """Return a tournament with the results of its last round's games, after starting the full ones."""
    if not plan.rounds:
        return plan
    latest = plan.rounds[-1]
    tables = tuple(_updated(gunbai, session, table) for table in latest.tables)
    return plan.with_round(replace(latest, tables=tables))


def _updated(gunbai: Gunbai, session: Session, table: Seats) -> Seats:
    if table.winners is not None:
        return table
    host = gunbai.holding(session.tokens.find(table.game, HOST))
    info = host.game(table.game)
    if info.status == pb.GAME_STATUS_OPEN and all(seat.taken for seat in info.seats):
        info = host.start(table.game)
    while info.continued_by:
        info = gunbai.holding(session.tokens.any(info.continued_by)).game(info.continued_by)
    if info.status == pb.GAME_STATUS_ABANDONED:
        return _forfeited(table, _missing(table, info)) if _missing(table, info) else replace(table, winners=())
    if info.status == pb.GAME_STATUS_VOIDED:
        return _forfeited(table, [table.players[seat - 1] for seat in info.absent_seats])
    if not info.HasField("result") or info.status == pb.GAME_STATUS_APPEALED:
        return table
    seats = [*info.result.winners] or range(1, len(table.players) + 1)
    return replace(table, winners=tuple(table.players[seat - 1] for seat in seats))


def closed(gunbai: Gunbai, session: Session, plan: Tournament) -> Tournament:
    """Return a tournament in which whoever did not take their seat in the last round has lost; end their games.

    Raises TournamentError if a game that began has no result.
    """
    plan = updated(gunbai, session, plan)
    if not plan.rounds:
        raise TournamentError("no round has been paired")
    latest = plan.rounds[-1]
    hosts = {table.game: gunbai.holding(session.tokens.find(table.game, HOST)) for table in latest.tables}
    for table in latest.tables:
        if table.winners is None and hosts[table.game].game(table.game).status not in _OPEN:
            names = " - ".join(table.players)
            raise TournamentError(
                f"{names} are playing {table.game}: their clocks, the players or the arbiter must end the game"
            )
    for table in latest.tables:
        if table.winners is None:
            hosts[table.game].abandon(table.game, "Not everyone took their seat before the round was closed.")
    return updated(gunbai, session, plan)


def _missing(table: Seats, info: pb.GameInfo) -> list[str]:
    """Return a table's players who did not take their seats."""
    return [player for player, seat in zip(table.players, info.seats, strict=True) if not seat.taken]


def _forfeited(table: Seats, absent: Collection[str]) -> Seats:
    """Return a table at which the absent have lost to those who came."""
    came = tuple(player for player in table.players if player not in absent)
    return replace(table, winners=came, absent=tuple(player for player in table.players if player in absent))


def twice(names: list[str]) -> str:
    """Return the first name that occurs more than once, or ""."""
    return next((name for name, times in Counter(names).items() if times > 1), "")
