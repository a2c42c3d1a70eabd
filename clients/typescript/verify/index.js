/**
 * A verifier of records, written only from docs/record-format.md and docs/draws.md. It shares no code with the service.
 *
 *     import { verify } from "gunbai-client/verify";
 *     const report = await verify(await readFile("game.gunbai"), { tables });
 *
 * It checks the chain, the frame, salts, signatures, shares, orders, results and signed heads of every record, and
 * recomputes every outcome of the referee's chance. For most cards it needs the tables, which `gunbai record export
 * GAME --tables` prints and which it checks against the position digests. It knows no rules, and names the entries that
 * depend on them.
 */
import { Frame } from "./frame.js";
import { parseKey } from "./heads.js";
import { parsePolicy } from "./policy.js";
import { read } from "./record.js";
import { Run, begun, concluded, secretsOf } from "./run.js";

export { factsOf } from "./facts.js";
export { asLines, read } from "./record.js";
export { RecordError } from "./errors.js";
export {
  LogForked,
  LogReplaced,
  checkConsistency,
  checkInclusion,
  contradicts,
  cosignedAt,
  leafHash,
  logEntry,
  signedCheckpoint,
} from "./log.js";

/** @typedef {import("./record.js").Entry} Entry */
/** @typedef {import("./record.js").Header} Header */
/** @typedef {import("./course.js").Waits} Waits */

/**
 * @typedef {object} Unchecked entries that could not be checked in one respect
 * @property {number} firstVersion
 * @property {number} lastVersion
 * @property {"SECRET_NOT_OPEN" | "COMMON_SECRET_NOT_OPEN" | "NO_TABLE" | "UNKNOWN_TITLE" | "UNKNOWN_COMMAND" | "RULES_NOT_JUDGED" | "CLOCK_NOT_JUDGED"
 *   | "DEFAULT_NOT_JUDGED" | "RESULT_NOT_JUDGED" | "POSITION_NOT_JUDGED"} reason
 */

/**
 * @typedef {object} Report
 * @property {"failed" | "incomplete" | "consistent" | "attested"} verdict
 * @property {string} game
 * @property {number} entries how many the file has
 * @property {number} linked how many continue the chain
 * @property {number} chanceRecomputed how many outcomes of chance are what the secret gives
 * @property {number} positionsChecked how many tables belong to the record
 * @property {number} signaturesChecked how many commands their seats signed
 * @property {number} badVersion the first entry that is wrong, or 0
 * @property {string} problem what is wrong, or ""
 * @property {Unchecked[]} unchecked
 * @property {number[]} removedNames the entries in which a player's name was removed: its leaf is left
 * @property {number[]} uncanonicalCommands the entries with an order that is not in the canonical encoding, as services took it before 1.1
 * @property {import("./course.js").Irregularity[]} irregularities what the arbiter ruled
 * @property {string} signer the named key that vouches for the head, or ""
 * @property {boolean} seeded whether chance follows from a seed, so that anybody could foresee it and nobody can attest it
 * @property {string} unknownTitle the package of the title, if its outcomes of chance were not recomputed because it is unknown; otherwise ""
 * @property {import("./policy.js").Witnessed | null} witnessed how the reader's policy judges the cosignatures; null without a policy
 * @property {string[]} logs the logs, with their sizes, by which a named key vouches that the game is in them
 */

/**
 * @typedef {string | Position} Given a position, or the canonical JSON of its table alone
 *
 * @typedef {object} Position what is known of a position besides the record
 * @property {string} table the canonical JSON of the table, which the position digest proves
 * @property {string} [step] what the rules wait for, as JSON
 * @property {number[]} [seats] whose decision it waits for: the rules say so, and this verifier believes it
 */

/**
 * @typedef {object} Options
 * @property {string[]} [keys] verifier keys, NAME+ID+KEY, of which one must vouch for the head
 * @property {string} [policy] the text of a witness policy (c2sp.org/tlog-policy) that the cosignatures must meet
 * @property {string | Iterable<[number, Given]> | ((version: number) => Given | undefined | Promise<Given | undefined>)} [tables]
 *   positions, or the canonical JSON of their tables, by version: lines of `gunbai record export --tables`, pairs, or a function
 * @property {Record<string, import("./draws.js").Draws>} [draws] what other titles draw, by title: a module like those in `titles`
 * @property {(done: number, total: number) => void} [progress]
 */

/**
 * Verify a record file.
 * @param {Uint8Array | string} input a binary file, or lines of JSON
 * @param {Options} [options]
 * @returns {Promise<Report>}
 */
export async function verify(input, options = {}) {
  const report = begun();
  const keys = await Promise.all((options.keys ?? []).map(parseKey));
  const policy = options.policy === undefined ? null : await parsePolicy(options.policy);
  return concluded(report, async () => {
    const { header, entries } = read(input);
    report.game = header.game;
    report.entries = entries.length;
    const run = new Run(
      new Frame(await secretsOf(header, entries), header.commonSecret),
      tablesOf(options.tables),
      report,
      options.draws ?? {},
    );
    for (const entry of entries) {
      await run.take(entry);
      options.progress?.(run.linked, entries.length);
    }
    await run.end(header, entries, keys, policy);
  });
}

/** @param {Options["tables"]} tables @returns {(version: number) => Promise<Position | undefined>} */
function tablesOf(tables) {
  const pairs = typeof tables === "string" ? lines(tables) : typeof tables === "function" ? [] : (tables ?? []);
  const byVersion = new Map(pairs);
  const find = typeof tables === "function" ? tables : (/** @type {number} */ version) => byVersion.get(version);
  return async (version) => {
    const position = await find(version);
    return typeof position === "string" ? { table: position } : position;
  };
}

/** @param {string} text @returns {[number, Position][]} */
function lines(text) {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const { version, ...position } = JSON.parse(line);
      return [version, position];
    });
}
