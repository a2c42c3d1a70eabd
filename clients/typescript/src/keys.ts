// Ed25519 keys (RFC 8032) of seats that sign commands. They need WebCrypto: Node, or pages from HTTPS or localhost.

const ALGORITHM = "Ed25519";

/** Returns a new key pair with which a seat signs. The private key can be saved if it is `extractable`. */
export async function newKey(extractable = false): Promise<CryptoKeyPair> {
  return (await crypto.subtle.generateKey(ALGORITHM, extractable, ["sign", "verify"])) as CryptoKeyPair;
}

/** Returns the 32 bytes of a public key, for JoinGame. */
export async function publicBytes(key: CryptoKeyPair): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.exportKey("raw", key.publicKey));
}

/** Returns the signature of a payload, 64 bytes. */
export async function signed(key: CryptoKeyPair, payload: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign(ALGORITHM, key.privateKey, payload.slice()));
}
