"""The duel is solved: no best move loses anything, no other move gains anything, and bounds of a plain search hold."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from statistics import fmean

import pytest

from clients.bots.levels import Bot, Budget, Folder, Question
from clients.bots.search import after
from games.infludance_duel import INFLUDANCE_DUEL as DUEL
from games.infludance_duel.bots import solution
from games.infludance_duel.bots.solution import EVEN, Solution
from games.infludance_duel.rules.steps import TakeStep
from games.infludance_duel.rules.table import DuelTable, Gunman
from games.kit.rules import canonical, decider
from games.kit.rules.decider import CHANCE, Chance
from titles.checks.walk import SeededDraws, set_up


@cache
def oracle() -> Solution:
    return Solution(Folder(None))


def late(seed: int, unfired: int = 2, side: str = "A") -> DuelTable:
    """Return a table at the beginning of a turn of red, with so many tokens in the magazines and small cowboys."""
    source = random.Random(seed)
    start = set_up(DUEL, 2, f'{{"board_side": "{side}", "starting_player": "red"}}').table
    tokens = list(start.unfired)
    source.shuffle(tokens)
    red = source.randint(max(0, unfired - 6), min(6, unfired))
    fields = source.sample(sorted(start.grid.bullets), 2)
    fired = tokens[: 6 - red], tokens[6 - red : 12 - unfired]
    gunmen = tuple(
        Gunman(figure="small", field=field, spun=1 if shots else 0, fired=tuple(shots))
        for field, shots in zip(fields, fired, strict=True)
    )
    left = tuple(sorted(tokens[12 - unfired :]))
    table: DuelTable = start.but(gunmen=gunmen, unfired=left, active=1)
    return table.but(situations=(table.situation,))


def unarmed() -> DuelTable:
    """Return the table at which red chooses the first figure, with all tokens fired, so that few layers are solved."""
    start: DuelTable = set_up(DUEL, 2, '{"starting_player": "red"}').table
    fired = start.unfired[:6], start.unfired[6:]
    return start.but(gunmen=tuple(Gunman(spun=1, fired=tokens) for tokens in fired), unfired=())


def played(table: DuelTable, seed: int) -> Iterator[DuelTable]:
    """Yield the tables of a game in which red asks the oracle and blue plays at random."""
    source = random.Random(seed)
    while (step := decider.waiting(DUEL.rules, table)) is not None and not table.ending:
        yield table
        if isinstance(step, Chance):
            table = after(DUEL, table, CHANCE, step.draw(table, SeededDraws(source)))
        else:
            (seat,) = decider.asked_seats(DUEL.rules, table)
            moves = list(decider.legal(DUEL.rules, table, seat))
            best = oracle().best(table, 1) if seat == 1 else None
            table = after(DUEL, table, seat, best or source.choice(moves))
    yield table


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 40))])
def test_no_table_is_worth_more_or_less_than_its_best_move(seed: int) -> None:
    """With the ends of the game this settles every value: that of chance is the mean of what follows."""
    for table in chain(played(late(seed), seed), played(unarmed(), seed)):
        step = decider.waiting(DUEL.rules, table)
        worth = oracle().worth(table, 1)
        assert worth + oracle().worth(table, 2) == pytest.approx(1)
        if step is None or table.ending or isinstance(step, Chance):
            continue
        (seat,) = decider.asked_seats(DUEL.rules, table)
        moves = decider.legal(DUEL.rules, table, seat)
        worths = [oracle().worth(after(DUEL, table, seat, move), 1) for move in moves]
        assert worth == pytest.approx(max(worths) if seat == 1 else min(worths), abs=EVEN)
        best = oracle().best(table, seat)
        assert oracle().worth(after(DUEL, table, seat, best), 1) == pytest.approx(worth, abs=EVEN)


def bounds(table: DuelTable, depth: int) -> tuple[float, float]:
    """Return between what and what red's share must be, by looking so many decisions ahead and no further."""
    step = decider.waiting(DUEL.rules, table)
    if table.ending:
        share = {0: 0.5, 1: 1.0, 2: 0.0}[table.winner]
        return share, share
    if isinstance(step, Chance):
        tokens = {text: step.showing(table, text) for text in sorted(set(table.unfired))} if table.at(1).spun else {}
        outcomes = list(tokens.values()) or [step.draw(table, SeededDraws(random.Random(1)))]
        chances = [float(step.probability(table, outcome)) for outcome in outcomes] if tokens else [1.0]
        worths = [bounds(after(DUEL, table, CHANCE, outcome), depth) for outcome in outcomes]
        return (
            sum(chance * low for chance, (low, _) in zip(chances, worths, strict=True)),
            sum(chance * high for chance, (_, high) in zip(chances, worths, strict=True)),
        )
    if not depth:
        return 0.0, 1.0
    (seat,) = decider.asked_seats(DUEL.rules, table)
    pairs = [bounds(after(DUEL, table, seat, move), depth - 1) for move in decider.legal(DUEL.rules, table, seat)]
    choose = max if seat == 1 else min
    return choose(low for low, _ in pairs), choose(high for _, high in pairs)


@pytest.mark.parametrize("depth", [3, pytest.param(5, marks=pytest.mark.long)])
def test_a_search_that_knows_the_rules_alone_finds_the_same_bounds(depth: int) -> None:
    bounded = 0
    for seed in range(100, 112):
        table = late(seed, unfired=1)
        table = table.but(gunmen=tuple(gunman if gunman.spun else _spun(gunman) for gunman in table.gunmen))
        low, high = bounds(table, depth)
        assert low - EVEN <= oracle().worth(table, 1) <= high + EVEN
        bounded += (low, high) != (0, 1)
    assert bounded


def _spun(gunman: Gunman) -> Gunman:
    return Gunman(figure=gunman.figure, field=gunman.field, spun=1)


def test_a_situation_that_began_two_turns_is_a_draw_when_it_comes_again() -> None:
    """Without tokens, and every other situation used up, there is no way to win in more than one turn."""
    table = late(3, unfired=0)
    fields = sorted(table.grid.bullets)
    twice = tuple(f"{red}-{blue}-blue" for red in fields for blue in fields if red != blue) * 2
    used = table.but(situations=(table.situation, *twice))
    moves = decider.legal(DUEL.rules, used, 1)
    worths = {oracle().worth(after(DUEL, used, 1, move), 1) for move in moves}
    assert worths <= {0.0, 0.5, 1.0}
    assert oracle().worth(used, 1) == max(worths)
    assert 0.5 in worths


@pytest.mark.long
def test_what_was_solved_is_kept_in_a_folder_and_damage_is_solved_again(tmp_path: Path) -> None:
    table = late(1, unfired=1)
    first = Solution(Folder(tmp_path))
    worth = first.worth(table, 1)
    assert first.best(table, 1) in decider.legal(DUEL.rules, table, 1)
    (file,) = tmp_path.iterdir()
    assert Solution(Folder(tmp_path)).worth(table, 1) == worth
    file.write_bytes(file.read_bytes()[:-9])
    assert Solution(Folder(tmp_path)).worth(table, 1) == worth


@pytest.mark.long
def test_what_a_duel_takes_is_worked_out_part_by_part_and_kept_on_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solution, "KEPT_AT_ONCE", 1)
    table, heard = late(1), list[tuple[int, int]]()
    first = Solution(Folder(tmp_path))

    def stop(done: int, whole: int) -> None:
        heard.append((done, whole))
        raise InterruptedError

    with pytest.raises(InterruptedError):
        first.prepare(table, stop)
    (file,) = tmp_path.iterdir()
    size = file.stat().st_size
    again = Solution(Folder(tmp_path))
    again.prepare(table, lambda done, whole: heard.append((done, whole)))
    assert heard[-1] == (heard[0][1] - 1,) * 2, "what was kept when it was stopped is not worked out again"
    assert file.stat().st_size > size
    assert again.worth(table, 1) == oracle().worth(table, 1)
    again.prepare(table, stop)
    again.prepare(late(1, unfired=2).but(ending="goal"), stop)


def test_the_oracle_is_asked_at_level_three(tmp_path: Path) -> None:
    table = late(5)
    question = Question(DUEL.name, DUEL.rules_version, "", canonical.encode(table).decode(), 1)
    with Bot(3, Budget(playouts=4), seed=1, cores=1, folder=tmp_path) as bot:
        assert bot.choose(question) == oracle().best(table, 1)
    assert [*tmp_path.iterdir()]


def test_of_moves_that_lose_nothing_the_one_is_made_after_which_most_answers_lose() -> None:
    tried = 0
    for seed in range(12):
        table = late(seed, unfired=0)
        ends = {str(move): after(DUEL, table, 1, move) for move in decider.legal(DUEL.rules, table, 1)}
        worth = oracle().worth(table, 1)
        answers = {
            move: [oracle().worth(after(DUEL, end, 2, answer), 1) for answer in decider.legal(DUEL.rules, end, 2)]
            for move, end in ends.items()
            if oracle().worth(end, 1) == worth and isinstance(decider.waiting(DUEL.rules, end), TakeStep)
        }
        hopes, chosen = {move: fmean(worths) for move, worths in answers.items()}, str(oracle().best(table, 1))
        if chosen in hopes:
            assert hopes[chosen] == max(hopes.values())
            tried += len({*hopes.values()}) > 1
    assert tried
