/** What a title draws in each of its steps of chance, as docs/draws.md describes. */

/** Thrown if an outcome cannot be recomputed without the table before it. */
export class TableNeeded extends Error {}

/** What a step looks up: the recorded outcome, the table and the step before it, and the edition. */
export class Looked {
  /**
   * @param {any} shown the recorded outcome
   * @param {any} table the table before it, or null if it is unknown
   * @param {any} edition the edition of the game, or null for the title's own
   * @param {import("./chance.js").Stream} stream
   * @param {any} [waitsFor] the step that the rules wait for, if the table came with it
   */
  constructor(shown, table, edition, stream, waitsFor) {
    this.shown = shown;
    this.known = table;
    this.edition = edition;
    this.stream = stream;
    this.waitsFor = waitsFor;
  }

  get table() {
    if (this.known === null) throw new TableNeeded();
    return this.known;
  }

  /** The step on top of the agenda, which the position digest covers; without fields if the agenda is empty. */
  get owed() {
    return this.table.agenda.at(-1) ?? {};
  }

  /** The step that the rules wait for: the step on top of the agenda or, if the agenda is empty, the step whose turn it is. */
  get step() {
    const step = this.table.agenda.at(-1) ?? this.waitsFor;
    if (step === undefined) throw new TableNeeded();
    return step;
  }

  /**
   * Return how many things are drawn: the number that follows from the table or, if the table is unknown, the number
   * shown.
   * @param {() => number} counted
   * @param {any[]} shown
   */
  count(counted, shown) {
    return this.known === null ? shown.length : counted();
  }
}

/** @typedef {(looked: Looked) => Promise<any>} Draw */

/**
 * @typedef {object} Draws what chance shows in games of a title
 * @property {number[]} rulesVersions
 * @property {Record<string, import("./protobuf.js").Fields>} messages the fields of its outcomes, by full name
 * @property {Record<string, Draw>} outcomes by the name of the message that is shown
 */
