"""Vectors of policies: how each judges one checkpoint, and texts that are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gunbai_record.checkpoint import cosign, log_key
from gunbai_record.note import COSIGNATURE, Note, VerifierKey
from gunbai_record.policy import Policy
from referee.proof.identity import Identity
from tools.vectors.proofs import COSIGNED_AT, ORIGIN, SERVICE, SIZE, signed_checkpoint

NAMES = ("ann", "bob", "cat", "dan")
KEYS = [Identity(bytes([20 + number]) * 32, f"{name}.example") for number, name in enumerate(NAMES)]
WITNESSES = {
    name: VerifierKey(key.verifier.name, key.public_key, COSIGNATURE) for name, key in zip(NAMES, KEYS, strict=True)
}
LINES = "".join(f"witness {name} {key}\n" for name, key in WITNESSES.items())
LOG, OTHER_LOG = log_key(SERVICE.verifier, ORIGIN), log_key(KEYS[0].verifier, ORIGIN)
UNKNOWN_KIND = VerifierKey("eve.example", bytes(1312), b"\x06")
"""A key of ML-DSA-44, whose cosignatures nothing here checks."""

ACCEPTED = (
    "quorum none\n",
    f"log {LOG}\nquorum none\n",
    f"log {OTHER_LOG}\nquorum none\n",
    f"log {OTHER_LOG} https://log.example/\nlog {LOG}\n{LINES}quorum ann\n",
    f"{LINES}quorum cat\n",
    f"{LINES}group g 2 ann bob cat\nquorum g\n",
    f"{LINES}group g 3 ann bob cat\nquorum g\n",
    f"{LINES}group g any cat dan\nquorum g\n",
    f"{LINES}group g all ann bob\nquorum g\n",
    f"{LINES}group x 1 ann cat\ngroup y any bob dan\ngroup both all x y\nquorum both\n",
    f"{LINES}group x all ann cat\ngroup y any bob dan\ngroup both all x y\nquorum both\n",
    f"{LINES}group x all ann cat\ngroup some 1 x bob\nquorum some\n",
    f"# who looks\n\n \t witness\tann  {WITNESSES['ann']}\thttps://ann.example/w \nquorum ann",
    f"witness bob {WITNESSES['bob']}\nwitness eve {UNKNOWN_KIND}\ngroup g all bob eve\nquorum g\n",
    f"witness \N{KELVIN SIGN} {WITNESSES['ann']}\nwitness K {WITNESSES['cat']}\nquorum K\n",
    f"witness ann\N{NO-BREAK SPACE}b {WITNESSES['ann']}\nquorum ann\N{NO-BREAK SPACE}b\n",
)
REFUSED = (
    "",
    LINES,
    f"{LINES}quorum eve\n",
    f"{LINES}quorum ann\nquorum ann\n",
    f"{LINES}quorum ann bob\n",
    f"quorum ann\n{LINES}",
    f"{LINES}witness ann2 {WITNESSES['ann']}\nquorum ann\n",
    f"{LINES}witness ann2 {VerifierKey('ann2.example', KEYS[0].public_key, COSIGNATURE)}\nquorum ann\n",
    f"{LINES}witness ann {UNKNOWN_KIND}\nquorum ann\n",
    f"log {LOG}\nlog {LOG}\nquorum none\n",
    f"log {WITNESSES['ann']}\nquorum none\n",
    f"witness ann {LOG}\nquorum ann\n",
    f"witness none {WITNESSES['ann']}\nquorum none\n",
    f"witness ann {str(WITNESSES['ann']).replace('ann.', 'bob.')}\nquorum ann\n",
    f"witness ann {WITNESSES['ann']} https://ann.example/ more\nquorum ann\n",
    f"{LINES}group g 0 ann bob\nquorum g\n",
    f"{LINES}group g 3 ann bob\nquorum g\n",
    f"{LINES}group g 01 ann bob\nquorum g\n",
    f"{LINES}group g most ann bob\nquorum g\n",
    f"{LINES}group g any\nquorum g\n",
    f"{LINES}group g any none\nquorum g\n",
    f"{LINES}group g any g\nquorum g\n",
    f"{LINES}group g any ann ann\nquorum g\n",
    f"{LINES}group g any ann\ngroup h any ann bob\nquorum h\n",
    f"{LINES}group ann any bob\nquorum ann\n",
    f"{LINES}quorum ann\r",
    f"{LINES}# \x00\nquorum ann\n",
    f"{LINES}quorum\N{NO-BREAK SPACE}ann\n",
    f"{LINES}Quorum ann\n",
)


def policies() -> dict[str, Any]:
    """Return a checkpoint that two of four witnesses cosigned, what policies say about it, and what is no policy."""
    checkpoint = signed_checkpoint(SIZE)
    note = Note.parse(checkpoint)
    lines = [
        cosign(note.text, COSIGNED_AT, WITNESSES[name], key.sign) for name, key in zip(NAMES[:2], KEYS[:2], strict=True)
    ]
    cosigned = checkpoint + "".join(lines)
    return {"checkpoint": cosigned, "accepted": [*_judged(cosigned, ACCEPTED)], "refused": [*REFUSED]}


def _judged(checkpoint: str, texts: Sequence[str]) -> list[dict[str, Any]]:
    found = [(text, Policy.parse(text).judged(Note.parse(checkpoint))) for text in texts]
    return [{"policy": text, **judged._asdict()} for text, judged in found]
