/** The chain: leaves, seals, the header and the digest of an entry, and what a seat signs. */
import { field, joined, same, sha256, u32, u64, u8, utf8 } from "./bytes.js";
import { RecordError } from "./errors.js";

/** @typedef {import("./record.js").Entry} Entry */
/** @typedef {import("./record.js").Item} Item */

/** @param {string} type @param {Uint8Array} value @param {Uint8Array} salt empty for a public item */
export function leaf(type, value, salt) {
  return salt.length ? sha256(u8(1), salt, field(type), value) : sha256(u8(0), field(type), value);
}

/** @param {Item} item @returns {Promise<Uint8Array>} */
export const leafOf = async (item) => ("sealed" in item ? item.sealed : leaf(item.type, item.value, item.salt));

/** @param {Uint8Array} salt of the command @param {Uint8Array} signature */
export const seal = (salt, signature) => sha256(u8(3), salt, signature);

/** @param {Entry} entry */
export async function headerOf(entry) {
  const { command, signature } = entry;
  const hidden = "salt" in command && command.salt.length > 0 && signature.length > 0;
  return joined(
    field(entry.game),
    u64(entry.version),
    u8(entry.actor.kind),
    u32(entry.actor.seat),
    u64(entry.atMicros),
    u64(entry.expectedVersion),
    u32(entry.events.length),
    field(entry.commandId),
    field(entry.positionDigest),
    field(hidden && "salt" in command ? await seal(command.salt, signature) : signature),
  );
}

/** @param {Entry} entry */
export async function digestOf(entry) {
  const leaves = await Promise.all([entry.command, ...entry.events].map(leafOf));
  return sha256(u8(2), entry.previous, await headerOf(entry), ...leaves);
}

/**
 * Check that an entry continues the chain. Throws RecordError.
 * @param {Entry} entry
 * @param {number} version
 * @param {Uint8Array} previous the previous entry's digest; 32 zero bytes before the first
 */
export async function check(entry, version, previous) {
  if (entry.version !== version) throw new RecordError(`entry ${entry.version} is in its place`, version);
  if (!same(entry.previous, previous)) throw new RecordError("it does not follow the previous entry", version);
  if (![1, 2, 3, 4, 5].includes(entry.actor.kind))
    throw new RecordError(`unknown actor kind ${entry.actor.kind}`, version);
  for (const item of [entry.command, ...entry.events]) {
    if ("salt" in item && ![0, 32].includes(item.salt.length)) {
      throw new RecordError(`a salt must have 32 bytes, not ${item.salt.length}`, version);
    }
  }
  if (!same(await digestOf(entry), entry.digest))
    throw new RecordError("its digest does not match its content", version);
}

/** @param {Entry} entry with an open command @returns {Uint8Array} what the seat signs */
export function payload(entry) {
  const { command } = entry;
  if (!("type" in command)) throw new RecordError("its command is sealed", entry.version);
  return joined(
    utf8("gunbai command 1\0"),
    field(entry.game),
    u64(entry.expectedVersion),
    field(entry.commandId),
    field(command.type),
    field(command.value),
  );
}
