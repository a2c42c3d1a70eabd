"""Assembly: a title put together from the modules of its package, which have the same names in every title."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from games.kit.decider import Chance, Table, Title, each_alone, needs_no_dealer, no_habit, nothing_stands
from games.kit.languages import Translations
from games.kit.spots import points_nowhere


def assembled(
    package: str, *, code: str, label: str, rules_version: int, seats: range, seats_clause: str
) -> Title[Any]:
    """Return the title of a package such as "games.shogun".

    Its modules `data`, `table`, `steps`, `evolve`, `outcome`, `invariants`, `view`, `guess`, `evaluation`, `picture`,
    `words` and `house_rulings` have the parts under the names that `Title` gives them; `standing`, `needs_dealer`,
    `sides`, `belief`, `prospect`, `SPREAD`, `RECALLED` and `ASIDES` are optional, and so are the modules `appraisal`,
    `habit`, `notation`, `reasons`, `spots` and `solution` and the folder `languages`, which has the phrasebooks in
    other languages.
    Raises ImportError or AttributeError for a module or a part that is not there.
    """
    name = package.rpartition(".")[2]
    table, steps = _part(package, "table"), _part(package, "steps")
    commands, events, view, clauses = (
        import_module(f"gunbai.{name}.v1.{kind}_pb2") for kind in ("commands", "events", "view", "clauses")
    )
    return Title(
        name=name,
        code=code,
        label=label,
        rules_version=rules_version,
        seats=seats,
        seats_clause=seats_clause,
        protos=(commands, events, view, clauses),
        options=table.Options,
        edition=_part(package, "data").EDITION,
        table=_table_of(table),
        setup=table.setup,
        needs_dealer=getattr(table, "needs_dealer", needs_no_dealer),
        turn=steps.turn,
        sides=getattr(table, "sides", each_alone),
        standing=getattr(steps, "standing", nothing_stands),
        steps=steps.STEPS,
        misplaced=steps.misplaced,
        evolve=_part(package, "evolve").evolve,
        reasons=_part(package, "reasons").REASONS if find_spec(f"{package}.reasons") else {},
        outcome=_part(package, "outcome").outcome,
        invariants=_part(package, "invariants").invariants,
        view=_part(package, "view").view,
        guess=_part(package, "guess").guess,
        belief=getattr(_part(package, "evaluation"), "belief", None),
        evaluation=_part(package, "evaluation").evaluation,
        appraisal=_part(package, "appraisal").appraisal if find_spec(f"{package}.appraisal") else None,
        spread=getattr(_part(package, "evaluation"), "SPREAD", None),
        is_quiet=_part(package, "habit").is_quiet if find_spec(f"{package}.habit") else _rests(steps.turn),
        habit=_part(package, "habit").habit if find_spec(f"{package}.habit") else no_habit,
        prospect=getattr(_part(package, "evaluation"), "prospect", None),
        picture=_part(package, "picture").picture,
        recalled=getattr(_part(package, "picture"), "RECALLED", frozenset()),
        spots=_part(package, "spots").spots if find_spec(f"{package}.spots") else points_nowhere,
        words=_part(package, "words").WORDS,
        asides=getattr(_part(package, "words"), "ASIDES", frozenset()),
        languages=Translations(package),
        forms=_part(package, "notation").FORMS if find_spec(f"{package}.notation") else {},
        turns=_part(package, "notation").TURNS if find_spec(f"{package}.notation") else (),
        texts=_part(package, "notation").TEXTS if find_spec(f"{package}.notation") else {},
        house_rulings=_part(package, "house_rulings").HOUSE_RULINGS,
        solution=_part(package, "solution").Solution if find_spec(f"{package}.solution") else None,
    )


def _rests(turn: Callable[[Any], Any]) -> Callable[[Any], bool]:
    """Return the `is_quiet` of a title without habits: whether chance has shown what it must, with its `turn`."""

    def is_quiet(table: Any) -> bool:
        return not isinstance(table.agenda[-1] if table.agenda else turn(table), Chance)

    return is_quiet


def _part(package: str, module: str) -> ModuleType:
    return import_module(f"{package}.{module}")


def _table_of(module: ModuleType) -> type[Table]:
    """Return the type of table that a module defines."""
    kinds = (kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__)
    return next(kind for kind in kinds if issubclass(kind, Table))
