"""Playing at a terminal: game after game, for as long as the person is led from one to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import typer

from clients.cli.screen.endings import end_lines
from clients.cli.screen.input_lines import Lines, lines_of
from clients.cli.screen.markup import escape
from clients.cli.screen.sentences import result_sentence
from clients.cli.seating.auto_start import started_if_full
from clients.cli.seating.hosted_bots import playing
from clients.cli.seating.seats import goes_on, own_seats, warn_dealer
from clients.cli.seating.takebacks import BotsDisagree, branch_lines, check_bots, consented, proposed
from clients.cli.session import Session
from clients.cli.table.dealing import Dealing
from clients.cli.table.feed import Feed
from clients.cli.table.learning import Learning, Lessons
from clients.cli.table.sitting import Answer, Sitting
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GameInfo
from gunbai.referee.v1.lobby_pb2 import Lesson
from gunbai.referee.v1.record_pb2 import CaughtUp
from gunbai_client import Gunbai, Seat
from gunbai_client.blocking.vocabulary import vocabulary_in
from gunbai_client.blocking.watch_stream import Said
from gunbai_record.text.counts import counted


def play_on(session: Session, game: str | None, seat: int, *, strict: bool, lessons: Sequence[Lesson] = ()) -> None:
    """Play a game, or without one the game that waits for the user; then each branch where they continue."""
    lines, taught = lines_of(session.output), Lessons(lessons) if lessons else None
    going_on: str | None = game or _going_on(session)
    while going_on:
        going_on = _sitting(session, lines, going_on, seat, strict=strict, lessons=taught)


def _going_on(session: Session) -> str:
    """Return the game that the user is playing now, after saying which it is."""
    if session.token:
        raise typer.BadParameter("name the game that the token belongs to", param_hint="GAME")
    with session.connect() as gunbai:
        info, others = goes_on(session, gunbai)
        label = info.label or gunbai.title(info.title, info.rules_version).title.label
    more = f"; you have {counted(others, 'other game')} in play" if others else ""
    session.output.remark(f"[dim]Continuing {info.game}, {escape(label)}{more}.[/]")
    return info.game


def _sitting(
    session: Session, lines: Lines, game: str, number: int, *, strict: bool, lessons: Lessons | None
) -> str | None:
    """Play a game until it ends or the person leaves. Return the branch where they continue, if any."""
    output = session.output
    with session.connect() as gunbai:
        seats = own_seats(session, gunbai, game, number, bots=False)
        # Each thread has its own client: a seat gives its shares of chance one after another.
        watching = own_seats(session, gunbai, game, seats[0].number, bots=False)[0]
        mine = seats[0].gunbai
        info = started_if_full(session, mine, game)
        if info.went_back:
            output.answer({"game": info}, f"[bold]{info.game}:[/] {result_sentence(info)}.", *_branching(info))
            return None
        session.say_what_is_spoken(mine, info.title)
        if info.status == GAME_STATUS_OPEN:
            output.remark(
                "[dim]The game has not started. Waiting for the other players and the host. A bot "
                f"takes a free seat with `gunbai bot {game}`.[/]"
            )
        sitting = _place(session, lines, seats, info, strict=strict, lessons=lessons)
        own = [seat.number for seat in seats]
        with playing(session, game, own), Feed(watching.updates(sentences=True), lines.interrupt, gunbai.close) as feed:
            left, branch = _played(session, gunbai, sitting, feed)
            if branch:
                return branch
            if left is Answer.NONE:
                output.remark(f"[dim]The game is not over. Come back with `gunbai play {game}`.[/]")
                return None
            return _ended(session, mine, mine.game(game), [number for number in own if number])


def _played(
    session: Session, gunbai: Gunbai, sitting: Sitting, feed: Feed[Said | CaughtUp]
) -> tuple[Answer, str | None]:
    """Play until a game is over, or the person leaves or takes a move back; return the branch that this began."""
    while (left := sitting.play(feed)) is Answer.UNDO:
        try:
            check_bots(session, gunbai, sitting.game.game, sitting.last_move - 1)
        except BotsDisagree as refusal:
            session.output.show(f"Nothing was taken back: {refusal}.")
            continue
        left = sitting.agrees(_undoing(sitting))
        if left is Answer.NONE:
            break
        branch = _taken_back(session, gunbai, sitting) if left is Answer.GIVEN else ""
        if branch:
            return left, branch
        if left is Answer.LATER:
            session.output.show("Nothing was taken back.")
    return left, None


def _ended(session: Session, gunbai: Gunbai, info: GameInfo, own: Sequence[int]) -> str | None:
    """Show how a game ended for its seats, or where it continues. Return the branch if the person has a seat there."""
    branch = info.continued_by
    if not branch:
        session.output.answer({"game": info}, *end_lines(gunbai, info, own))
        return None
    session.output.answer({"game": info}, f"[bold]The game continues in {branch}.[/]")
    if not session.tokens.seats(branch):
        session.output.remark(f"[dim]Continue there:[/] gunbai game takeback {info.game} --consent {branch}")
        return None
    return branch


def _branching(info: GameInfo) -> Iterator[str]:
    """Yield how to continue a game that lost entries, as lines of markup; before its start there is nothing to keep."""
    if info.status != GAME_STATUS_OPEN:
        yield f"[dim]Branch it:[/] gunbai game fork {info.game}@{info.head}"


def _place(
    session: Session, lines: Lines, seats: Sequence[Seat], info: GameInfo, *, strict: bool, lessons: Lessons | None
) -> Sitting:
    """Return the place: the seats, with the lessons of a first game, and the dealer's place if the person has it."""
    gunbai = seats[0].gunbai
    start = partial(started_if_full, session, gunbai, info.game)
    if lessons is not None:
        return Learning(session.output, lines, seats, info, strict, start, lessons=lessons)
    if seats[-1].number or info.chance_source != CHANCE_SOURCE_DEALER:
        return Sitting(session.output, lines, seats, info, strict, start)
    warn_dealer(session, gunbai, info)
    return Dealing(session.output, lines, seats, info, strict, start, words=vocabulary_in(gunbai, info))


def _undoing(sitting: Sitting) -> str:
    """Return, as a question, what taking back a sitting's last move means."""
    return (
        f"Take back your move {sitting.last_move} and everything after it? Every player must agree. "
        "Then new dice and cards are drawn, and the game continues under a new id."
    )


def _taken_back(session: Session, gunbai: Gunbai, sitting: Sitting) -> str:
    """Propose to take back a sitting's last move; return the branch where the game continues."""
    game = sitting.game.game
    branch = consented(session, gunbai, game, 0, proposed(session, gunbai, game, sitting.last_move - 1))
    if branch.status == GAME_STATUS_OPEN:
        session.output.show(*branch_lines(game, branch))
        return ""
    session.output.show(f"The game continues in [bold]{branch.game}[/]. You are in it now.")
    return branch.game
