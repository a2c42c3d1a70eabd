/** Liar's Dice: what chance shows. */

const FACES = 6;

/** @type {Record<string, import("../draws.js").Draw>} */
export const dice = {
  async ShakeCup(looked) {
    const { shown, edition, stream } = looked;
    const faces = Array.from({ length: edition?.faces ?? FACES }, (_, index) => index + 1);
    const count = looked.count(() => looked.table.cups[shown.seat - 1].dice, shown.dice);
    return { seat: shown.seat, dice: await stream.dice(count, faces) };
  },
};
