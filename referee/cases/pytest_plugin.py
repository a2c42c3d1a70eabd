"""A plug-in for pytest: a title's contract and cases, as tests in its package.

In a package's folder, `pytest --gunbai-title` has a test for each law, under its pyproject.toml, and one for each case.
`gunbai title check` checks the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from gunbai_record.cases import Case
    from referee.cases.contract import Contract


class Broken(Exception):  # it is no error in the program
    """A law or a case does not hold: the message says where and why."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.getgroup("gunbai").addoption(
        "--gunbai-title", action="store_true", help="Test the laws and the cases of the title in this package."
    )


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Make the stubs and put the package where Python finds it, before anything imports it."""
    if not config.getoption("--gunbai-title"):
        return
    from referee.cases.contract import Contract, Project

    try:
        contract = Contract(Project.read(config.rootpath))
    except ValueError as problem:
        raise pytest.UsageError(f"--gunbai-title: {problem}") from None
    if not contract.stub_faults:
        contract.install()
    config.stash[CONTRACT] = contract


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the package again."""
    if contract := config.stash.get(CONTRACT, None):
        contract.close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the laws from the package's pyproject.toml, and the cases from their files."""
    contract = parent.config.stash.get(CONTRACT, None)
    if contract is None:
        return None
    if file_path == contract.project.folder / "pyproject.toml":
        return Laws.from_parent(parent, path=file_path)
    return Cases.from_parent(parent, path=file_path) if file_path in contract.case_files else None


class Laws(pytest.File):
    """The contract's laws."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each law; cases have tests of their own."""
        from referee.cases.contract import CASES_HOLD, CHECKS

        for name in CHECKS:
            if name != CASES_HOLD:
                yield LawItem.from_parent(self, name=name)


class Cases(pytest.File):
    """A file with cases."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each case."""
        from gunbai_record.cases import CaseError, read_file

        for case in read_file(self.path):
            if isinstance(case, CaseError):
                raise self.CollectError(str(case))
            yield CaseItem.from_parent(self, name=case.name, case=case)


class _Item(pytest.Item):
    def faults(self, contract: Contract) -> list[str]:
        """Return what is broken."""
        raise NotImplementedError

    def runtest(self) -> None:
        """Check the law or the case. Raises Broken; stops the session if the title cannot be played."""
        from referee.cases.contract import NotPlayableError

        try:
            faults = self.faults(self.config.stash[CONTRACT])
        except NotPlayableError as problem:
            self.session.shouldfail = "the title cannot be played"
            faults = [str(problem)]
        if faults:
            raise Broken("\n".join(faults))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any) -> Any:
        """Return what is broken, without a traceback: the message says where."""
        if isinstance(excinfo.value, Broken):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the heading of a failure."""
        return self.path, None, self.name


class LawItem(_Item):
    """A law of the contract."""

    def faults(self, contract: Contract) -> list[str]:
        """Return what breaks the law."""
        from referee.cases.contract import CHECKS, FIRST

        broken = CHECKS[self.name](contract)
        if broken and self.name in FIRST:
            self.session.shouldfail = "the title cannot be played"
        return broken


class CaseItem(_Item):
    """A case."""

    def __init__(self, *, case: Case, **rest: Any) -> None:
        super().__init__(**rest)
        self._case = case

    def faults(self, contract: Contract) -> list[str]:
        """Return why the case does not hold."""
        fault = contract.case_fault(self._case)
        return [fault] if fault else []


CONTRACT = pytest.StashKey["Contract"]()
