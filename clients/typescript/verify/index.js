/**
 * A verifier of records, written from docs/record-format.md and docs/draws.md alone: it shares no code with the service.
 *
 *     import { verify } from "gunbai-client/verify";
 *     const report = await verify(await readFile("game.gunbai"), { tables });
 *
 * It checks the chain, the frame, salts, signatures, shares, orders, results and signed heads of every record, and
 * recomputes every outcome of the referee's chance. Of most cards it needs the tables for that, which it checks by the position
 * digests: `gunbai record export GAME --tables`. It knows no rules, and names the entries that they decide.
 */
import { hex, same } from "./bytes.js";
import { check } from "./chain.js";
import { Stream, positionDigest } from "./chance.js";
import { Looked, TITLES, TableNeeded } from "./draws.js";
import { RecordError } from "./errors.js";
import { commandOf, event } from "./commands.js";
import { Frame, foundingOf, isChance, opened, typeOf } from "./frame.js";
import { checkHead, parseKey } from "./heads.js";
import { checkLeaves } from "./log.js";
import { isForeign } from "./messages.js";
import { messageOf, read } from "./record.js";
import { checkResultSignatures } from "./results.js";

export { factsOf } from "./facts.js";
export { asLines, read } from "./record.js";
export { RecordError } from "./errors.js";
export {
  LogForked,
  checkConsistency,
  checkInclusion,
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
 * @property {number} positionsChecked how many tables are those of the record
 * @property {number} signaturesChecked how many commands their seats signed
 * @property {number} badVersion the first entry that is wrong, or 0
 * @property {string} problem what is wrong, or ""
 * @property {Unchecked[]} unchecked
 * @property {import("./course.js").Irregularity[]} irregularities what the arbiter ruled
 * @property {string} signer the named key that vouches for the head, or ""
 * @property {boolean} seeded whether chance follows from a seed, so that anybody could foresee it and nobody can attest it
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
 * @property {string | Iterable<[number, Given]> | ((version: number) => Given | undefined | Promise<Given | undefined>)} [tables]
 *   positions, or the canonical JSON of their tables, by version: lines of `gunbai record export --tables`, pairs, or a function
 * @property {(done: number, total: number) => void} [progress]
 */

/**
 * Verify a record file.
 * @param {Uint8Array | string} input a binary file, or lines of JSON
 * @param {Options} [options]
 * @returns {Promise<Report>}
 */
export async function verify(input, options = {}) {
  /** @type {Report} */
  const report = {
    verdict: "failed",
    game: "",
    entries: 0,
    linked: 0,
    chanceRecomputed: 0,
    positionsChecked: 0,
    signaturesChecked: 0,
    badVersion: 0,
    problem: "",
    unchecked: [],
    irregularities: [],
    signer: "",
    seeded: false,
    logs: [],
  };
  const keys = await Promise.all((options.keys ?? []).map(parseKey));
  try {
    const { header, entries } = read(input);
    report.game = header.game;
    report.entries = entries.length;
    await follow(header, entries, options, report);
    await vouch(header, entries, keys, report);
  } catch (error) {
    report.badVersion = error instanceof RecordError ? error.version : 0;
    report.problem = error instanceof Error ? error.message : String(error);
    return report;
  }
  const complete = report.unchecked.every(({ reason }) => reason === "RULES_NOT_JUDGED");
  report.verdict = !complete ? "incomplete" : report.signer ? "attested" : "consistent";
  return report;
}

/** @param {Header} header @param {Entry[]} entries @param {Options} options @param {Report} report */
async function follow(header, entries, options, report) {
  const secrets = await opened(entries);
  for (const { game, secret } of header.ancestors) if (secret.length) secrets.set(game, secret);
  const run = new Run(new Frame(secrets, header.commonSecret), tablesOf(options.tables), report);
  let previous = /** @type {Uint8Array} */ (new Uint8Array(32));
  for (const [index, entry] of entries.entries()) {
    await at(index + 1, () => check(entry, index + 1, previous));
    report.linked += 1;
    await at(index + 1, () => run.follow(entry));
    previous = entry.digest;
    options.progress?.(index + 1, entries.length);
  }
  if (!entries.length) throw new RecordError("it has no entry");
  report.signaturesChecked = run.frame.signatures;
  report.irregularities = run.frame.parts.flatMap(({ course }) => course.irregularities);
  report.seeded = Boolean(run.frame.created?.seed);
  for (const part of run.frame.parts.filter(({ isOpen }) => !isOpen))
    missed(report, part.first, part.last, part.awaitsSisters ? "COMMON_SECRET_NOT_OPEN" : "SECRET_NOT_OPEN");
  if (run.lost) return;
  checkLine(header, entries, run.frame);
  await checkResultSignatures(header, entries[entries.length - 1], run.frame.part.taken);
}

/** Do something with an entry; what goes wrong is its fault. @param {number} version @param {() => Promise<void>} done */
async function at(version, done) {
  try {
    await done();
  } catch (error) {
    throw new RecordError(error instanceof Error ? error.message : String(error), version);
  }
}

/** @param {Report} report @param {number} first @param {number} last @param {Unchecked["reason"]} reason */
function missed(report, first, last, reason) {
  const before = report.unchecked.findLast((each) => each.reason === reason);
  if (before && before.lastVersion >= first - 1) before.lastVersion = last;
  else report.unchecked.push({ firstVersion: first, lastVersion: last, reason });
}

/** @param {Options["tables"]} tables @returns {(version: number) => Promise<Position | undefined>} */
function tablesOf(tables) {
  const pairs = typeof tables === "string" ? lines(tables) : typeof tables === "function" ? [] : (tables ?? []);
  const known = new Map(pairs);
  const find = typeof tables === "function" ? tables : (/** @type {number} */ version) => known.get(version);
  return async (version) => {
    const found = await find(version);
    return typeof found === "string" ? { table: found } : found;
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

/** The verification of a record as far as it came. */
class Run {
  /** @param {Frame} frame @param {ReturnType<typeof tablesOf>} tables @param {Report} report */
  constructor(frame, tables, report) {
    this.frame = frame;
    this.tables = tables;
    this.report = report;
    this.ordinal = 0;
    /** Whether an entry before has a message of the record that a later version wrote. */
    this.lost = false;
    /** @type {string | null} the canonical JSON of the table after the entry before, if it is known */
    this.table = null;
    /** @type {Waits | null} what the rules wait for after it, if that is known */
    this.waits = null;
  }

  /** @param {Entry} entry */
  async follow(entry) {
    this.lost ||= [entry.command, ...entry.events].some((item) => "type" in item && isForeign(item.type));
    if (this.lost) return missed(this.report, entry.version, entry.version, "UNKNOWN_COMMAND");
    const left = await this.frame.follow(entry);
    for (const reason of left) missed(this.report, entry.version, entry.version, reason);
    // Options, edition and table of a game, or whether a dealer is needed, are for the rules too.
    if (moves(entry) || foundingOf(entry) || event(entry, 0, "GameClosed"))
      missed(this.report, entry.version, entry.version, "RULES_NOT_JUDGED");
    if (isChance(entry)) {
      this.ordinal += 1;
      if (this.frame.part.drawn) await this.#recompute(entry);
    }
    const given = await this.tables(entry.version);
    this.table = await this.#tableAfter(entry, given?.table);
    if (given?.step !== undefined && given.seats) this.waits = { step: given.step, seats: given.seats };
    else if (moves(entry)) this.waits = null;
    this.frame.part.course.wait(entry, this.waits);
  }

  /** @param {Entry} entry @param {string} [given] @returns {Promise<string | null>} */
  async #tableAfter(entry, given) {
    const { position } = this.frame.part;
    if (!entry.positionDigest.length) return this.table;
    if (!position) return null;
    const known = setBy(entry) ?? (moves(entry) ? null : this.table);
    const table = known ?? given;
    if (table === undefined) {
      missed(this.report, entry.version, entry.version, "NO_TABLE");
      return null;
    }
    if (!same(await positionDigest(position, entry.version, table), entry.positionDigest)) {
      throw new RecordError(`the table ${known ? "that it leaves" : "given for it"} does not have its position digest`);
    }
    this.report.positionsChecked += 1;
    // Of a game that ends before its start, the rules alone know the table.
    if (known === null || known === undefined) missed(this.report, entry.version, entry.version, "RULES_NOT_JUDGED");
    return table;
  }

  /** @param {Entry} entry */
  async #recompute(entry) {
    const key = await this.frame.keyFor(entry);
    if (key === null) return;
    const { title, rulesVersion, editionJson } = this.frame.created;
    const known = TITLES[title];
    const isKnown = known?.rulesVersions.includes(rulesVersion);
    const draw = isKnown ? known.outcomes[typeOf(entry).split(".").at(-1) ?? ""] : undefined;
    if (!draw) return missed(this.report, entry.version, entry.version, "UNKNOWN_TITLE");
    const shown = messageOf(entry.command, typeOf(entry));
    const edition = editionJson ? JSON.parse(editionJson) : null;
    const table = this.table === null ? null : JSON.parse(this.table);
    let drawn;
    try {
      drawn = await draw(new Looked(shown, table, edition, new Stream(key, this.ordinal)));
    } catch (error) {
      if (!(error instanceof TableNeeded)) throw error;
      return missed(this.report, entry.version, entry.version, "NO_TABLE");
    }
    if (JSON.stringify(drawn) !== JSON.stringify(shown)) {
      throw new RecordError(`chance shows ${JSON.stringify(shown)}, and the stream gives ${JSON.stringify(drawn)}`);
    }
    this.report.chanceRecomputed += 1;
  }
}

/** @param {import("./record.js").Item} item @returns {boolean} whether it is the title's, as a sealed one may be */
const ofTitle = (item) => "sealed" in item || !item.type.startsWith("gunbai.record.v1.");

/** @param {Entry} entry @returns {boolean} whether the table may be another after it; a name that was removed is sealed too */
const moves = (entry) => commandOf(entry) !== "TakeSeat" && [entry.command, ...entry.events].some(ofTitle);

/** @param {Entry} entry @returns {string | undefined} the table that an arbiter sets with it, if nothing follows from that */
const setBy = (entry) => (entry.events.length === 2 ? event(entry, 1, "PositionSet")?.tableJson : undefined);

/** Check that the header names the games of the entries. @param {Header} header @param {Entry[]} entries @param {Frame} frame */
function checkLine(header, entries, frame) {
  const parts = [...frame.parts].reverse();
  const line = [header.game, ...header.ancestors.map(({ game }) => game)];
  const there = line.filter((game) => parts.some((part) => part.game === game));
  const ends = parts.some(({ game }) => game === line[0]) && parts.some(({ game }) => game === line.at(-1));
  if (!ends || String(there) !== String(parts.map(({ game }) => game))) {
    throw new RecordError(`the header has the games ${line}, the entries have ${parts.map(({ game }) => game)}`);
  }
  let shared = parts[0].first - 1;
  let below = parts[0];
  for (const ancestor of header.ancestors) {
    const part = parts.find(({ game }) => game === ancestor.game);
    if (below && below.command.parent !== ancestor.game)
      throw new RecordError(`${below.game} was not branched from ${ancestor.game}`);
    if (ancestor.version !== shared)
      throw new RecordError(
        `the header has ${ancestor.game} up to entry ${ancestor.version}, the entries up to ${shared}`,
      );
    if (part) shared = part.first - 1;
    else if (ancestor.secret.length)
      throw new RecordError(`the header has a secret of ${ancestor.game}, which has no entry here`);
    below = /** @type {any} */ (part);
  }
}

/** @param {Header} header @param {Entry[]} entries @param {import("./heads.js").Key[]} named @param {Report} report */
async function vouch(header, entries, named, report) {
  const handed = header.signedHead ? await checkHead(header.signedHead) : null;
  const accepted =
    handed && named.some(({ text }) => handed.keys.some((key) => key.text === text)) ? handed.keys : named;
  const isRead = !report.unchecked.some(({ reason }) => reason === "UNKNOWN_COMMAND");
  if (isRead) report.logs = await checkLeaves(header, entries, accepted);
  if (!handed) return;
  const { head, keys } = handed;
  const last = entries[entries.length - 1];
  if (head.game !== last.game || head.version !== last.version || !same(head.digest, last.digest)) {
    throw new RecordError(
      `the signed head is of ${head.game}@${head.version}, digest ${hex(head.digest)}: that is not the last entry`,
    );
  }
  const own = new Set(named.map((key) => key.text));
  // Anybody could foresee the chance of a seed: no signature makes it fair.
  if (report.seeded) return;
  report.signer = keys.some((key) => own.has(key.text)) ? keys[keys.length - 1].text : "";
}
