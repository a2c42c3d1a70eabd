/** Record files in the binary form and as lines of JSON. Both are read into the same entries. */
import { base64, same, text, unbase64, utf8 } from "./bytes.js";
import { RecordError } from "./errors.js";
import { MESSAGES } from "./messages.js";
import { Reader, decode, encode } from "./protobuf.js";

/**
 * An item: open, with a type, a value and a salt (empty if the item is public), or sealed, with only its leaf.
 * @typedef {{type: string, value: Uint8Array, salt: Uint8Array} | {sealed: Uint8Array}} Item
 */

/**
 * @typedef {object} Entry
 * @property {string} game
 * @property {number} version
 * @property {{kind: number, seat: number}} actor
 * @property {number} atMicros
 * @property {string} commandId
 * @property {number} expectedVersion
 * @property {Item} command
 * @property {Item[]} events
 * @property {Uint8Array} positionDigest
 * @property {Uint8Array} previous
 * @property {Uint8Array} digest
 * @property {Uint8Array} signature
 */

/**
 * @typedef {object} Header
 * @property {string} game
 * @property {number} head
 * @property {{game: string, version: number, secret: Uint8Array}[]} ancestors
 * @property {{note: string, key: string, rotations: string[]} | null} signedHead
 * @property {{kind: number, version: number, proof: string}[]} leaves
 * @property {{seat: number, signature: Uint8Array}[]} resultSignatures
 * @property {Uint8Array} commonSecret
 */

const MAGIC = "gunbai record";
const MOST = 16 * 1024 * 1024;
const LONGEST_LINE = 32 * 1024 * 1024;
const URL = "type.googleapis.com/";
const V1 = "gunbai.record.v1.";

/**
 * Return the header and the entries of a record file. Throws RecordError.
 * @param {Uint8Array | string} input a binary file, or lines of JSON as text or as bytes
 * @returns {{header: Header, entries: Entry[]}}
 */
export function read(input) {
  const bytes = unmarked(typeof input === "string" ? utf8(input) : input);
  const file = bytes[0] === 0x7b && bytes[1] === 0x22 ? readLines(bytes) : readMessages(bytes);
  if (file.entries.length !== file.header.head) {
    throw new RecordError(`the file has ${file.entries.length} entries, but its header says ${file.header.head}`);
  }
  return file;
}

/** Return lines of JSON without the byte-order mark that an editor may have added. @param {Uint8Array} bytes */
function unmarked(bytes) {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf && bytes[3] === 0x7b && bytes[4] === 0x22;
  return marked ? bytes.subarray(3) : bytes;
}

/** @param {Uint8Array} bytes */
function readMessages(bytes) {
  const file = new Reader(bytes);
  const header = message(file, "FileHeader", "the header");
  checkHeader(header);
  /** @type {Entry[]} */
  const entries = [];
  while (!file.done) {
    const place = `entry ${entries.length + 1}`;
    entries.push(entryFrom(message(file, "Entry", place), place));
  }
  return { header, entries };
}

/** @returns {Entry} @param {any} entry @param {string} place */
function entryFrom(entry, place) {
  for (const part of ["actor", "command"]) if (!entry[part]) throw new RecordError(`${place} has no ${part}`);
  const events = entry.events.map((/** @type {any} */ event) => item(event, place));
  return { ...entry, command: item(entry.command, place), events };
}

/** Return an entry from its serialized message. Throws RecordError. @param {Uint8Array} bytes */
export const readEntry = (bytes) => entryFrom(decode(MESSAGES, `${V1}Entry`, bytes), "the entry");

/** Return the header at the beginning of a file. Throws RecordError. @param {Uint8Array} bytes @returns {Header} */
export const readHeader = (bytes) => message(new Reader(bytes), "FileHeader", "the header");

/** Return the entry in a line, which has no line break. Throws RecordError. @param {Uint8Array} line */
export const readLine = (line) => parsed(line, "the entry", entryOf, entryLine);

/** @param {Reader} file @param {string} name @param {string} place */
function message(file, name, place) {
  try {
    const begun = file.at;
    const size = Number(file.varint());
    if (size > MOST) throw new RecordError(`it has ${size} bytes`);
    if (file.at - begun > 1 && !file.bytes[file.at - 1])
      throw new RecordError("its length has more bytes than it needs");
    return decode(MESSAGES, V1 + name, file.take(size));
  } catch (error) {
    if (error instanceof RecordError) throw new RecordError(`${place}: ${error.message}`);
    throw error;
  }
}

/** @returns {Item} @param {any} read @param {string} place */
function item(read, place) {
  if (!read.open) {
    if (read.sealed?.length !== 32 || read.salt.length)
      throw new RecordError(`${place}: a sealed item must contain only its leaf`);
    return { sealed: read.sealed };
  }
  const type = read.open.url.slice(read.open.url.lastIndexOf("/") + 1);
  if (read.open.url !== URL + type)
    throw new RecordError(`${place}: an item's type must be ${URL} followed by the name of a message`);
  return { type, value: read.open.value, salt: read.salt };
}

/** @param {any} header */
export function checkHeader(header) {
  if (header.magic !== MAGIC) throw new RecordError("this is not a gunbai record file");
  if (header.format !== 1) throw new RecordError(`the format ${header.format} is unknown`);
}

/** @param {Uint8Array} bytes */
function readLines(bytes) {
  const lines = [];
  for (let start = 0; start < bytes.length;) {
    const at = bytes.indexOf(0x0a, start);
    const end = at < 0 ? bytes.length : at;
    if (end - start > LONGEST_LINE + 1) throw new RecordError(`line ${lines.length + 1} is too long`);
    lines.push(bytes.subarray(start, at > start && bytes[end - 1] === 0x0d ? end - 1 : end));
    start = end + 1;
  }
  const [first, ...rest] = lines;
  const header = parsed(first, "the header", headerOf, headerLine);
  checkHeader(header);
  return { header, entries: rest.map((line, index) => parsed(line, `entry ${index + 1}`, entryOf, entryLine)) };
}

/**
 * Return the content of a line. There is only one way to write it, so writing it again must give the same line.
 * @template T
 * @param {Uint8Array} line
 * @param {string} place
 * @param {(value: any) => T} made
 * @param {(value: T) => string} written
 */
function parsed(line, place, made, written) {
  let value, again;
  try {
    value = made(JSON.parse(text(line)));
    again = utf8(written(value));
  } catch (error) {
    throw new RecordError(`${place} is not a line of a record: ${error instanceof Error ? error.message : error}`);
  }
  if (again.length !== line.length || again.some((byte, at) => byte !== line[at])) {
    throw new RecordError(`${place} is not in canonical form`);
  }
  return value;
}

/** @param {any} encoded */
function raw(encoded) {
  const bytes = typeof encoded === "string" ? unbase64(encoded) : null;
  if (bytes === null) throw new RecordError(`${String(encoded).slice(0, 60)} is not Base64`);
  return bytes;
}

/** @param {any} value */
function whole(value) {
  if (!Number.isSafeInteger(value)) throw new RecordError(`${value} is not a whole number`);
  return value;
}

/** @param {any} value */
function string(value) {
  if (typeof value !== "string") throw new RecordError(`${value} is not a string`);
  return value;
}

/** @returns {any} @param {any} line */
function headerOf(line) {
  const signed = line.signed_head;
  return {
    magic: string(line.magic),
    format: whole(line.format),
    game: string(line.game),
    head: whole(line.head),
    ancestors: line.ancestors.map((/** @type {any} */ ancestor) => ({
      game: string(ancestor.game),
      version: whole(ancestor.version),
      secret: raw(ancestor.secret),
    })),
    signedHead:
      signed === null
        ? null
        : { note: string(signed.note), key: string(signed.key), rotations: signed.rotations.map(string) },
    leaves: line.leaves.map((/** @type {any} */ leaf) => ({
      kind: whole(leaf.kind),
      version: whole(leaf.version),
      proof: string(leaf.proof),
    })),
    resultSignatures: line.result_signatures.map((/** @type {any} */ signed) => ({
      seat: whole(signed.seat),
      signature: raw(signed.signature),
    })),
    commonSecret: raw(line.common_secret ?? ""),
  };
}

/** @param {any} header */
export function headerLine(header) {
  const { magic, format, game, head, signedHead, leaves } = header;
  const ancestors = header.ancestors.map((/** @type {any} */ ancestor) => ({
    ...ancestor,
    secret: base64(ancestor.secret),
  }));
  const signatures = header.resultSignatures.map((/** @type {any} */ signed) => ({
    ...signed,
    signature: base64(signed.signature),
  }));
  return JSON.stringify({
    magic,
    format,
    game,
    head,
    ancestors,
    signed_head: signedHead,
    leaves,
    result_signatures: signatures,
    ...(header.commonSecret.length ? { common_secret: base64(header.commonSecret) } : {}),
  });
}

/** @returns {Entry} @param {any} line */
function entryOf(line) {
  return {
    game: string(line.game),
    version: whole(line.version),
    actor: { kind: whole(line.actor.kind), seat: whole(line.actor.seat) },
    atMicros: whole(line.at_micros),
    commandId: string(line.command_id),
    expectedVersion: whole(line.expected_version),
    command: itemOf(line.command),
    events: line.events.map(itemOf),
    positionDigest: raw(line.position_digest),
    previous: raw(line.previous),
    digest: raw(line.digest),
    signature: raw(line.signature),
  };
}

/** @returns {Item} @param {any} line */
function itemOf(line) {
  if ("sealed" in line) {
    const sealed = raw(line.sealed);
    if (sealed.length !== 32) throw new RecordError("a sealed item must contain only its leaf");
    return { sealed };
  }
  return { type: string(line.type), value: raw(line.value), salt: raw(line.salt) };
}

/** @param {Entry} entry */
export function entryLine(entry) {
  return JSON.stringify({
    game: entry.game,
    version: entry.version,
    actor: { kind: entry.actor.kind, seat: entry.actor.seat },
    at_micros: entry.atMicros,
    command_id: entry.commandId,
    expected_version: entry.expectedVersion,
    command: itemLine(entry.command),
    events: entry.events.map(itemLine),
    position_digest: base64(entry.positionDigest),
    previous: base64(entry.previous),
    digest: base64(entry.digest),
    signature: base64(entry.signature),
  });
}

/** @param {Item} content */
function itemLine(content) {
  if ("sealed" in content) return { sealed: base64(content.sealed) };
  return { type: content.type, value: base64(content.value), salt: base64(content.salt) };
}

/** The messages found in open items, because each is read several times. @type {WeakMap<Item, any>} */
const messages = new WeakMap();

/** The record's messages whose bytes are kept as they were sent. */
const SENT = ["Concede", "Agree", "AnnounceAbsence", "DecideGame", "RuleIrregularity", "PositionSet"].map(
  (name) => V1 + name,
);

/**
 * Return an open item's message, or null if the item is sealed or has a different type.
 * @param {Item | undefined} content
 * @param {string} name the message in gunbai.record.v1, or with its package
 * @returns {any}
 */
export function messageOf(content, name) {
  const full = name.includes(".") ? name : V1 + name;
  if (!content || !("type" in content) || content.type !== full) return null;
  let message = messages.get(content);
  if (!message) {
    message = decode(MESSAGES, full, content.value, SENT.includes(full));
    messages.set(content, message);
  }
  return message;
}

/** @param {Item} content @returns {boolean} whether it has one of the record's messages in an encoding other than the canonical one */
export function isUncanonical(content) {
  if (!("type" in content) || !SENT.includes(content.type)) return false;
  return !same(encode(MESSAGES, content.type, messageOf(content, content.type)), content.value);
}

/**
 * Return a file as lines of JSON.
 * @param {Header} header
 * @param {Entry[]} entries
 */
export function asLines(header, entries) {
  return [headerLine(header), ...entries.map(entryLine)].map((line) => `${line}\n`).join("");
}
