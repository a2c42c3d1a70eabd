/**
 * A record's frame: the games in it, one after another, what their seats contributed, and their secrets. The sections
 * follow docs/record-format.md.
 */
import { hmac, joined, same, sha256, signedBy } from "./bytes.js";
import { payload } from "./chain.js";
import { chanceKey, commonChanceKey, keyOf, link, seedSecret } from "./chance.js";
import { ARBITER, CHANCE, HOST, SEAT, commandOf } from "./commands.js";
import { checkContents } from "./contents.js";
import { Course, checkBranch } from "./course.js";
import { RecordError } from "./errors.js";
import { messageOf } from "./record.js";
import { checkTerms } from "./terms.js";

/** @typedef {import("./record.js").Entry} Entry */

const NONE = new Uint8Array(0);
const REFEREE = 1;
const DEALER = 2;
const COMMITTED = 3;
const SHARED = 4;
const LOSES = 2;
const DIGEST_BYTES = 32;
/** The maximum number of own entries that a game can have when a seat is taken. */
const MOST_BEFORE_START = 256;

/** The commands of the record that seats and the arbiter sign. */
const SIGNED = ["Concede", "Agree", "AnnounceAbsence", "TakeBack", "RuleIrregularity", "DecideGame", "ReissueToken"];
/** Commands about a seat's token, which leave the deadline for shares of chance as it is. */
const TOKENS = ["ReissueToken", "AnnounceReissue", "VetoReissue", "CompleteReissue"];
const OWN = "gunbai.record.v1.";
const POSITION_SET = `${OWN}PositionSet`;

/** The commands that end a game, each with its possible events, one of which opens the game's secret. */
const ENDINGS = {
  CloseGame: ["GameClosed", "GameDecided"],
  AbandonGame: ["GameAbandoned"],
  EndContinuation: ["ContinuationEnded"],
  CallTime: ["StartVoided", "GameStalled"],
};

/** @param {Entry} entry @returns {string} the type of its command, or "" if it is sealed */
export const typeOf = (entry) => ("type" in entry.command ? entry.command.type : "");

/** @param {Entry} entry @returns {{command: any, creates: boolean} | null} */
export function foundingOf(entry) {
  const created = messageOf(entry.command, "CreateGame");
  const forked = created ? null : messageOf(entry.command, "ForkGame");
  return created || forked ? { command: created ?? forked, creates: Boolean(created) } : null;
}

/** @param {Entry} entry @returns {any} the event that ends a game, or null */
export function endingOf(entry) {
  const names = ENDINGS[/** @type {keyof typeof ENDINGS} */ (commandOf(entry))] ?? [];
  for (const name of names) {
    const message = messageOf(entry.events[0], name);
    if (message) return { ...message, name };
  }
  return null;
}

/** @param {Part} part @param {Entry} entry @returns {boolean} whether a seat consents to a branch that continues its game */
const consents = (part, entry) => Boolean(part.command.continues) && commandOf(entry) === "TakeSeat";

/** @param {Entry} entry @param {number} index of an event @returns {boolean} whether it is the place of a player's name */
const isName = (entry, index) => index === 1 && commandOf(entry) === "TakeSeat";

/** Check that a player's name has a salt. @param {Entry} entry */
function checkName({ command, events }) {
  const name = messageOf(command, "TakeSeat") ? events[1] : undefined;
  if (name && "salt" in name && name.salt.length !== 32) throw new RecordError("a player's name must have a salt");
}

/** @param {Entry} entry the items that can hide facts, each with its index in salts */
export const hiding = (entry) =>
  [entry.command, ...entry.events]
    .map((item, index) => ({ item, index }))
    .filter(({ index }) => !isName(entry, index - 1));

/**
 * Return the secrets that a record opens, by game, if they match the commitments.
 * @param {Entry[]} entries
 */
export async function opened(entries) {
  const commitments = new Map();
  /** @type {Map<string, Uint8Array>} */
  const secrets = new Map();
  for (const entry of entries) {
    const founding = readable(() => foundingOf(entry));
    if (founding) commitments.set(entry.game, founding.command.commitment);
    const secret = readable(() => endingOf(entry))?.secret;
    const committed = commitments.get(entry.game);
    if (secret?.length && committed && same(await sha256(secret), committed)) secrets.set(entry.game, secret);
  }
  return secrets;
}

/** Return the result of reading, or null if reading fails; the entry is checked later. @template T @param {() => T} read */
function readable(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

/** A game in the record. */
export class Part {
  /** @param {Entry} entry its first @param {any} command @param {Part} [above] the one that it is branched from */
  constructor(entry, command, above) {
    this.game = entry.game;
    this.first = entry.version;
    this.last = entry.version;
    this.source = command.chanceSource || REFEREE;
    this.command = command;
    /** @type {number} */
    this.seats = above?.seats ?? command.seats;
    this.course = new Course(this, above?.course ?? null);
    /** @type {Map<number, {entropy: Uint8Array, publicKey: Uint8Array, commitment: Uint8Array, share: Uint8Array | null, since: number}>} */
    this.taken = new Map();
    /** The ids of its own entries, each with whether an entry that has the id is signed. @type {Map<string, boolean>} */
    this.commandIds = new Map();
    /** The announced new tokens: their entries, and the last moment at which each seat can veto. @type {Map<number, {version: number, until: number}>} */
    this.notices = new Map();
    this.hiddenBy = "";
    /** The secret from which the game's chance follows, if that is not its own secret. @type {Uint8Array | null} */
    this.common = null;
    this.secrets = NONE;
    /** @type {Uint8Array | null} */
    this.chance = null;
    this.started = false;
    this.ended = false;
    this.deadline = 0;
    /** @type {((value: Uint8Array) => Promise<Uint8Array>) | null} */
    this.salts = null;
    /** @type {((value: Uint8Array) => Promise<Uint8Array>) | null} */
    this.position = null;
  }

  /** Whether the referee draws its chance. */
  get drawn() {
    return this.source !== DEALER;
  }

  /** Whether the game is over, but some of the games with common chance are not. */
  get awaitsSisters() {
    return this.ended && Boolean(this.command.duplicate) && !this.common;
  }

  /** Whether all its secrets are open. */
  get isOpen() {
    return this.hiddenBy === "";
  }

  /** What the seats contributed to the chance key, in order. */
  given() {
    const seats = [...this.taken.keys()].sort((a, b) => a - b).map((seat) => /** @type {any} */ (this.taken.get(seat)));
    return seats.map((seat) => seat.share ?? seat.entropy);
  }
}

/** Follows a record entry by entry, and checks everything that needs neither tables nor rules. */
export class Frame {
  /**
   * @param {Map<string, Uint8Array>} secrets the open ones, by game
   * @param {Uint8Array} [common] the open secret that the first game shares with others
   */
  constructor(secrets, common = NONE) {
    this.secrets = secrets;
    this.common = common;
    /** @type {Part[]} */
    this.parts = [];
    this.at = 0;
    /** When the previous entry was accepted, ignoring new tokens. The time for shares counts from then. */
    this.before = 0;
    this.askedAt = 0;
    this.hasSecrets = false;
    /** The commitments, and the shares that were revealed before a start. */
    this.used = new Set();
    this.signatures = 0;
    /** @type {any} */
    this.created = null;
  }

  get part() {
    return this.parts[this.parts.length - 1];
  }

  /**
   * Add the next entry, and return the respects in which only its title's rules can judge it. Throws RecordError.
   * @param {Entry} entry
   */
  async follow(entry) {
    checkContents(entry);
    if (entry.atMicros < this.at) throw new RecordError("it is dated before the previous entry");
    this.before = this.askedAt;
    this.at = entry.atMicros;
    if (!TOKENS.includes(commandOf(entry))) this.askedAt = entry.atMicros;
    const founding = foundingOf(entry);
    if (founding) await this.#begin(entry, founding);
    else if (this.part?.game !== entry.game) throw new RecordError(`no earlier entry creates the game ${entry.game}`);
    const part = this.part;
    if (part.ended) throw new RecordError("the game was already over");
    part.last = entry.version;
    this.#noteId(part, entry);
    const items = hiding(entry);
    if (items.some(({ item }) => "sealed" in item)) this.#checkSealed(part, entry);
    this.hasSecrets ||= items.some(({ item }) => "sealed" in item || item.salt.length > 0);
    await this.#checkSalts(part, items, entry.version);
    await this.#checkSignature(part, entry);
    this.#checkPosition(part, entry);
    await this.#lifecycle(part, entry);
    checkName(entry);
    return part.course.follow(entry, { hidden: this.hasSecrets });
  }

  /** @param {Entry} entry @param {{command: any, creates: boolean}} founding */
  async #begin(entry, { command, creates }) {
    if (this.parts.some((part) => part.game === entry.game))
      throw new RecordError(`the game ${entry.game} was already created`);
    if (creates !== (entry.version === 1)) throw new RecordError("only the first entry can create a game");
    const above = this.part;
    if (creates) this.created = command;
    else if (command.parentVersion !== entry.version - 1 || !same(command.parentDigest, entry.previous)) {
      throw new RecordError("it does not branch off from the previous entry");
    }
    await checkTerms(command, creates);
    if (command.commitment.length !== 32) throw new RecordError("it does not commit to a secret");
    if (!creates) checkBranch(command, above);
    const part = new Part(entry, command, above);
    const secret = this.secrets.get(entry.game);
    if (secret && !same(await sha256(secret), command.commitment)) {
      throw new RecordError(`the secret given for the game ${entry.game} does not match its commitment`);
    }
    if (creates) await this.#share(part);
    else if (command.continues && above.command.duplicate && above.game === command.parent)
      throw new RecordError("no move can be taken back in a game with common chance");
    const hidden = above && this.hasSecrets ? above : null;
    const hasSecret = secret && (!command.duplicate || part.common);
    part.hiddenBy = hasSecret ? (hidden?.hiddenBy ?? "") : entry.game;
    if (secret && part.isOpen) {
      part.secrets = joined(secret, hidden?.secrets ?? NONE);
      part.salts = await hmac(await keyOf("salts", part.secrets));
      part.position = await hmac(await keyOf("position", part.secrets));
    }
    this.parts.push(part);
  }

  /** Check and note the secret that a game shares with other games, or the secret of its seed. @param {Part} part */
  async #share(part) {
    const { duplicate, seed } = part.command;
    if (this.common.length && !duplicate) throw new RecordError("a common secret is given, but the game shares none");
    if (this.common.length && !same(await sha256(this.common), duplicate.commitment))
      throw new RecordError("the common secret does not match its commitment");
    if (duplicate && !duplicate.games.includes(part.game))
      throw new RecordError("its list of games with common chance does not include it");
    if (this.common.length) part.common = this.common;
    else if (seed) part.common = await seedSecret(seed);
  }

  /** Note an entry's id; no other entry of its game has the id of a signed one. @param {Part} part @param {Entry} entry */
  #noteId(part, { commandId, signature }) {
    const before = part.commandIds.get(commandId);
    const signed = signature.length > 0;
    if (commandId && (before || (before === false && signed)))
      throw new RecordError(`the command_id ${commandId} was already used in this game`);
    part.commandIds.set(commandId, signed || Boolean(before));
  }

  /** @param {Part} part @param {Entry} entry */
  #checkSealed(part, entry) {
    if (part.isOpen) throw new RecordError("an item is sealed although its game's secret is open");
    if (!entry.positionDigest.length) throw new RecordError("an item is sealed before the game has begun");
    const host = [entry.command, ...entry.events.slice(0, 1)].some((item) => "sealed" in item);
    if ([HOST, ARBITER].includes(entry.actor.kind) && host) {
      throw new RecordError("a decision of the host or the arbiter must not be sealed");
    }
  }

  /** @param {Part} part @param {ReturnType<typeof hiding>} items @param {number} version */
  async #checkSalts(part, items, version) {
    for (const { item, index } of items) {
      if (!("salt" in item) || !item.salt.length || item.type === POSITION_SET) continue;
      if (item.type.startsWith(OWN)) throw new RecordError("an item that is never secret has a salt");
      if (!part.salts) continue;
      const place = new Uint8Array(12);
      new DataView(place.buffer).setBigUint64(0, BigInt(version));
      new DataView(place.buffer).setUint32(8, index);
      if (!same(item.salt, await part.salts(place)))
        throw new RecordError("an item's salt does not follow from its game's secret");
    }
  }

  /** @param {Part} part @param {Entry} entry */
  async #checkSignature(part, entry) {
    const key = this.#keyOf(part, entry);
    const name = commandOf(entry);
    const signed = !name || SIGNED.includes(name) || consents(part, entry);
    if (!key?.length || !signed) {
      if (entry.signature.length) throw new RecordError("it has a signature, but nobody signs this command");
      return;
    }
    if ("sealed" in entry.command) {
      if (entry.signature.length !== 32) throw new RecordError("its signature must be sealed with its command");
      return;
    }
    if (!(await signedBy(key, entry.signature, payload(entry))))
      throw new RecordError("its command is not signed with its actor's key");
    this.signatures += 1;
  }

  /** Check that an entry has a position digest, or has none while there is no table. @param {Part} part @param {Entry} entry */
  #checkPosition(part, entry) {
    const has = part.started || messageOf(entry.events[0], "GameStarted") || endingOf(entry)?.secret.length;
    const [found, expected] = [entry.positionDigest.length, has ? DIGEST_BYTES : 0];
    if (found !== expected) throw new RecordError(`its position digest has ${found} bytes, not ${expected}`);
  }

  /** @param {Part} part @param {Entry} entry @returns {Uint8Array | undefined} the key of its actor */
  #keyOf(part, entry) {
    if (entry.actor.kind === ARBITER) return part.command.arbiter;
    if (consents(part, entry)) return part.command.heldSeats[entry.actor.seat - 1]?.publicKey;
    return entry.actor.kind === SEAT ? part.taken.get(entry.actor.seat)?.publicKey : undefined;
  }

  /** @param {Part} part @param {Entry} entry */
  async #lifecycle(part, entry) {
    switch (commandOf(entry)) {
      case "TakeSeat":
        return this.#seat(part, entry);
      case "FreeSeat":
      case "LeaveSeat":
        return this.#free(part, messageOf(entry.command, "FreeSeat") ?? messageOf(entry.command, "LeaveSeat"));
      case "ReissueToken":
        return this.#reissue(part, entry);
      case "AnnounceReissue":
        return this.#announce(part, entry);
      case "VetoReissue":
      case "CompleteReissue":
        return this.#settle(part, entry);
      case "StartGame":
      case "AskShares":
        return this.#ask(part, entry);
      case "RevealShare":
        return this.#reveal(part, entry);
      case "BeginGame":
        return this.#start(part);
      case "CallTime":
        await this.#callTime(part, entry);
    }
    if (commandOf(entry) in ENDINGS && !messageOf(entry.events[0], "StartPutOff")) await this.#end(part, entry);
  }

  /** @param {Part} part @param {Entry} entry */
  #seat(part, entry) {
    const seat = messageOf(entry.command, "TakeSeat");
    if (entry.version - part.first >= MOST_BEFORE_START)
      throw new RecordError(`no seat can be taken after ${MOST_BEFORE_START} entries of the game`);
    if (part.started) throw new RecordError("no seat can be taken after the start");
    if (part.taken.has(seat.seat)) throw new RecordError(`seat ${seat.seat} is already taken`);
    const { arbiter, continues, heldSeats } = part.command;
    if (arbiter.length && same(arbiter, seat.publicKey)) throw new RecordError("the arbiter cannot take a seat");
    if (continues && !same(heldSeats[seat.seat - 1]?.publicKey ?? NONE, seat.publicKey))
      throw new RecordError(`seat ${seat.seat} must be taken with the key that it is held for`);
    if (part.source >= COMMITTED && seat.entropy.length)
      throw new RecordError("a seat that commits to shares cannot give entropy too");
    if (part.source < COMMITTED && seat.commitment.length)
      throw new RecordError("a seat commits to shares, but the game uses none");
    if (part.source >= COMMITTED) this.#once(seat.commitment, "a commitment");
    part.taken.set(seat.seat, { ...seat, share: null, since: entry.version });
  }

  /** @param {Part} part @param {any} freed */
  #free(part, freed) {
    if (part.started || part.deadline) throw new RecordError("no seat can be freed after the start");
    const since = part.taken.get(freed.seat)?.since;
    if (!part.taken.delete(freed.seat)) throw new RecordError(`nobody holds seat ${freed.seat}`);
    if (freed.since !== undefined && freed.since !== since)
      throw new RecordError(`seat ${freed.seat} has had its token since entry ${since}, not ${freed.since}`);
    part.notices.delete(freed.seat);
  }

  /** @param {Part} part @param {Entry} entry */
  #reissue(part, entry) {
    const { seat, tokenHash } = messageOf(entry.command, "ReissueToken");
    const taken = part.taken.get(seat);
    if (tokenHash.length !== 32) throw new RecordError("a token's SHA-256 must have 32 bytes");
    if (!taken?.publicKey.length) throw new RecordError(`seat ${seat} is free, or has no key to sign for a new token`);
    if (entry.expectedVersion < taken.since)
      throw new RecordError(`seat ${seat} has had its token since entry ${taken.since}, after the expected version`);
    taken.since = entry.version;
    part.notices.delete(seat);
  }

  /** @param {Part} part @param {Entry} entry */
  #announce(part, entry) {
    const { seat, tokenHash } = messageOf(entry.command, "AnnounceReissue");
    const seconds = part.command.reissueSeconds;
    const until = entry.atMicros + seconds * 1e6;
    const announced = messageOf(entry.events[0], "ReissueAnnounced");
    if (!seconds) throw new RecordError("in this game, a seat without a key cannot get a new token");
    if (part.taken.get(seat)?.publicKey.length !== 0) throw new RecordError(`seat ${seat} is free, or has a key`);
    if (tokenHash.length !== 32) throw new RecordError("a token's SHA-256 must have 32 bytes");
    if (announced?.seat !== seat || announced.untilMicros !== until) {
      throw new RecordError("the time for a veto does not match the game's terms");
    }
    part.notices.set(seat, { version: entry.version, until });
  }

  /** @param {Part} part @param {Entry} entry a veto, or the completion of an announcement without one */
  #settle(part, entry) {
    const veto = messageOf(entry.command, "VetoReissue");
    const { seat } = veto ?? messageOf(entry.command, "CompleteReissue");
    const notice = part.notices.get(seat);
    if (!notice) throw new RecordError(`no new token was announced for seat ${seat}`);
    if (!veto && entry.atMicros <= notice.until) {
      throw new RecordError("it gives the token before the time for a veto is over");
    }
    part.notices.delete(seat);
    const taken = part.taken.get(seat);
    if (taken && !veto) taken.since = notice.version;
  }

  /** @param {Uint8Array} value @param {string} what */
  #once(value, what) {
    if (value.length !== 32) throw new RecordError(`${what} must have 32 bytes, not ${value.length}`);
    if (this.used.has(String(value))) throw new RecordError(`${what} is used twice`);
    this.used.add(String(value));
  }

  /** @param {Part} part @param {Entry} entry that starts the game or asks for shares, or both */
  async #ask(part, entry) {
    const shares = messageOf(entry.events[0], "SharesAsked");
    const starts = commandOf(entry) === "StartGame";
    if (part.started && part.source !== SHARED) throw new RecordError("no share of chance is due");
    if (shares ? part.source < COMMITTED || (starts && part.source === SHARED) : part.source === COMMITTED)
      throw new RecordError("it asks for shares that the game does not use, or begins without them");
    if (shares && shares.deadlineMicros !== entry.atMicros + part.command.shareSeconds * 1e6)
      throw new RecordError("the deadline for shares does not match the game's terms");
    if (shares) part.deadline = shares.deadlineMicros;
    else await this.#start(part);
  }

  /** @param {Part} part */
  async #start(part) {
    if (part.started) return;
    const seats = part.given();
    if (part.source === COMMITTED && [...part.taken.values()].some((seat) => !seat.share)) {
      throw new RecordError("it begins the game before every share was revealed");
    }
    part.started = true;
    if (!part.isOpen || part.source === SHARED) return;
    part.chance = part.common ? await commonChanceKey(part.common) : await chanceKey(part.secrets, seats);
  }

  /** @param {Part} part @param {number} seat @param {Uint8Array} share */
  async #fits(part, seat, share) {
    const taken = part.taken.get(seat);
    if (!taken) throw new RecordError(`nobody holds seat ${seat}`);
    if (share.length !== 32) throw new RecordError(`a share must have 32 bytes, not ${share.length}`);
    if (!same(await link(part.game, seat, share), taken.commitment)) {
      throw new RecordError(`seat ${seat}'s share does not match its commitment`);
    }
    return taken;
  }

  /** @param {Part} part @param {Entry} entry */
  async #reveal(part, entry) {
    const { seat, share } = messageOf(entry.command, "RevealShare");
    if (entry.atMicros > part.deadline) throw new RecordError("the share came after the deadline");
    this.#once(share, "a share");
    (await this.#fits(part, seat, share)).share = share;
  }

  /**
   * Return an outcome's chance key, or null while it is unknown. Throws RecordError.
   * @param {Entry} entry
   */
  async keyFor(entry) {
    const part = this.part;
    if (part.source !== SHARED) return part.chance;
    const given = messageOf(entry.events[0], "SharesGiven");
    if (!given) throw new RecordError("the outcome has no shares");
    const seats = given.shares.map((/** @type {any} */ one) => one.seat);
    if (
      seats.length !== part.seats ||
      seats.some((/** @type {number} */ seat, /** @type {number} */ index) => seat !== index + 1)
    ) {
      throw new RecordError("the outcome must have one share from each seat, in order");
    }
    if (entry.atMicros > this.before + part.command.shareSeconds * 1e6)
      throw new RecordError("the shares came after the deadline");
    await this.#take(part, given.shares);
    const shares = given.shares.map((/** @type {any} */ one) => one.share);
    return part.isOpen ? chanceKey(part.secrets, shares) : null;
  }

  /** @param {Part} part @param {any[]} shares */
  async #take(part, shares) {
    for (const { seat, share, nextCommitment } of shares) {
      const taken = await this.#fits(part, seat, share);
      if (nextCommitment.length) this.#once(nextCommitment, "a commitment");
      taken.commitment = nextCommitment.length ? nextCommitment : share;
    }
  }

  /** @param {Part} part @param {Entry} entry */
  async #callTime(part, entry) {
    const { shares, putsOff } = messageOf(entry.command, "CallTime");
    const later = messageOf(entry.events[0], "StartPutOff");
    const ending = later ?? endingOf(entry);
    if (part.started && part.source !== SHARED) throw new RecordError("no share of chance is due");
    await this.#take(part, shares);
    const given = new Set(
      part.started
        ? shares.map((/** @type {any} */ one) => one.seat)
        : [...part.taken].filter(([, taken]) => taken.share).map(([seat]) => seat),
    );
    const seats = Array.from({ length: part.seats }, (_, index) => index + 1);
    const absent = seats.filter((seat) => !given.has(seat));
    const wins = part.started && part.command.stalled === LOSES ? seats.filter((seat) => given.has(seat)) : [];
    const named = ending && String(ending.seats) === String(absent) && String(ending.winners ?? []) === String(wins);
    if (!absent.length || !named) throw new RecordError("it must name exactly the seats whose shares are missing");
    const deadline = part.started ? this.before + part.command.shareSeconds * 1e6 : part.deadline;
    if (entry.atMicros <= deadline) throw new RecordError("it comes before the deadline for shares");
    if (Boolean(later) !== putsOff)
      throw new RecordError("its command and its event must agree on whether it puts off the start");
    if (later && (part.started || !given.size))
      throw new RecordError("it puts off the start, but the game has begun or no seat gave a share");
    if (later) this.#putOff(part, absent);
  }

  /** Free the absent seats, and take each share as its seat's commitment to the next share of its chain. @param {Part} part @param {number[]} absent */
  #putOff(part, absent) {
    part.deadline = 0;
    for (const seat of absent) {
      part.taken.delete(seat);
      part.notices.delete(seat);
    }
    for (const taken of part.taken.values())
      [taken.commitment, taken.share] = [/** @type {Uint8Array} */ (taken.share), null];
  }

  /** @param {Part} part @param {Entry} entry */
  async #end(part, entry) {
    const ending = endingOf(entry);
    if (!ending?.secret.length) throw new RecordError("it ends the game without opening its secret");
    if (!same(await sha256(ending.secret), part.command.commitment)) {
      throw new RecordError(`the secret that it opens does not match the commitment in entry ${part.first}`);
    }
    part.ended = true;
  }
}

/** @param {Entry} entry @returns {boolean} whether chance acts in it */
export const isChance = (entry) => entry.actor.kind === CHANCE;
