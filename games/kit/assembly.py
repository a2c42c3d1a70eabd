"""Assembly: a title put together from the modules of its package, which have the same names in every title."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from games.kit.board.spots import points_nowhere
from games.kit.rules.decider import Chance, Table, Title, each_alone, needs_no_dealer, no_habit, nothing_stands
from games.kit.words.languages import Translations


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
    table, steps = _part(package, "rules.table"), _part(package, "rules.steps")
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
        edition=_part(package, "rules.data").EDITION,
        table=_table_of(table),
        setup=table.setup,
        needs_dealer=getattr(table, "needs_dealer", needs_no_dealer),
        turn=steps.turn,
        sides=getattr(table, "sides", each_alone),
        standing=getattr(steps, "standing", nothing_stands),
        steps=steps.STEPS,
        misplaced=steps.misplaced,
        evolve=_part(package, "rules.evolve").evolve,
        reasons=_part(package, "rules.reasons").REASONS if find_spec(f"{package}.rules.reasons") else {},
        outcome=_part(package, "rules.outcome").outcome,
        invariants=_part(package, "rules.invariants").invariants,
        view=_part(package, "rules.view").view,
        guess=_part(package, "bots.guess").guess,
        belief=getattr(_part(package, "bots.evaluation"), "belief", None),
        evaluation=_part(package, "bots.evaluation").evaluation,
        appraisal=_part(package, "bots.appraisal").appraisal if find_spec(f"{package}.bots.appraisal") else None,
        spread=getattr(_part(package, "bots.evaluation"), "SPREAD", None),
        is_quiet=_part(package, "bots.habit").is_quiet if find_spec(f"{package}.bots.habit") else _rests(steps.turn),
        habit=_part(package, "bots.habit").habit if find_spec(f"{package}.bots.habit") else no_habit,
        prospect=getattr(_part(package, "bots.evaluation"), "prospect", None),
        picture=_part(package, "board.picture").picture,
        recalled=getattr(_part(package, "board.picture"), "RECALLED", frozenset()),
        spots=_part(package, "board.spots").spots if find_spec(f"{package}.board.spots") else points_nowhere,
        words=_part(package, "words.english").WORDS,
        asides=getattr(_part(package, "words.english"), "ASIDES", frozenset()),
        languages=Translations(package),
        forms=_part(package, "words.notation").FORMS if find_spec(f"{package}.words.notation") else {},
        turns=_part(package, "words.notation").TURNS if find_spec(f"{package}.words.notation") else (),
        texts=_part(package, "words.notation").TEXTS if find_spec(f"{package}.words.notation") else {},
        house_rulings=_part(package, "words.house_rulings").HOUSE_RULINGS,
        solution=_part(package, "bots.solution").Solution if find_spec(f"{package}.bots.solution") else None,
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
