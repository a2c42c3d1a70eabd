/** The verification of a record, entry by entry, and its report. */
import { hex, same } from "./bytes.js";
import { check } from "./chain.js";
import { Stream, positionDigest } from "./chance.js";
import { commandOf, event } from "./commands.js";
import { Looked, TableNeeded } from "./draws.js";
import { RecordError } from "./errors.js";
import { foundingOf, isChance, opened, typeOf } from "./frame.js";
import { checkHead } from "./heads.js";
import { checkLeaves } from "./log.js";
import { isForeign } from "./messages.js";
import { judged } from "./policy.js";
import { decode } from "./protobuf.js";
import { isUncanonical, messageOf } from "./record.js";
import { checkResultSignatures } from "./results.js";
import { TITLES } from "./titles/index.js";

/** @typedef {import("./course.js").Waits} Waits */
/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./index.js").Position} Position */
/** @typedef {import("./index.js").Report} Report */
/** @typedef {import("./index.js").Unchecked} Unchecked */
/** @typedef {import("./record.js").Entry} Entry */
/** @typedef {import("./record.js").Header} Header */

/** @returns {Report} the report on a record of which nothing has been checked yet */
export const begun = () => ({
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
  removedNames: [],
  uncanonicalCommands: [],
  irregularities: [],
  signer: "",
  seeded: false,
  witnessed: null,
  logs: [],
  unknownTitle: "",
});

/** Return a report after the remaining checks, with its verdict. @param {Report} report @param {() => Promise<void>} checks */
export async function concluded(report, checks) {
  try {
    await checks();
  } catch (error) {
    report.badVersion = error instanceof RecordError ? error.version : 0;
    report.problem = error instanceof Error ? error.message : String(error);
    return report;
  }
  const complete = report.unchecked.every(({ reason }) => reason === "RULES_NOT_JUDGED");
  const attested = report.signer && report.witnessed?.holds !== false;
  report.verdict = !complete ? "incomplete" : attested ? "attested" : "consistent";
  return report;
}

/** Return the secrets that a file opens, by game. @param {Header} header @param {Entry[]} entries */
export async function secretsOf(header, entries) {
  const secrets = await opened(entries);
  for (const { game, secret } of header.ancestors) if (secret.length) secrets.set(game, secret);
  return secrets;
}

/** Do something with an entry, and name that entry in any error. @param {number} version @param {() => Promise<void>} done */
async function at(version, done) {
  try {
    await done();
  } catch (error) {
    throw new RecordError(error instanceof Error ? error.message : String(error), version);
  }
}

/** @param {Report} report @param {number} first @param {number} last @param {Unchecked["reason"]} reason */
function missed(report, first, last, reason) {
  const before = report.unchecked.findLast((gap) => gap.reason === reason);
  // If the title is unknown, so are the outcomes between the first and the last.
  if (before && (before.lastVersion >= first - 1 || (report.unknownTitle && reason === "UNKNOWN_TITLE")))
    before.lastVersion = last;
  else report.unchecked.push({ firstVersion: first, lastVersion: last, reason });
}

/** The verification of a record so far. */
export class Run {
  /**
   * @param {Frame} frame
   * @param {(version: number) => Promise<Position | undefined>} tables
   * @param {Report} report
   * @param {Record<string, import("./draws.js").Draws>} draws those of titles that this verifier does not know
   */
  constructor(frame, tables, report, draws) {
    this.frame = frame;
    this.tables = tables;
    this.report = report;
    this.titles = { ...draws, ...TITLES };
    this.ordinal = 0;
    /** Whether an earlier entry has a message of the record that a later version of the format wrote. */
    this.lost = false;
    /** @type {string | null} the canonical JSON of the table after the entry before, if it is known */
    this.table = null;
    /** @type {Waits | null} what the rules wait for after it, if that is known */
    this.waits = null;
    /** What was known of the positions that a seat can go back to, by version. @type {Map<number, {table: string | null, waits: Waits | null}>} */
    this.past = new Map();
    this.linked = 0;
    this.previous = /** @type {Uint8Array} */ (new Uint8Array(32));
  }

  /** Check one more entry. Throws RecordError. @param {Entry} entry */
  async take(entry) {
    const version = this.linked + 1;
    await at(version, () => check(entry, version, this.previous));
    this.linked = this.report.linked = version;
    try {
      await at(version, () => this.#follow(entry));
    } catch (error) {
      this.#noteClosed();
      throw error;
    }
    this.previous = entry.digest;
  }

  /** Note the games whose secrets are not open, so that nothing that follows from the secrets was checked. */
  #noteClosed() {
    for (const part of this.frame.parts.filter(({ isOpen }) => !isOpen))
      missed(this.report, part.first, part.last, part.awaitsSisters ? "COMMON_SECRET_NOT_OPEN" : "SECRET_NOT_OPEN");
  }

  /**
   * Check the header of a file after all its entries. Throws RecordError.
   * @param {Header} header
   * @param {Entry[]} entries
   * @param {import("./heads.js").Key[]} keys those that the reader named
   * @param {import("./policy.js").Policy | null} policy that of the reader, if there is one
   */
  async end(header, entries, keys, policy) {
    const { frame, report } = this;
    if (!entries.length) throw new RecordError("it has no entries");
    report.signaturesChecked = frame.signatures;
    report.irregularities = frame.parts.flatMap(({ course }) => course.irregularities);
    report.seeded = Boolean(frame.created?.seed);
    this.#noteClosed();
    if (!this.lost) {
      checkLine(header, entries, frame);
      await checkResultSignatures(header, entries[entries.length - 1], frame.part.taken);
    }
    await vouch(header, entries, keys, report);
    if (policy) report.witnessed = await judged(policy, header, entries[entries.length - 1].version);
  }

  /** @param {Entry} entry */
  async #follow(entry) {
    this.lost ||= [entry.command, ...entry.events].some((item) => "type" in item && isForeign(item.type));
    if (this.lost) return missed(this.report, entry.version, entry.version, "UNKNOWN_COMMAND");
    const left = await this.frame.follow(entry);
    if (commandOf(entry) === "TakeSeat" && entry.events.some((item) => "sealed" in item))
      this.report.removedNames.push(entry.version);
    if (isUncanonical(entry.command)) this.report.uncanonicalCommands.push(entry.version);
    for (const reason of left) missed(this.report, entry.version, entry.version, reason);
    // Only the rules can also judge the options, edition and table of a game, and whether it needs a dealer.
    if (moves(entry) || foundingOf(entry) || event(entry, 0, "GameClosed"))
      missed(this.report, entry.version, entry.version, "RULES_NOT_JUDGED");
    if (isChance(entry)) {
      this.ordinal += 1;
      if (this.frame.part.drawn) await this.#recompute(entry);
    }
    this.#goBack(entry);
    const given = await this.tables(entry.version);
    this.table = await this.#tableAfter(entry, given?.table);
    if (given?.step !== undefined && given.seats) this.waits = { step: given.step, seats: given.seats };
    else if (moves(entry)) this.waits = null;
    this.frame.part.course.wait(entry, this.waits);
  }

  /** Note the position before a move that a seat can take back, or return to one. @param {Entry} entry */
  #goBack(entry) {
    const { positions } = this.frame.part.course.own;
    const past = this.past.set(entry.version - 1, { table: this.table, waits: this.waits });
    const back = messageOf(entry.command, "TakeBack");
    if (back) ({ table: this.table, waits: this.waits } = past.get(back.version) ?? { table: null, waits: null });
    const kept = new Set(positions.map(({ version }) => version));
    for (const version of past.keys()) if (!kept.has(version)) past.delete(version);
  }

  /** @param {Entry} entry @param {string} [given] @returns {Promise<string | null>} */
  async #tableAfter(entry, given) {
    const { position } = this.frame.part;
    if (!entry.positionDigest.length) return this.table;
    if (!position) return null;
    const own = setBy(entry) ?? (moves(entry) ? null : this.table);
    const table = own ?? given;
    if (table === undefined) {
      missed(this.report, entry.version, entry.version, "NO_TABLE");
      return null;
    }
    if (!same(await positionDigest(position, entry.version, table), entry.positionDigest)) {
      throw new RecordError(
        `the table ${own ? "after the entry" : "given for the entry"} does not match its position digest`,
      );
    }
    this.report.positionsChecked += 1;
    // If a game ends before its start, only the rules know its table.
    if (own === null || own === undefined) missed(this.report, entry.version, entry.version, "RULES_NOT_JUDGED");
    return table;
  }

  /** The step before the entry, if it came with the tables. @returns {any} */
  get #waitsFor() {
    return this.waits?.step ? JSON.parse(this.waits.step) : undefined;
  }

  /** @param {Entry} entry */
  async #recompute(entry) {
    const key = await this.frame.keyFor(entry);
    if (key === null) return;
    const { title, rulesVersion, editionJson, distribution, distributionVersion } = this.frame.created;
    const type = typeOf(entry);
    const rules = this.titles[title];
    const isKnown = rules?.rulesVersions.includes(rulesVersion);
    const draw = isKnown ? rules.outcomes[type.split(".").at(-1) ?? ""] : undefined;
    if (!isKnown) this.report.unknownTitle = `${distribution} ${distributionVersion}`.trim() || title;
    if (!draw || !("type" in entry.command)) return missed(this.report, entry.version, entry.version, "UNKNOWN_TITLE");
    const shown = decode(rules.messages, type, entry.command.value);
    const edition = editionJson ? JSON.parse(editionJson) : null;
    const table = this.table === null ? null : JSON.parse(this.table);
    let drawn;
    try {
      drawn = await draw(new Looked(shown, table, edition, new Stream(key, this.ordinal), this.#waitsFor));
    } catch (error) {
      if (!(error instanceof TableNeeded)) throw error;
      return missed(this.report, entry.version, entry.version, "NO_TABLE");
    }
    if (JSON.stringify(drawn) !== JSON.stringify(shown)) {
      throw new RecordError(`chance shows ${JSON.stringify(shown)}, but the stream gives ${JSON.stringify(drawn)}`);
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
    throw new RecordError(`the header has the games ${line}, but the entries have ${parts.map(({ game }) => game)}`);
  }
  let shared = parts[0].first - 1;
  let below = parts[0];
  for (const ancestor of header.ancestors) {
    const part = parts.find(({ game }) => game === ancestor.game);
    if (below && below.command.parent !== ancestor.game)
      throw new RecordError(`${below.game} was not branched from ${ancestor.game}`);
    if (ancestor.version !== shared)
      throw new RecordError(
        `the header has ${ancestor.game} up to entry ${ancestor.version}, but the entries go up to ${shared}`,
      );
    if (part) shared = part.first - 1;
    else if (ancestor.secret.length)
      throw new RecordError(`the header has a secret of ${ancestor.game}, but the file has no entry of it`);
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
  // Anyone could foresee the chance of a seed, and no signature makes it fair.
  if (report.seeded) return;
  report.signer = keys.some((key) => own.has(key.text)) ? keys[keys.length - 1].text : "";
}
