"""Terms of games: options for new games and branches, and for a seat's consent to a branch."""

from __future__ import annotations

from typing import Annotated, Any, cast

import typer

from clients.cli.account.keys import Arbiter, public_key
from gunbai.record.v1.clocks_pb2 import ClockTerms
from gunbai_client.fairness import SOURCES
from gunbai_client.terms import Chance, Expiry, Stalled, clock
from gunbai_record.numerals import is_whole
from gunbai_record.players import invitation_tag

Label = Annotated[str, typer.Option("--label", metavar="TEXT", help="Label of the game in lists.")]
PlayedOn = Annotated[
    str, typer.Option("--played-on", metavar="DATE", help="When the game was played, such as 1972-07-11.")
]
Tags = Annotated[list[str] | None, typer.Option("--tag", metavar="TAG", help="Tag of the game. Repeatable.")]


def parse_chance(text: str) -> Chance:
    """Return a source of chance by its name, in upper or lower case. Raises typer.BadParameter."""
    name = text.strip().casefold()
    if name not in SOURCES:
        raise typer.BadParameter(f"{text!r} is not one of {', '.join(SOURCES)}")
    return cast("Chance", name)


ChanceName = Annotated[
    Chance | None,
    typer.Option(
        "--chance",
        parser=parse_chance,
        metavar=f"[{'|'.join(SOURCES)}]",
        help="Source of dice and cards.",
    ),
]
ShareSeconds = Annotated[
    int, typer.Option("--share-seconds", min=0, metavar="SECONDS", help="Time to give a share of chance (0: 300).")
]
StalledName = Annotated[
    Stalled,
    typer.Option(
        "--stalled",
        metavar="[ends|loses]",
        help="What happens if a seat withholds its share: the game is void, or the seat loses.",
    ),
]
InvitedOnly = Annotated[bool, typer.Option("--invited-only", help="Only people with an invitation can join.")]
AbsenceSeconds = Annotated[
    int,
    typer.Option(
        "--absence-seconds",
        min=0,
        metavar="SECONDS",
        help="Time for an absent player to come back (0: a day).",
    ),
]
ReissueSeconds = Annotated[
    int,
    typer.Option(
        "--reissue-seconds",
        min=0,
        metavar="SECONDS",
        help="Time to veto a new token (0: tokens are never replaced).",
    ),
]
ClockText = Annotated[
    str,
    typer.Option(
        "--clock",
        metavar="SECONDS",
        help="Time per decision (60), or bank and increment (600+5).",
    ),
]
ExpiryName = Annotated[
    Expiry,
    typer.Option(
        "--expiry",
        help="What happens when time is up: a default move is played, the seat loses, or the host's bot decides.",
    ),
]
BotSeconds = Annotated[
    int, typer.Option("--bot-seconds", min=1, metavar="SECONDS", help="Time per decision for the host's bot.")
]
Invite = Annotated[
    list[str] | None,
    typer.Option("--invite", metavar="KEY", help="Invite this public key. Repeatable."),
]
Private = Annotated[bool, typer.Option("--private", help="Only people with a token can watch.")]


def agreed_terms(
    *,
    chance: ChanceName = None,
    share_seconds: ShareSeconds = 0,
    stalled: StalledName = "",
    private: Private = False,
    invited_only: InvitedOnly = False,
    reissue_seconds: ReissueSeconds = 0,
    absence_seconds: AbsenceSeconds = 0,
    arbiter: Arbiter = "",
    clock: ClockText = "",
    expiry: ExpiryName = "default",
    bot_seconds: BotSeconds = 30,
) -> dict[str, Any]:
    """Return the terms as `Gunbai.create`, `Gunbai.fork` and `Seat.consent` take them. Raises typer.BadParameter."""
    return {
        "chance": chance,
        "share_seconds": share_seconds,
        "stalled": stalled,
        "private": private,
        "invited_only": invited_only,
        "reissue_seconds": reissue_seconds,
        "absence_seconds": absence_seconds,
        "arbiter": public_key(arbiter),
        "clock": clock_terms(clock, expiry, bot_seconds),
    }


def described(
    *, label: Label = "", played_on: PlayedOn = "", tag: Tags = None, invite: Invite = None
) -> dict[str, Any]:
    """Return how a game is listed, as `Gunbai.create` and `Gunbai.fork` take it. Raises typer.BadParameter."""
    keys = [public_key(digits, "--invite") for digits in invite or ()]
    return {"label": label, "played_on": played_on, "tags": [*(tag or ()), *map(invitation_tag, keys)]}


def clock_terms(text: str, expiry: Expiry, bot_seconds: int) -> ClockTerms | None:
    """Return the terms of clocks: "60" for each decision, "600+5" for a bank; None for none. Raises BadParameter."""
    if not text:
        if expiry != "default":
            raise typer.BadParameter("add --clock: without one, time never runs out", param_hint="--expiry")
        return None
    time, bank, increment = text.partition("+")
    if not (is_whole(time) and (is_whole(increment) or not bank)):
        raise typer.BadParameter(f"expected SECONDS or BANK+INCREMENT, not {text!r}", param_hint="--clock")
    bot = bot_seconds if expiry == "bot" else 0
    if bank:
        return clock(bank_seconds=int(time), increment_seconds=int(increment), expiry=expiry, bot_seconds=bot)
    return clock(decision_seconds=int(time), expiry=expiry, bot_seconds=bot)
