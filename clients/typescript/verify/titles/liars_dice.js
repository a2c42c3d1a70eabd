/** Liar's Dice: what chance shows. */

const FACES = 6;

/** The draws are the same in all these versions of the rules. */
export const rulesVersions = [1];

/** @type {Record<string, import("../protobuf.js").Fields>} */
export const messages = {
  "gunbai.liars_dice.v1.ShakeCup": { 1: "seat uint32", 2: "dice uint32[]" },
};

/** @type {Record<string, import("../draws.js").Draw>} */
export const outcomes = {
  async ShakeCup(looked) {
    const { shown, edition, stream } = looked;
    const faces = Array.from({ length: edition?.faces ?? FACES }, (_, index) => index + 1);
    const count = looked.count(() => looked.table.cups[shown.seat - 1].dice, shown.dice);
    return { seat: shown.seat, dice: await stream.dice(count, faces) };
  },
};
