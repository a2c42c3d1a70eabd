/**
 * The course of a game outside its title's rules: orders, irregularities, corrections, results, clocks, continuation.
 * The sections follow docs/record-format.md. For each entry, this module notes what it leaves to the rules.
 */
import { hex, same } from "./bytes.js";
import { leafOf } from "./chain.js";
import { ARBITER, CHANCE, HOST, SEAT, SUBSTITUTE, byBot, checkShape, command, commandOf, event } from "./commands.js";
import { RecordError } from "./errors.js";
import { LONGEST_TIME } from "./terms.js";

/** @typedef {import("./record.js").Entry} Entry */
/** @typedef {import("./frame.js").Part} Part */
/** @typedef {{basis: number, winners: number[], scores: number[]}} Result */
/** @typedef {{step: string, seats: number[]}} Waits what the rules wait for, and the seats whose decision it is */

/**
 * @typedef {object} Position one that a seat can go back to
 * @property {number} version
 * @property {number | null} left the time that the seat had left then, in microseconds; null while it is not known
 * @property {number} counted the time that had counted in the game by then
 */

/**
 * @typedef {object} Irregularity a ruling of an arbiter, the only respect in which the record departs from the rules
 * @property {number} version
 * @property {string} clause that was broken
 * @property {string} done
 * @property {number} seat that broke it, or 0
 * @property {boolean} stands whether what was done stands
 * @property {string} arbiter the public key of the arbiter in hexadecimal digits; "" if the dealer ruled
 */

const CONCESSION = 2;
const AGREEMENT = 3;
const ADJUDICATION = 4;
const PENALTY = 6;
const TIME = 7;
const LOSES = 2;
const STANDS = 1;
const CORRECTED = 2;
const REFEREE = 1;
const DEALER = 2;
const COMMITTED = 3;
const SHARED = 4;
const MICROS = 1e6;
const MOST_CHARACTERS = 300;
const MOST_REASON = 500;
const MOST_TAKEN_BACK = 20;
const DIGEST_BYTES = 32;
const CONSENT_BYTES = 16;

/** The commands that give a seat without a key a new token. */
const NOTICES = ["AnnounceReissue", "VetoReissue", "CompleteReissue"];
const ORDERS = ["Concede", "Agree", "AnnounceAbsence", "TakeBack", "RuleIrregularity", "DecideGame"];
const BY_HOST = [
  "CallClock",
  "CallAbsence",
  "ExcuseStop",
  "ContinueGame",
  "CloseGame",
  "AbandonGame",
  "CallTime",
  "AskShares",
];

/**
 * The record's commands that each state of a game takes, besides ReissueToken.
 * @type {Record<string, string[]>}
 */
const TAKES = {
  open: ["TakeSeat", "FreeSeat", "LeaveSeat", "StartGame", ...NOTICES, "AbandonGame"],
  revealing: ["AskShares", "RevealShare", "BeginGame", "CallTime", ...NOTICES, "AbandonGame"],
  running: [...ORDERS, ...BY_HOST, ...NOTICES],
  appealed: ["DecideGame", "RuleIrregularity", "AbandonGame"],
  decided: ["CloseGame"],
  continued: ["EndContinuation"],
};

/** The course of one game. */
export class Course {
  /** @param {Part} part @param {Course | null} above that of the game from which it is branched */
  constructor(part, above) {
    this.part = part;
    this.state = "open";
    /** @type {Result | null} the result that decided the game, with which the next entry must close it */
    this.due = null;
    this.started = 0;
    this.movedAt = above?.movedAt ?? 0;
    this.drawnAt = 0;
    /** The version at which the branch that continues the game departs from it. */
    this.leftAt = 0;
    this.paused = false;
    this.pausedUntil = 0;
    /** The longest time that a clock can have run since the game began, in microseconds. A bank keeps its value in a branch that continues. */
    this.counted = above && part.command.continues && part.command.clock?.bankSeconds ? above.counted : 0;
    /** How much of the time since the previous entry counts, in microseconds. */
    this.used = 0;
    /** @type {number[] | null} the time that each seat has left, in microseconds; null while it is not known */
    this.left = null;
    /** @type {Waits | null} what the rules wait for after the previous entry, with the playing seats; null for nothing */
    this.asks = null;
    this.above = above;
    /** What a seat can take back without consent, unless the rules ask other seats or an event reveals something hidden. @type {{seat: number, positions: Position[]}} */
    this.own = { seat: 0, positions: [] };
    /** How many moves a seat has taken back up to a version, with nothing in between that would have ended the count. */
    this.back = { moves: 0, version: 0 };
    /** The time that a seat has left after an entry in which it took back moves. @type {{seat: number, left: number | null} | null} */
    this.rest = null;
    /** @type {Set<number>} the seats that are no longer playing */
    this.out = new Set();
    /** @type {Set<number>} the seats for which a substitute may play */
    this.late = new Set();
    /** @type {Set<number>} the seats for which a bot can also decide */
    this.withBot = new Set();
    /** @type {Map<number, string>} what each seat has agreed to */
    this.words = new Map();
    /** The last moment at which each seat that was reported away can come back. @type {Map<number, number>} */
    this.absences = new Map();
    /** @type {Set<number>} the seats that did not come back in time */
    this.away = new Set();
    /** @type {Irregularity[]} */
    this.irregularities = [];
    /** @type {Entry | null} */
    this.before = null;
  }

  get playing() {
    return this.seats.filter((seat) => !this.out.has(seat));
  }

  get seats() {
    return Array.from({ length: this.part.seats }, (_, index) => index + 1);
  }

  get clock() {
    return this.part.command.clock;
  }

  /**
   * Check the game's next entry, and return the respects in which only the rules can judge it. Throws RecordError.
   * @param {Entry} entry
   * @param {{hidden: boolean}} record whether any item of the record so far can hide a fact
   * @returns {Promise<import("./index.js").Unchecked["reason"][]>}
   */
  async follow(entry, { hidden }) {
    const name = commandOf(entry);
    checkShape(entry, this.part.source === DEALER);
    if (entry.actor.seat > this.part.seats) throw new RecordError(`the game has no seat ${entry.actor.seat}`);
    this.#count(entry, name);
    if (this.#followsAtOnce(entry, name) && entry.atMicros !== this.before?.atMicros)
      throw new RecordError("its time must be that of the previous entry, which triggers it");
    this.rest = null;
    const left = name ? await this.#own(entry, name, hidden) : this.#moved(entry);
    this.#reach(entry, name);
    this.before = entry;
    return left;
  }

  /** Note what a seat can take back without consent after an entry. @param {Entry} entry @param {string} name */
  #reach(entry, name) {
    const { kind, seat } = entry.actor;
    const same = kind === SEAT && seat === this.own.seat;
    if (name) {
      if (kind !== HOST && !same) this.own = { seat: 0, positions: [] };
      return;
    }
    if (kind !== SEAT || [entry.command, ...entry.events].some((item) => "sealed" in item || item.salt.length > 0)) {
      this.own = { seat: 0, positions: [] };
      return;
    }
    const left = this.left && this.left[seat - 1];
    const position = { version: entry.version - 1, left, counted: this.counted - this.used };
    this.own = { seat, positions: [...(same ? this.own.positions : []), position] };
  }

  /**
   * Return whether the referee adds an entry by itself, at once.
   * @param {Entry} entry
   * @param {string} name
   */
  #followsAtOnce(entry, name) {
    if (name) return name === "BeginGame" || name === "CloseGame";
    return entry.actor.kind === CHANCE && [REFEREE, COMMITTED].includes(this.part.source);
  }

  /** Count the time since the previous entry, except pauses and excused stops. @param {Entry} entry @param {string} name */
  #count(entry, name) {
    this.used = 0;
    if (this.state !== "running" || !this.before) return;
    const upto = name === "ExcuseStop" ? command(entry).sinceMicros : entry.atMicros;
    this.used = Math.max(0, upto - Math.max(this.before.atMicros, this.pausedUntil));
    this.counted += this.used;
  }

  /**
   * Note what the rules wait for after an entry (null if unknown), with which decisions end and begin.
   * @param {Entry} entry
   * @param {Waits | null} waits
   */
  wait(entry, waits) {
    if (!this.clock) return;
    const before = event(entry, 0, "OutcomeCorrected") ? null : this.asks;
    this.asks = null;
    if (this.state !== "running") return;
    if (!waits) {
      this.left = null;
      return;
    }
    const now = waits.seats.filter((seat) => !this.out.has(seat));
    this.asks = { step: waits.step, seats: now };
    if (event(entry, 0, "GameStarted")) this.left = this.#wound();
    else if (this.rest) this.#giveBack(this.rest);
    else this.#turn(before, now, waits.step);
  }

  /** @param {{seat: number, left: number | null}} rest */
  #giveBack({ seat, left }) {
    if (this.left) this.left = left === null ? null : this.left.with(seat - 1, left);
  }

  /** @returns {number[] | null} each seat's time when the game begins */
  #wound() {
    const { decisionSeconds, bankSeconds } = this.clock;
    if (bankSeconds && this.part.command.continues) return this.above?.left && [...this.above.left];
    return this.seats.map(() => (decisionSeconds || bankSeconds) * MICROS);
  }

  /** @param {Waits | null} before @param {number[]} now the seats that are asked @param {string} step */
  #turn(before, now, step) {
    if (!this.left) return;
    const { decisionSeconds, incrementSeconds, botSeconds } = this.clock;
    const was = before?.seats ?? [];
    const goesOn = (/** @type {number} */ seat) => before?.step === step && was.includes(seat) && now.includes(seat);
    for (const seat of [...this.late]) if (!goesOn(seat)) this.late.delete(seat);
    this.left = this.left.map((left, index) => {
      const seat = index + 1;
      const rest = was.includes(seat) ? left - this.used : left;
      if (goesOn(seat)) return rest;
      if (now.includes(seat) && this.withBot.has(seat)) return botSeconds * MICROS;
      if (decisionSeconds) return now.includes(seat) ? decisionSeconds * MICROS : rest;
      return was.includes(seat) ? Math.max(0, rest) + incrementSeconds * MICROS : rest;
    });
  }

  /** @returns {number[] | null} the seats whose time is up at an entry, except those already noted; null if unknown */
  #expiring() {
    const left = this.left;
    return (
      left &&
      this.seats.filter((seat) => this.asks?.seats.includes(seat) && !this.late.has(seat) && left[seat - 1] < this.used)
    );
  }

  /** @param {Entry} entry @param {string} name @param {boolean} hidden @returns {Promise<any[]>} */
  async #own(entry, name, hidden) {
    const founds = name === "CreateGame" || name === "ForkGame";
    if (!founds && name !== "ReissueToken" && !TAKES[this.state].includes(name)) {
      throw new RecordError(`a game that is ${this.state} cannot take ${name}`);
    }
    if (name === "ReissueToken" && this.state === "decided")
      throw new RecordError("nothing can come between a game's decision and its end");
    if (this.part.source !== DEALER && !this.part.command.arbiter.length && entry.actor.kind === ARBITER)
      throw new RecordError("the game has no arbiter");
    if (entry.actor.kind === SEAT) this.#back(entry.actor.seat);
    switch (name) {
      case "StartGame":
      case "BeginGame":
        return this.#started(entry);
      case "Concede":
        return this.#conceded(entry);
      case "Agree":
        return this.#agreed(entry);
      case "RuleIrregularity":
        return this.#irregular(entry);
      case "DecideGame":
        return this.#decided(entry);
      case "AnnounceAbsence":
        return this.#announced(entry);
      case "CallAbsence":
        return this.#absent(entry);
      case "TakeBack":
        return this.#tookBack(entry);
      case "CallClock":
        return this.#expired(entry);
      case "ExcuseStop":
        return this.#excused(entry);
      case "ContinueGame":
        return this.#continued(entry, hidden);
      case "EndContinuation":
        return this.#ended(entry);
      case "AskShares":
      case "CallTime":
        if (event(entry, 0, "StartPutOff")) this.state = "open";
        // Only the rules know whether they wait for chance.
        return this.state === "running" ? ["RULES_NOT_JUDGED"] : [];
      case "AbandonGame":
        if (command(entry).byOperator) checkText(command(entry).reason, MOST_REASON);
        return [];
      case "CloseGame":
        return this.#closed(entry);
      default:
        return [];
    }
  }

  /** An entry of the title. @param {Entry} entry @returns {any[]} */
  #moved(entry) {
    if (this.state !== "running")
      throw new RecordError(`a game that is ${this.state} cannot take a command of its title`);
    const { kind, seat } = entry.actor;
    if (kind === SEAT && this.out.has(seat)) throw new RecordError(`seat ${seat} is no longer playing`);
    if (kind === SUBSTITUTE) this.#substituted(entry);
    const corrected = event(entry, 0, "OutcomeCorrected");
    if (corrected && kind !== CHANCE) throw new RecordError("only the dealer can correct an outcome");
    if (corrected) this.#corrected(entry, corrected.version);
    this.#changed(entry);
    if (kind === CHANCE) this.drawnAt = entry.version;
    if (kind === SUBSTITUTE && !byBot(entry)) return ["DEFAULT_NOT_JUDGED"];
    if (kind === CHANCE || !this.clock) return [];
    const up = this.#expiring();
    if (up && (up.includes(seat) || this.late.has(seat))) throw new RecordError(`the time of seat ${seat} is up`);
    if (kind === SEAT) this.withBot.delete(seat);
    return up ? [] : ["CLOCK_NOT_JUDGED"];
  }

  /** @param {Entry} entry that changes the table */
  #changed(entry) {
    this.movedAt = entry.version;
    this.words.clear();
    this.absences.clear();
    this.away.clear();
  }

  /** @param {number} seat that is not away, because it sent something */
  #back(seat) {
    this.absences.delete(seat);
    this.away.delete(seat);
  }

  /** @param {Entry} entry */
  #substituted(entry) {
    const { seat } = entry.actor;
    if (byBot(entry)) {
      if (!this.withBot.has(seat) || this.out.has(seat)) throw new RecordError(`no bot took over seat ${seat}`);
      return;
    }
    if (!this.out.has(seat) && !this.late.has(seat))
      throw new RecordError(`seat ${seat} still has time: it cannot have a substitute`);
    if (entry.atMicros !== this.before?.atMicros)
      throw new RecordError("a substitute must play at the time of the previous entry");
  }

  /** @param {Entry} entry @param {number} version that it replaces */
  #corrected(entry, version) {
    const last = this.before;
    const outcome = last?.actor.kind === CHANCE && last.version === version && version === entry.version - 1;
    if (this.part.source !== DEALER || entry.actor.kind !== CHANCE || !outcome)
      throw new RecordError("it can correct only the outcome that the dealer entered last");
    if (entry.expectedVersion !== version)
      throw new RecordError(`it expects version ${entry.expectedVersion}, but corrects ${version}`);
  }

  /** @param {Entry} entry @returns {any[]} */
  #started(entry) {
    if (this.part.taken.size !== this.part.seats) throw new RecordError("it starts the game while a seat is free");
    if (!event(entry, 0, "GameStarted")) {
      this.state = "revealing";
      return [];
    }
    this.state = "running";
    this.started ||= entry.version;
    this.#changed(entry);
    return [];
  }

  /** @param {Entry} entry with an order @param {number} [earliest] the version that it may expect */
  #checkOrder(entry, earliest = 1) {
    if (entry.expectedVersion < earliest)
      throw new RecordError(`it expects version ${entry.expectedVersion}, but the earliest is ${earliest}`);
    if (entry.actor.kind === SEAT && this.out.has(entry.actor.seat))
      throw new RecordError(`seat ${entry.actor.seat} is no longer playing`);
  }

  /** @param {Entry} entry @returns {any[]} */
  #conceded(entry) {
    this.#checkOrder(entry);
    this.#leave([entry.actor.seat], CONCESSION);
    return ["RESULT_NOT_JUDGED"];
  }

  /** @param {number[]} seats that leave the game @param {number} basis */
  #leave(seats, basis) {
    for (const seat of seats) this.out.add(seat);
    this.words.clear();
    // Only the rules can say whether only one of several sides is left. But it is plain if nobody is left.
    if (!this.playing.length) this.#decide({ basis, winners: [], scores: [] });
  }

  /** @param {Result} due */
  #decide(due) {
    this.due = due;
    this.state = "decided";
    this.words.clear();
  }

  /** @param {Entry} entry @returns {any[]} */
  #agreed(entry) {
    this.#checkOrder(entry, this.movedAt);
    const { result, pause, resumption, absence } = command(entry);
    if ([result, pause, resumption, absence].filter(Boolean).length !== 1)
      throw new RecordError("it does not say what it agrees to");
    if (result) this.#checkResult(result);
    if (pause && (!this.clock || !pause.seconds))
      throw new RecordError("the game has no clock to pause, or the pause has no length");
    if (pause?.seconds > LONGEST_TIME)
      throw new RecordError(`it pauses the clocks for ${pause.seconds} seconds; the limit is ${LONGEST_TIME}`);
    if (resumption && !this.paused) throw new RecordError("there is no pause to end");
    if (absence) this.#checkAbsence(entry, absence);
    const word = String("value" in entry.command ? entry.command.value : "");
    this.words.set(entry.actor.seat, word);
    const reached = this.playing.every((seat) => this.away.has(seat) || this.words.get(seat) === word);
    if (reached !== entry.events.length > 1)
      throw new RecordError(`it ${reached ? "completes" : "does not complete"} the agreement, contrary to its events`);
    if (reached) this.#takeEffect(entry, { result, pause, resumption, absence });
    return reached && absence ? ["RESULT_NOT_JUDGED"] : [];
  }

  /** @param {Entry} entry @param {{absentSeat: number, tokenHash: Uint8Array}} absence */
  #checkAbsence(entry, { absentSeat, tokenHash }) {
    if (absentSeat === entry.actor.seat || !this.away.has(absentSeat))
      throw new RecordError(`seat ${absentSeat} is not away`);
    if (![0, DIGEST_BYTES].includes(tokenHash.length)) throw new RecordError("a token's SHA-256 must have 32 bytes");
    if (tokenHash.length && this.part.source === SHARED)
      throw new RecordError(
        `a seat cannot be given away when seats hold shares: only the player of seat ${absentSeat} has its shares`,
      );
  }

  /** @param {{absentSeat: number, tokenHash: Uint8Array}} absence that was agreed on @param {number} version */
  #settle({ absentSeat, tokenHash }, version) {
    this.away.delete(absentSeat);
    const taken = this.part.taken.get(absentSeat);
    if (!tokenHash.length) this.#leave([absentSeat], TIME);
    else if (taken) {
      Object.assign(taken, { publicKey: new Uint8Array(), since: version });
      this.part.notices.delete(absentSeat);
    }
  }

  /** @param {Entry} entry @returns {any[]} */
  #announced(entry) {
    this.#checkOrder(entry, this.movedAt);
    const { absentSeat } = command(entry);
    const { absenceSeconds } = this.part.command;
    const { untilMicros, ...announced } = event(entry, 0, "AbsenceAnnounced");
    if (!absenceSeconds || this.clock) throw new RecordError("the game gives absent seats no time to come back");
    if (absentSeat === entry.actor.seat || !this.playing.includes(absentSeat))
      throw new RecordError(`seat ${absentSeat} cannot be absent`);
    if (this.absences.has(absentSeat) || this.away.has(absentSeat))
      throw new RecordError(`seat ${absentSeat} has already been announced as absent`);
    if (announced.absentSeat !== absentSeat || untilMicros !== entry.atMicros + absenceSeconds * MICROS)
      throw new RecordError("the time to come back does not match the game's terms");
    this.absences.set(absentSeat, untilMicros);
    return ["DEFAULT_NOT_JUDGED"];
  }

  /** @param {Entry} entry @returns {any[]} */
  #tookBack(entry) {
    this.#checkOrder(entry, this.movedAt);
    const { seat } = entry.actor;
    const { version } = command(entry);
    const { positions } = this.own;
    const at = this.own.seat === seat ? positions.findIndex((position) => position.version === version) : -1;
    if (at < 0) throw new RecordError(`seat ${seat} cannot go back to version ${version} without consent`);
    const { moves } = event(entry, 0, "MovesTakenBack");
    if (moves !== positions.length - at)
      throw new RecordError(`it takes back ${positions.length - at} moves, not ${moves}`);
    // Nothing has ended the count since a version that the seat can still go back to.
    this.back = { moves: moves + (version <= this.back.version ? this.back.moves : 0), version: entry.version };
    if (this.back.moves > MOST_TAKEN_BACK)
      throw new RecordError(`seat ${seat} takes back more than ${MOST_TAKEN_BACK} moves of one turn`);
    const { left, counted } = positions[at];
    const rest = left === null ? null : left - (this.counted - counted);
    const up = this.#expiring();
    if (this.late.has(seat) || up?.includes(seat) || (rest ?? 0) < 0)
      throw new RecordError(`the time of seat ${seat} is up`);
    this.rest = { seat, left: rest };
    this.own = { seat, positions: positions.slice(0, at) };
    this.#changed(entry);
    // Only the rules can say whether they asked only this seat, and whether an event revealed anything.
    return this.clock && !(up && rest !== null) ? ["RULES_NOT_JUDGED", "CLOCK_NOT_JUDGED"] : ["RULES_NOT_JUDGED"];
  }

  /** @param {Entry} entry @returns {any[]} */
  #absent(entry) {
    const { absentSeats } = event(entry, 0, "AbsenceCalled");
    const late = this.seats.filter((seat) => (this.absences.get(seat) ?? entry.atMicros) < entry.atMicros);
    if (!late.length || String(absentSeats) !== String(late))
      throw new RecordError(`the seats whose time to return is over are ${late}, not ${absentSeats}`);
    for (const seat of late) {
      this.absences.delete(seat);
      this.away.add(seat);
    }
    return [];
  }

  /** @param {Entry} entry @param {any} word that all have given */
  #takeEffect(entry, { result, pause, resumption, absence }) {
    const until = event(entry, 2, "ClocksPaused")?.untilMicros;
    if (until !== (pause ? entry.atMicros + pause.seconds * MICROS : undefined))
      throw new RecordError("the clocks were not paused as agreed");
    if (Boolean(event(entry, 2, "ClocksResumed")) !== Boolean(resumption))
      throw new RecordError("the clocks did not resume as agreed");
    if (event(entry, 2, "AbsenceSettled")?.absentSeat !== absence?.absentSeat)
      throw new RecordError("the agreement on an absent seat did not take effect");
    this.words.clear();
    if (absence) this.#settle(absence, entry.version);
    else if (result) this.#decide({ basis: AGREEMENT, ...result });
    else {
      this.paused = Boolean(pause);
      this.pausedUntil = until ?? 0;
    }
  }

  /** @param {{winners: number[], scores: number[]}} result */
  #checkResult({ winners, scores }) {
    this.#checkSeats(winners);
    if (![0, this.part.seats].includes(scores.length)) throw new RecordError("it must have one score for each seat");
  }

  /** @param {number[]} seats in order, each once */
  #checkSeats(seats) {
    if (String(seats) !== String(this.seats.filter((seat) => seats.includes(seat))))
      throw new RecordError(`${seats} must be seats of the game, in order`);
  }

  /** @param {Entry} entry @returns {Promise<any[]>} */
  async #irregular(entry) {
    this.#checkOrder(entry, this.movedAt);
    const { clause, done, seat, remedy, position } = command(entry);
    for (const text of [clause, done]) checkText(text);
    if (seat > this.part.seats || ![STANDS, CORRECTED].includes(remedy))
      throw new RecordError("it names a seat or a remedy that does not exist");
    const set = entry.events[1];
    if (!same(position, set ? await leafOf(set) : new Uint8Array()))
      throw new RecordError("it does not set the position in the ruling");
    const arbiter = hex(this.part.command.arbiter);
    this.irregularities.push({ version: entry.version, clause, done, seat, stands: remedy === STANDS, arbiter });
    this.state = "running";
    this.due = null;
    this.#changed(entry);
    return set ? ["POSITION_NOT_JUDGED"] : [];
  }

  /** @param {Entry} entry @returns {any[]} */
  #decided(entry) {
    this.#checkOrder(entry, this.movedAt);
    const { basis, seats, winners, scores, reason, appealPending } = command(entry);
    checkText(reason);
    this.#checkSeats(seats);
    this.#checkResult({ winners, scores });
    const named = basis === ADJUDICATION ? !seats.length : seats.length;
    if (basis < ADJUDICATION || basis > PENALTY || !named)
      throw new RecordError("an arbiter must decide by adjudication, or by a seat's forfeit or penalty");
    if (winners.some((/** @type {number} */ seat) => seats.includes(seat)))
      throw new RecordError("a seat that forfeits or is penalised cannot win");
    if (appealPending) this.state = "appealed";
    else this.#decide({ basis, winners, scores });
    return [];
  }

  /** @param {Entry} entry @returns {any[]} */
  #expired(entry) {
    const { seats } = event(entry, 0, "ClockExpired");
    this.#checkSeats(seats);
    const plays = seats.every((/** @type {number} */ seat) => !this.out.has(seat));
    if (!this.clock || !seats.length || !plays) throw new RecordError("no clock is running for these seats");
    const { decisionSeconds, bankSeconds } = this.clock;
    if (this.counted <= (decisionSeconds || bankSeconds) * MICROS)
      throw new RecordError("a seat's time cannot be up this early");
    const up = this.#expiring();
    if (up && String(up) !== String(seats)) throw new RecordError(`time is up for seats ${up}, not for seats ${seats}`);
    const clock = up ? [] : ["CLOCK_NOT_JUDGED"];
    if (this.clock.expiry !== LOSES) {
      for (const seat of seats) this.#late(seat);
      return clock;
    }
    this.#leave(seats, TIME);
    return [...clock, "RESULT_NOT_JUDGED"];
  }

  /** Note that a seat's time is up, so a bot can decide for it or its default is played. @param {number} seat */
  #late(seat) {
    const { botSeconds } = this.clock;
    if (!botSeconds || this.withBot.has(seat)) {
      this.late.add(seat);
      return;
    }
    this.withBot.add(seat);
    // The time since the previous entry is deducted with this entry, and none of it counts for the bot.
    if (this.left) this.left[seat - 1] = botSeconds * MICROS + this.used;
  }

  /** @param {Entry} entry @returns {any[]} */
  #excused(entry) {
    const { sinceMicros } = command(entry);
    const within = this.before && this.before.atMicros <= sinceMicros && sinceMicros <= entry.atMicros;
    if (!(this.clock || this.absences.size) || !within)
      throw new RecordError("it must excuse a stop since the previous entry, in a game with a deadline");
    for (const [seat, until] of this.absences) this.absences.set(seat, until + entry.atMicros - sinceMicros);
    return [];
  }

  /** @param {Entry} entry @param {boolean} hidden @returns {any[]} */
  #continued(entry, hidden) {
    const { branch, version } = command(entry);
    const seen = event(entry, 0, "GameContinued");
    const first = Math.max(this.started, this.part.first);
    if (!branch || branch === entry.game || version < first || version >= entry.version - 1)
      throw new RecordError("it must name a branch, and an earlier version since the start of the game");
    if (seen.chance !== this.drawnAt > version || seen.hidden !== (hidden && this.movedAt > version))
      throw new RecordError("it must say whether chance or hidden facts were seen since that version");
    this.state = "continued";
    this.leftAt = version;
    return [];
  }

  /** @param {Entry} entry @returns {any[]} */
  #ended(entry) {
    const { branchVersion, branchDigest } = command(entry);
    if (branchVersion <= this.leftAt || branchDigest.length !== DIGEST_BYTES)
      throw new RecordError("it must name the last entry of the branch");
    return [];
  }

  /** @param {Entry} entry @returns {any[]} */
  #closed(entry) {
    const decided = event(entry, 0, "GameDecided");
    if (!decided) {
      if (this.due) throw new RecordError("the game was decided without its rules, so its end must say how");
      if (this.movedAt !== this.before?.version)
        throw new RecordError("the rules cannot end the game while its table is unchanged");
      return [];
    }
    const { basis, winners, scores } = decided;
    const result = { basis, winners, scores };
    if (this.due) {
      const { basis, winners, scores } = this.due;
      if (JSON.stringify(result) !== JSON.stringify({ basis, winners, scores }))
        throw new RecordError("the end of the game must match its decision");
      return [];
    }
    this.#checkLast(result);
    return ["RESULT_NOT_JUDGED"];
  }

  /** Check that only one side is left, as far as can be known without the rules. @param {Result} found */
  #checkLast({ basis, winners, scores }) {
    this.#checkSeats(winners);
    const last = this.before ? commandOf(this.before) : "";
    const left =
      (last === "Concede" && basis === CONCESSION) || (["CallClock", "Agree"].includes(last) && basis === TIME);
    if (!left || scores.length) throw new RecordError("nothing decides the game this way");
    if (!winners.length || this.playing.some((seat) => !winners.includes(seat)))
      throw new RecordError("the remaining seats must win");
  }
}

/** @param {string} text of an order @param {number} [most] */
function checkText(text, most = MOST_CHARACTERS) {
  const { length } = [...text];
  if (length < 1 || length > most)
    throw new RecordError(`a text field of an order must have 1 to ${most} characters, not ${length}`);
}

/** The terms that a branch keeps if it continues its game. */
const TERMS = [
  "chanceSource",
  "private",
  "shareSeconds",
  "stalled",
  "arbiter",
  "clock",
  "reissueSeconds",
  "absenceSeconds",
];

/**
 * Check the seats that a branch holds. If the branch continues its parent, also check that it has the parent's terms.
 * Throws RecordError.
 * @param {any} fork its command
 * @param {Part} parent
 */
export function checkBranch(fork, parent) {
  const { consents, heldSeats, continues } = fork;
  const seats = Array.from({ length: parent.seats }, (_, index) => index + 1);
  const held = heldSeats.map((/** @type {any} */ holder) => holder.seat);
  if ((consents.length || continues || held.length) && String(held) !== String(seats))
    throw new RecordError("it must hold every seat, in order");
  if (continues) return checkContinuation(fork, parent);
  if (!consents.length && !held.length) return;
  const different = new Set(consents.map(String));
  const sized = consents.every((/** @type {Uint8Array} */ consent) => consent.length === CONSENT_BYTES);
  if (different.size !== seats.length || consents.length !== seats.length || !sized)
    throw new RecordError("it must have one consent from each seat");
  if (fork.parent === parent.game && !heldAsIn(fork, parent))
    throw new RecordError("it must hold each seat for the key that the seat has in the parent");
}

/** @param {any} fork @param {Part} parent */
function checkContinuation(fork, parent) {
  if (parent.course.state !== "running") throw new RecordError("it continues a game that is not running");
  const terms = (/** @type {any} */ of) => JSON.stringify(TERMS.map((name) => of[name]));
  if (fork.consents.length || terms(fork) !== terms(parent.command) || !heldAsIn(fork, parent))
    throw new RecordError("it must continue the game with the same terms and seats");
}

/** @param {any} fork @param {Part} parent @returns {boolean} whether each held seat has its key from the parent */
function heldAsIn(fork, parent) {
  const keys = fork.heldSeats.map((/** @type {any} */ holder) => String(holder.publicKey));
  const theirs = fork.heldSeats.map((/** @type {any} */ holder) => String(parent.taken.get(holder.seat)?.publicKey));
  return String(keys) === String(theirs);
}
