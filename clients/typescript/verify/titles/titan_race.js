/** Titan Race: what chance shows. */

const FACES = [1, 2, 3, 4, 5, 6];

/** @type {Record<string, import("../draws.js").Draw>} */
export const race = {
  DealCard: async ({ shown, table, stream }) => ({ seat: shown.seat, card: await stream.pick(table.deck) }),
  RollForFirst: async ({ stream }) => ({ colour: await stream.pick(FACES) }),
  RerollDie: async ({ stream }) => ({ colour: await stream.pick(FACES) }),
  async RollDice(looked) {
    const count = looked.count(() => looked.table.order.length, looked.shown.colours);
    return { colours: await looked.stream.dice(count, FACES) };
  },
  async StealCard({ shown, step, table, stream }) {
    return { seat: shown.seat, card: await stream.pick(table.riders[step.from_seat - 1].hand) };
  },
};
