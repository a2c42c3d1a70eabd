"""Every call of the API, as its protos describe it: whoever tests all calls lists none by hand."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

from google.protobuf.descriptor import MethodDescriptor

import gunbai.referee.v1


def calls() -> Iterator[MethodDescriptor]:
    """Yield the calls of every service, by the names of the files."""
    for module in pkgutil.iter_modules(gunbai.referee.v1.__path__, "gunbai.referee.v1."):
        if module.name.endswith("_pb2"):
            for service in importlib.import_module(module.name).DESCRIPTOR.services_by_name.values():
                yield from service.methods
