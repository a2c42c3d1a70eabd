"""Channels and calls without coroutines."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Generic, TypeAlias, TypeVar

import grpc

from gunbai_client.channel import Attempts, Metadata, Tls, resolved
from gunbai_client.failures import from_call, lost, silent
from gunbai_client.outgoing import Outgoing
from gunbai_record.errors import GunbaiError

Q = TypeVar("Q")
R = TypeVar("R")

Channel: TypeAlias = grpc.Channel
Unary: TypeAlias = "grpc.UnaryUnaryMultiCallable[Q, R]"
ServerStream: TypeAlias = "grpc.UnaryStreamMultiCallable[Q, R]"
ClientStream: TypeAlias = "grpc.StreamUnaryMultiCallable[Q, R]"
TwoStreams: TypeAlias = "grpc.StreamStreamMultiCallable[Q, R]"

sleep = time.sleep


def open_channel(target: str, tls: Tls | None, *, own_connection: bool = False) -> Channel:
    """Return a channel to `target`, in plain text unless `tls` is given. Nothing is sent before the first call."""
    at, options = resolved(target, own_connection=own_connection)
    if tls is None:
        return grpc.insecure_channel(at, options=options)
    return grpc.secure_channel(at, tls.credentials(), options=options)


def call(method: Unary[Q, R], request: Q, metadata: Metadata, deadline: float, *, wait: bool) -> R:
    """Make a unary call that ends within `deadline` seconds, and return its response. Raises GunbaiError.

    With `wait`, the call waits for a service that cannot be reached yet. The call is repeated, if that is safe, when
    the call or its answer is lost.
    """
    attempts = Attempts(request, deadline, wait=wait)
    while True:
        try:
            return method(request, metadata=metadata, timeout=attempts.timeout(), wait_for_ready=wait)
        except grpc.RpcError as failed:
            error = from_call(failed)
        sleep(attempts.pause(error))


@contextmanager
def reading(
    method: ServerStream[Q, R],
    request: Q,
    metadata: Metadata,
    *,
    deadline: float | None = None,
    silence: float | None = None,
) -> Iterator[Iterator[R]]:
    """Yield a stream's responses. Leaving the context cancels the stream.

    The stream ends within `deadline` seconds, if given, and counts as lost after `silence` seconds without a response.
    Raises GunbaiError.
    """
    stream = method(request, metadata=metadata, timeout=deadline)
    watchdog = Watchdog(stream, silence)
    try:
        yield watchdog.heard(stream)
    except grpc.RpcError as failed:
        raise watchdog.error or from_call(failed) from None
    finally:
        watchdog.end()
        stream.cancel()


class Watchdog:
    """Cancels a call that is silent for `silence` seconds while its reader waits. With None, it never does."""

    def __init__(self, call: grpc.RpcContext, silence: float | None) -> None:
        self.error: GunbaiError | None = None
        """Why the call was cancelled."""
        self._call, self._silence = call, silence
        self._waiting_since: float | None = None
        self._ended = threading.Event()
        if silence is not None:
            threading.Thread(target=self._watch, args=(silence,), daemon=True).start()

    def heard(self, responses: Iterable[R]) -> Iterator[R]:
        """Yield the responses."""
        waiting = iter(responses)
        while True:
            self._waiting_since = time.monotonic()
            try:
                response = next(waiting)
            except StopIteration:
                return
            finally:
                self._waiting_since = None
            yield response

    def end(self) -> None:
        """Stop watching."""
        self._ended.set()

    def _watch(self, silence: float) -> None:
        while not self._ended.wait(silence / 8):
            since = self._waiting_since
            if since is not None and time.monotonic() - since >= silence:
                self.error = silent(silence)
                self._call.cancel()
                return


def sending(method: ClientStream[Q, R], requests: Iterable[Q], metadata: Metadata, deadline: float) -> R:
    """Return the response to a stream of requests. The call ends within `deadline` seconds. Raises GunbaiError."""
    outgoing = Outgoing(requests)
    try:
        return method(outgoing, metadata=metadata, timeout=deadline)
    except grpc.RpcError as failed:
        raise from_call(failed) from None
    finally:
        outgoing.end()


class Duplex(Generic[Q, R]):
    """A stream in both directions. Its calls raise GunbaiError once the stream has ended."""

    def __init__(self, method: TwoStreams[Q, R], metadata: Metadata, *, silence: float | None = None) -> None:
        self._requests: SimpleQueue[Q | None] = SimpleQueue()
        # gRPC takes the requests from the queue on its own thread, which ends at the first None.
        self._call = method(iter(self._requests.get, None), metadata=metadata)
        self._watchdog = Watchdog(self._call, silence)
        self._responses = self._watchdog.heard(self._call)

    def write(self, request: Q) -> None:
        """Send a request."""
        if not self._call.is_active():
            raise self._lost()
        self._requests.put(request)

    def read(self) -> R:
        """Return the next response."""
        try:
            return next(self._responses)
        except StopIteration:
            raise self._lost() from None
        except grpc.RpcError as failed:
            raise self._watchdog.error or from_call(failed) from None

    def _lost(self) -> GunbaiError:
        """Return why the stream has ended."""
        return lost(self._call.code(), self._call.details())

    def cancel(self) -> None:
        """End the stream."""
        self._watchdog.end()
        self._requests.put(None)
        self._call.cancel()
