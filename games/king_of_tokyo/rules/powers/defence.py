"""Cards that prevent damage, and the powers of any time: Armor Plating, Camouflage, Rapid Healing, Wings (KT-6.2)."""

from __future__ import annotations

from games.king_of_tokyo.rules.data import Power
from games.king_of_tokyo.rules.table import Monster
from games.kit.rules.decider import Refusal, refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause


def shield(monster: Monster, damage: int) -> str:
    """Return the card that prevents all of the damage, or "" (KT-6.2)."""
    if damage == 1 and (plates := monster.copies(Power.ARMOR)):
        return plates[0].card
    if monster.wings:
        return monster.copies(Power.WINGS)[0].card if monster.copies(Power.WINGS) else "wings"
    if damage <= 0:
        return monster.copies(Power.CAMOUFLAGE)[0].card
    return ""


def can_defend(monster: Monster) -> bool:
    """Return whether a monster can do something against damage that threatens it (KT-6.3)."""
    return refuse_healing(monster) is None or refuse_wings(monster) is None


def refuse_healing(monster: Monster) -> Refusal | None:
    """Return why a monster cannot use Rapid Healing (KT-13.36)."""
    copies = monster.copies(Power.HEALING)
    if not copies:
        return refusal(clause.CLAUSE_13_36, cards=0)
    if monster.life == monster.most_life:
        return refusal(clause.CLAUSE_13_36, life=monster.life)
    if monster.energy < copies[0].acts.powers[Power.HEALING]:
        return refusal(clause.CLAUSE_13_36, energy=monster.energy)
    return None


def refuse_wings(monster: Monster) -> Refusal | None:
    """Return why a monster cannot spread its Wings (KT-13.47)."""
    copies = monster.copies(Power.WINGS)
    if not copies:
        return refusal(clause.CLAUSE_13_47, cards=0)
    if monster.wings:
        return refusal(clause.CLAUSE_13_47, spread=True)
    if monster.energy < copies[0].acts.powers[Power.WINGS]:
        return refusal(clause.CLAUSE_13_47, energy=monster.energy)
    return None
