"""The TypeScript client as its own tests have it: a page has programs that import it."""

from tests.clients.typescript.conftest import built, programs

__all__ = ["built", "programs"]
