"""Revision: a version of a title's rules, made of the version before it and of what differs.

The folder of a title is the first version of its rules. A later one is a module or package of that folder, `rules_2`,
`rules_3` and so on, whose constant bears the name of the title. It names only what differs, so that nothing by which an
older game was judged is ever written again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.kit.rules import canonical
from games.kit.rules.change import Change
from games.kit.rules.decider import Step, Table, Title


def revised(
    title: Title[Any], *, changes: Sequence[Change], steps: Sequence[type[Step[Any]]] = (), **parts: Any
) -> Title[Any]:
    """Return the next version of a title's rules, which differs from `title` in these steps and other parts.

    A step with the name of one of the title takes its place. It derives from it, has the same fields and is closed by
    the same events, so that agendas mean the same in all versions and are folded alike. Any other step is a new one.
    `parts` are fields of `Title`, such as `setup`. Raises ValueError without a change, or for a step that does not fit.
    """
    if not changes:
        raise ValueError(f"a new version of {title.name} names the verdicts that it changes")
    successors = {step.__name__: step for step in steps}
    replaced = {step: successors.pop(step.__name__) for step in title.steps if step.__name__ in successors}
    for step, successor in replaced.items():
        _check_fits(step, successor)
    older = {kind: replaced.get(step, step) for kind, step in title.revisions.items()}
    return replace(
        title,
        rules_version=title.rules_version + 1,
        changes=tuple(changes),
        steps=(*(replaced.get(step, step) for step in title.steps), *successors.values()),
        revisions=older | replaced,
        **parts,
    )


def carried(title: Title[Any], table: Table) -> Table:
    """Return a table of any version of a title as one of this version. Raises BadTableError if there is no such."""
    if type(table) is title.table:
        return table
    edition = getattr(table, "edition", title.edition)
    carried: Table = canonical.decode(title, canonical.encode(table), edition)
    return carried


def _check_fits(step: type[Step[Any]], successor: type[Step[Any]]) -> None:
    """Check that a step can take the place of another. Raises ValueError."""
    if not issubclass(successor, step):
        raise ValueError(f"{successor!r} has the name of {step!r}, and does not derive from it")  # noqa: TRY004  # a value of `revised`
    for what in ("__struct_fields__", "closed_by"):
        was, now = getattr(step, what), getattr(successor, what)
        if was != now:
            raise ValueError(f"{successor!r} takes the place of {step!r}, and differs in {what}: {now!r}, not {was!r}")
