// Check the vectors in docs/vectors, or some parts of them, with the verifier in JavaScript; print what does not hold as JSON.
//
//     node vectors.mjs FOLDER [PART]...
import { readFile } from "node:fs/promises";
import {
  base64,
  hex,
  hmac,
  joined,
  sha256,
  signedBy,
  u32,
  u64,
  unhex,
  field,
  utf8,
} from "../../../clients/typescript/verify/bytes.js";
import { digestOf, headerOf, leaf, leafOf, payload, seal } from "../../../clients/typescript/verify/chain.js";
import {
  Stream,
  chanceKey,
  commonChanceKey,
  keyOf,
  link,
  positionDigest,
  saltOf,
  seedSecret,
} from "../../../clients/typescript/verify/chance.js";
import { Looked } from "../../../clients/typescript/verify/draws.js";
import { TITLES } from "../../../clients/typescript/verify/titles/index.js";
import { checkHead, isSignedBy, parseKey, parseNote } from "../../../clients/typescript/verify/heads.js";
import { verify } from "../../../clients/typescript/verify/index.js";
import {
  checkConsistency,
  checkInclusion,
  contradicts,
  cosignedAt,
  leafHash,
  logEntry,
  rootWith,
  signedCheckpoint,
} from "../../../clients/typescript/verify/log.js";
import { judgedNote, parsePolicy } from "../../../clients/typescript/verify/policy.js";
import { decode } from "../../../clients/typescript/verify/protobuf.js";
import { entryLine, headerLine, readEntry, readHeader, readLine } from "../../../clients/typescript/verify/record.js";

const [path, ...named] = process.argv.slice(2);
const FOLDER = new URL(`file://${path}/`);
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const wrong = [];
let checked = 0;

/** Note a check that does not hold. */
function check(what, found, expected) {
  checked += 1;
  const one = JSON.stringify(found instanceof Uint8Array ? hex(found) : found);
  const other = JSON.stringify(expected);
  if (one !== other) wrong.push(`${what}: ${one} is not ${other}`);
}

const load = async (name) => JSON.parse(await readFile(new URL(name, FOLDER), "utf8"));
const plain = (value) =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === "bigint" ? Number(each) : each)));

async function format() {
  const v = await load("format.json");
  for (const [name, each] of Object.entries(v.leaves)) {
    check(`leaf ${name}`, await leaf(each.type, unhex(each.value), unhex(each.salt ?? "")), each.leaf);
  }
  const hashed = await sha256(utf8(v.game.token));
  check("token", hashed, v.game.token_hash);
  const id = await sha256(utf8("gunbai game 1\0"), hashed, field(v.game.request_id));
  check("game", Array.from(id.slice(0, 16), (byte) => ALPHABET[byte % 32]).join(""), v.game.game);
  const secret = unhex(v.keys.secret);
  const entropy = v.keys.entropy.map(unhex);
  check("commitment", await sha256(secret), v.keys.commitment);
  check("chance key", await chanceKey(secret, entropy), v.keys.chance_key);
  check("salts key", await keyOf("salts", secret), v.keys.salts_key);
  check("position key", await keyOf("position", secret), v.keys.position_key);
  const secrets = joined(unhex(v.inherited.secret), ...v.inherited.inherited.map(unhex));
  check("inherited chance", await chanceKey(secrets, v.inherited.entropy.map(unhex)), v.inherited.chance_key);
  check("inherited salts", await keyOf("salts", secrets), v.inherited.salts_key);
  check("inherited position", await keyOf("position", secrets), v.inherited.position_key);
  check("salt", await saltOf(await hmac(unhex(v.keys.salts_key)), v.salt.version, v.salt.index), v.salt.salt);
  const position = await hmac(unhex(v.keys.position_key));
  check(
    "position",
    await positionDigest(position, v.position.version, v.position.table_json),
    v.position.position_digest,
  );
  const block = await (await hmac(unhex(v.keys.chance_key)))(joined(u64(v.stream.ordinal), u32(0)));
  check("first block", block, v.stream.first_block);
  check("stream", await numbers(unhex(v.keys.chance_key), v.stream), v.stream.numbers);
  for (const [index, share] of v.shares.chain.slice(0, -1).entries()) {
    check("link", await link(v.shares.game, v.shares.seat, unhex(share)), v.shares.chain[index + 1]);
  }
  check("shares", await chanceKey(secret, [unhex(v.shares.chain[2]), new Uint8Array(32)]), v.shares.chance_key);
  const { header, lines } = { header: readHeader(unhex(v.file.header)), lines: v.lines };
  check("header line", headerLine(header), lines.header);
  const open = readLine(utf8(lines.open));
  check("header", await headerOf(open), v.entry.header);
  check("digest", await digestOf(open), v.entry.digest);
  const sealed = readLine(utf8(lines.sealed));
  check("sealed digest", await digestOf(sealed), v.entry.digest);
  check("payload", payload(open), v.signatures.command_payload);
  const signature = unhex(v.signatures.command_signature);
  check("signature", await signedBy(unhex(v.signatures.public_key), signature, payload(open)), true);
  check("seal", await seal(open.command.salt, signature), v.signatures.command_signature_seal);
  const { head, keys } = await checkHead({ note: v.head.note, key: v.head.key, rotations: [v.rotation.note] });
  check("head", [head.game, head.version, hex(head.digest)], [v.entry.game, v.entry.version, v.entry.digest]);
  check(
    "keys",
    keys.map((key) => key.text),
    [v.rotation.old_key, v.rotation.new_key],
  );
  const refused = parseNote(v.receipt.note);
  check("receipt", await isSignedBy(refused, await parseKey(v.receipt.key)), true);
  const lines_of_it = ["gunbai refusal v1", v.entry.game, v.entry.version, v.receipt.seat];
  check("refusal", refused.text.split("\n").slice(0, 4), lines_of_it.map(String));
  check("refused command", base64(unhex(v.leaves.salted.leaf)), refused.text.split("\n")[4]);
  check("rotation", await isSignedBy(parseNote(v.rotation.note), await parseKey(v.rotation.old_key)), true);
}

async function numbers(key, { ordinal, bounds }) {
  const stream = new Stream(key, ordinal);
  const found = [];
  for (const bound of bounds) found.push(Number(await stream.below(bound)));
  return found;
}

async function chain() {
  for (const [index, each] of (await load("chain.json")).entries()) {
    const entry = readEntry(unhex(each.message));
    check(`header ${index}`, await headerOf(entry), each.header);
    check(`leaves ${index}`, (await Promise.all([entry.command, ...entry.events].map(leafOf))).map(hex), each.leaves);
    check(`digest ${index}`, await digestOf(entry), each.digest);
    check(`line ${index}`, entryLine(entry), each.line);
    const sealed = readLine(utf8(each.sealed_line));
    check(`sealed ${index}`, await digestOf(sealed), each.digest);
  }
}

async function modes() {
  for (const each of await load("modes.json")) {
    const secrets = joined(unhex(each.secret), unhex(each.inherited ?? ""));
    const given = (each.entropy ?? each.shares ?? each.chains.map((links) => links.at(-1 - each.outcome))).map(unhex);
    check(`${each.mode} key`, await chanceKey(secrets, given), each.chance_key);
    check(`${each.mode} stream`, await numbers(unhex(each.chance_key), each), each.numbers);
    for (const [index, share] of (each.shares ?? []).entries()) {
      check("commitment", await link(each.game, index + 1, unhex(share)), each.commitments[index]);
    }
    for (const [index, links] of (each.chains ?? []).entries()) {
      for (const [place, share] of links.slice(0, -1).entries()) {
        check("link", await link(each.game, index + 1, unhex(share)), links[place + 1]);
      }
    }
  }
}

async function forms() {
  const draw = {
    pick: (stream, { things }) => stream.pick(things),
    dice: (stream, { count, faces }) => stream.dice(count, faces),
    sample: (stream, { count, things }) => stream.sample(count, things),
    shuffle: (stream, { things }) => stream.shuffle(things),
    odds: (stream, { chance }) => stream.odds(...chance.map(BigInt)),
    turn: (stream, { place, pools }) => stream.turn(place, pools),
  };
  for (const each of await load("forms.json")) {
    const key = unhex(each.chance_key);
    check(each.form, plain(await draw[each.form](new Stream(key, each.ordinal), each)), each.result);
    const bounds = each.drawn.map(([bound]) => bound);
    check(
      `${each.form} numbers`,
      await numbers(key, { ordinal: each.ordinal, bounds }),
      each.drawn.map(([, number]) => number),
    );
  }
}

async function log() {
  const v = await load("log.json");
  const later = (await load("leaves.json")).leaves;
  for (const { kind, game, version, digest, entry, leaf: hash } of [...v.leaves, ...later]) {
    check(`entry ${kind}`, await logEntry(kind, game, version, unhex(digest)), entry);
    check(`leaf ${kind}`, await leafHash(unhex(entry)), hash);
  }
  const leaves = await Promise.all(v.entries.map((entry) => leafHash(unhex(entry))));
  for (const { size, index, hashes } of v.inclusions)
    check(
      `inclusion ${index} of ${size}`,
      await rootWith(leaves[index], index, size, hashes.map(unhex)),
      v.roots[size],
    );
  const at = (size) => ({ origin: v.checkpoint.origin, size, root: unhex(v.roots[size]) });
  for (const { old_size, size, hashes } of v.consistencies) {
    const proof = hashes.map(unhex);
    const forked = async (one, two, given) =>
      checkConsistency(one, two, given).then(
        () => "continues",
        ({ name }) => name,
      );
    check(`consistency ${old_size} of ${size}`, await forked(at(old_size), at(size), proof), "continues");
    const other = { ...at(size), root: leaves[0].map((byte) => byte ^ 1) };
    check(
      `a fork at ${size}`,
      await forked(at(old_size), other, proof),
      old_size ? "LogForked" : size ? "continues" : "LogForked",
    );
    // Only checkpoints of the same size contradict each other, as `gunbai log compare` says.
    check(
      `contradictions at ${size}`,
      [contradicts(at(size), other), contradicts(at(size), at(size)), contradicts(at(old_size), other)],
      [true, false, old_size === size],
    );
    if (proof.length) check(`a short proof ${size}`, await forked(at(old_size), at(size), proof.slice(1)), "LogForked");
  }
  const { note, key, witness, cosigned, seconds } = v.checkpoint;
  const found = await signedCheckpoint({ note, key, rotations: [] }, [key]);
  check(
    "checkpoint",
    [found.origin, found.size, hex(found.root)],
    [v.checkpoint.origin, v.entries.length, v.roots.at(-1)],
  );
  check("cosigned", [await cosignedAt(cosigned, witness), await cosignedAt(note, witness)], [seconds, null]);
  check("proof", (await checkInclusion(v.proof, unhex(v.entries[9]))).index, 9);
}

async function policies() {
  const v = await load("policies.json");
  const note = parseNote(v.checkpoint);
  for (const { policy, ...judged } of v.accepted) {
    const { by, of, needed, holds, problem } = await judgedNote(await parsePolicy(policy), note);
    check(`policy ${policy}`, { by, of, needed, holds, problem }, judged);
  }
  for (const text of v.refused) {
    const refused = await parsePolicy(text).then(
      () => "a policy",
      ({ name }) => name,
    );
    check(`no policy ${text}`, refused, "RecordError");
  }
  const false_note = parseNote(v.checkpoint.replace(/(— bob.example .{40})./, "$1_").replace("_", "A"));
  const refused = await judgedNote(await parsePolicy(v.accepted.at(-3).policy), false_note).catch(({ name }) => name);
  check("a false cosignature", refused, "RecordError");
}

async function papers() {
  const v = await load("papers.json");
  const begin = (what) => utf8(`gunbai ${what} 1\0`);
  const { claim, statement, inspection, verdict, result } = v;
  const opened = joined(
    ...[begin("dispute"), field(claim.game), u64(claim.version), field(unhex(claim.receipt_sha256))],
    ...[field(claim.request_id), field(claim.claim)],
  );
  const reference = await sha256(u64(claim.seat), opened);
  check("reference", reference, claim.reference);
  const allowed = Uint8Array.of(Number(statement.inspection_allowed));
  const place = joined(Uint8Array.of(verdict.outcome), u64(verdict.correction_version));
  const payloads = {
    claim: opened,
    statement: joined(begin("statement"), reference, field(statement.request_id), field(statement.text), allowed),
    inspection: joined(begin("inspection"), reference, unhex(inspection.token_sha256)),
    verdict: joined(begin("verdict"), reference, place, field(verdict.reason)),
    result: joined(
      ...[begin("result"), field(result.game), u64(result.head), field(unhex(result.digest))],
      field(JSON.stringify(result.result)),
    ),
  };
  for (const [name, made] of Object.entries(payloads)) {
    check(name, made, v[name].payload);
    const signer = name === "inspection" || name === "verdict" ? v.arbiter_key : v.seat_key;
    check(`signature of ${name}`, await signedBy(unhex(signer), unhex(v[name].signature), made), true);
  }
  const digest = await sha256(payloads.verdict, unhex(verdict.signature));
  check("verdict digest", digest, verdict.digest);
  check("verdict entry", await logEntry(5, claim.game, claim.version, digest), verdict.entry);
}

async function outcomes() {
  for (const [title, { messages, outcomes: known }] of Object.entries(TITLES)) {
    const more = title === "shogun" ? await load("outcomes/shogun.tower.json") : [];
    for (const each of [...(await load(`outcomes/${title}.json`)), ...more]) {
      const shown = decode(messages, each.type, unhex(each.value));
      const stream = new Stream(unhex(each.chance_key), each.ordinal);
      const drawn = await known[each.type.split(".").at(-1)](new Looked(shown, JSON.parse(each.table), null, stream));
      check(`${title} ${each.step}`, drawn, shown);
    }
  }
}

async function common() {
  const v = await load("common.json");
  check("common secret", await sha256(unhex(v.secret)), v.commitment);
  check("common chance", await commonChanceKey(unhex(v.secret)), v.chance_key);
  check("seed", await seedSecret(v.seed), v.seed_secret);
  check("chance of a seed", await commonChanceKey(await seedSecret(v.seed)), v.seed_chance_key);
}

async function imported() {
  for (const { game, digest, imported } of await load("imported.json")) {
    const id = await sha256(utf8("gunbai import 1\0"), field(game), field(unhex(digest)));
    check(`import of ${game}`, Array.from(id.slice(0, 16), (byte) => ALPHABET[byte % 32]).join(""), imported);
  }
}

async function records() {
  const listed = await Promise.all(["records.json", "branches.json", "kinds.json", "undone.json"].map(load));
  for (const each of listed.flat()) {
    const file = await readFile(new URL(`records/${each.name}.jsonl`, FOLDER));
    const tables = each.tables
      ? await readFile(new URL(`records/${each.name}.tables.jsonl`, FOLDER), "utf8")
      : undefined;
    const report = await verify(file, { tables });
    check(`record ${each.name}`, [report.verdict, report.problem, report.linked], [each.verdict, "", each.entries]);
  }
}

async function refused() {
  for (const { has, bad_version, record } of await load("refused.json")) {
    const report = await verify(utf8(`${record.join("\n")}\n`));
    check(`refused: ${has}`, [report.verdict, report.badVersion], ["failed", bad_version]);
  }
}

const parts = [format, common, chain, modes, forms, log, policies, papers, outcomes, imported, records, refused];
for (const run of parts.filter(({ name }) => !named.length || named.includes(name))) {
  try {
    await run();
  } catch (error) {
    wrong.push(`${run.name}: ${error.stack}`);
  }
}
console.log(JSON.stringify({ checked, wrong }));
