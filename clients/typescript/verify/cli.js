#!/usr/bin/env node
/** The command `gunbai-verify`, with the same exit codes as `gunbai verify`. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, parse, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { text } from "./bytes.js";
import { parseKey } from "./heads.js";
import { verify } from "./index.js";

const CODES = { attested: 0, consistent: 0, failed: 1, incomplete: 3 };
const MISUSED = 2;
const NOT_ATTESTED = 4;
const USAGE = `Usage: gunbai-verify FILE|FOLDER... [OPTIONS]

Verify record files, and those in folders.

  --key KEY        Verifier key, NAME+ID+KEY, or a file of keys; repeatable.
  --tables FILE    Tables of the game, to check positions and chance.
  --policy FILE    Witness policy.
  --draws MODULE   Draws of a title, named for it, such as ur.mjs; repeatable.
  --json           Print each report as JSON.
  --help           Print this text.

Exit codes: 0 consistent or attested, 1 failed, 2 wrong usage, 3 incomplete, 4 not attested or not witnessed.`;

/** Characters that are invisible or control a terminal, except the joiners that words and emoji need. */
const HIDDEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Return untrusted text as one line that cannot control a terminal. JSON keeps its value. @param {string} text */
function visible(text) {
  return text.replace(HIDDEN, (sign) => {
    const units = Array.from({ length: sign.length }, (_, place) => sign.charCodeAt(place));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}

/** @param {number} count @param {string} noun */
function counted(count, noun, plural = `${noun}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;
}

/** @param {string} file @param {import("./index.js").Report} report */
function sentence(file, report) {
  if (report.verdict === "failed") {
    return `${file}: FAILED: ${report.badVersion ? `entry ${report.badVersion}: ` : ""}${report.problem}`;
  }
  const missing = report.unchecked.map((gap) => `entries ${gap.firstVersion} to ${gap.lastVersion}: ${gap.reason}`);
  const [linked, drawn] = [counted(report.linked, "entry", "entries"), counted(report.chanceRecomputed, "outcome")];
  const verdict = `${report.verdict}: ${linked} linked, ${drawn} of chance recomputed`;
  const more = `${report.positionsChecked} positions and ${report.signaturesChecked} signatures checked`;
  const ruled = report.irregularities.map(
    ({ version, clause, done, stands, arbiter }) =>
      `except entry ${version}: ${JSON.stringify(done)} (${stands ? "it stands" : "corrected"}), ` +
      `ruled by ${arbiter ? `the arbiter ${arbiter}` : "the dealer"} under ${/^[A-Z]+-A?\d+(\.\d+)*$/i.test(clause) ? clause : JSON.stringify(clause)}`,
  );
  if (report.unknownTitle)
    missing.unshift(
      `${report.unknownTitle} is unknown here: the chain, seals, signatures and shares of chance were checked, but not the outcomes`,
    );
  const [names, orders] = [report.removedNames, report.uncanonicalCommands];
  const removed = names.length ? [`player names removed: entries ${names.join(", ")}`] : [];
  const loose = orders.length
    ? [`commands not in the canonical encoding, which services accepted before 1.1: entries ${orders.join(", ")}`]
    : [];
  return `${file}: ${[verdict, more, ...ruled, ...missing, ...removed, ...loose, report.signer ? `its head is signed by ${report.signer}` : report.seeded ? "NOT attested: its chance follows from a seed in its first entry, so anybody could predict it" : "nobody vouches for it: no named key has signed its head", ...witnesses(report.witnessed)].join("; ")}`;
}

/** Return in words how a policy judges the cosignatures. @param {import("./policy.js").Witnessed | null} witnessed */
function witnesses(witnessed) {
  if (!witnessed) return [];
  const { holds, by, of, needed, problem } = witnessed;
  if (problem) return [`NOT witnessed: ${problem}`];
  const counted = `witnessed by ${by.length} of ${of} (the policy needs ${needed})${by.length ? `: ${by.join(", ")}` : ""}`;
  return [holds ? counted : `NOT enough: ${counted}`];
}

/** Return the named record files, and the record files in named folders. Throws TypeError. @param {string[]} named */
async function recordFiles(named) {
  const files = [];
  for (const path of named) {
    const within = (await stat(path)).isDirectory() ? await filesWithin(path) : [path];
    if (!within.length) throw new TypeError(`${path}: no *.gunbai files in this folder`);
    files.push(...within);
  }
  return files;
}

/** @param {string} folder @returns {Promise<string[]>} */
async function filesWithin(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const records = entries.filter((file) => file.name.endsWith(".gunbai") && !file.isDirectory());
  return records.map((file) => join(file.parentPath, file.name)).sort();
}

/**
 * Return the keys that a reader names, as a verifier key or as a file with one on each line. Only the part of a file
 * before its first empty line counts, because a service's own key file lists its rotations after it. Throws
 * RecordError.
 * @param {string} named
 */
async function keysOf(named) {
  if (await isFile(named)) {
    const [lines] = text(await readFile(named))
      .replace(/^\ufeff/, "")
      .replaceAll("\r\n", "\n")
      .trimEnd()
      .split("\n\n");
    const keys = lines.split("\n");
    for (const key of keys) await parseKey(key);
    return keys;
  }
  if (!named.includes("+")) throw new TypeError(`${named} is neither a file of keys nor a verifier key (NAME+ID+KEY)`);
  await parseKey(named);
  return [named];
}

/** @param {string} path */
async function isFile(path) {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tables: { type: "string" },
      key: { type: "string", multiple: true },
      policy: { type: "string" },
      draws: { type: "string", multiple: true },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (!positionals.length)
    throw new TypeError("name a record file or a folder; `gunbai-verify --help` lists the options");
  const tables = values.tables ? await readFile(values.tables, "utf8") : undefined;
  const keys = (await Promise.all((values.key ?? []).map(keysOf))).flat();
  const policy = values.policy ? text(await readFile(values.policy)) : undefined;
  /** @type {Record<string, import("./draws.js").Draws>} */
  const draws = {};
  for (const file of values.draws ?? []) draws[parse(file).name] = await import(pathToFileURL(resolve(file)).href);
  let code = 0;
  for (const file of await recordFiles(positionals)) {
    const report = await verify(await readFile(file), { tables, keys, policy, draws });
    console.log(visible(values.json ? JSON.stringify({ file, ...report }) : sentence(file, report)));
    const lacks = (values.key && !report.signer) || report.witnessed?.holds === false;
    const found = report.verdict !== "failed" && lacks ? NOT_ATTESTED : CODES[report.verdict];
    code = code === 1 ? 1 : Math.max(code, found === 1 ? 1 : found);
    if (found === 1) code = 1;
  }
  return code;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(`gunbai-verify: ${visible(error.message)}`);
    process.exitCode = MISUSED;
  },
);
