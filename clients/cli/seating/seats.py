"""The seats that a user holds: by the token on the command line, or by the saved ones."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clients.cli.account.keys import kept_key, private_key
from clients.cli.account.tokens import BOT, DEALER, HOST
from clients.cli.options.positions import Source
from clients.cli.screen.markup import escape
from clients.cli.session import Session
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GAME_STATUS_RUNNING, GameInfo, Invitation
from gunbai.referee.v1.record_pb2 import AllSeen, MyGame
from gunbai_client import Gunbai, RequestError, Seat
from gunbai_client.statuses import OVER

if TYPE_CHECKING:
    from gunbai_client import aio

AsSeat = Annotated[
    int,
    typer.Option(
        "--seat",
        min=0,
        metavar="SEAT",
        help="Show what this seat sees (0: everything you may see).",
        show_default=False,
    ),
]
"""The seat through whose eyes a position is seen."""


def reveal_all(session: Session, gunbai: Gunbai, game: str) -> None:
    """Reveal the shares of chance of all seats that are saved here."""
    for number in session.tokens.seats(game):
        token, seed = session.tokens.find(game, number), session.tokens.seed(game, number)
        gunbai.holding(token).seat(game, number, seed=seed).view()


def own_seats(session: Session, gunbai: Gunbai, game: str, wanted: int, *, bots: bool = True) -> list[Seat]:
    """Return the user's seat `wanted`; for 0 all their seats, with the dealer's place last.

    Without `bots`, leave out seats that one of the user's bots took. Raises RequestError for an unknown game, and
    typer.BadParameter if the user has no seat in it.
    """
    if session.token:
        return [_seat(session, gunbai, game, wanted or gunbai.view(game).seat)]
    roles: list[tuple[int, str | int]] = [(wanted, wanted)]
    if not wanted:
        taken = session.tokens.seats(game)
        roles = [
            *((number, number) for number in taken if bots or not session.tokens.is_bots(game, number)),
            (0, DEALER),
        ]
    tokens = [(number, session.tokens.find(game, role)) for number, role in roles]
    seats = [_seat(session, gunbai.holding(token), game, number) for number, token in tokens if token]
    if not seats:
        is_open = gunbai.game(game).status == GAME_STATUS_OPEN
        if wanted and (own := session.tokens.seats(game)):
            held = f"seat{'s' if own[1:] else ''} {' and '.join(map(str, own))}"
            raise typer.BadParameter(f"in {game} you have {held}, not {wanted}", param_hint="--seat")
        instead = f"take one with `gunbai join {game}`" if is_open else f"watch it with `gunbai watch {game}`"
        raise typer.BadParameter(f"you have no seat in {game}: {instead}", param_hint="GAME")
    return seats


def _seat(session: Session, gunbai: Gunbai, game: str, number: int) -> Seat:
    """Return a seat with the files saved for it."""
    key = private_key(session.tokens.key_file(game, number))
    return gunbai.seat(game, number, key=key, seed=session.tokens.seed(game, number))


def goes_on(session: Session, gunbai: Gunbai) -> tuple[GameInfo, int]:
    """Return the game that the user is playing now, and how many more there are.

    A game that waits for them comes first, then the one that changed last. Raises typer.BadParameter if they play none.
    """
    choices: list[tuple[bool, int, GameInfo]] = []
    for game in session.tokens.games():
        seats = own_numbers(session, game)
        if not seats and not session.tokens.find(game, DEALER):
            continue
        with suppress(RequestError):
            reading = gunbai.holding(session.tokens.any(game))
            info = reading.game(game)
            if info.status not in OVER and not (info.continued_by or info.went_back):
                is_asked = info.status == GAME_STATUS_RUNNING and not {*seats}.isdisjoint(
                    reading.view(game).waiting.seats
                )
                choices.append((is_asked, info.update_time.ToMicroseconds(), info))
    if not choices:
        problem = "you have no game in play: start one with `gunbai new TITLE --bots 1 --start`"
        raise typer.BadParameter(problem, param_hint="GAME")
    return max(choices, key=lambda choice: choice[:2])[2], len(choices) - 1


def next_step(session: Session, game: str) -> str:
    """Return as a line of markup what the user does in a game that has started: play, deal or watch."""
    if own_numbers(session, game):
        return f"[dim]Play:[/] gunbai play {game}"
    if session.tokens.find(game, DEALER):
        return f"[dim]Enter what dice and cards show:[/] gunbai game deal {game}"
    return f"[dim]Watch:[/] gunbai watch {game}"


def reader(session: Session, gunbai: Gunbai, game: str) -> frozenset[int]:
    """Return the seat to call "you": the reader's only one; an empty set if they have none or several."""
    own = [gunbai.view(game).seat] if session.token else own_numbers(session, game)
    return frozenset(own) if len(own) == 1 and own[0] else frozenset()


def own_numbers(session: Session, game: str) -> list[int]:
    """Return the saved seats that no bot plays."""
    return [seat for seat in session.tokens.seats(game) if not session.tokens.is_bots(game, seat)]


def acting_seat(session: Session, source: Source) -> int | None:
    """Return the seat that acts for the user at a position: their token's, or the one of theirs that is asked.

    It is 0 for a dealer without a seat, and None if no token tells, as with a record file.
    """
    if source.file is not None:
        return None
    with session.connect(session.tokens.any(source.game)) as gunbai:
        if session.token:
            return gunbai.view(source.game, source.version).seat or None
        own = own_numbers(session, source.game)
        if len(own) > 1:
            waiting = gunbai.view(source.game, source.version).waiting
            own = [seat for seat in own if seat in waiting.seats]
    if len(own) == 1:
        return own[0]
    return 0 if not own and session.tokens.find(source.game, DEALER) else None


def taken_by(
    session: Session,
    gunbai: Gunbai,
    game: str,
    player: str,
    *,
    seat: int = 0,
    invitation: str = "",
    key: Path | None = None,
) -> Seat:
    """Take a seat, 0 for any free one, with the private key in a file if one is given, and save it.

    The host needs no invitation, and sees a game that is private.
    """
    if host := session.tokens.find(game, HOST):
        gunbai = gunbai.holding(host)
        info = gunbai.game(game)
        if info.invited_only and not invitation:
            invitation = code_for(info, gunbai.invitations(game), seat)
    with session.tokens.trying(game, "", player, seat) as trial:
        joined = gunbai.join(game, player, seat=seat, key=private_key(key), invitation=invitation, **trial)
        session.tokens.save_seat(joined)
    session.tokens.save_key(game, joined.number, key)
    return joined


def code_for(info: GameInfo, invitations: Iterable[Invitation], wanted: int) -> str:
    """Return the code of the invitation to a seat (0: the first free one); "" if it is taken."""
    free = {seat.seat for seat in info.seats if not seat.taken}
    return next(
        (invitation.code for invitation in invitations if invitation.seat in free and wanted in {0, invitation.seat}),
        "",
    )


def invitation_to(gunbai: Gunbai, key: Ed25519PrivateKey, game: str, wanted: int) -> str:
    """Return a key's invitation code for a seat (0: any seat); "" if the game does not invite the key."""
    for change in gunbai.my_games(key).changes():
        if isinstance(change, AllSeen):
            break
        if isinstance(change, MyGame) and change.info.game == game and change.invitation.seat:
            return change.invitation.code if wanted in {0, change.invitation.seat} else ""
    return ""


def joined_again(session: Session, held: Seat, branch: str) -> Seat:
    """Take the same seat in a branch, with the same key, and save it. Raises GunbaiError or OSError."""
    with session.tokens.trying(branch, held.game, "", held.number) as trial:
        joined = held.join(branch, **trial)
        session.tokens.save_seat(joined)
    session.tokens.save_key(branch, joined.number, session.tokens.key_file(held.game, held.number))
    if session.tokens.is_bots(held.game, held.number):
        session.tokens.save_bots(joined, session.tokens.hosted(held.game).get(held.number))
    return joined


def only_seat(session: Session, gunbai: Gunbai, game: str, wanted: int) -> Seat:
    """Return the user's seat with the number `wanted`; for 0 the only one without a bot. Raises typer.BadParameter."""
    seats = [seat for seat in own_seats(session, gunbai, game, wanted, bots=False) if seat.number]
    if len(seats) != 1:
        raise typer.BadParameter(f"you have {len(seats)} seats in {game}: name one", param_hint="--seat")
    return seats[0]


def warn_dealer(session: Session, gunbai: Gunbai, info: GameInfo) -> None:
    """Tell a dealer who also plays a title that hides things that they will see them."""
    plays = session.tokens.find(info.game, DEALER) and own_numbers(session, info.game)
    if plays and gunbai.title(info.title, info.rules_version).secret_messages:
        session.output.remark(
            "[dim]You deal and play: you will see what the others hide. Let somebody without a seat deal.[/]"
        )


def bots_place(session: Session, gunbai: aio.Gunbai, game: str) -> aio.Seat:
    """Return the host's bot, which holds seats whose players are late.

    Raises typer.BadParameter without its token.
    """
    token = session.token or session.tokens.find(game, BOT)
    if not token:
        raise typer.BadParameter(f"you do not have the bot's token of {game}", param_hint="--substitute")
    return gunbai.holding(token).seat(game, 0)


async def take_seat(
    session: Session, gunbai: aio.Gunbai, game: str, number: int, player: str, *, invitation: str = ""
) -> aio.Seat:
    """Return the seat whose token is available, or join, as in `taken_by`; 0 means any free seat."""
    token = session.token or (session.tokens.find(game, number) if number else "")
    if token:
        key = private_key(session.tokens.key_file(game, number))
        return gunbai.holding(token).seat(game, number, key=key, seed=session.tokens.seed(game, number))
    if host := session.tokens.find(game, HOST):
        gunbai = gunbai.holding(host)
        info = await gunbai.game(game)
        if info.invited_only and not invitation:
            invitation = code_for(info, await gunbai.invitations(game), number)
    with session.tokens.trying(game, "", player, number) as trial:
        joined = await gunbai.join(game, player, seat=number, invitation=invitation, **trial)
        session.tokens.save_seat(joined)
        session.tokens.save_bots(joined)
    session.output.remark(f"[dim]{escape(player)} has seat {joined.number}.[/]")
    return joined


def check_joining(session: Session, info: GameInfo, seats: Iterable[int]) -> None:
    """Raise typer.BadParameter if nobody can join a game, and name the first of the user's `seats`; without any, pass.

    A hosted bot's seat is named only if there is no other.
    """
    hosted = session.tokens.hosted(info.game)
    own = sorted(seats, key=lambda seat: (seat in hosted, seat))
    if own and not is_joinable(info):
        problem = f"nobody can join {info.game}: name your seat, such as --seat {own[0]}"
        raise typer.BadParameter(problem, param_hint="--seat")


def is_joinable(info: GameInfo) -> bool:
    """Return whether a seat of a game is free."""
    return info.status == GAME_STATUS_OPEN and not all(seat.taken for seat in info.seats)


async def say_company(session: Session, seat: aio.Seat, company: Iterable[int]) -> None:
    """Say which hosted bots play next to a seat, and that the game waits for its host once every seat is taken."""
    for number in company:
        session.output.remark(f"[dim]Your bot at seat {number} plays too.[/]")
    info = await seat.gunbai.game(seat.game)
    if info.status == GAME_STATUS_OPEN and not is_joinable(info):
        session.output.remark(f"[dim]Waiting for the host:[/] gunbai game start {seat.game}")


async def invited_seat(session: Session, gunbai: aio.Gunbai, own: MyGame, player: str, file: Path) -> aio.Seat:
    """Take the seat to which a file's key is invited, and save it for a bot."""
    game, code = own.info.game, own.invitation.code
    with session.tokens.trying(game, "", player, own.invitation.seat) as trial:
        joined = await gunbai.join(game, player, key=kept_key(file), invitation=code, **trial)
        session.tokens.save_seat(joined)
        session.tokens.save_bots(joined)
    session.tokens.save_key(game, joined.number, file)
    return joined


async def key_seat(session: Session, gunbai: aio.Gunbai, game: str, number: int, file: Path) -> aio.Seat:
    """Return the seat with a file's key, by its saved token or by a new one that the key obtains."""
    key, tokens = kept_key(file), session.tokens
    seed = tokens.seed(game, number)
    if token := tokens.find(game, number):
        return gunbai.holding(token).seat(game, number, key=key, seed=seed)
    held = await gunbai.reissue(game, number, key)
    tokens.save_seat(held)
    tokens.save_bots(held)
    tokens.save_key(game, number, file)
    return held
