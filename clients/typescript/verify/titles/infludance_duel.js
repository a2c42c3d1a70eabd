/** INFLUDANCE Duel: what chance shows. */

const TOKENS = ["", "good_shot", "kicker", "double_shot", "blank"];
const CHAMBERS = 6;

/** @param {string} word */
const value = (word) => TOKENS.indexOf(word);

/** The draws are the same in all these versions of the rules. */
export const rulesVersions = [1];

/** @type {Record<string, import("../protobuf.js").Fields>} */
export const messages = {
  "gunbai.infludance_duel.v1.DrawStarter": { 1: "seat uint32" },
  "gunbai.infludance_duel.v1.SpinMagazine": { 1: "chamber uint32" },
  "gunbai.infludance_duel.v1.ShowToken": { 1: "ammunition int32" },
  "gunbai.infludance_duel.v1.RevealTokens": { 1: "red int32[]", 2: "blue int32[]" },
};

/** @type {Record<string, import("../draws.js").Draw>} */
export const outcomes = {
  DrawStarter: async ({ stream }) => ({ seat: await stream.pick([1, 2]) }),
  SpinMagazine: async ({ stream }) => ({ chamber: await stream.pick([1, 2, 3, 4, 5, 6]) }),
  ShowToken: async (looked) => ({ ammunition: value(await looked.stream.pick(looked.table.unfired)) }),
  async RevealTokens(looked) {
    const tokens = (await looked.stream.shuffle(looked.table.unfired)).map(value);
    const left = CHAMBERS - looked.table.gunmen[0].fired.length;
    return { red: tokens.slice(0, left), blue: tokens.slice(left) };
  },
};
