"""Revision: a version of a title's rules, made from the version before it and the differences.

The rules in the folder `rules` are the first version. A later one is a module in that folder: `version_2`, `version_3`
and so on. It contains only the differences, so that the rules of older games are never rewritten. The title's package
lists its versions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.kit.rules import canonical
from games.kit.rules.change import Change
from games.kit.rules.decider import Rules, Step, Table


def revised(
    rules: Rules[Any], *, changes: Sequence[Change], steps: Sequence[type[Step[Any]]] = (), **parts: Any
) -> Rules[Any]:
    """Return the next version of a title's rules, which differs from `rules` in these steps and other parts.

    A step with the name of one of the title's replaces it. It derives from it, has the same fields and is closed by the
    same events, so that agendas mean the same in all versions and fold alike. Any other step is new. `parts` are fields
    of `Rules`, such as `setup`. Raises ValueError without a change, or for a step that does not fit.
    """
    if not changes:
        raise ValueError(f"a new version of {rules.name} names the verdicts that it changes")
    successors = {step.__name__: step for step in steps}
    replaced = {step: successors.pop(step.__name__) for step in rules.steps if step.__name__ in successors}
    for step, successor in replaced.items():
        _check_fits(step, successor)
    # Steps of the oldest versions lead straight to the newest, so `current` looks once.
    older = {kind: replaced.get(step, step) for kind, step in rules.revisions.items()}
    return replace(
        rules,
        rules_version=rules.rules_version + 1,
        changes=tuple(changes),
        steps=(*(replaced.get(step, step) for step in rules.steps), *successors.values()),
        revisions=older | replaced,
        **parts,
    )


def carried(rules: Rules[Any], table: Table) -> Table:
    """Return a table of any version of a title as one of this version. Raises BadTableError if there is none."""
    if type(table) is rules.table:
        return table
    # The canonical JSON has only the edition's digest.
    edition = getattr(table, "edition", rules.edition)
    carried: Table = canonical.decode(rules, canonical.encode(table), edition)
    return carried


def _check_fits(step: type[Step[Any]], successor: type[Step[Any]]) -> None:
    """Check that a step can replace another. Raises ValueError."""
    if not issubclass(successor, step):
        raise ValueError(f"{successor!r} has the name of {step!r}, and does not derive from it")  # noqa: TRY004  # a value of `revised`
    for what in ("__struct_fields__", "closed_by"):
        was, now = getattr(step, what), getattr(successor, what)
        if was != now:
            raise ValueError(f"{successor!r} takes the place of {step!r}, and differs in {what}: {now!r}, not {was!r}")
