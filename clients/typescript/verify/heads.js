/** Signed notes, signed heads and key rotations (https://c2sp.org/signed-note). */
import { hex, same, sha256, signedBy, u8, unbase64, utf8 } from "./bytes.js";
import { RecordError } from "./errors.js";

const DASH = "— ";
const LARGEST = 65536;
const MOST_SIGNATURES = 16;
/** The kinds of verifier keys. */
const [ED25519, WITNESS] = [1, 4];

/**
 * @typedef {{name: string, id: Uint8Array, publicKey: Uint8Array, text: string}} Key
 * @typedef {{text: string, signatures: {name: string, id: Uint8Array, signature: Uint8Array}[]}} Note
 */

/** @param {string} name */
export function checkName(name) {
  if (!/^[^\s+\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]{1,200}$/u.test(name)) {
    throw new RecordError(`${name.slice(0, 200)} cannot name a key`);
  }
  return name;
}

/**
 * Return a verifier key, NAME+ID+KEY. Throws RecordError.
 * @param {string} text
 */
export const parseKey = (text) => keyOfKind(text, ED25519);

/**
 * Return a log witness's verifier key (c2sp.org/tlog-cosignature). Throws RecordError.
 * @param {string} text
 */
export const parseWitness = (text) => keyOfKind(text, WITNESS);

/**
 * @param {string} text @param {number} kind
 * @returns {Promise<Key>}
 */
async function keyOfKind(text, kind) {
  const [name, id, ...encoded] = text.split("+");
  const raw = unbase64(encoded.join("+")) ?? new Uint8Array(0);
  if (raw.length !== 33 || raw[0] !== kind)
    throw new RecordError(
      `${text.slice(0, 200)} is not a verifier key ${kind === WITNESS ? "of a witness" : "of Ed25519"}: write NAME+ID+KEY`,
    );
  const made = (await sha256(utf8(checkName(name)), u8(0x0a), raw)).slice(0, 4);
  if (hex(made) !== id) throw new RecordError(`the id in ${text.slice(0, 200)} does not match its name and key`);
  return { name, id: made, publicKey: raw.slice(1), text };
}

/**
 * Return a note's parts. Throws RecordError.
 * @param {string} note
 * @returns {Note}
 */
export function parseNote(note) {
  // eslint-disable-next-line no-control-regex -- a note must not have these
  if ([...note].length > LARGEST || /[\x00-\x09\x0b-\x1f]/.test(note))
    throw new RecordError("a note must have at most 65,536 characters and no control characters");
  const blank = note.lastIndexOf("\n\n");
  if (blank < 1 || !note.endsWith("\n") || blank + 2 >= note.length) {
    throw new RecordError("a note must have text, an empty line and signature lines, in this order");
  }
  const lines = note.slice(blank + 2, -1).split("\n");
  if (lines.length > MOST_SIGNATURES) throw new RecordError(`a note can have at most ${MOST_SIGNATURES} signatures`);
  const signatures = lines.map((line) => {
    const [name, ...encoded] = line.slice(DASH.length).split(" ");
    const raw = unbase64(encoded.join(" ")) ?? new Uint8Array(0);
    if (!line.startsWith(DASH) || raw.length < 5) throw new RecordError(`${line.slice(0, 200)} is not a signature`);
    return { name: checkName(name), id: raw.slice(0, 4), signature: raw.slice(4) };
  });
  return { text: note.slice(0, blank + 1), signatures };
}

/**
 * Return whether a key signed a note. Throws RecordError if a signature with its name and id is invalid.
 * @param {Note} note
 * @param {Key} key
 */
export async function isSignedBy(note, key) {
  const own = note.signatures.filter((signature) => signature.name === key.name && same(signature.id, key.id));
  for (const signature of own) {
    if (!(await signedBy(key.publicKey, signature.signature, utf8(note.text)))) {
      throw new RecordError(`a signature by ${key.name} is not valid`);
    }
  }
  return own.length > 0;
}

/**
 * Return a note's head. Throws RecordError.
 * @param {Note} note
 */
export function parseHead(note) {
  const [title, game, version, encoded, end, ...more] = note.text.split("\n");
  const digest = unbase64(encoded ?? "");
  const right = title === "gunbai head v1" && game && /^[1-9][0-9]*$/.test(version) && digest?.length === 32;
  if (!right || end !== "" || more.length || !digest) throw new RecordError("the note is not the head of a game");
  return { game, version: Number(version), digest };
}

/**
 * Return the keys through which the rotations lead to the signing key, in order. Throws RecordError.
 * @param {{key: string, rotations: string[]}} signed
 */
export async function keysOf(signed) {
  const line = [];
  for (const rotation of signed.rotations) {
    const note = parseNote(rotation);
    const [title, before, after, end, ...more] = note.text.split("\n");
    if (title !== "gunbai key rotation v1" || end !== "" || more.length)
      throw new RecordError(`${note.text.slice(0, 200)} is not a key rotation`);
    const [old, next] = [await parseKey(before), await parseKey(after)];
    if (!(await isSignedBy(note, old)))
      throw new RecordError(`the rotation from ${before} to ${after} is not signed by the old key`);
    if (line.length && line[line.length - 1].text !== old.text)
      throw new RecordError("each rotation must continue the one before");
    if (!line.length) line.push(old);
    line.push(next);
  }
  const key = await parseKey(signed.key);
  if (line.length && line[line.length - 1].text !== key.text)
    throw new RecordError("the rotations must lead to the key that signed");
  return line.length ? line : [key];
}

/**
 * Check a signed head with its own key and rotations, and return the head and the keys that the rotations lead through,
 * in order. Throws RecordError.
 * @param {{note: string, key: string, rotations: string[]}} signed
 */
export async function checkHead(signed) {
  const keys = await keysOf(signed);
  const note = parseNote(signed.note);
  if (!(await isSignedBy(note, keys[keys.length - 1])))
    throw new RecordError(`the head is not signed by ${signed.key}`);
  return { head: parseHead(note), note, keys };
}
