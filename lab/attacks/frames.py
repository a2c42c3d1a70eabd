"""HTTP/2 frames as bytes (RFC 9113, section 6), for what no client library sends."""

from __future__ import annotations

import struct

DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, CONTINUATION = 0, 1, 3, 4, 6, 7, 9
END_STREAM, END_HEADERS, ACK = 1, 4, 1
CANCEL = 8

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """Return a frame."""
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def literal(name: bytes, value: bytes) -> bytes:
    """Return a header field that is not indexed (RFC 7541, section 6.2.2); each part has at most 126 bytes."""
    return b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value


METHOD_POST, SCHEME_HTTP = b"\x83", b"\x86"


def call_to(path: bytes) -> bytes:
    """Return the headers of a call."""
    return (
        METHOD_POST
        + SCHEME_HTTP
        + literal(b":path", path)
        + literal(b":authority", b"localhost")
        + literal(b"content-type", b"application/grpc")
        + literal(b"te", b"trailers")
    )


CALL = call_to(b"/gunbai.referee.v1.Lobby/ListTitles")
EMPTY_MESSAGE = bytes(5)
"""A gRPC message without content."""

GREETING = PREFACE + frame(SETTINGS, 0, 0)
ACKNOWLEDGEMENT = frame(SETTINGS, ACK, 0)
