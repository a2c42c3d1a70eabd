/** What each title draws in each of its chance steps, as docs/draws.md has it: by outcome, the message that is shown. */
import { duel } from "./titles/infludance_duel.js";
import { dice } from "./titles/liars_dice.js";
import { race } from "./titles/titan_race.js";
import { samurai } from "./titles/samurai_spirit.js";
import { shogun } from "./titles/shogun.js";
import { tokyo } from "./titles/king_of_tokyo.js";

/** Thrown where an outcome cannot be recomputed without the table before it. */
export class TableNeeded extends Error {}

/** What a step looks up: the outcome that is recorded, the table before it, the step on top of its agenda, the edition. */
export class Looked {
  /**
   * @param {any} shown the recorded outcome
   * @param {any} table the table before it, or null if it is not known
   * @param {any} edition the edition of the game, or null for the title's own
   * @param {import("./chance.js").Stream} stream
   */
  constructor(shown, table, edition, stream) {
    this.shown = shown;
    this.known = table;
    this.edition = edition;
    this.stream = stream;
  }

  get table() {
    if (this.known === null) throw new TableNeeded();
    return this.known;
  }

  /** The step on top of the agenda. */
  get step() {
    return this.table.agenda.at(-1) ?? {};
  }

  /**
   * Return how many things are drawn: by the table, or where it is not known as many as are shown.
   * @param {() => number} counted
   * @param {any[]} shown
   */
  count(counted, shown) {
    return this.known === null ? shown.length : counted();
  }
}

/** @typedef {(looked: Looked) => Promise<any>} Draw */

/** What is drawn does not change between the versions that a title lists. @type {Record<string, {rulesVersions: number[], outcomes: Record<string, Draw>}>} by title */
export const TITLES = {
  infludance_duel: { rulesVersions: [1], outcomes: duel },
  king_of_tokyo: { rulesVersions: [1, 2], outcomes: tokyo },
  liars_dice: { rulesVersions: [1], outcomes: dice },
  samurai_spirit: { rulesVersions: [1, 2], outcomes: samurai },
  shogun: { rulesVersions: [1], outcomes: shogun },
  titan_race: { rulesVersions: [1], outcomes: race },
};
