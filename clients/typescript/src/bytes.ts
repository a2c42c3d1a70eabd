// Bytes as the record format has them: numbers are big-endian, and a field is preceded by its length.

const encoder = new TextEncoder();

/** Returns the UTF-8 of a string. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Returns the concatenation of parts. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

/** Returns an integer as 4 bytes. */
export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Returns an integer as 8 bytes, in two's complement if it is negative. */
export function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, value));
  return bytes;
}

/** Returns a value preceded by its length. */
export function field(value: Uint8Array): Uint8Array {
  return joined(u32(value.length), value);
}

/** Returns whether two values are the same. */
export function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

/** Returns new random bytes. */
export function random(size: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(size));
}

/** Returns bytes in hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
