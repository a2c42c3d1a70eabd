// The verifier in JavaScript on standard input and output: each record comes after its length and the number of its seed, and is
// answered by a line with its verdict. The first line has the tables of the seeds.
//
// Its hashes are those of node:crypto: WebCrypto takes a turn of the threads for each, and a record has hundreds.
import { createHash, createHmac, createPublicKey, hkdfSync, verify as isSigned } from "node:crypto";

const subtle = {
  digest: async (_, bytes) => createHash("sha256").update(bytes).digest(),
  importKey: async (_, raw, { name } = {}) =>
    name === "Ed25519"
      ? createPublicKey({ key: { kty: "OKP", crv: name, x: Buffer.from(raw).toString("base64url") }, format: "jwk" })
      : raw,
  sign: async (_, key, bytes) => createHmac("sha256", key).update(bytes).digest(),
  deriveBits: async ({ salt, info }, key, bits) => hkdfSync("sha256", key, salt, info, bits / 8),
  verify: async (_, key, signature, bytes) => isSigned(null, bytes, key, signature),
};
Object.defineProperty(globalThis, "crypto", { value: { subtle } });
const { verify } = await import("../../clients/typescript/verify/index.js");

let waiting = Buffer.alloc(0);
const chunks = process.stdin[Symbol.asyncIterator]();

async function take(size) {
  while (waiting.length < size) {
    const { value, done } = await chunks.next();
    if (done) return null;
    waiting = waiting.length ? Buffer.concat([waiting, value]) : value;
  }
  const taken = waiting.subarray(0, size);
  waiting = waiting.subarray(size);
  return taken;
}

const GIVEN = "given for it";
const size = await take(4);
const tables = JSON.parse((await take(size.readUInt32BE())).toString());
for (let head = await take(8); head; head = await take(8)) {
  const content = new Uint8Array(await take(head.readUInt32BE()));
  const known = tables[head.readUInt32BE(4)];
  let report = await verify(content, { tables: known });
  // The tables are those of the seed, and a record that differs may have others.
  if (known && report.problem.includes(GIVEN)) report = await verify(content);
  const { verdict, badVersion, problem, unchecked } = report;
  console.log(JSON.stringify({ verdict, badVersion, problem, unchecked }));
}
