/** Witness policies (https://c2sp.org/tlog-policy), which say what cosignatures a checkpoint needs. */
import { hex, sha256, u8, unbase64, utf8 } from "./bytes.js";
import { RecordError } from "./errors.js";
import { checkName, isSignedBy } from "./heads.js";
import { cosignedBy, parseProof } from "./log.js";

const NONE = "none";
const [ED25519, COSIGNATURE, ML_DSA_44] = [1, 4, 6];
/** @type {Record<number, number>} the length of the keys of each kind; of the last no signature is checked here */
const KEY_BYTES = { [ED25519]: 32, [COSIGNATURE]: 32, [ML_DSA_44]: 1312 };

/**
 * @typedef {import("./heads.js").Key & {kind: number}} PolicyKey
 *
 * @typedef {object} Policy
 * @property {PolicyKey[]} logs
 * @property {Map<string, PolicyKey>} witnesses by their names in the policy
 * @property {Map<string, {needed: number, members: string[]}>} groups
 * @property {string} quorum
 *
 * @typedef {object} Witnessed how a policy judges a record
 * @property {boolean} holds
 * @property {string[]} by the witnesses that cosigned it, by their names in the policy
 * @property {number} of how many witnesses the quorum has
 * @property {string} needed how many the policy needs, or the name of a group that has groups
 * @property {string} problem why no number of cosignatures is enough, or ""
 */

/** @param {string} text @param {number[]} kinds @returns {Promise<PolicyKey>} */
async function keyOf(text, kinds) {
  const [name, id, ...encoded] = text.split("+");
  const raw = unbase64(encoded.join("+")) ?? new Uint8Array(0);
  const made = (await sha256(utf8(checkName(name)), u8(0x0a), raw)).slice(0, 4);
  if (!kinds.includes(raw[0]) || raw.length !== 1 + KEY_BYTES[raw[0]] || hex(made) !== id)
    throw new RecordError(`${text.slice(0, 200)} is not a verifier key for this purpose`);
  return { name, id: made, publicKey: raw.slice(1), text, kind: raw[0] };
}

/** What the lines of a policy have said so far. */
class Reading {
  /** @type {PolicyKey[]} */
  logs = [];
  /** @type {Map<string, PolicyKey>} */
  witnesses = new Map();
  /** @type {Map<string, {needed: number, members: string[]}>} */
  groups = new Map();
  /** @type {string | undefined} */
  quorum;
  /** @type {Set<string>} */
  #members = new Set();

  /** @param {string[]} words */
  async take([kind, ...words]) {
    const [name, second, ...more] = words;
    if (kind === "log" && (words.length === 1 || words.length === 2)) await this.#log(name);
    else if (kind === "witness" && (words.length === 2 || words.length === 3)) await this.#witness(name, second);
    else if (kind === "group" && more.length) this.#group(name, second, more);
    else if (kind === "quorum" && words.length === 1) this.#setQuorum(name);
    else throw new RecordError("write `log KEY`, `witness NAME KEY`, `group NAME COUNT NAME...` or `quorum NAME`");
  }

  /** @param {string} text */
  async #log(text) {
    const key = await keyOf(text, [ED25519]);
    if (this.logs.some((log) => hex(log.publicKey) === hex(key.publicKey)))
      throw new RecordError(`the key of the log ${key.name} appears twice`);
    this.logs.push(key);
  }

  /** @param {string} name @param {string} text */
  async #witness(name, text) {
    this.#checkNew(name);
    const key = await keyOf(text, [COSIGNATURE, ML_DSA_44]);
    if ([...this.witnesses.values()].some((known) => hex(known.publicKey) === hex(key.publicKey)))
      throw new RecordError(`the key of the witness ${name} appears twice`);
    this.witnesses.set(name, key);
  }

  /** @param {string} name @param {string} count @param {string[]} members */
  #group(name, count, members) {
    this.#checkNew(name);
    for (const member of members) {
      this.#checkKnown(member);
      if (this.#members.has(member)) throw new RecordError(`${member} already belongs to a group`);
      this.#members.add(member);
    }
    const needed =
      count === "any" ? 1 : count === "all" ? members.length : /^[1-9][0-9]*$/.test(count) ? Number(count) : 0;
    if (needed < 1 || needed > members.length)
      throw new RecordError(`a group needs any, all or 1 to ${members.length} of its members, not ${count}`);
    this.groups.set(name, { needed, members });
  }

  /** @param {string} name */
  #setQuorum(name) {
    if (this.quorum !== undefined) throw new RecordError("a policy can have only one quorum");
    if (name !== NONE) this.#checkKnown(name);
    this.quorum = name;
  }

  /** @param {string} name */
  #checkNew(name) {
    if (name === NONE) throw new RecordError(`the name ${name} is reserved`);
    if (this.witnesses.has(name) || this.groups.has(name)) throw new RecordError(`the name ${name} is taken`);
  }

  /** @param {string} name */
  #checkKnown(name) {
    if (!this.witnesses.has(name) && !this.groups.has(name)) throw new RecordError(`no earlier line defines ${name}`);
  }
}

/**
 * Return a policy. Throws RecordError.
 * @param {string} text
 * @returns {Promise<Policy>}
 */
export async function parsePolicy(text) {
  const plain = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  // eslint-disable-next-line no-control-regex -- these are what a policy may not have
  if (/[\x00-\x08\x0b-\x1f\x7f]/.test(plain)) throw new RecordError("a policy cannot contain control characters");
  const reading = new Reading();
  for (const [place, line] of plain.split("\n").entries()) {
    const words = line.split(/[\t ]+/).filter(Boolean);
    if (!words.length || words[0].startsWith("#")) continue;
    try {
      await reading.take(words);
    } catch (error) {
      throw new RecordError(`line ${place + 1} of the policy: ${error instanceof Error ? error.message : error}`);
    }
  }
  const { logs, witnesses, groups, quorum } = reading;
  if (quorum === undefined) throw new RecordError("a policy needs exactly one line `quorum NAME`");
  return { logs, witnesses, groups, quorum };
}

/** Return the witnesses that count for the quorum, or for a group. @param {Policy} policy @param {string} [name] @returns {string[]} */
function ofQuorum(policy, name = policy.quorum) {
  const group = policy.groups.get(name);
  if (group) return group.members.flatMap((member) => ofQuorum(policy, member));
  return name === NONE ? [] : [name];
}

/** Return whether these witnesses are enough. @param {Policy} policy @param {string[]} by @param {string} [name] @returns {boolean} */
function isEnough(policy, by, name = policy.quorum) {
  const group = policy.groups.get(name);
  if (group) return group.members.filter((member) => isEnough(policy, by, member)).length >= group.needed;
  return name === NONE || by.includes(name);
}

/** @param {Policy} policy */
function needed({ groups, quorum }) {
  const group = groups.get(quorum);
  if (!group) return quorum === NONE ? "0" : "1";
  return group.members.some((member) => groups.has(member)) ? quorum : String(group.needed);
}

/**
 * Judge a checkpoint. Throws RecordError for an invalid signature in the name of a log or a witness.
 * @param {Policy} policy @param {import("./heads.js").Note} note @returns {Promise<Witnessed>}
 */
export async function judgedNote(policy, note) {
  const names = ofQuorum(policy);
  const judged = {
    holds: false,
    by: /** @type {string[]} */ ([]),
    of: names.length,
    needed: needed(policy),
    problem: "",
  };
  for (const name of names) {
    const key = policy.witnesses.get(name);
    if (key?.kind === COSIGNATURE && (await cosignedBy(note, key)) !== null) judged.by.push(name);
  }
  let known = !policy.logs.length;
  for (const log of policy.logs) known = (await isSignedBy(note, log)) || known;
  if (!known) return { ...judged, by: [], problem: "no log of the policy signed the checkpoint" };
  return { ...judged, holds: isEnough(policy, judged.by) };
}

/**
 * Judge a record by the checkpoint with the fewest cosignatures among those of its leaves. Throws RecordError for an
 * invalid signature.
 * @param {Policy} policy @param {import("./record.js").Header} header @param {number} last the version of its last entry
 * @returns {Promise<Witnessed>}
 */
export async function judged(policy, header, last) {
  const none = { holds: false, by: [], of: ofQuorum(policy).length, needed: needed(policy) };
  if (!header.leaves.some(({ version }) => version === last))
    return { ...none, problem: "no proof shows the last entry in a log" };
  const found = [];
  for (const { proof } of header.leaves) found.push(await judgedNote(policy, parseProof(proof).note));
  found.sort((one, other) => Number(one.holds) - Number(other.holds) || one.by.length - other.by.length);
  return found[0];
}
