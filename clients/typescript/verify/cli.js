#!/usr/bin/env node
/**
 * Verify record files and folders of them: `node cli.js FILE... [--tables FILE] [--key KEY]... [--policy FILE]
 * [--draws MODULE]... [--json]`; exits as `gunbai verify` does. A module of draws is named for its title, such as ur.mjs.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, parse, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { text } from "./bytes.js";
import { verify } from "./index.js";

const CODES = { attested: 0, consistent: 0, failed: 1, incomplete: 3 };
const MISUSED = 2;
const NOT_ATTESTED = 4;

/** What is invisible or controls a terminal, except the joiners with which words and emoji are spelled. */
const HIDDEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Untrusted text as one line that cannot control a terminal; JSON keeps its value. @param {string} text */
function visible(text) {
  return text.replace(HIDDEN, (sign) => {
    const units = Array.from({ length: sign.length }, (_, place) => sign.charCodeAt(place));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}

/** @param {string} file @param {import("./index.js").Report} report */
function sentence(file, report) {
  if (report.verdict === "failed") {
    return `${file}: FAILED: ${report.badVersion ? `entry ${report.badVersion}: ` : ""}${report.problem}`;
  }
  const missing = report.unchecked.map((gap) => `entries ${gap.firstVersion} to ${gap.lastVersion}: ${gap.reason}`);
  const verdict = `${report.verdict}: ${report.linked} entries linked, ${report.chanceRecomputed} outcomes of chance recomputed`;
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
    ? [`commands not canonical, which services accepted before 1.1: entries ${orders.join(", ")}`]
    : [];
  return `${file}: ${[verdict, more, ...ruled, ...missing, ...removed, ...loose, report.signer ? `its head is signed by ${report.signer}` : report.seeded ? "NOT attested: its chance follows from a seed in its first entry, so anybody could predict it" : "nobody vouches for it: no named key has signed its head", ...witnesses(report.witnessed)].join("; ")}`;
}

/** Say how a policy judges the cosignatures. @param {import("./policy.js").Witnessed | null} witnessed */
function witnesses(witnessed) {
  if (!witnessed) return [];
  const { holds, by, of, needed, problem } = witnessed;
  if (problem) return [`NOT witnessed: ${problem}`];
  const counted = `witnessed by ${by.length} of ${of}, policy says ${needed}${by.length ? `: ${by.join(", ")}` : ""}`;
  return [holds ? counted : `NOT enough: ${counted}`];
}

/** Return the named record files, and those in named folders. Throws TypeError. @param {string[]} named */
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

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tables: { type: "string" },
      key: { type: "string", multiple: true },
      policy: { type: "string" },
      draws: { type: "string", multiple: true },
      json: { type: "boolean" },
    },
  });
  if (!positionals.length) throw new TypeError("name a record file, or a folder of record files");
  const tables = values.tables ? await readFile(values.tables, "utf8") : undefined;
  const policy = values.policy ? text(await readFile(values.policy)) : undefined;
  /** @type {Record<string, import("./draws.js").Draws>} */
  const draws = {};
  for (const file of values.draws ?? []) draws[parse(file).name] = await import(pathToFileURL(resolve(file)).href);
  let code = 0;
  for (const file of await recordFiles(positionals)) {
    const report = await verify(await readFile(file), { tables, keys: values.key, policy, draws });
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
    console.error(`gunbai verify: ${visible(error.message)}`);
    process.exitCode = MISUSED;
  },
);
