"""Databases of a service that is not running: another package reads them, by the entry point group `gunbai.stores`.

`audit` names a function that takes the path of a database, the paths of record files or folders of them to read
instead, a version of rules (0 for each title's newest, -1 for each record's own) and a number of processes (0 for one
per core). It prints what that version would rule differently, as text or, with `as_json`, as JSON, and exits.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any, cast

from gunbai_record.errors import GunbaiError

GROUP = "gunbai.stores"


def audit_of() -> Callable[..., None]:
    """Return the function that audits a database or record files. Raises GunbaiError if no package can read one."""
    for point in entry_points(group=GROUP, name="audit"):
        return cast("Callable[..., Any]", point.load())
    raise GunbaiError("no installed package reads databases: install `gunbai`")
