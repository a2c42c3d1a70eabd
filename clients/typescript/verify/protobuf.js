/**
 * A reader of protobuf's wire format, and the canonical encoding of the messages that it reads. The canonical encoding
 * has the fields in order of their numbers, no field twice, no field with its default value, and each number and length
 * in the fewest bytes. Record files use it, so that every altered byte is noticed. A message in a different encoding is
 * read as protobuf prescribes. If a field is repeated, its last value counts, but messages are merged. The last field
 * of a oneof counts. A number is cut to the bits of its field.
 */
import { joined, same, text, utf8 } from "./bytes.js";
import { RecordError } from "./errors.js";

/**
 * The form of a field: its name, its kind (with [] if it is repeated), and the name of its oneof if it is in one. A
 * kind that is not a scalar is the name of a message.
 * @typedef {Record<number, string>} Fields by field number, such as {1: "seat uint32", 2: "dice uint32[]"}
 */

/** @typedef {{number: number, name: string, kind: string, repeated: boolean, group: string}} Field */

/** The bits of numbers, and whether they have a sign. An enum is one of these. @type {Record<string, [number, boolean]>} */
const NUMBERS = { uint32: [32, false], uint64: [64, false], int32: [32, true], int64: [64, true], bool: [64, false] };
const EMPTY = new Uint8Array(0);
/** @type {Record<string, any>} */
const DEFAULTS = { uint32: 0, uint64: 0, int32: 0, int64: 0, bool: false, string: "", bytes: EMPTY };
const VARINT = 0;
const FIXED64 = 1;
const DELIMITED = 2;
const BEGINNING = 3;
const END = 4;
const FIXED32 = 5;
/** How many bytes a message may have beyond twice its canonical size. */
const PADDING = 64;
/** How deeply groups may be nested. */
const DEEPEST = 100;
/** A field number that a message does not have. */
const STRANGE = Symbol("a field that the message does not have");

/** A place in a message. */
export class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get done() {
    return this.at >= this.bytes.length;
  }

  /** Return the next varint, which must have at most this many bits and be encoded in the fewest bytes. */
  varint(bits = 64n) {
    let value = 0n;
    for (let shift = 0n; shift < bits; shift += 7n) {
      if (this.done) throw new RecordError("it ends in the middle of a number");
      const byte = this.bytes[this.at++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (value >= 1n << bits) break;
        return value;
      }
    }
    throw new RecordError(`a number has more than ${bits} bits`);
  }

  /** @param {number} size */
  take(size) {
    if (size > this.bytes.length - this.at) throw new RecordError(`it ends before the ${size} bytes that it announces`);
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }

  delimited() {
    return this.take(Number(this.varint(31n)));
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
 * Return a message as an object with all its fields, by name. Throws RecordError.
 * @param {Record<string, Fields>} messages the fields of each message
 * @param {string} name of the message
 * @param {Uint8Array} bytes
 * @param {boolean} [sent] whether a client sent it, so that it can have any encoding
 * @returns {any}
 */
export function decode(messages, name, bytes, sent = false) {
  const message = parse(messages, name, bytes);
  checkFields(messages, name, message);
  const canonical = encode(messages, name, message);
  if (!sent && !same(canonical, bytes)) throw new RecordError(`${name} is not in the canonical encoding`);
  if (bytes.length > 2 * canonical.length + PADDING)
    throw new RecordError(`${name} is padded: ${bytes.length} bytes for a message of ${canonical.length}`);
  return message;
}

/**
 * Return a message in the canonical encoding.
 * @param {Record<string, Fields>} messages
 * @param {string} name
 * @param {any} message as `decode` returns it
 * @returns {Uint8Array}
 */
export function encode(messages, name, message) {
  return joined(...fieldsOf(messages, name).flatMap((field) => encodeField(messages, field, message[field.name])));
}

/** @type {WeakMap<Fields, Field[]>} */
const numbered = new WeakMap();

/** Return a message's fields in the order of their numbers. @param {Record<string, Fields>} messages @param {string} name */
function fieldsOf(messages, name) {
  const fields = messages[name];
  let inOrder = numbered.get(fields);
  if (!inOrder) {
    inOrder = Object.entries(fields).map(([digits, described]) => {
      const [field, kind, group = ""] = described.split(" ");
      const single = kind.replace("[]", "");
      return { number: Number(digits), name: field, kind: single, repeated: kind !== single, group };
    });
    numbered.set(fields, inOrder);
  }
  return inOrder;
}

/** @param {string} kind */
const wireOf = (kind) => (kind in NUMBERS ? VARINT : DELIMITED);

/** @returns {any} @param {Record<string, Fields>} messages @param {string} name @param {Uint8Array} bytes */
function parse(messages, name, bytes) {
  const fields = fieldsOf(messages, name);
  /** @type {any} */
  const message = {};
  for (const field of fields) message[field.name] = startOf(field);
  /** The bytes of messages, to which the bytes of a repeated field are appended. @type {Map<Field, Uint8Array>} */
  const parts = new Map();
  for (const reader = new Reader(bytes); !reader.done;) {
    const tag = Number(reader.varint(32n));
    const [place, wire] = [Math.floor(tag / 8), tag % 8];
    const field = fields.find((candidate) => candidate.number === place);
    const packed = field?.repeated && wireOf(field.kind) === VARINT && wire === DELIMITED;
    if (!field || (wire !== wireOf(field.kind) && !packed)) {
      skip(reader, place, wire);
      message[STRANGE] = place;
    } else if (field.repeated) {
      message[field.name].push(...(packed ? severalOf(field, reader.delimited()) : [one(messages, field, reader)]));
    } else {
      for (const other of field.group ? fields : []) if (other !== field && other.group === field.group) clear(other);
      if (field.kind in messages) {
        parts.set(field, joined(parts.get(field) ?? EMPTY, reader.delimited()));
        message[field.name] = parse(messages, field.kind, /** @type {Uint8Array} */ (parts.get(field)));
      } else message[field.name] = one(messages, field, reader);
    }
  }
  return message;

  /** @param {Field} field of a oneof, another field of which comes */
  function clear(field) {
    message[field.name] = startOf(field);
    parts.delete(field);
  }
}

/** @param {Field} field @returns {any} its value in an empty message; null if it is absent */
function startOf({ kind, repeated, group }) {
  if (repeated) return [];
  return group ? null : (DEFAULTS[kind] ?? null);
}

/** Skip a field that a message does not have. @param {Reader} reader @param {number} place @param {number} wire @param {number} [depth] */
function skip(reader, place, wire, depth = 0) {
  if (!place || depth > DEEPEST) throw new RecordError("it is not a protobuf message");
  if (wire === VARINT) reader.varint();
  else if (wire === FIXED64) reader.take(8);
  else if (wire === DELIMITED) reader.delimited();
  else if (wire === FIXED32) reader.take(4);
  else if (wire === BEGINNING) {
    for (;;) {
      const tag = Number(reader.varint(32n));
      if (tag % 8 === END && Math.floor(tag / 8) === place) return;
      skip(reader, Math.floor(tag / 8), tag % 8, depth + 1);
    }
  } else throw new RecordError("it is not a protobuf message");
}

/** @param {Field} field @param {Uint8Array} bytes of packed numbers @returns {any[]} */
function severalOf(field, bytes) {
  const values = [];
  for (const reader = new Reader(bytes); !reader.done;) values.push(valueOf(field.kind, reader.varint()));
  return values;
}

/** @param {string} kind @param {bigint} value */
function valueOf(kind, value) {
  if (kind === "bool") return value !== 0n;
  const [bits, signed] = NUMBERS[kind];
  return number(signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value));
}

/** @returns {any} @param {Record<string, Fields>} messages @param {Field} field @param {Reader} reader */
function one(messages, { kind, name }, reader) {
  if (kind in NUMBERS) return valueOf(kind, reader.varint());
  const bytes = reader.delimited();
  if (kind === "bytes") return bytes.slice();
  if (kind !== "string") return parse(messages, kind, bytes);
  try {
    return text(bytes);
  } catch {
    throw new RecordError(`the text in ${name} is not UTF-8`);
  }
}

/** Check that a message, and those in it, have no other fields. @param {Record<string, Fields>} messages @param {string} name @param {any} message */
function checkFields(messages, name, message) {
  if (message[STRANGE] !== undefined) throw new RecordError(`${name} has no field ${message[STRANGE]}`);
  for (const { name: field, kind } of fieldsOf(messages, name))
    if (kind in messages) for (const inner of [message[field]].flat()) if (inner) checkFields(messages, kind, inner);
}

/** @param {bigint} value @returns {Uint8Array} */
function varint(value) {
  const bytes = [];
  for (let rest = BigInt.asUintN(64, value); bytes.length === 0 || rest; rest >>= 7n)
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
  return Uint8Array.from(bytes);
}

/** @param {number} place @param {Uint8Array} bytes */
const delimited = (place, bytes) => [varint(BigInt(place * 8 + DELIMITED)), varint(BigInt(bytes.length)), bytes];

/** @param {Record<string, Fields>} messages @param {Field} field @param {any} value @returns {Uint8Array[]} */
function encodeField(messages, { number: place, kind, repeated, group }, value) {
  if (kind in NUMBERS) {
    if (repeated)
      return value.length
        ? delimited(place, joined(...value.map((/** @type {any} */ number) => varint(BigInt(number)))))
        : [];
    return value ? [varint(BigInt(place * 8)), varint(BigInt(value))] : [];
  }
  const given = repeated ? value : value === null || (!group && value.length === 0) ? [] : [value];
  return given.flatMap((/** @type {any} */ single) => delimited(place, bytesOf(messages, kind, single)));
}

/** @param {Record<string, Fields>} messages @param {string} kind @param {any} value @returns {Uint8Array} */
function bytesOf(messages, kind, value) {
  if (kind === "bytes") return value;
  return kind === "string" ? utf8(value) : encode(messages, kind, value);
}
