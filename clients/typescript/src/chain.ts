/**
 * The chain of a record: leaves, entry digests and seals. docs/record-format.md specifies their bytes.
 *
 *     leaf    = SHA-256(00 | length of type | type | value)                 a public item
 *     leaf    = SHA-256(01 | salt | length of type | type | value)          an item that only one seat can see
 *     digest  = SHA-256(02 | previous | header | leaf of the command | leaf of each event)
 *     seal    = SHA-256(03 | salt | signature)                              the signature of such a command
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { field, joined, same, u32, u64, utf8 } from "./bytes.js";
import { typeName } from "./messages.js";
import { ActorKind, type Entry, type Item } from "./stubs/gunbai/record/v1/entry_pb.js";
import type { SubmitRequest } from "./stubs/gunbai/referee/v1/referee_pb.js";

/** The previous digest of entry 1. */
export const ORIGIN = new Uint8Array(32);

const URL = "type.googleapis.com/";
const EMPTY = new Uint8Array();
const [PUBLIC, SALTED, ENTRY, SIGNATURE] = [0, 1, 2, 3].map((tag) => Uint8Array.of(tag)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/** Returns the leaf of a message: the hash of its type's full name and its serialized value, salted if it is private. */
export function leaf(name: string, value: Uint8Array, salt: Uint8Array = EMPTY): Uint8Array {
  return sha256(joined(salt.length ? SALTED : PUBLIC, salt, field(utf8(name)), value));
}

/** Returns the leaf of an open or sealed item. */
export function leafOf({ content, salt }: Item): Uint8Array {
  if (content.case === "sealed") return content.value;
  return leaf(content.value ? typeName(content.value) : "", content.value?.value ?? EMPTY, salt);
}

/** Returns the items of an entry: its command, then its events. */
export function itemsOf(entry: Entry): Item[] {
  return [...(entry.command ? [entry.command] : []), ...entry.events];
}

/** Returns the digest that an entry must have. */
export function digestOf(entry: Entry): Uint8Array {
  return sha256(joined(ENTRY, entry.previous, header(entry), ...itemsOf(entry).map(leafOf)));
}

/** Returns the header of an entry as bytes: everything but its items and the previous digest. */
function header(entry: Entry): Uint8Array {
  return joined(
    field(utf8(entry.game)),
    u64(entry.version),
    Uint8Array.of(entry.actor?.kind ?? 0),
    u32(entry.actor?.seat ?? 0),
    u64(entry.atMicros),
    u64(entry.expectedVersion),
    u32(entry.events.length),
    field(utf8(entry.commandId)),
    field(entry.positionDigest),
    field(sealedSignature(entry)),
  );
}

/**
 * Returns the form of an entry's signature in its header: the seal if the command is private, otherwise the signature.
 */
function sealedSignature({ command, signature }: Entry): Uint8Array {
  return command?.salt.length && signature.length ? sha256(joined(SIGNATURE, command.salt, signature)) : signature;
}

/** Returns what is wrong with an entry at its place in the chain, or "". */
export function problemOf(entry: Entry, version: bigint, previous: Uint8Array): string {
  if (entry.version !== version) return `entry ${entry.version} is in its place`;
  if (!same(entry.previous, previous)) return "it does not follow the previous entry";
  const kind = entry.actor?.kind ?? ActorKind.UNSPECIFIED;
  if (kind === ActorKind.UNSPECIFIED || !(kind in ActorKind)) return `unknown actor kind ${kind}`;
  if (!entry.command) return "it has no command";
  const problem = itemsOf(entry).map(problemOfItem).find(Boolean);
  if (problem) return problem;
  return same(digestOf(entry), entry.digest) ? "" : "its digest does not match its content";
}

/** Returns what is wrong with the form of an item, or "". The leaf must cover the whole item. */
function problemOfItem({ content, salt }: Item): string {
  if (content.case === "sealed")
    return content.value.length === 32 && !salt.length
      ? ""
      : "a sealed item must contain only its leaf, which has 32 bytes";
  if (salt.length && salt.length !== 32) return `a salt must have 32 bytes, not ${salt.length}`;
  const url = content.value?.typeUrl ?? "";
  return url === URL + typeName({ typeUrl: url })
    ? ""
    : `"${url.slice(0, 200)}" must be ${URL} followed by the name of a message`;
}

/** Returns the bytes that a seat signs to give a command, or to ask for a new token. */
export function commandPayload(
  request: Pick<SubmitRequest, "game" | "expectedVersion" | "commandId" | "command">,
): Uint8Array {
  const { game, expectedVersion, commandId, command } = request;
  return joined(
    utf8("gunbai command 1\0"),
    field(utf8(game)),
    u64(expectedVersion),
    field(utf8(commandId)),
    field(utf8(command ? typeName(command) : "")),
    field(command?.value ?? EMPTY),
  );
}
