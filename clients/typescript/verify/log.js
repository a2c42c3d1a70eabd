/** The transparency log's leaves: their bytes, and the proofs that a log contains them (c2sp.org/tlog-proof, RFC 6962). */
import { field, hex, joined, same, sha256, signedBy, u64, u8, unbase64, utf8 } from "./bytes.js";
import { RecordError } from "./errors.js";
import { isSignedBy, keysOf, parseKey, parseNote, parseWitness } from "./heads.js";

const KINDS = ["", "created", "ended", "abandoned", "imported", "verdict", "replaced"];
const PROOF = "c2sp.org/tlog-proof@v1";
const NUMBER = /^(0|[1-9][0-9]{0,15})$/;

/** Two checkpoints of a log that do not continue each other: its operator has shown two different logs. */
export class LogForked extends RecordError {
  /**
   * The signed checkpoint that does not continue the one seen before, if a service showed it. Keep both. If they
   * contradict each other (`contradicts`), they prove the fork by themselves; otherwise only together with the log.
   * @type {{note: string, key: string, rotations: string[]} | undefined}
   */
  shown;

  /** @param {string} problem in words */
  constructor(problem) {
    super(problem);
    this.name = "LogForked";
  }
}

/**
 * The service began a new log, under a new name, which continues nothing of the earlier one. That is no proof of fraud:
 * an honest operator does so after restoring a backup that lacks leaves.
 */
export class LogReplaced extends LogForked {
  /** @param {string} problem in words */
  constructor(problem) {
    super(problem);
    this.name = "LogReplaced";
  }
}

/**
 * @typedef {object} Checkpoint what a log says about itself
 * @property {string} origin
 * @property {number} size how many leaves it has
 * @property {Uint8Array} root
 */

/** @param {string | undefined} encoded */
function hash(encoded) {
  const bytes = unbase64(encoded ?? "");
  if (bytes?.length !== 32) throw new RecordError("a proof's hash must have 32 bytes");
  return bytes;
}

/** @param {string | undefined} digits */
function number(digits) {
  if (!NUMBER.test(digits ?? "")) throw new RecordError(`${String(digits).slice(0, 60)} is not a number in a proof`);
  return Number(digits);
}

/**
 * Return a log's entry about a game: about the game's entry at a version, or about a verdict.
 * @param {number} kind @param {string} game @param {number} version @param {Uint8Array} digest
 */
export function logEntry(kind, game, version, digest) {
  return sha256(utf8("gunbai leaf 1\0"), field(KINDS[kind] ?? ""), field(game), u64(version), digest);
}

/**
 * Return a leaf's hash (RFC 6962, section 2.1).
 * @param {Uint8Array} entry
 */
export const leafHash = (entry) => sha256(u8(0), entry);

/** @param {Uint8Array} left @param {Uint8Array} right */
const nodeHash = (left, right) => sha256(u8(1), joined(left, right));

/**
 * Return a proof's index, hashes and checkpoint. Throws RecordError.
 * @param {string} text
 */
export function parseProof(text) {
  const end = text.indexOf("\n\n");
  const lines = text.slice(0, end).split("\n");
  if (end < 0 || lines.shift() !== PROOF) throw new RecordError("it is not the proof of a leaf");
  if (lines[0]?.startsWith("extra ")) lines.shift();
  const index = lines.shift() ?? "";
  if (!index.startsWith("index ")) throw new RecordError("a proof must have an index");
  const note = parseNote(text.slice(end + 2));
  return { index: number(index.slice(6)), hashes: lines.map(hash), note, ...checkpointIn(note) };
}

/**
 * Return a note's checkpoint. Throws RecordError.
 * @param {import("./heads.js").Note} note
 * @returns {Checkpoint}
 */
export function checkpointIn(note) {
  const [origin, size, root, ...rest] = note.text.split("\n");
  if (!origin || !rest.length) throw new RecordError("a checkpoint must have an origin, a size and a root");
  return { origin, size: number(size), root: hash(root) };
}

/**
 * Return the checkpoint that one of the keys vouches for, directly or through rotations. Throws RecordError.
 * @param {{note: string, key: string, rotations: string[]}} signed
 * @param {string[]} named verifier keys of services, NAME+ID+KEY
 * @returns {Promise<Checkpoint>}
 */
export async function signedCheckpoint(signed, named) {
  const note = parseNote(signed.note);
  const own = await Promise.all(named.map(parseKey));
  const line = await keysOf(signed);
  const begun = line.findIndex((key) => own.some(({ text }) => text === key.text));
  const checkpoint = checkpointIn(note);
  for (const key of [...own, ...(begun < 0 ? [] : line.slice(begun))])
    if (await isSignedBy(note, await asLog(key, checkpoint.origin))) return checkpoint;
  throw new RecordError(`no named key vouches for the checkpoint; it is signed by ${signed.key}`);
}

/**
 * Return a service's key as the key of its log, whose name is the origin.
 * @param {import("./heads.js").Key} key @param {string} origin
 */
async function asLog(key, origin) {
  const id = (await sha256(utf8(origin), u8(0x0a), u8(1), key.publicKey)).slice(0, 4);
  return { ...key, name: origin, id };
}

/**
 * Return when a witness cosigned a checkpoint (c2sp.org/tlog-cosignature), in seconds since 1970; null if it did not. Throws
 * RecordError.
 * @param {string} checkpoint the note
 * @param {string} witness its verifier key, NAME+ID+KEY of kind 4
 */
export async function cosignedAt(checkpoint, witness) {
  return cosignedBy(parseNote(checkpoint), await parseWitness(witness));
}

/**
 * Return when a witness cosigned the checkpoint in a note; null if it did not. Throws RecordError.
 * @param {import("./heads.js").Note} note
 * @param {import("./heads.js").Key} key
 */
export async function cosignedBy(note, key) {
  let latest = null;
  for (const { name, id, signature } of note.signatures) {
    if (name !== key.name || !same(id, key.id)) continue;
    const seconds = Number(new DataView(signature.slice(0, 8).buffer).getBigUint64(0));
    const text = utf8(`cosignature/v1\ntime ${seconds}\n${note.text}`);
    if (signature.length !== 72 || !(await signedBy(key.publicKey, signature.slice(8), text)))
      throw new RecordError(`a cosignature by ${name} is not valid`);
    latest = Math.max(latest ?? 0, seconds);
  }
  return latest;
}

/**
 * Return a proof's checkpoint after checking that its tree contains an entry. Signatures are not checked. Throws
 * RecordError.
 * @param {string} proof in the form of `LeafProof.proof`
 * @param {Uint8Array} entry
 * @returns {Promise<Checkpoint & {index: number, note: string}>}
 */
export async function checkInclusion(proof, entry) {
  const { index, hashes, origin, size, root } = parseProof(proof);
  if (!same(await rootWith(await leafHash(entry), index, size, hashes), root))
    throw new RecordError(`leaf ${index} of the log ${origin} is not the expected one`);
  return { index, origin, size, root, note: proof.slice(proof.indexOf("\n\n") + 2) };
}

/**
 * Return whether no log can have said both checkpoints: they are of the same size and have different roots.
 * @param {Checkpoint} one
 * @param {Checkpoint} other
 */
export const contradicts = (one, other) =>
  one.origin === other.origin && one.size === other.size && !same(one.root, other.root);

/**
 * Check that a checkpoint's log continues the log of an earlier checkpoint (RFC 9162, section 2.1.4.2). Throws
 * LogForked, or LogReplaced if it is a different log.
 * @param {Checkpoint} old
 * @param {Checkpoint} newest
 * @param {Uint8Array[]} hashes
 */
export async function checkConsistency(old, newest, hashes) {
  if (old.origin !== newest.origin) {
    const why = "ask its operator why: leaves were lost, or are being hidden";
    throw new LogReplaced(`${newest.origin} is a different log than ${old.origin}; ${why}`);
  }
  const [before, after] = await rootsWith(old, newest, hashes);
  if (!before || !after || !same(before, old.root) || !same(after, newest.root))
    throw new LogForked(`FORKED: ${newest.origin} showed two logs, of ${old.size} and ${newest.size} leaves`);
}

/**
 * Return the roots that a proof gives for two logs of these sizes; none if the proof is invalid.
 * @param {Checkpoint} old @param {Checkpoint} newest @param {Uint8Array[]} hashes
 * @returns {Promise<Uint8Array[]>}
 */
async function rootsWith(old, newest, hashes) {
  const empty = await sha256();
  if (hashes.length === 0 && old.size === newest.size) return [newest.root, newest.size ? old.root : empty];
  if (hashes.length === 0 && !old.size) return [empty, newest.root];
  const isWhole = Number.isInteger(Math.log2(old.size));
  const [first, ...rest] = isWhole ? [old.root, ...hashes] : hashes;
  if (!old.size || old.size >= newest.size || !first) return [];
  const half = (/** @type {number} */ value) => Math.floor(value / 2);
  let [node, last] = [old.size - 1, newest.size - 1];
  for (; node % 2; node = half(node)) last = half(last);
  let [before, after] = [first, first];
  for (const hash of rest) {
    if (!last) return [];
    if (node % 2 || node === last) {
      before = await nodeHash(hash, before);
      after = await nodeHash(hash, after);
      for (; node && node % 2 === 0; node = half(node)) last = half(last);
    } else after = await nodeHash(after, hash);
    [node, last] = [half(node), half(last)];
  }
  return last ? [] : [before, after];
}

/**
 * Return the root that a proof gives for a tree with a leaf at an index (RFC 6962, section 2.1.1). Throws RecordError.
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
  if (index >= size || sides.length !== hashes.length)
    throw new RecordError("the proof has the wrong number of hashes");
  let hash = leaf;
  for (const [place, left] of sides.entries()) {
    hash = await (left ? nodeHash(hash, hashes[place]) : nodeHash(hashes[place], hash));
  }
  return hash;
}

/**
 * Check that a header's leaves belong to its entries, in logs signed by the key of its signed head. Return the logs
 * that one of the other keys also signed. Throws RecordError.
 * @param {import("./record.js").Header} header
 * @param {import("./record.js").Entry[]} entries
 * @param {import("./heads.js").Key[]} keys
 */
export async function checkLeaves(header, entries, keys) {
  const logs = new Set();
  const signer = header.leaves.length ? await parseKey(header.signedHead?.key ?? "") : null;
  const first = entries.find(({ game }) => game === header.game);
  const last = entries[entries.length - 1];
  for (const { kind, version, proof } of header.leaves) {
    const entry = { created: first, ended: last, abandoned: last }[KINDS[kind] ?? ""];
    if (entry?.version !== version)
      throw new RecordError(`the header has a leaf of kind ${kind} for entry ${version}, which cannot have one`);
    const { index, hashes, note, origin, size, root } = parseProof(proof);
    const computed = await rootWith(
      await leafHash(await logEntry(kind, header.game, version, entry.digest)),
      index,
      size,
      hashes,
    );
    if (!same(computed, root))
      throw new RecordError(`the leaf for entry ${version}: the log has ${hex(root)}, not this leaf`);
    if (signer && !(await isSignedBy(note, await asLog(signer, origin))))
      throw new RecordError(
        `the leaf for entry ${version}: its checkpoint is not signed by the key of the signed head`,
      );
    for (const key of keys)
      if (await isSignedBy(note, await asLog(key, origin))) logs.add(`${origin} of ${size} leaves`);
  }
  return [...logs];
}
