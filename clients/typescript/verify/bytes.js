/** Bytes: fields and numbers as in docs/record-format.md, hexadecimal, Base64, and the hashes of WebCrypto. */

const { subtle } = globalThis.crypto;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The bytes that WebCrypto takes, which no other thread can change. @typedef {Uint8Array<ArrayBuffer>} Own */

/** @param {string} text */
export const utf8 = (text) => encoder.encode(text);

/**
 * Return the text of UTF-8 bytes. Throws TypeError for invalid bytes.
 * @param {Uint8Array} bytes
 */
export const text = (bytes) => decoder.decode(bytes);

/**
 * Return the bytes joined in order.
 * @param {...Uint8Array} parts
 */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {number} value */
export const u8 = (value) => Uint8Array.of(value);

/** @param {number} value */
export function u32(value) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/**
 * Return 8 bytes, big-endian, in two's complement if the number is negative.
 * @param {number} value
 */
export function u64(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value));
  return bytes;
}

/**
 * Return a value preceded by its length.
 * @param {Uint8Array | string} value
 */
export function field(value) {
  const bytes = typeof value === "string" ? utf8(value) : value;
  return joined(u32(bytes.length), bytes);
}

/** @param {Uint8Array} one @param {Uint8Array} other */
export function same(one, other) {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} digits */
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {Uint8Array} bytes */
export function base64(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * Return the bytes of canonical Base64 (RFC 4648, section 4), or null for any other text.
 * @param {string} encoded
 * @returns {Uint8Array | null}
 */
export function unbase64(encoded) {
  let binary;
  try {
    binary = atob(encoded);
  } catch {
    return null;
  }
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  return base64(bytes) === encoded ? bytes : null;
}

/**
 * Return the SHA-256 of the joined bytes.
 * @param {...Uint8Array} parts
 */
export const sha256 = async (...parts) => new Uint8Array(await subtle.digest("SHA-256", joined(...parts)));

/**
 * Return a function that makes the HMAC-SHA-256 of bytes under a key.
 * @param {Uint8Array} key
 * @returns {Promise<(value: Uint8Array) => Promise<Uint8Array>>}
 */
export async function hmac(key) {
  const made = await subtle.importKey("raw", /** @type {Own} */ (key), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return async (value) => new Uint8Array(await subtle.sign("HMAC", made, /** @type {Own} */ (value)));
}

/**
 * Return 32 bytes of HKDF-SHA-256 (RFC 5869).
 * @param {Uint8Array} secret
 * @param {Uint8Array} salt
 * @param {string} info
 */
export async function hkdf(secret, salt, info) {
  const key = await subtle.importKey("raw", /** @type {Own} */ (secret), "HKDF", false, ["deriveBits"]);
  const parameters = { name: "HKDF", hash: "SHA-256", salt: /** @type {Own} */ (salt), info: utf8(info) };
  const bits = await subtle.deriveBits(parameters, key, 256);
  return new Uint8Array(bits);
}

/**
 * Return whether the holder of an Ed25519 key signed a payload.
 * @param {Uint8Array} publicKey
 * @param {Uint8Array} signature
 * @param {Uint8Array} payload
 */
export async function signedBy(publicKey, signature, payload) {
  try {
    const key = await subtle.importKey("raw", /** @type {Own} */ (publicKey), { name: "Ed25519" }, false, ["verify"]);
    const [given, signed] = [/** @type {Own} */ (signature), /** @type {Own} */ (payload)];
    return await subtle.verify({ name: "Ed25519" }, key, given, signed);
  } catch {
    return false;
  }
}
