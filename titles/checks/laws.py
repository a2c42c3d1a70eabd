"""The laws of the contract: each is a function of a random game, which yields a fault for everything that breaks it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import isclose
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import msgspec

from games.kit.bots.builds import built
from games.kit.rules import canonical, decider
from games.kit.rules.canonical import BadTableError
from games.kit.rules.chance import Draws, Zeros, distribution
from games.kit.rules.decider import CHANCE, Accepted, Chance, Decision, Refusal
from games.kit.rules.open_table import open_table
from games.kit.title import Title
from gunbai.rules.v1 import options_pb2
from gunbai_record.clauses import clauses_of
from gunbai_record.plain import UnfitValueError, as_message, as_plain
from titles.checks.drawing import board, draw, dropped, outside
from titles.checks.games import LONGEST, Game, some
from titles.checks.leaks import Leak, gate, private_kinds
from titles.checks.scribbles import LARGE, scribble
from titles.checks.set_ups import SetUps, play_on
from titles.checks.walk import SeededDraws

MOST = 2_000
"""The most outcomes of a chance step that are counted one by one."""
DRAWN = 100
"""How often a chance step with more outcomes is drawn."""
PICTURES = 5
"""How many positions of a game are drawn."""
MOMENTS = 10
"""How many positions of a game are guessed."""
BUILT = 60
"""At how many positions of a game moves are built."""
SET_UPS = 200
"""How many set-ups are scribbled, most of which are refused."""
AROUND = 60
"""How many characters are shown before and after a difference."""
PLAYED_ON = 25
"""How many entries an accepted set-up is played on."""


class Fault(NamedTuple):
    """Something that breaks a law."""

    sentence: str
    at: Any = None
    """The step, message or function at fault, if known."""


Law = Callable[[Game], Iterator[Fault]]


def ends(game: Game) -> Iterator[Fault]:
    """A random game ends with an outcome, and has none before its end."""
    rules = game.title.rules
    outcome = rules.outcome(game.end)
    if not game.is_over:
        yield Fault(f"a random game of {game.seats} seats is not over after {len(game.turns)} entries", rules.turn)
    elif outcome is None:
        yield Fault("the rules wait for nothing, and there is no outcome", rules.outcome)
    elif not {*outcome.winners} <= {*range(1, game.seats + 1)}:
        yield Fault(f"the winners are seats {outcome.winners}, but the game has {game.seats} seats", rules.outcome)
    elif outcome.unfit:
        yield Fault(outcome.unfit, rules.outcome)
    for turn in game.turns:
        if rules.outcome(turn.before) is not None:
            yield Fault("there is an outcome while the rules wait for something", rules.outcome)
            return


def defaults_end(game: Game) -> Iterator[Fault]:
    """A game in which every seat makes its first legal move ends too."""
    rules, table, draws = game.title.rules, game.turns[0].before, _draws(1)
    step: Any = None
    for _ in range(LONGEST):
        step = decider.waiting(rules, table)
        if step is None:
            return
        seats = decider.asked_seats(rules, table)
        seat = seats[0] if seats else CHANCE
        move: Any = decider.default(rules, table, seat) if seats else decider.draw(rules, table, draws)
        ruling = decider.decide(rules, table, seat, move)
        if isinstance(ruling, Refusal):
            yield Fault(f"{move} is refused", type(step))
            return
        table = ruling.table
    yield Fault(f"a game of the first legal moves is not over after {LONGEST} entries", type(step))


def sides_stay(game: Game) -> Iterator[Fault]:
    """Every seat is on one side, which no move changes, and a side wins as a whole."""
    sides = game.title.rules.sides(game.turns[0].before)
    if sorted(seat for side in sides for seat in side) != [*range(1, game.seats + 1)]:
        yield Fault(f"not every seat is on one of the sides {sides}", game.title.rules.sides)
    if game.title.rules.sides(game.end) != sides:
        yield Fault("a move changed the sides", game.title.rules.sides)
    outcome = game.title.rules.outcome(game.end)
    won = {*outcome.winners} if outcome is not None else set()
    if not all({*side} <= won or not {*side} & won for side in sides):
        yield Fault(f"only a part of a side wins: {sorted(won)} of {sides}", game.title.rules.outcome)


def folds(game: Game) -> Iterator[Fault]:
    """Folding the events of a move leads to the table that the move led to."""
    for turn in game.turns:
        table: Any = turn.before
        for event in turn.accepted.events:
            table = game.title.rules.evolve(table, event)
        if table != turn.accepted.table:
            yield Fault(f"the events of {turn.move} do not lead to the table that the move led to", type(turn.move))


def repeats(game: Game) -> Iterator[Fault]:
    """The same move on the same table has the same ruling, always."""
    for turn in some(game.turns, 200):
        if decider.decide(game.title.rules, turn.before, turn.actor, turn.move) != turn.accepted:
            yield Fault(f"two rulings on {turn.move} differ", type(_step(game, turn.before)))


def lists_are_verdicts(game: Game) -> Iterator[Fault]:
    """Listed moves are accepted; any other candidate is refused with a clause of the title."""
    for turn in some(game.turns, 200):
        step = _step(game, turn.before)
        if not isinstance(step, Decision):
            continue
        if not turn.legal:
            yield Fault(f"{step} leaves seat {turn.actor} no legal move", type(step))
        for move in step.candidates(turn.before, turn.actor):
            ruling = decider.decide(game.title.rules, turn.before, turn.actor, move)
            if isinstance(ruling, Accepted) != (move in turn.legal):
                yield Fault(f"{move} is {'accepted' if isinstance(ruling, Accepted) else 'refused'}", type(step))
            elif isinstance(ruling, Refusal) and not _is_clause(game.title, ruling):
                yield Fault(f"{move} is refused without a clause of the title", type(step))


def moves_are_built(game: Game) -> Iterator[Fault]:
    """Building a move item by item leads only to legal moves."""
    rules, builds, source = game.title.rules, game.title.bots.builds, random.Random(1)
    for turn in some(game.turns, BUILT if builds else 1):
        for step in decider.open_steps(rules, turn.before):
            for kind in builds.keys() & {*getattr(step, "takes", ())}:
                for seat in step.seats(turn.before) if isinstance(step, Decision) else ():
                    following = partial(builds[kind], turn.before, seat)
                    items = _any_items(following, source)
                    move = built(kind, seat, items)
                    if items and isinstance(decider.decide(rules, turn.before, seat, move), Refusal):
                        yield Fault(f"{move} cannot be finished", kind)


def _any_items(following: Callable[[tuple[Any, ...]], Iterable[Any]], source: random.Random) -> tuple[Any, ...]:
    """Return items of a move, each of those that may come next, until none may."""
    items: tuple[Any, ...] = ()
    while choices := [*following(items)]:
        items = (*items, source.choice(choices))
    return items


def steps_are_listed(game: Game) -> Iterator[Fault]:
    """Every step that the rules wait for is in the list of steps."""
    waited = {type(step) for turn in game.turns for step in (*turn.before.agenda, _step(game, turn.before))}
    for kind in waited - {*game.title.rules.steps, *game.title.rules.owed}:
        yield Fault(f"{kind.__name__} is not in `steps`", kind)


def tables_hold(game: Game) -> Iterator[Fault]:
    """No table breaks an invariant."""
    for table in some(game.tables, 200):
        for sentence in game.title.rules.invariants(table):
            yield Fault(f"a table of a random game breaks an invariant: {sentence}", game.title.rules.invariants)
            return


def tables_are_json(game: Game) -> Iterator[Fault]:
    """A table survives a round trip through JSON unchanged."""
    rules = game.title.rules
    for table in some(game.tables, 100):
        if canonical.read(rules, canonical.encode(table), rules.edition) != table:
            yield Fault("a table that is written as JSON and read back is different", rules.table)


def chance_is_as_told(game: Game) -> Iterator[Fault]:
    """Every outcome of chance has the probability with which it is drawn."""
    counted: dict[type, int] = {}
    for turn in game.turns:
        step = _step(game, turn.before)
        if not isinstance(step, Chance):
            continue
        if not 0 < step.probability(turn.before, turn.move) <= 1:
            yield Fault(f"{turn.move} was drawn, but has no probability", type(step))
        counted[type(step)] = counted.get(type(step), 0) + 1
        if counted[type(step)] <= 3:
            yield from _misjudged(step, turn.before)


def _misjudged(step: Chance[Any, Any], table: Any) -> Iterator[Fault]:
    left = MOST

    def drawn(draws: Draws) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise OverflowError
        return step.draw(table, draws)

    try:
        chances = distribution(drawn)
    except OverflowError:
        draws = _draws(1)
        outcomes = [step.draw(table, draws) for _ in range(DRAWN)]
        for outcome in outcomes:
            if not 0 < step.probability(table, outcome) <= 1:
                yield Fault(f"{outcome} is drawn, but has no probability", type(step))
        return
    for outcome, chance in chances.items():
        stated = step.probability(table, outcome)
        if stated != chance:
            yield Fault(f"{outcome} has the probability {chance}, not {stated}", type(step))
            return


def defaults_tell_nothing(game: Game) -> Iterator[Fault]:
    """The move for a seat whose time is up depends only on what that seat knows."""
    rules = game.title.rules
    for number, turn in enumerate(some(game.turns, MOMENTS)):
        for seat in decider.asked_seats(rules, turn.before):
            world = game.title.bots.guess(turn.before, seat, _draws(number))
            if decider.default(rules, world, seat) != decider.default(rules, turn.before, seat):
                sentence = f"the first legal move of seat {seat} shows what it does not know"
                yield Fault(sentence, type(_step(game, world)))


def evaluations_share_the_victory(game: Game) -> Iterator[Fault]:
    """An evaluation shares out the victory, and after the end it says who has won."""
    rules, bots = game.title.rules, game.title.bots
    for judge in filter(None, (bots.evaluation, bots.appraisal)):
        for table in some(game.tables, MOMENTS):
            yield from (Fault(sentence, judge) for sentence in _misjudgements(rules, table, judge(table)))


def _misjudgements(rules: Any, table: Any, shares: Any) -> Iterator[str]:
    outcome, together = rules.outcome(table), len(rules.sides(table)) == 1
    if len(shares) != table.players or not all(0 <= share <= 1 for share in shares):
        yield f"{shares} are not {table.players} shares from 0 to 1"
    elif together and len({*shares}) > 1:
        yield f"{shares} differ, and all seats win together"
    elif outcome is None and not together and not isclose(sum(shares), 1):
        yield f"{shares} add up to {sum(shares)} while the game runs"
    for seat, share in enumerate(shares if outcome is not None else (), 1):
        won = seat in outcome.winners
        lost = 0.5 if outcome.ending == "repetition" else 0
        if not isclose(share, (1 if together else 1 / len(outcome.winners)) if won else lost, abs_tol=1e-6):
            yield f"seat {seat} {'won' if won else 'did not win'}, and has the share {share}"


def everything_is_said(game: Game) -> Iterator[Fault]:
    """Every message and every step is a sentence."""
    english, seen_kinds = game.title.words.english, set[type]()
    for turn in game.turns:
        for subject in (_step(game, turn.before), turn.move, *turn.accepted.events):
            if type(subject) in seen_kinds and len(seen_kinds) > len(game.turns) // 4:
                continue
            seen_kinds.add(type(subject))
            is_step = subject is not turn.move and subject not in turn.accepted.events
            sentence = english.question(subject) if is_step else english.sentence(subject)
            if not sentence[:1].strip() or not sentence.endswith((".", "!", "?")):
                yield Fault(f"{sentence!r} is not a sentence", type(subject))


def everything_is_drawn(game: Game) -> Iterator[Fault]:
    """Every view is drawn with a text board; nothing reaches out of the picture, or stands where no page shows it."""
    for turn in some(game.turns, PICTURES):
        for seat in (None, *range(1, game.seats + 1)):
            drawn = draw(game.title, turn.accepted.table, seat, turn.accepted.events)
            try:
                lines = board(drawn)
            except ET.ParseError as error:
                yield Fault(f"the picture is not SVG: {error}", game.title.board.picture)
                return
            if lines[:1] != [game.title.label]:
                yield Fault("the text board does not begin with the label of the title", game.title.board.picture)
            for thing in outside(drawn):
                yield Fault(f"outside the picture: {thing}", game.title.board.picture)
            for thing in dropped(drawn):
                problem = (
                    f"no page shows {thing}: next to an svg.part, wrap it in another, or make it a top-level panel"
                )
                yield Fault(problem, game.title.board.picture)


def spots_are_drawn(game: Game) -> Iterator[Fault]:
    """The spots of a legal move are in the picture for its seat."""
    for turn in some(game.turns, PICTURES * 2):
        moves = [(move, game.title.board.spots(turn.before, move)) for move in turn.legal]
        if not any(spots for _, spots in moves):
            continue
        shown = {*re.findall(r' data-spot="([^"]+)"', draw(game.title, turn.before, turn.actor))}
        for move, spots in moves:
            if not {*spots} <= shown:
                yield Fault(f"{move} points at {[*spots]}, which are not in the picture", game.title.board.spots)


def anything_is_ruled_on(game: Game) -> Iterator[Fault]:
    """Any command, from any actor, filled with anything, is accepted or refused by a clause; nothing raises."""
    source, commands = random.Random(1), game.title.rules.protos[0]
    kinds = [getattr(commands, name) for name in commands.DESCRIPTOR.message_types_by_name]
    for turn in some(game.turns, 40):
        for kind in kinds:
            move = as_plain(scribble(source, kind()))
            actor = source.choice([CHANCE, *range(1, game.seats + 2)])
            ruling = decider.decide(game.title.rules, turn.before, actor, move)
            if isinstance(ruling, Accepted):
                yield from _unrecorded(*ruling.events)
            elif not _is_clause(game.title, ruling):
                yield Fault(
                    f"{move} of {actor or 'chance'} is refused without a clause", type(_step(game, turn.before))
                )


def everything_is_recorded(game: Game) -> Iterator[Fault]:
    """Every command and event fits its message."""
    for turn in game.turns:
        yield from _unrecorded(turn.move, *turn.legal, *turn.accepted.events)


def _unrecorded(*values: Any) -> Iterator[Fault]:
    for value in values:
        try:
            as_message(value)
        except UnfitValueError as error:
            yield Fault(str(error), type(value))


def the_end_is_the_end(game: Game) -> Iterator[Fault]:
    """After the end everything is refused."""
    rules = game.title.rules
    if not game.is_over:
        return
    for turn in game.turns:
        if isinstance(decider.decide(rules, game.end, turn.actor, turn.move), Accepted):
            yield Fault(f"{turn.move} is accepted after the end", rules.turn)
    if any([*decider.legal(rules, game.end, seat)] for seat in range(1, game.seats + 1)):
        yield Fault("there are legal moves after the end", rules.turn)


def guesses_look_real(game: Game) -> Iterator[Fault]:
    """A reader cannot tell a guess from the table, and the guess depends only on what the reader knows."""
    for number, table in enumerate(some(game.tables[1:], MOMENTS)):
        for reader in (None, *range(1, game.seats + 1)):
            guessed = game.title.bots.guess(table, reader, _draws(number))
            for sentence in (*_told_apart(game, table, guessed, reader), *_informed(game, table, guessed, reader)):
                yield Fault(sentence, game.title.bots.guess)


def _told_apart(game: Game, table: Any, guessed: Any, reader: int | None) -> Iterator[str]:
    """Yield how a reader can tell a guess from the table."""
    rules, whose = game.title.rules, f"seat {reader}" if reader else "a spectator"
    if rules.view(guessed, reader) != rules.view(table, reader):
        yield f"{whose} can tell a guess from the table by its view"
    if (guessed.agenda, decider.asked_seats(rules, guessed)) != (table.agenda, decider.asked_seats(rules, table)):
        yield "the rules wait for something else on a guess"
    for sentence in rules.invariants(guessed):
        yield f"a guess breaks an invariant: {sentence}"
    if reader and [*decider.legal(rules, guessed, reader)] != [*decider.legal(rules, table, reader)]:
        yield f"other moves of {whose} are legal on a guess"


def _informed(game: Game, table: Any, guessed: Any, reader: int | None) -> Iterator[str]:
    """Yield that a guess differs between tables that a reader cannot tell apart."""
    for source in (Zeros, lambda: _draws(7)):
        once, twice = (game.title.bots.guess(position, reader, source()) for position in (table, guessed))
        if canonical.encode(once) != canonical.encode(twice):
            yield f"a guess depends on what {f'seat {reader}' if reader else 'a spectator'} does not know"


LAWS: Mapping[str, Law] = {
    law.__doc__.rstrip(".")[0].lower() + law.__doc__.rstrip(".")[1:]: law
    for law in (
        *(ends, defaults_end, sides_stay, folds, repeats, lists_are_verdicts, moves_are_built),
        *(
            steps_are_listed,
            tables_hold,
            tables_are_json,
            chance_is_as_told,
            anything_is_ruled_on,
            everything_is_recorded,
        ),
        the_end_is_the_end,
        *(everything_is_said, everything_is_drawn, spots_are_drawn, guesses_look_real, defaults_tell_nothing),
        evaluations_share_the_victory,
    )
    if law.__doc__
}
"""The laws that hold in every game, by what they say."""


def unhandled(title: Title[Any]) -> Iterator[Fault]:
    """Every event of the protos has a handler."""
    messages = title.rules.protos[1].DESCRIPTOR.message_types_by_name
    parts = {field.message_type.name for message in messages.values() for field in message.fields if field.message_type}
    handled = {kind.__name__ for kind in title.rules.evolve.handlers}
    for name in sorted({*messages} - parts - handled):
        yield Fault(f"{name} has no handler in `evolve`", name)


def unsaid(title: Title[Any]) -> Iterator[Fault]:
    """Every command, event and step has words."""
    taken = (kind for step in title.rules.steps for kind in getattr(step, "takes", ()))
    for kind in (*taken, *title.rules.evolve.handlers, *title.rules.steps):
        if not any(kin in title.words.english.sentences for kin in kind.__mro__):
            yield Fault(f"{kind.__name__} has no sentence in the English words", kind)


def unlisted(title: Title[Any]) -> Iterator[Fault]:
    """Every command has a step, every step cites a clause, and events close every step."""
    commands = title.rules.protos[0].DESCRIPTOR.message_types_by_name
    parts = {field.message_type.name for command in commands.values() for field in command.fields if field.message_type}
    taken = {kind.__name__ for step in title.rules.steps for kind in getattr(step, "takes", ())}
    for name in sorted({*commands} - parts - taken):
        yield Fault(f"no step takes {name}", name)
    for step in title.rules.steps:
        if not _is_clause(title, Refusal(getattr(step, "clause", 0))):
            yield Fault(f"{step.__name__} has no clause of the title", step)
        for kind in {*step.closed_by} - {*title.rules.evolve.handlers}:
            yield Fault(f"{step.__name__} is closed by {kind.__name__}, which is not an event of the title", step)


def options(title: Title[Any], games: Sequence[Game]) -> Iterator[Fault]:
    """Any number in an option is either refused or playable, and never raises."""
    rules, seats = title.rules, games[0].seats
    for field, number in product(msgspec.structs.fields(rules.options), LARGE):
        for value in (number, [number] * seats):
            text = msgspec.json.encode({field.name: value}).decode()
            try:
                table = rules.setup(seats, msgspec.json.decode(text, type=rules.options), rules.edition)
            except (msgspec.ValidationError, ValueError):
                continue
            for sentence in play_on(title, table, 1, LONGEST, LONGEST // 2):
                yield Fault(f"the options {text} lead to an impossible table: {sentence}", rules.options)
                break


def set_ups(title: Title[Any], games: Sequence[Game]) -> Iterator[Fault]:
    """Any text in a set-up is either refused or playable, and never raises."""
    rules = title.rules
    written = SetUps(title, [table for game in games for table in some(game.tables, 60)])
    for table in (*written.accepted(SET_UPS, seed=1), *written.large()):
        for sentence in play_on(title, table, 1, PLAYED_ON, PLAYED_ON // 2):
            accepted = f"the set-up {canonical.encode(table).decode()} is accepted and leads to a table that cannot be"
            yield Fault(f"{accepted}: {sentence}", rules.invariants)
            break
    for text in written.misspelt():
        if _is_accepted(title, text):
            yield Fault(f"a misspelt field is accepted; forbid unknown fields: {text.decode()}", rules.table)
            return


def seats_are_counted(title: Title[Any], games: Sequence[Game]) -> Iterator[Fault]:
    """A set-up with an unsupported number of seats is refused."""
    rules = title.rules
    table = games[-1].turns[0].before
    for seats in (rules.seats[0] - 1, rules.seats[-1] + 1):
        rows = (getattr(table, rules.table.rows) * (seats + 1))[:seats]
        if _is_accepted(title, canonical.encode(table.but(**{rules.table.rows: rows}))):
            yield Fault(f"a set-up for {seats} seats is accepted", rules.invariants)
    if not any(clause.number == rules.seats_clause for clause in clauses_of(rules.protos[3]).values()):
        yield Fault(f"{rules.seats_clause}, the clause on seats, is not a clause of the title")


def _is_accepted(title: Title[Any], text: bytes) -> bool:
    try:
        canonical.read(title.rules, text, title.rules.edition)
    except BadTableError:
        return False
    return True


def leaks(title: Title[Any], variants: list[tuple[int, str]]) -> Iterator[Fault]:
    """No reader sees what only another seat may know."""
    if title.rules.view is open_table:
        yield Fault("the view is the whole table: write a `view` that names what a seat may know", title.rules.table)
        return
    finding = gate(title, variants)
    for leak in finding.leaks[:10]:
        reader = f"seat {leak.reader}" if leak.reader else "a spectator"
        known = f"{reader} can tell by the {leak.part} which {leak.kind} another seat has: {_apart(leak)}"
        yield Fault(f"{known}; {_told(leak)}", leak.kind)
    for kind in sorted({*finding.changed} - {*finding.hidden}):
        yield Fault(f"{kind} is private, but everybody can tell two of them apart", kind)
    for kind in sorted(private_kinds(title, Chance) - {*finding.changed}):
        yield Fault(f"cannot check whether {kind} leaks: no random game has two outcomes of it", kind)


def _apart(leak: Leak) -> str:
    """Return where two worlds differ, with a few words around it."""
    one, other = (" ".join(str(part).split()) for part in (leak.one, leak.other))
    same = next((at for at, pair in enumerate(zip(one, other, strict=False)) if len({*pair}) > 1), 0)
    return " or ".join(text[max(0, same - AROUND) : same + AROUND].strip() for text in (one, other))


def _told(leak: Leak) -> str:
    """Return what leaked, and the moves that led there."""
    before = f"; before it, {' '.join(leak.before)}" if leak.before else ""
    after = f"; after it, {' '.join(leak.after)}" if leak.after else ""
    return f"it is {' or '.join(map(repr, leak.facts))}{before}{after}"


def _step(game: Game, table: Any) -> Any:
    return decider.waiting(game.title.rules, table)


def _draws(seed: int) -> SeededDraws:
    return SeededDraws(random.Random(seed))


def _is_clause(title: Title[Any], refused: Refusal) -> bool:
    """Return whether a refusal cites a clause of the title."""
    value = title.rules.protos[3].DESCRIPTOR.enum_types_by_name["Clause"].values_by_number.get(refused.clause)
    return value is not None and value.GetOptions().Extensions[options_pb2.clause].number.startswith(f"{title.code}-")
