/** Samurai Spirit: what chance shows. */

const SAMURAI = ["heihachi", "daisuke", "gorobei", "kanbei", "kikuchiyo", "kyuzo", "katsushiro"];
const FARMS = ["", "remove_family", "remove_farm", "remove_barricade", "wound_random"];
const FAMILIES = ["", "heal_random", "add_barricade", "top_intruder_to_discard"];
const DOLLS = new Set(
  `R1-05 R1-06 R1-07 R1-08 R2-05 R2-06 R2-07 R2-08 R3-04 R3-05 R3-06 R3-07 R3-08 R4-04 R4-05 R4-06 R4-07 R4-08`.split(
    " ",
  ),
);

/** @param {any} table @param {(samurai: any) => boolean} which @returns {number[]} */
function seats(table, which) {
  return table.samurai.flatMap((/** @type {any} */ samurai, /** @type {number} */ index) =>
    which(samurai) ? [index + 1] : [],
  );
}

/** @param {number} n @param {number} k */
function choose(n, k) {
  if (k < 0 || k > n) return 0n;
  let ways = 1n;
  for (let i = 0; i < k; i++) ways = (ways * BigInt(n - i)) / BigInt(i + 1);
  return ways;
}

/** The counts that docs/draws.md defines for checking dolls. @param {any} table */
function counts(table) {
  const pool = table.unseen.pools[0];
  const dolls = pool.filter((/** @type {string} */ raider) => DOLLS.has(raider)).length;
  const places = [...table.raiders, ...table.intruders].filter((place) => typeof place === "number").length;
  const size = table.samurai.length * (table.difficulty === "easy" ? 6 : 7);
  return { U: pool.length, D: dolls, P: places, N: 2 - (DOLLS.size - dolls), A: table.deals_set_aside ?? 0, S: size };
}

/** @param {number} A @param {number} S @param {number} u @param {number} d @param {number} p @param {number} n */
function ways(A, S, u, d, p, n) {
  let sum = 0n;
  for (let h = Math.max(n, 0); h <= Math.min(p, d); h++) {
    for (let t = 0; t <= Math.min(A, d - h); t++) {
      sum += choose(p, h) * choose(A, t) * BigInt(S) ** BigInt(t) * choose(u - p - A * S, d - h - t);
    }
  }
  return sum;
}

/** @param {import("../draws.js").Looked} looked @param {"raiders" | "intruders"} pile */
async function turned({ table, owed, stream }, pile) {
  const place = table[pile][(owed.place ?? 1) - 1];
  if (table.deals_set_aside === null || typeof place === "string")
    return { raider: await stream.turn(place, table.unseen.pools) };
  const { U, D, P, N, A, S } = counts(table);
  const doll = await stream.odds(ways(A, S, U - 1, D - 1, P - 1, N - 1), ways(A, S, U, D, P, N));
  return {
    raider: await stream.pick(
      table.unseen.pools[0].filter((/** @type {string} */ raider) => DOLLS.has(raider) === doll),
    ),
  };
}

/** The draws are the same in all these versions of the rules. */
export const rulesVersions = [1, 2];

/** @type {Record<string, import("../protobuf.js").Fields>} */
export const messages = {
  "gunbai.samurai_spirit.v1.DealSamurai": { 1: "samurai string[]" },
  "gunbai.samurai_spirit.v1.CheckDeal": { 1: "enough bool" },
  "gunbai.samurai_spirit.v1.DrawFirstSamurai": { 1: "seat uint32" },
  "gunbai.samurai_spirit.v1.TurnRaider": { 1: "raider string" },
  "gunbai.samurai_spirit.v1.TurnIntruder": { 1: "raider string" },
  "gunbai.samurai_spirit.v1.Reinforce": { 1: "raider string" },
  "gunbai.samurai_spirit.v1.TurnFarm": { 1: "penalty int32" },
  "gunbai.samurai_spirit.v1.WoundSamurai": { 1: "wounded_seat uint32" },
  "gunbai.samurai_spirit.v1.RemoveFamily": { 1: "family int32" },
  "gunbai.samurai_spirit.v1.HealSamurai": { 1: "healed_seat uint32" },
};

/** @type {Record<string, import("../draws.js").Draw>} */
export const outcomes = {
  async DealSamurai({ table, stream }) {
    const chosen = table.samurai.map((/** @type {any} */ samurai) => samurai.id);
    const left = SAMURAI.filter((name) => !chosen.includes(name));
    const dealt = await stream.sample(seats(table, (samurai) => !samurai.id).length, left);
    return { samurai: chosen.map((/** @type {string} */ name) => name || dealt.shift()) };
  },
  async CheckDeal({ table, stream }) {
    const { U, D, A, S } = counts(table);
    return { enough: await stream.odds(ways(A, S, U, D, S, 2), ways(A, S, U, D, S, 0)) };
  },
  DrawFirstSamurai: async ({ table, stream }) => ({ seat: await stream.pick(seats(table, () => true)) }),
  TurnRaider: (looked) => turned(looked, "raiders"),
  TurnIntruder: (looked) => turned(looked, "intruders"),
  Reinforce: async ({ table, stream }) => ({ raider: await stream.pick(table.discard) }),
  TurnFarm: async ({ table, stream }) => ({ penalty: FARMS.indexOf(await stream.pick(table.farms)) }),
  async WoundSamurai({ table, stream }) {
    const over = table.agenda.some((/** @type {any} */ step) => step.step === "CloseRound");
    return { wounded_seat: await stream.pick(seats(table, (samurai) => over || !samurai.passed)) };
  },
  RemoveFamily: async ({ table, stream }) => ({ family: FAMILIES.indexOf(await stream.pick(table.families)) }),
  HealSamurai: async ({ table, stream }) => ({
    healed_seat: await stream.pick(seats(table, (samurai) => samurai.wounded)),
  }),
};
