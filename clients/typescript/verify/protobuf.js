/**
 * A reader of protobuf's wire format, as strict as record files are: no unknown fields, no field twice that has one
 * value, no default that is written out, no number longer than it needs to be. So every altered byte is seen. What a
 * client sent is as its sender wrote it, but for unknown fields; the chain keeps its bytes.
 */
import { joined, text } from "./bytes.js";
import { RecordError } from "./errors.js";

/**
 * What a field is: its name and its kind, with [] if it is repeated; a kind that is no scalar is the name of a message.
 * @typedef {Record<number, string>} Fields by field number, such as {1: "seat uint", 2: "dice uint[]"}
 */

const SCALARS = new Set(["uint", "int", "bool", "string", "bytes"]);

/** A place in a message. */
export class Reader {
  /** @param {Uint8Array} bytes @param {boolean} [sent] whether numbers may be longer than they need to be */
  constructor(bytes, sent = false) {
    this.bytes = bytes;
    this.sent = sent;
    this.at = 0;
  }

  get done() {
    return this.at >= this.bytes.length;
  }

  /** Return the next varint of at most 64 bits. */
  varint() {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      if (this.done) throw new RecordError("it ends within a number");
      const byte = this.bytes[this.at++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (byte === 0 && shift > 0n && !this.sent) throw new RecordError("a number is longer than it needs to be");
        if (value >= 1n << 64n) break;
        return value;
      }
    }
    throw new RecordError("a number has more than 64 bits");
  }

  /** @param {number} size */
  take(size) {
    if (size > this.bytes.length - this.at) throw new RecordError(`it ends before ${size} bytes that are announced`);
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }

  delimited() {
    return this.take(number(this.varint()));
  }
}

/** @param {bigint} value */
function number(value) {
  if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) {
    throw new RecordError(`a number is beyond 2^53: ${value}`);
  }
  return Number(value);
}

/**
 * Return a message by the names of its fields, all of which are there. Throws RecordError.
 * @param {Record<string, Fields>} messages the fields of each message
 * @param {string} name of the message
 * @param {Uint8Array} bytes
 * @param {boolean} [sent] whether it is as its sender wrote it
 * @returns {any}
 */
export function decode(messages, name, bytes, sent = false) {
  const fields = messages[name];
  /** @type {any} */
  const message = {};
  for (const each of Object.values(fields)) {
    const [field, kind] = each.split(" ");
    message[field] = kind.endsWith("[]") ? [] : start(kind);
  }
  /** @type {Map<string, Uint8Array>} */
  const seen = new Map();
  let before = 0;
  for (const reader = new Reader(bytes, sent); !reader.done;) {
    const tag = number(reader.varint());
    if (tag < before && name.startsWith(FILE) && !sent)
      throw new RecordError(`${name} has its fields in another order`);
    before = tag;
    const [field, kind] = (fields[Math.floor(tag / 8)] ?? "").split(" ");
    if (!field) throw new RecordError(`${name} has no field ${Math.floor(tag / 8)}`);
    const single = kind.replace("[]", "");
    if (kind !== single) {
      message[field].push(...several(messages, single, tag % 8, reader, name, sent));
      continue;
    }
    if (sent) {
      message[field] = again(messages, single, tag % 8, reader, name, seen, field);
      continue;
    }
    if (seen.has(field)) throw new RecordError(`${name} has the field ${field} twice`);
    seen.set(field, reader.bytes);
    const value = one(messages, single, tag % 8, reader, name, sent);
    if (SCALARS.has(single) && (value === start(single) || value.length === 0) && !kept(name, field)) {
      throw new RecordError(`${name} has an empty ${field}`);
    }
    message[field] = value;
  }
  return message;
}

/**
 * Return the value of a field that may have come before: of a scalar the last counts, a message goes on.
 * @returns {any} @param {any} messages @param {string} kind @param {number} wire @param {Reader} reader @param {string} name
 * @param {Map<string, Uint8Array>} seen the bytes of the messages that came before @param {string} field
 */
function again(messages, kind, wire, reader, name, seen, field) {
  if (SCALARS.has(kind) || wire !== 2) return one(messages, kind, wire, reader, name, true);
  const whole = joined(seen.get(field) ?? new Uint8Array(0), reader.delimited());
  seen.set(field, whole);
  return decode(messages, kind, whole, true);
}

/** What a file is made of has its fields in order, but for what a client sent. */
const FILE = "gunbai.record.v1.";

/** A field of a oneof is written even if it is empty. @param {string} name @param {string} field */
const kept = (name, field) => name === "gunbai.record.v1.Item" && field === "sealed";

/** @param {string} kind */
function start(kind) {
  return { uint: 0, int: 0, bool: false, string: "", bytes: new Uint8Array(0) }[kind] ?? null;
}

/** @returns {any[]} @param {any} messages @param {string} kind @param {number} wire @param {Reader} reader @param {string} name @param {boolean} sent */
function several(messages, kind, wire, reader, name, sent) {
  if (wire !== 2 || !["uint", "int", "bool"].includes(kind)) return [one(messages, kind, wire, reader, name, sent)];
  const found = [];
  for (const packed = new Reader(reader.delimited(), sent); !packed.done;)
    found.push(one(messages, kind, 0, packed, name, sent));
  return found;
}

/** @returns {any} @param {any} messages @param {string} kind @param {number} wire @param {Reader} reader @param {string} name @param {boolean} sent */
function one(messages, kind, wire, reader, name, sent) {
  if (wire !== (["uint", "int", "bool"].includes(kind) ? 0 : 2))
    throw new RecordError(`${name} has a field of another kind`);
  switch (kind) {
    case "uint":
      return number(reader.varint());
    case "int":
      return number(BigInt.asIntN(64, reader.varint()));
    case "bool":
      return reader.varint() !== 0n;
    case "bytes":
      return reader.delimited().slice();
    case "string":
      try {
        return text(reader.delimited());
      } catch (error) {
        if (error instanceof RecordError) throw error;
        throw new RecordError(`${name} has a text that is not UTF-8`);
      }
    default:
      return decode(messages, kind, reader.delimited(), sent);
  }
}
