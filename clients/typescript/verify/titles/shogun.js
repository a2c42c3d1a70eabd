/** Shogun: what chance shows. */

const EVENTS = ["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10", "E11", "E12"];
const ACTIONS = ["castle", "temple", "theatre", "rice", "tax", "deploy5", "deploy3", "deploy1", "march_a", "march_b"];
const SPECIALS = ["tax_bonus", "rice_bonus", "six_armies", "attack_bonus", "defence_bonus"];
const TOWER = { caught: 1, of: 4, hold: 36 };
const LETTERS = "ABCDE";

/** @param {import("../draws.js").Looked} looked */
async function throwCubes({ table, edition, stream }) {
  const { caught, of, hold } = edition?.tower ?? TOWER;
  /** @type {number[]} */
  const thrown = table.engaged.map(
    (/** @type {number} */ cubes, /** @type {number} */ colour) => cubes + table.tray[colour],
  );
  const count = thrown.reduce((sum, cubes) => sum + cubes, 0);
  const fallen = thrown.map(() => 0);
  for (const [colour, resting] of table.tower.entries()) {
    for (let cube = 0; cube < resting; cube++) if ((await stream.below(count + hold)) < count) fallen[colour]++;
  }
  for (const [colour, cubes] of thrown.entries()) {
    for (let cube = 0; cube < cubes; cube++) if ((await stream.below(of)) >= caught) fallen[colour]++;
  }
  return { fallen: { armies: fallen.slice(0, -1), farmers: fallen.at(-1) } };
}

/** The draws are the same in all these versions of the rules. */
export const rulesVersions = [1];

/** @type {Record<string, import("../protobuf.js").Fields>} */
export const messages = {
  "gunbai.shogun.v1.TurnUpProvince": { 1: "province string" },
  "gunbai.shogun.v1.DealLineups": { 1: "lineups string[]" },
  "gunbai.shogun.v1.TurnUpEvents": { 1: "events string[]" },
  "gunbai.shogun.v1.LayActionCards": { 1: "actions string[]" },
  "gunbai.shogun.v1.LaySpecialCards": { 1: "specials string[]" },
  "gunbai.shogun.v1.DrawEvent": { 1: "card string" },
  "gunbai.shogun.v1.DrawDaimyo": { 1: "seats uint32[]" },
  "gunbai.shogun.v1.Cubes": { 1: "armies uint32[]", 2: "farmers uint32" },
  "gunbai.shogun.v1.DropCubes": { 1: "fallen gunbai.shogun.v1.Cubes" },
  "gunbai.shogun.v1.DropStrayCubes": { 1: "fallen gunbai.shogun.v1.Cubes" },
  "gunbai.shogun.v1.TurnUpAction": { 1: "action string" },
  "gunbai.shogun.v1.DrawRevolts": { 1: "provinces string[]" },
};

/** @type {Record<string, import("../draws.js").Draw>} */
export const outcomes = {
  async TurnUpProvince({ table, stream }) {
    return { province: await stream.pick(table.deck.length ? table.deck : table.under.slice(0, 1)) };
  },
  async DealLineups(looked) {
    const { length } = looked.shown.lineups;
    return { lineups: await looked.stream.shuffle([...LETTERS.slice(0, length)]) };
  },
  async TurnUpEvents({ table, stream }) {
    return {
      events: await stream.sample(
        4,
        EVENTS.filter((card) => !table.spent.includes(card)),
      ),
    };
  },
  LayActionCards: async ({ stream }) => ({ actions: await stream.sample(5, ACTIONS) }),
  LaySpecialCards: async ({ stream }) => ({ specials: await stream.shuffle(SPECIALS) }),
  DrawEvent: async ({ table, stream }) => ({ card: await stream.pick(table.events) }),
  DrawDaimyo: async ({ shown, stream }) => ({ seats: await stream.shuffle([...shown.seats].sort((a, b) => a - b)) }),
  DropCubes: throwCubes,
  async TurnUpAction({ table, stream }) {
    return { action: await stream.pick(ACTIONS.filter((card) => !table.row.includes(card))) };
  },
  async DropStrayCubes({ table }) {
    return { fallen: { armies: table.seats.map(() => 0), farmers: 0 } };
  },
  async DrawRevolts({ table, step, stream }) {
    const lands = table.lands.filter((/** @type {any} */ land) => land.owner === step.seat);
    return {
      provinces: await stream.sample(
        step.revolts,
        lands.map((/** @type {any} */ land) => land.province),
      ),
    };
  },
};
