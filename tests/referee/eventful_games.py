"""Nights with every kind of entry: a builder that plays on with moves and with what else can happen at a table."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.kit.rules.decider import Chance, Decision
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.plain import as_message
from lab.signed_orders import (
    ARBITERS_KEY,
    SOLOMON,
    WALKOVER,
    after,
    agreed,
    agreed_on,
    by_arbiter,
    conceded,
    decided,
    ruled,
    ruling,
)
from lab.toy_games import AT, NAME, SECRET, TITLES, Night, command, named, next_move, started
from referee.game.clocks import call_clock, excuse_stop, expired
from referee.game.continuations import continue_game, end_continuation
from referee.game.fold import fold
from referee.game.forks import fork_game, held_seats
from referee.game.game import Game
from referee.game.irregularities import rule_irregularity
from referee.game.judge import Refused, judge, settled
from referee.game.lifecycle import abandon_game, start_game, take_seat
from titles.checks.walk import SeededDraws

Choose = Callable[[Sequence[Any]], Any]
"""Chooses one of several things."""
SECONDS = 1_000_000
CLOCKS = [
    None,
    clocks.ClockTerms(decision_seconds=60, expiry=clocks.EXPIRY_RULE_DEFAULT),
    clocks.ClockTerms(bank_seconds=100, increment_seconds=5, expiry=clocks.EXPIRY_RULE_LOSES),
    clocks.ClockTerms(bank_seconds=100, increment_seconds=5, expiry=clocks.EXPIRY_RULE_BOT, bot_seconds=30),
]
MOST_TAKEBACKS = 2
LONGEST = 150
"""After how many entries a night is abandoned: what is chosen need never end it, and takebacks fold all of it anew."""


class Evening(NamedTuple):
    """What was played in an evening: a night, after those of which moves were taken back, the first of them first."""

    nights: tuple[Night, ...]

    @property
    def secrets(self) -> dict[str, bytes]:
        """The secrets of all games."""
        return {night.game.id: night.game.secret for night in self.nights}


def eventful(choose: Choose, seats: int) -> Night:
    """Return a night that was played to its end, with incidents as they are chosen, of which no move was taken back."""
    return evening(choose, seats, takebacks=0).nights[0]


def evening(choose: Choose, seats: int, takebacks: int = MOST_TAKEBACKS) -> Evening:
    """Return an evening that was played to its end, with incidents as they are chosen."""
    source = choose([life.CHANCE_SOURCE_REFEREE, life.CHANCE_SOURCE_DEALER])
    left: list[Night] = []
    night = started(seats, arbiter=ARBITERS_KEY, clock=choose(CLOCKS), chance_source=source)
    while not night.game.over:
        versions = _versions(night, len(left) + 1) if len(left) < takebacks and choose(range(9)) == 0 else []
        if versions:
            parent, night = continued(night, choose(versions), len(left) + 1)
            left.append(parent)
            continue
        possible = [name for name, (may, _) in INCIDENTS.items() if may(night)]
        incident = choose(possible) if night.game.version < LONGEST else "abandonment"
        night = INCIDENTS[incident][1](night, choose)
    ends: Night = night
    closed: list[Night] = []
    for parent in reversed(left):
        ending = life.EndContinuation(branch_version=ends.game.version, branch_digest=ends.game.digest)
        ends = parent.then(end_continuation(parent.game, ending, ends.game.changed_at))
        closed.append(ends)
    return Evening((*reversed(closed), night))


def with_bot() -> Night:
    """Return a night with a seat that goes to a bot: it decides, then is late too, and the player comes back."""
    night = started(clock=CLOCKS[-1]).play(next_move(started(clock=CLOCKS[-1]).game))
    night = _bots_move(_expiry(night, min), min)
    while next_move(night.game)[0] != 2:
        night = night.play(next_move(night.game))
    night = _expiry(night, min)
    while next_move(night.game)[0] != 2:
        night = night.play(next_move(night.game))
    night = night.play(next_move(night.game))
    assert not night.game.with_bot
    return night if night.game.over else _abandonment(night, min)


def continued(night: Night, version: int, number: int = 1) -> tuple[Night, Night]:
    """Return a night that is continued from a version, and the branch in which it goes on, which has begun."""
    game = night.game
    at_version = fold(TITLES, night.entries[:version], secrets_of(number))
    branch = f"{NAME[:-1]}{'abcdef'[number]}"
    added = fork_game(at_version, continuing(at_version), branch, secret_of(number), game.changed_at)
    gone_on = Night(added.game, (*night.entries[:version], *added.entries))
    for seat in range(1, game.charter.seats + 1):
        taken = life.TakeSeat(seat=seat, entropy=bytes([number, seat]))
        gone_on = gone_on.then(take_seat(gone_on.game, taken, named(f"player {seat}"), game.changed_at))
    gone_on = gone_on.then(settled(start_game(gone_on.game, game.changed_at)))
    continuation = life.ContinueGame(branch=branch, version=version)
    return night.then(continue_game(game, continuation, game.changed_at)), gone_on


def continuing(game: Game) -> life.ForkGame:
    """Return what a host asks for to continue a game in a branch."""
    charter = game.charter
    return life.ForkGame(
        parent=game.id,
        chance_source=charter.chance_source,
        held_seats=held_seats(game),
        arbiter=charter.arbiter,
        clock=charter.clock.message() if charter.clock is not None else None,
        continues=True,
    )


def secret_of(number: int) -> bytes:
    """Return the secret of the game after so many takebacks."""
    return bytes([*SECRET[number:], *SECRET[:number]])


def secrets_of(number: int) -> dict[str, bytes]:
    """Return the secrets of the games before so many takebacks, by game."""
    return {NAME: SECRET} | {f"{NAME[:-1]}{'abcdef'[n]}": secret_of(n) for n in range(1, number)}


def _versions(night: Night, number: int) -> list[int]:
    """Return the versions of a game to which it can be taken back: since its own start, and undecided."""
    if not _undecided(night):
        return []
    starts = [entry.version for entry in night.entries if entry.command.open.type_url.endswith(".v1.StartGame")]
    games = [
        fold(TITLES, night.entries[:version], secrets_of(number)) for version in range(starts[-1], night.game.version)
    ]
    return [game.version for game in games if game.status == "running"]


def _undecided(night: Night) -> bool:
    return night.game.status == "running"


def _decides(night: Night) -> bool:
    game = night.game
    return _undecided(night) and isinstance(game.step, Decision) and not expired(game, game.changed_at)


def _deals(night: Night) -> bool:
    return _undecided(night) and isinstance(night.game.step, Chance)


def _goes_to_bot(night: Night) -> bool:
    game = night.game
    return _decides(night) and next_move(game)[0] in game.with_bot


def _corrects(night: Night) -> bool:
    return _undecided(night) and night.game.before_outcome is not None


def _clocked(night: Night) -> bool:
    return _undecided(night) and night.game.clock is not None


def _expires(night: Night) -> bool:
    return bool(expired(night.game, _later(night)))


def _always(night: Night) -> bool:
    return True


def _later(night: Night) -> int:
    return night.game.changed_at + 200 * SECONDS


def _move(night: Night, choose: Choose) -> Night:
    return night.play(next_move(night.game))


def _bots_move(night: Night, choose: Choose) -> Night:
    ruling = judge(night.game, command(night.game, *next_move(night.game), by_bot=True), AT)
    assert not isinstance(ruling, Refused)
    return night.then(ruling)


def _deal(night: Night, choose: Choose) -> Night:
    return night.play((0, _outcome(night.game.step, night.game.table, choose)))


def _correction(night: Night, choose: Choose) -> Night:
    table: Any = night.game.before_outcome
    outcome = _outcome(table.agenda[-1], table, choose)
    ruling = judge(night.game, command(night.game, 0, outcome, corrects=night.game.version), night.game.changed_at)
    assert not isinstance(ruling, Refused)
    return night.then(ruling)


def _outcome(step: Any, table: Any, choose: Choose) -> Any:
    return as_message(step.draw(table, SeededDraws(random.Random(choose(range(9))))))


def _concession(night: Night, choose: Choose) -> Night:
    return conceded(night, choose(night.game.playing))


def _word(night: Night, choose: Choose) -> Night:
    return agreed(night, choose(night.game.playing), choose([1, 2]))


def _pause(night: Night, choose: Choose) -> Night:
    word = results.Agree(pause=clocks.AgreedPause(seconds=choose([10, 1000])))
    return _by_all(night, word)


def _resumption(night: Night, choose: Choose) -> Night:
    return _by_all(night, results.Agree(resumption=clocks.AgreedResumption()))


def _by_all(night: Night, word: results.Agree) -> Night:
    for seat in night.game.playing:
        night = agreed_on(night, seat, word, night.game.changed_at + SECONDS)
    return night


def _paused(night: Night) -> bool:
    return _clocked(night) and night.game.clock is not None and night.game.clock.paused_until > 0


def _expiry(night: Night, choose: Choose) -> Night:
    return after(night, call_clock(night.game, _later(night)))


def _stop(night: Night, choose: Choose) -> Night:
    since = night.game.changed_at + choose([0, 1, 100]) * SECONDS
    return night.then(excuse_stop(night.game, clocks.ExcuseStop(since_micros=since), _later(night)))


def _irregularity(night: Night, choose: Choose) -> Night:
    table: Any = night.game.table
    return ruled(night, purses=(choose([5, 9]), *table.purses[1:]))


def _as_it_is(night: Night, choose: Choose) -> Night:
    order = ruling(None)
    return after(night, rule_irregularity(night.game, by_arbiter(night.game, order), None))


def _decision(night: Night, choose: Choose) -> Night:
    order = results.DecideGame()
    order.CopyFrom(choose([SOLOMON, WALKOVER]))
    order.appeal_pending = choose([True, False])
    return decided(night, order)


def _abandonment(night: Night, choose: Choose) -> Night:
    return night.then(abandon_game(night.game, life.AbandonGame(reason="rain"), AT))


INCIDENTS: dict[str, tuple[Callable[[Night], bool], Callable[[Night, Choose], Night]]] = {
    "move": (_decides, _move),
    "another move": (_decides, _move),
    "move of a bot": (_goes_to_bot, _bots_move),
    "another move of a bot": (_goes_to_bot, _bots_move),
    "outcome": (_deals, _deal),
    "correction": (_corrects, _correction),
    "concession": (_undecided, _concession),
    "word": (_undecided, _word),
    "pause": (_clocked, _pause),
    "resumption": (_paused, _resumption),
    "expiry": (_expires, _expiry),
    "stop": (_clocked, _stop),
    "irregularity": (_always, _irregularity),
    "another irregularity": (_always, _as_it_is),
    "decision": (_always, _decision),
    "abandonment": (_always, _abandonment),
}
"""What can happen, each with when it can."""
