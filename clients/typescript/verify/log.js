/** Leaves of the transparency log: their bytes, and the proofs that a log has them (c2sp.org/tlog-proof, RFC 6962). */
import { field, hex, joined, same, sha256, u64, u8, unbase64, utf8 } from "./bytes.js";
import { RecordError } from "./errors.js";
import { isSignedBy, parseNote } from "./heads.js";

const KINDS = ["", "created", "ended", "abandoned", "imported", "verdict"];
const PROOF = "c2sp.org/tlog-proof@v1";
const NUMBER = /^(0|[1-9][0-9]{0,15})$/;

/** @param {string | undefined} encoded */
function hash(encoded) {
  const bytes = unbase64(encoded ?? "");
  if (bytes?.length !== 32) throw new RecordError("a hash of a proof has 32 bytes");
  return bytes;
}

/** @param {string | undefined} digits */
function number(digits) {
  if (!NUMBER.test(digits ?? "")) throw new RecordError(`${String(digits).slice(0, 60)} is no number of a proof`);
  return Number(digits);
}

/**
 * Return the hash of a leaf: what the log says of an entry of a game.
 * @param {number} kind @param {string} game @param {number} version @param {Uint8Array} digest
 */
export async function leafOf(kind, game, version, digest) {
  const entry = await sha256(utf8("gunbai leaf 1\0"), field(KINDS[kind]), field(game), u64(version), digest);
  return sha256(u8(0), entry);
}

/**
 * Return the index, the hashes and the checkpoint of a proof. Throws RecordError.
 * @param {string} text
 */
export function parseProof(text) {
  const end = text.indexOf("\n\n");
  const lines = text.slice(0, end).split("\n");
  if (end < 0 || lines.shift() !== PROOF) throw new RecordError("it is no proof of a log");
  if (lines[0]?.startsWith("extra ")) lines.shift();
  const index = lines.shift() ?? "";
  if (!index.startsWith("index ")) throw new RecordError("a proof has an index");
  const note = parseNote(text.slice(end + 2));
  const [origin, size, root, ...rest] = note.text.split("\n");
  if (!origin || !rest.length) throw new RecordError("a checkpoint has an origin, a size and a root");
  return { index: number(index.slice(6)), hashes: lines.map(hash), note, origin, size: number(size), root: hash(root) };
}

/**
 * Return the root of a tree that has a leaf at an index, by a proof (RFC 6962, section 2.1.1). Throws RecordError.
 * @param {Uint8Array} leaf @param {number} index @param {number} size @param {Uint8Array[]} hashes
 */
export async function rootWith(leaf, index, size, hashes) {
  const sides = [];
  for (let [start, end] = [0, size]; end - start > 1;) {
    let half = 1;
    while (half * 2 < end - start) half *= 2;
    const left = index < start + half;
    sides.unshift(left);
    [start, end] = left ? [start, start + half] : [start + half, end];
  }
  if (index >= size || sides.length !== hashes.length) throw new RecordError("the proof has another number of hashes");
  let found = leaf;
  for (const [place, left] of sides.entries()) {
    const pair = left ? [found, hashes[place]] : [hashes[place], found];
    found = await sha256(u8(1), joined(...pair));
  }
  return found;
}

/**
 * Check that the leaves of a header are those of its entries, and return the logs that one of the keys signed. Throws
 * RecordError.
 * @param {import("./record.js").Header} header
 * @param {import("./record.js").Entry[]} entries
 * @param {import("./heads.js").Key[]} keys
 */
export async function checkLeaves(header, entries, keys) {
  const logs = new Set();
  const first = entries.find(({ game }) => game === header.game);
  const last = entries[entries.length - 1];
  for (const { kind, version, proof } of header.leaves) {
    const entry = { created: first, ended: last, abandoned: last }[KINDS[kind] ?? ""];
    if (entry?.version !== version)
      throw new RecordError(`the header has a leaf of the kind ${kind} for entry ${version}`);
    const { index, hashes, note, origin, size, root } = parseProof(proof);
    const found = await rootWith(await leafOf(kind, header.game, version, entry.digest), index, size, hashes);
    if (!same(found, root))
      throw new RecordError(`the leaf for entry ${version}: the log has ${hex(root)}, not this one`);
    for (const key of keys) {
      const id = (await sha256(utf8(origin), u8(0x0a), u8(1), key.publicKey)).slice(0, 4);
      if (await isSignedBy(note, { ...key, name: origin, id })) logs.add(`${origin} of ${size} leaves`);
    }
  }
  return [...logs];
}
