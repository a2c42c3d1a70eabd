"""`gunbai game agree`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from clients.cli.options.arguments import Scores, Winners, hash_in
from clients.cli.options.positions import GameId, OwnSeat
from clients.cli.screen.sentences import entry_lines
from clients.cli.seating.seats import only_seat
from clients.cli.session import session_of

HEADING = "Play"


def agree(
    context: typer.Context,
    game: GameId,
    matter: Annotated[
        Literal["result", "pause", "resume", "go-on", "hand-over"],
        typer.Argument(metavar="MATTER", help="What to agree to."),
    ],
    *,
    winner: Winners = None,
    score: Scores = None,
    seconds: Annotated[int, typer.Option("--seconds", min=0, metavar="SECONDS", help="Length of the pause.")] = 0,
    absent: Annotated[int, typer.Option("--absent", min=0, metavar="SEAT", help="The absent seat.")] = 0,
    token_hash: Annotated[
        str, typer.Option("--token-hash", metavar="HASH", help="SHA-256 of the new player's token (hex).")
    ] = "",
    seat: OwnSeat = 0,
) -> None:
    """Agree to a result, a pause, or the fate of an absent seat.

    The agreement takes effect once every playing seat has agreed to the same thing. A move in between cancels the
    agreement.

    A seat that you reported with `gunbai game away` loses its say when its time to come back runs out. The others can
    then agree on a result, continue without the seat, or hand it over to a new player or a bot.
    """
    from gunbai.record.v1.clocks_pb2 import AgreedPause, AgreedResumption
    from gunbai.record.v1.results_pb2 import Agree, AgreedAbsence, AgreedResult

    words = {
        "result": lambda: Agree(result=AgreedResult(winners=winner or (), scores=score or ())),
        "pause": lambda: Agree(pause=AgreedPause(seconds=seconds)),
        "resume": lambda: Agree(resumption=AgreedResumption()),
        "go-on": lambda: Agree(absence=AgreedAbsence(absent_seat=absent)),
        "hand-over": lambda: Agree(absence=AgreedAbsence(absent_seat=absent, token_hash=hash_in(token_hash))),
    }
    _check(matter, seconds, of_result=bool(winner or score))
    _check_absent(matter, absent, token_hash)
    session = session_of(context)
    with session.connect() as gunbai:
        ruling = only_seat(session, gunbai, game, seat).agree(words[matter]())
    session.output.answer(ruling, *(line for sentences in ruling.accepted.sentences for line in entry_lines(sentences)))


def _check(matter: str, seconds: int, *, of_result: bool) -> None:
    """Raise typer.BadParameter if a pause lacks a length, or another matter has one, or winners and scores."""
    if matter == "pause" and seconds < 1:
        raise typer.BadParameter("give the length of the pause with --seconds", param_hint="--seconds")
    if matter != "pause" and seconds:
        raise typer.BadParameter("only a pause has a length", param_hint="--seconds")
    if matter != "result" and of_result:
        raise typer.BadParameter("only a result has winners and scores", param_hint="--winner, --score")


def _check_absent(matter: str, absent: int, token_hash: str) -> None:
    """Raise typer.BadParameter if the matter lacks an absent seat or token that it needs, or does not take it."""
    if (matter in {"go-on", "hand-over"}) != bool(absent):
        raise typer.BadParameter("name the absent seat with --absent for `go-on` or `hand-over`", param_hint="--absent")
    if (matter == "hand-over") != bool(token_hash):
        raise typer.BadParameter(
            "name the new player's token with --token-hash for `hand-over`", param_hint="--token-hash"
        )
