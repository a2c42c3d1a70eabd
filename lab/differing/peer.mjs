// The verifier in JavaScript on standard input and output. First come the seeds, each a file with its tables. Then records come, each a
// whole file or a header and the entries that follow those of a seed, and each is answered by a line with its verdict.
//
// What a record shares with its seed is verified once. Hashes are those of node:crypto: WebCrypto takes a turn of the threads for
// each, and a record has hundreds.
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
const { same } = await import("../../clients/typescript/verify/bytes.js");
const { read, verify } = await import("../../clients/typescript/verify/index.js");
const { checkHeader, readEntry, readHeader } = await import("../../clients/typescript/verify/record.js");
const { Frame, Part } = await import("../../clients/typescript/verify/frame.js");
const { Course } = await import("../../clients/typescript/verify/course.js");
const { Run, begun, concluded, secretsOf } = await import("../../clients/typescript/verify/run.js");

const WHOLE = 0xffffffff;
// The tables are those of the seed, and a record that differs may have others: then it is judged without them.
const GIVEN = "given for it";
// What a run refers to and never changes: entries, their messages, functions.
const SHARED = new Set(["above", "before", "command", "created", "salts", "position", "chance", "tables", "secrets"]);

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

const number = async () => (await take(4))?.readUInt32BE();
const sized = async () => new Uint8Array(await take(await number()));

/** Return an object of the class of another one, with its private methods. */
function bare(value) {
  if (value instanceof Run) return new Run(value.frame, value.tables, value.report);
  if (value instanceof Frame) return new Frame(value.secrets);
  if (value instanceof Part) return new Part({ game: "", version: 0 }, {});
  return value instanceof Course ? new Course({ command: {} }, null) : {};
}

/** Return a copy of a run as far as it came, from which another record can go on. */
function copied(value, seen = new Map()) {
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return value;
  if (seen.has(value)) return seen.get(value);
  if (Array.isArray(value)) return value.map((each) => copied(each, seen));
  if (value instanceof Set) return new Set(value);
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, copied(each, seen)]));
  const made = bare(value);
  seen.set(value, made);
  for (const [key, each] of Object.entries(value)) made[key] = SHARED.has(key) && !(each instanceof Course) ? each : copied(each, seen);
  return made;
}

/** A genuine record, with the runs along its entries. */
class Seed {
  constructor(content, tables) {
    Object.assign(this, read(content));
    const lines = tables.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    this.tables = new Map(lines.map(({ version, ...position }) => [version, position]));
    this.runs = new Map();
  }

  /** Return the runs of the record after no entry, one, and so on: it may have one that fails. */
  async upto(count, secrets, common, given) {
    const key = String([given, common, ...[...secrets.keys()].sort()]);
    if (!this.runs.has(key)) this.runs.set(key, [this.begin(secrets, common, given)]);
    const runs = this.runs.get(key);
    while (runs.length <= count) {
      const run = copied(runs.at(-1));
      try {
        await run.take(this.entries[runs.length - 1]);
      } catch {
        break;
      }
      runs.push(run);
    }
    return runs;
  }

  begin(secrets, common, given) {
    return new Run(new Frame(secrets, common), async (version) => (given ? this.tables.get(version) : undefined), begun());
  }

  /** Return a run that has come to what a record does not share, if no secret is another one. */
  async after(count, secrets, common, given) {
    this.secrets ??= await secretsOf(this.header, this.entries);
    const known = [...secrets].every(([game, secret]) => String(this.secrets.get(game)) === String(secret));
    if (!known || !(common.length === 0 || same(common, this.header.commonSecret))) return this.begin(secrets, common, given);
    const runs = await this.upto(count, secrets, common, given);
    return copied(runs[Math.min(count, runs.length - 1)]);
  }

  /** Judge a record that goes on otherwise after some of the entries. */
  async judge(header, shared, rest, given) {
    const entries = [...this.entries.slice(0, shared), ...rest];
    const run = await this.after(shared, await secretsOf(header, entries), header.commonSecret, given);
    return concluded(run.report, async () => {
      for (const entry of entries.slice(run.linked)) await run.take(entry);
      await run.end(header, entries, []);
    });
  }
}

/** Read what goes on after some entries of a seed, and judge it. */
async function judged(seed, first) {
  const head = await sized();
  const written = [];
  for (let count = await number(); count; count -= 1) written.push(await sized());
  const read = begun();
  let header, rest;
  await concluded(read, async () => {
    header = readHeader(head);
    checkHeader(header);
    rest = written.map(readEntry);
  });
  if (read.problem) return read;
  const report = await seed.judge(header, first, rest, seed.tables.size > 0);
  return report.problem.includes(GIVEN) ? seed.judge(header, first, rest, false) : report;
}

/** Judge a file from its beginning. */
async function judgedWhole(seed, content) {
  const report = await verify(content, { tables: seed.tables });
  return report.problem.includes(GIVEN) ? verify(content) : report;
}

const seeds = [];
for (let count = await number(); count; count -= 1) seeds.push(new Seed(await sized(), (await take(await number())).toString()));
for (let place = await number(); place !== undefined; place = await number()) {
  const first = await number();
  const report = first === WHOLE ? await judgedWhole(seeds[place], await sized()) : await judged(seeds[place], first);
  const { verdict, badVersion, problem, unchecked } = report;
  console.log(JSON.stringify({ verdict, badVersion, problem, unchecked }));
}
