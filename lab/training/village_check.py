"""Whether the model of Samurai Spirit (village.py) does what the rules do.

Each table in some games of the model is converted to a table of the rules. The same must be known about both, then and
after each action and each answer to a raider that leaves nothing else to chance or to players.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from clients.bots.search import after
from games.kit.rules import decider
from games.kit.rules.decider import CHANCE
from games.kit.rules.pile import Place, Unseen
from games.samurai_spirit.bots.facts import facts, numbers
from games.samurai_spirit.rules.data import CHIEFS, FAMILIES, LIEUTENANTS, RAIDERS, SAMURAI
from games.samurai_spirit.rules.steps import ChooseAction, EndTurn
from games.samurai_spirit.rules.steps.hold_raider import HoldRaider
from games.samurai_spirit.rules.table import Samurai, SamuraiTable
from gunbai.samurai_spirit.v1 import commands as cmd
from lab.training import village
from titles.catalogue import TITLES

TITLE = TITLES["samurai_spirit"][1]
IDS, HEROES = tuple(RAIDERS), tuple(SAMURAI)
REPLIES = {
    village.CONFRONT: cmd.Confront(),
    village.DEFEND: cmd.Defend(),
    village.DISMISS: cmd.Dismiss(),
    **{village.SEND + seat: cmd.Send(to_seat=seat + 1) for seat in range(village.SEATS)},
}
ACTIONS = {
    village.PASS: cmd.Pass(),
    **{village.SUPPORT + seat: cmd.Support(to_seat=seat + 1) for seat in range(village.SEATS)},
}


def compared(games: int) -> tuple[int, int]:
    """Return how many tables were compared, and how many that followed. Raises ValueError if anything differs."""
    tables = followed = 0
    for number in range(games):
        village.seed(number)
        v = np.zeros(1, village.VILLAGE).view(np.recarray)[0]
        village.begin(v, 0)
        village.go_on(v)
        while not v["ending"]:
            table = as_table(v)
            compare(v, table)
            tables += 1
            followed += _actions(v, table)
            if village.may_act(v):
                followed += _replies(v, table)
                village.meet_somehow(v)
            else:
                village.do(v, village.PASS)
    return tables, followed


def compare(v: Any, table: SamuraiTable) -> None:
    """Raise ValueError if not the same is known of a village and a table."""
    places = np.empty((village.SEATS, village.WIDTH), np.int64)
    counted = np.empty(village.NUMBERS)
    village.look_at(v, places, counted)
    of_village = [sorted(fact for fact in row if fact < village.FACTS) for row in places.tolist()]
    expected = [sorted(row) for row in facts(table)]
    if of_village != expected or not np.allclose(counted, numbers(table)):
        raise ValueError(f"{table}: {expected} and {numbers(table)}, not {of_village} and {counted.tolist()}")


def _actions(v: Any, table: SamuraiTable) -> int:
    """Compare what follows from each action that turns no raider; return how many did."""
    count = 0
    for action, move in ACTIONS.items():
        is_legal = isinstance(decider.decide(TITLE.rules, table, table.active, move), decider.Accepted)
        if is_legal != village.may_do(v, action):
            raise ValueError(f"{table}: {move} is legal by one of both")
        end = after(TITLE, table, table.active, move) if is_legal else None
        if end is not None and _is_settled(end):
            then = v.copy()
            village.do(then, action)
            compare(then, end)
            count += 1
    return count


def _replies(v: Any, table: SamuraiTable) -> int:
    """Compare what follows from each way to meet the next raider; return how many did."""
    now = v.copy()
    raider = village.take(now)
    fighting = after(TITLE, table, table.active, cmd.Fight())
    held = after(TITLE, fighting, CHANCE, cmd.TurnRaider(raider=IDS[raider]))
    if not isinstance(decider.waiting(TITLE.rules, held), HoldRaider):
        return 0
    count = 0
    for reply, move in REPLIES.items():
        is_legal = isinstance(decider.decide(TITLE.rules, held, table.active, move), decider.Accepted)
        if is_legal != village.may_meet(now, v["active"], raider, reply):
            raise ValueError(f"{held}: {move} is legal by one of both")
        end = after(TITLE, held, table.active, move) if is_legal else None
        if end is not None and _is_settled(end):
            then = now.copy()
            village.meet(then, v["active"], raider, reply)
            village.go_on(then)
            compare(then, end)
            count += 1
    return count


def _is_settled(table: SamuraiTable) -> bool:
    """Return whether a samurai is about to act in the same round, and nothing was left to anybody before."""
    return isinstance(decider.waiting(TITLE.rules, table), ChooseAction)


def as_table(v: Any) -> SamuraiTable:
    """Return a village as a table of the rules."""
    active, number = int(v["active"]) + 1, int(v["round_number"])
    fresh = TITLE.rules.setup(village.SEATS, TITLE.rules.options(), TITLE.rules.edition)
    members: list[Place] = [number - 1] * int(v["entered"])
    return fresh.but(
        round=number,
        active=active,
        samurai=tuple([_as_samurai(v, seat) for seat in range(village.SEATS)]),
        helpers=tuple([hero for hero, helps in zip(HEROES, v["helps"], strict=True) if helps]),
        bound=tuple([kind for kind, binds in zip(village.KINDS, v["bound"], strict=True) if binds]),
        barricades=int(v["barricades"]),
        farms=fresh.farms[: int(v["farms"])],
        families=tuple([family for family, left in zip(FAMILIES, v["families"], strict=True) if left]),
        raiders=_as_pile(v["stack"], v["open"], v["stacked"]),
        intruders=_as_pile(v["intruders"], v["unmasked"], v["intruding"]),
        discard=tuple([IDS[raider] for raider in v["discard"][: v["discarded"]]]),
        unseen=Unseen(((*members, *_of_pool(v, IDS, 1)), _of_pool(v, LIEUTENANTS, 2), _of_pool(v, CHIEFS, 2))),
        agenda=(EndTurn(active), ChooseAction(active)),
    )


def _of_pool(v: Any, raiders: tuple[str, ...], kind: int) -> tuple[str, ...]:
    return tuple([raider for raider in raiders if v["pool"][IDS.index(raider)] == kind])


def _as_pile(pile: Any, are_known: Any, count: int) -> tuple[Place, ...]:
    """Return a pile, the top first; what nobody has seen is of the first pool."""
    return tuple(
        [IDS[raider] if is_known else 0 for raider, is_known in zip(pile, are_known, strict=True)][:count][::-1]
    )


def _as_samurai(v: Any, seat: int) -> Samurai:
    return Samurai(
        id=HEROES[v["hero"][seat]],
        line=tuple([IDS[raider] for raider in v["line"][seat][: v["length"][seat]]]),
        left=tuple([IDS[raider] for raider in v["left"][seat] if raider != village.NONE]),
        animal=bool(v["animal"][seat]),
        wounded=bool(v["wounded"][seat]),
        passed=bool(v["passed"][seat]),
        token_with=int(v["token"][seat]) + 1,
    )
