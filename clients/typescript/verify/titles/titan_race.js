/** Titan Race: what chance shows. */

const FACES = [1, 2, 3, 4, 5, 6];

/** The draws are the same in all these versions of the rules. */
export const rulesVersions = [1];

/** @type {Record<string, import("../protobuf.js").Fields>} */
export const messages = {
  "gunbai.titan_race.v1.DealCard": { 1: "seat uint32", 2: "card string" },
  "gunbai.titan_race.v1.RollForFirst": { 1: "colour int32" },
  "gunbai.titan_race.v1.RollDice": { 1: "colours int32[]" },
  "gunbai.titan_race.v1.StealCard": { 1: "seat uint32", 2: "card string" },
  "gunbai.titan_race.v1.RerollDie": { 1: "colour int32" },
};

/** @type {Record<string, import("../draws.js").Draw>} */
export const outcomes = {
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
